// What programs do to pixels, as on their command lines.

// jpegtran's switches that rotate and mirror (libjpeg, jpegtran.1); -rotate is clockwise.

/// A jpegtran switch that rotates or mirrors, as on a command line.
public enum JpegtranSwitch: String, CaseIterable, PixelOperation {
  /// Left and right swapped.
  case flipHorizontal = "-flip horizontal"
  /// Rotated by 180 degrees.
  case rotate180 = "-rotate 180"
  /// Top and bottom swapped.
  case flipVertical = "-flip vertical"
  /// Reflected in the main diagonal.
  case transpose = "-transpose"
  /// Rotated by 90 degrees clockwise.
  case rotate90 = "-rotate 90"
  /// Reflected in the other diagonal.
  case transverse = "-transverse"
  /// Rotated by 270 degrees clockwise.
  case rotate270 = "-rotate 270"

  /// Its effect, as displayed.
  public var turn: Orientation<Displayed, Displayed> {
    switch self {
    case .flipHorizontal: .mirrorHorizontal
    case .rotate180: .rotate180
    case .flipVertical: .mirrorVertical
    case .transpose: .transpose
    case .rotate90: .rotate90
    case .transverse: .transverse
    case .rotate270: .rotate270
    }
  }
}

// ImageMagick's options that rotate and mirror (magick command line); -rotate is clockwise.

/// An ImageMagick option that rotates or mirrors, as on a command line.
public enum ImageMagickOption: String, CaseIterable, PixelOperation {
  /// Left and right swapped.
  case flop = "-flop"
  /// Rotated by 180 degrees.
  case rotate180 = "-rotate 180"
  /// Top and bottom swapped.
  case flip = "-flip"
  /// Reflected in the main diagonal.
  case transpose = "-transpose"
  /// Rotated by 90 degrees clockwise.
  case rotate90 = "-rotate 90"
  /// Reflected in the other diagonal.
  case transverse = "-transverse"
  /// Rotated by 270 degrees clockwise.
  case rotate270 = "-rotate 270"

  /// Its effect, as displayed.
  public var turn: Orientation<Displayed, Displayed> {
    switch self {
    case .flop: .mirrorHorizontal
    case .rotate180: .rotate180
    case .flip: .mirrorVertical
    case .transpose: .transpose
    case .rotate90: .rotate90
    case .transverse: .transverse
    case .rotate270: .rotate270
    }
  }
}

// FFmpeg's filters hflip, vflip and transpose (ffmpeg-filters, "transpose": dir 0…3).

/// An FFmpeg filter that rotates or mirrors frames.
public enum FFmpegFilter: String, CaseIterable, PixelOperation {
  /// Left and right swapped.
  case hflip
  /// Top and bottom swapped.
  case vflip
  /// `cclock_flip`: rotated by 90 degrees counterclockwise and mirrored top to bottom: transposed.
  case transpose0 = "transpose=0"
  /// `clock`: rotated by 90 degrees clockwise.
  case transpose1 = "transpose=1"
  /// `cclock`: rotated by 90 degrees counterclockwise.
  case transpose2 = "transpose=2"
  /// `clock_flip`: rotated by 90 degrees clockwise and mirrored top to bottom: transverse.
  case transpose3 = "transpose=3"

  /// Its effect, as displayed.
  public var turn: Orientation<Displayed, Displayed> {
    switch self {
    case .hflip: .mirrorHorizontal
    case .vflip: .mirrorVertical
    case .transpose0: .transpose
    case .transpose1: .rotate90
    case .transpose2: .rotate270
    case .transpose3: .transverse
    }
  }

  /// The name that `transpose` accepts in place of its number; nil for the other filters.
  public var direction: String? {
    switch self {
    case .hflip, .vflip: nil
    case .transpose0: "cclock_flip"
    case .transpose1: "clock"
    case .transpose2: "cclock"
    case .transpose3: "clock_flip"
    }
  }

  /// One filter for all tags except 3, which needs two.
  public static func operations(for exif: ExifOrientation) -> [Self] {
    exif == .bottomRight ? [.hflip, .vflip] : Self(exif: exif).map { [$0] } ?? []
  }

  /// The argument of `-vf`: `null` for none, `hflip,vflip`.
  public static func chain(_ filters: [Self]) -> String {
    filters.isEmpty ? "null" : filters.map { $0.rawValue }.joined(separator: ",")
  }

  /// The filters of a chain that only rotates and mirrors; nil if it contains any other filter.
  public static func filters(ofChain chain: String) -> [Self]? {
    let words = chain.split(separator: ",", omittingEmptySubsequences: false).filter { $0 != "null" }
    let filters = words.compactMap { word in
      Self.allCases.first { $0.rawValue == word || $0.direction.map { "transpose=\($0)" == word } ?? false }
    }
    return filters.count == words.count ? filters : nil
  }
}
