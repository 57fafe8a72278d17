// How common readers treat a file whose orientation fields conflict or are unusual.

public import UprightGeometry

/// A reader, and the orientation with which it displays a file.
public struct ReaderVerdict: Hashable, Sendable {
  /// The reader.
  public let reader: Reader
  /// How it displays the stored image.
  public let orientation: ExifOrientation

  /// A reader's orientation.
  public init(_ reader: Reader, _ orientation: ExifOrientation) {
    self.reader = reader
    self.orientation = orientation
  }
}

extension Probe {
  /// How common readers display the file, by measured rules. Omits a reader that cannot open the file, fails, or was
  /// not tested with such a file.
  public var verdicts: [ReaderVerdict] {
    Reader.allCases.compactMap { reader in verdict(of: reader).map { ReaderVerdict(reader, $0) } }
  }

  /// Whether one of them displays the file differently from this probe.
  public var readersDisagree: Bool { verdicts.contains { $0.orientation != orientation.exif } }

  private func verdict(of reader: Reader) -> ExifOrientation? {
    if let header = header.jpeg { return JPEGReading(header.evidence, xmp: header.xmp.first).orientation(for: reader) }
    return ContainerReading(
      format: format, statements: statements, findings: Set(findings.map(\.code)),
      isUnmeasured: header.container.isUnmeasured, sequence: header.container.playedSequence
    ).orientation(for: reader)
  }
}

extension PNGHeader {
  /// Whether Exif is in both a chunk and text, or has its tag outside the deciding IFD0.
  var isUnmeasured: Bool {
    let blocks = blocks.map(\.locatedBlock)
    return Set(blocks.map(\.isText)).count > 1 || LocatedExifBlock.hasTagElsewhere(blocks)
  }
}

extension HEIFHeader {
  /// The sequence beside the still image, if readers may show it: the file's major brand is not that of the image.
  var playedSequence: PlayedSequence? {
    guard let frames, let majorBrand, majorBrand != "avif" else { return nil }
    return PlayedSequence(frames, isMajor: majorBrand == "avis")
  }
}

extension SequenceHeader {
  /// The only image.
  var playedSequence: PlayedSequence? { PlayedSequence(sequence, isMajor: true) }
}

extension PlayedSequence {
  fileprivate init(_ sequence: ImageSequence, isMajor: Bool) {
    self.init(orientation: sequence.frames.display.statement(in: sequence.matrix).value, isMajor: isMajor)
  }
}

extension WebPHeader {
  /// Whether the tag is outside the deciding IFD0.
  var isUnmeasured: Bool { LocatedExifBlock.hasTagElsewhere(blocks.map(\.locatedBlock)) }
}

extension LocatedExifBlock {
  fileprivate static func hasTagElsewhere(_ blocks: [LocatedExifBlock]) -> Bool {
    guard let first = blocks.first, first.tags.entries.isEmpty else { return false }
    return blocks.count > 1 || !first.thumbnailTags.entries.isEmpty
      || first.block.exifDirectory?.first(.orientation) != nil
  }
}

extension Collection where Element == ReaderVerdict {
  /// All verdicts on one line, as in `browsers 6, libvips 6, ffmpeg 3`.
  public var summary: String {
    map { "\($0.reader.rawValue) \($0.orientation.rawValue)" }.joined(separator: ", ")
  }
}
