// What is fuzzed: one subject per container, one for the blocks that containers share, one for rewriting, one for
// pixels, one for labels.

internal import UprightGeometry
internal import UprightMetadata
internal import UprightTestTools

/// A subject; its name is that of its folders, of its dictionary and of `--subject=`.
enum Subject: String, CaseIterable, Sendable {
  case jpeg, png, webp, tiff, heif, jxl, movie
  /// Formats without a tag: GIF, BMP.
  case bare
  /// An Exif block or an XMP packet alone.
  case blocks
  /// Retagging whatever file it is.
  case retag
  /// Decoding, turning and encoding what is decoded in the process.
  case pixels
  /// Files of labels, of which the first byte says the format.
  case labels

  /// The one that the command line names; libFuzzer passes over options that open with two dashes.
  static let chosen: Subject = {
    let prefix = "--subject="
    let names = CommandLine.arguments.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    guard let name = names.last, let subject = Subject(rawValue: String(name)) else {
      fatalError("--subject= has to name one of: \(allCases.map(\.rawValue).joined(separator: " "))")
    }
    return subject
  }()

  private func takes(_ format: ContainerFormat) -> Bool {
    switch self {
    case .jpeg, .blocks: format == .jpeg
    case .png: format == .png
    case .webp: format == .webp
    case .tiff: format == .tiff
    case .heif: format == .heif || format == .avif
    case .jxl: format == .jpegXL
    case .movie: format.isMovie
    case .bare: format == .gif || format == .bmp
    case .retag: true
    case .pixels: PixelTrial.takes(format)
    case .labels: false
    }
  }

  /// Whether the input is a file of this subject by its first bytes.
  func takes(_ bytes: [UInt8]) -> Bool {
    self == .blocks || self == .labels || ContainerFormat(signature: Array(bytes.prefix(4_096))).map(takes) ?? false
  }

  /// Does with an input all that can be done; false where it is none of this subject's, so that it need not be kept.
  func accepts(_ bytes: [UInt8]) -> Bool {
    guard takes(bytes) else { return false }
    let rules = OrientationRules(prefersExif: bytes.count & 1 == 1, readsXMP: bytes.count & 2 == 2)
    switch self {
    case .retag:
      let tag = ExifOrientation.allCases[Int(bytes.reduce(0, &+)) % ExifOrientation.allCases.count]
      if let complaint = Totality.complaint(bytes, tags: [tag], rules: rules)
        ?? Totality.complaintOfPages(bytes, tag: tag, upTo: 2)
      {
        fatalError(complaint)
      }
    case .pixels:
      let rendition = PixelTrial.renditions[Int(bytes.reduce(0, &+)) % PixelTrial.renditions.count]
      if let complaint = PixelTrial.complaint(bytes, rendition) { fatalError(complaint) }
    case .labels: if let complaint = LabelTrial.complaint(bytes) { fatalError(complaint) }
    case .blocks: Self.ask(BlockInJPEG.bytes(around: bytes), rules)
    default: Self.ask(bytes, rules)
    }
    return true
  }

  /// Asks a file for all that its headers say, and for its parts.
  private static func ask(_ bytes: [UInt8], _ rules: OrientationRules) {
    Totality.ask(bytes, rules: rules)
    if let complaint = Totality.complaintOfFileParts(bytes) { fatalError(complaint) }
  }
}
