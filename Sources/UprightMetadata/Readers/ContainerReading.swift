// The orientation that common readers use in containers other than JPEG, as measured for each metadata field. Programs
// and libraries that apply an orientation, each in the version whose behavior was measured.

internal import UprightGeometry

/// Applies each reader's rules to what a probe found.
struct ContainerReading {
  /// The container.
  let format: ContainerFormat
  /// All statements; the deciding one is first.
  let statements: [OrientationStatement]
  /// The codes of all findings.
  let findings: Set<Finding.Code>
  /// Whether Exif is at a position for which no reader's behavior was measured.
  var isUnmeasured = false
  /// The image sequence that some readers show, whatever its still image; nil if there is none.
  var sequence: PlayedSequence?

  /// Findings about unusual tags, for which readers were measured only in JPEG.
  private static let unusual: Set<Finding.Code> = [
    .unusualType, .wrongType, .wrongCount, .duplicateTag, .exifMalformed, .wrongChecksum, .metadataDamaged,
  ]

  /// How a reader displays the stored image; nil if unknown.
  func orientation(for reader: Reader) -> ExifOrientation? {
    guard !isUnmeasured, findings.isDisjoint(with: Self.unusual) else { return nil }
    switch format {
    case .png: return png(reader)
    case .webp: return webp(reader)
    case .tiff: return tiff(reader)
    case .avif where sequence != nil: return frames(reader)
    case .heif, .avif: return items(reader)
    case .mp4, .quickTime: return movie(reader)
    default: return nil
    }
  }

  /// The value of the first statement of a kind; nil if there is none.
  private func value(_ name: String) -> ExifOrientation? {
    statements.first { $0.source.name == name }.map { $0.value ?? .topLeft }
  }

  private var exif: ExifOrientation? { value("exif") }
  private var xmp: ExifOrientation? { value("xmp") }
  private var profile: ExifOrientation? { value("exif-profile") }

  /// Whether XMP and Exif disagree; ExifTool uses whichever comes first in the file.
  private var isSplitByXMP: Bool {
    guard let xmp, let first = exif ?? profile else { return false }
    return xmp != first
  }

  private func png(_ reader: Reader) -> ExifOrientation? {
    let isTwice = findings.contains(.duplicateExif)
    let isPrefixed = findings.contains(.exifPrefixed)
    switch reader {
    case .exiftool: return isSplitByXMP ? nil : exif ?? profile ?? xmp ?? .topLeft
    case .exiv2: return isTwice ? nil : (isPrefixed ? nil : exif) ?? profile ?? .topLeft
    case .pillow: return isTwice || (exif == nil && profile != nil) ? nil : exif ?? xmp ?? .topLeft
    case .libvips: return isPrefixed || findings.contains(.exifAfterImage) ? .topLeft : exif ?? .topLeft
    case .opencv: return isPrefixed ? .topLeft : exif ?? .topLeft
    case .imageMagick6: return profile == nil ? .topLeft : nil
    case .ffmpeg: return .topLeft
    default: return nil
    }
  }

  private func webp(_ reader: Reader) -> ExifOrientation? {
    guard exif != nil || xmp == nil, !findings.contains(.duplicateExif) else { return nil }
    let value = exif ?? .topLeft
    let isPrefixed = findings.contains(.exifPrefixed)
    let isUnannounced = findings.contains(.exifUnannounced)
    switch reader {
    case .exiftool: return isSplitByXMP ? nil : value
    case .exiv2: return value
    case .pillow, .libvips: return isUnannounced ? .topLeft : value
    case .opencv: return isPrefixed || isUnannounced ? .topLeft : value
    case .imageMagick6: return isPrefixed && !isUnannounced ? value : .topLeft
    case .ffmpeg: return .topLeft
    default: return nil
    }
  }

  /// OpenCV 5 does not open a TIFF whose orientation swaps axes.
  private func tiff(_ reader: Reader) -> ExifOrientation? {
    guard exif != nil || xmp == nil else { return nil }
    let value = exif ?? .topLeft
    switch reader {
    case .exiftool, .exiv2, .pillow, .libvips: return value
    case .opencv: return value.rawValue < 5 ? value : nil
    case .ffmpeg: return .topLeft
    default: return nil
    }
  }

  /// Readers that use only Exif are wrong here. libheif applies transforms in the listed order, libavif `irot` first.
  private func items(_ reader: Reader) -> ExifOrientation? {
    let value = value("irot-imir") ?? .topLeft
    switch reader {
    case .exiftool: return exif ?? .topLeft
    case .exiv2: return format == .heif ? exif ?? .topLeft : nil
    case .libvips: return value
    case .pillow: return format == .avif && findings.contains(.transformOrder) ? nil : value
    case .imageMagick6: return format == .heif ? value : nil
    case .opencv, .ffmpeg: return format == .avif ? .topLeft : nil
    default: return nil
    }
  }

  /// libavif 1.4 shows the track unless the major brand names a still image, and ignores its matrix; FFmpeg applies that.
  private func frames(_ reader: Reader) -> ExifOrientation? {
    switch reader {
    case .exiftool: return exif ?? .topLeft
    case .libvips: return sequence?.isMajor == true ? nil : value("irot-imir") ?? .topLeft
    case .pillow: return .topLeft
    case .ffmpeg: return sequence?.orientation
    default: return nil
    }
  }

  /// OpenCV ignores a movie's mirror; ExifTool gives an angle, of the track alone.
  private func movie(_ reader: Reader) -> ExifOrientation? {
    guard let value = value("matrix"), !findings.contains(.unusualMatrix) else { return nil }
    switch reader {
    case .ffmpeg: return value
    case .opencv:
      return [.topLeft, .bottomRight, .bottomRight, .topLeft, .rightTop, .rightTop, .leftBottom, .leftBottom][
        Int(value.rawValue) - 1]
    case .exiftool:
      let isPlain = [.topLeft, .rightTop, .bottomRight, .leftBottom].contains(value)
      return isPlain && !findings.contains(.movieMatrix) ? value : nil
    default: return nil
    }
  }
}

/// An image sequence of an AVIF whose major brand does not name the still image.
struct PlayedSequence: Hashable, Sendable {
  /// The orientation by the matrices; nil if they have none.
  let orientation: ExifOrientation?
  /// Whether the major brand names the sequence, or there is no still image.
  let isMajor: Bool
}

/// A common reader of images.
public enum Reader: String, Hashable, Sendable, CaseIterable {
  /// The common behavior of Blink, Gecko and WebKit.
  case browsers
  /// ExifTool 12: the single value that it prints for Orientation.
  case exiftool
  /// Exiv2 0.27.
  case exiv2
  /// Pillow 13, `ImageOps.exif_transpose`.
  case pillow
  /// libvips 8.14, `autorot`.
  case libvips
  /// OpenCV 5, `imread` and `VideoCapture`.
  case opencv
  /// ImageMagick 6.9, `-auto-orient`.
  case imageMagick6 = "imagemagick6"
  /// FFmpeg 5.1, which rotates by default.
  case ffmpeg
  /// exiftran 2.
  case exiftran
  /// piexif 1.1.
  case piexif
  /// jhead 3, `-autorot`.
  case jhead
}
