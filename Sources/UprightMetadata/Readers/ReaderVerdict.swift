// What the common readers would do with a file whose carriers contradict one another, or are odd.

public import UprightGeometry

/// A reader, and the orientation under which it would display a file.
public struct ReaderVerdict: Hashable, Sendable {
  /// Who.
  public let reader: Reader
  /// How it would display the stored picture.
  public let orientation: ExifOrientation

  /// A reader's orientation.
  public init(_ reader: Reader, _ orientation: ExifOrientation) {
    self.reader = reader
    self.orientation = orientation
  }
}

extension Probe {
  /// What the common readers would do, by rules that were measured; a reader that cannot open the file, fails, or was never seen with such a
  /// file, is left out.
  public var verdicts: [ReaderVerdict] {
    Reader.allCases.compactMap { reader in verdict(of: reader).map { ReaderVerdict(reader, $0) } }
  }

  /// Whether one of them would display the file otherwise than this probe says.
  public var readersDisagree: Bool { verdicts.contains { $0.orientation != orientation.exif } }

  private func verdict(of reader: Reader) -> ExifOrientation? {
    if let header = header.jpeg { return JPEGReading(header.evidence, xmp: header.xmp.first).orientation(for: reader) }
    return ContainerReading(
      format: format, statements: statements, findings: Set(findings.map(\.code)), isUnmeasured: header.isUnmeasured
    ).orientation(for: reader)
  }
}

extension AnyHeader {
  /// Whether Exif lies as no reader was ever asked about: in a chunk and in text as well, or with its tag elsewhere than in the IFD0 that decides.
  fileprivate var isUnmeasured: Bool {
    switch self {
    case .png(let header):
      Set(header.blocks.map(\.locatedBlock.isText)).count > 1 || Self.hasTagElsewhere(header.blocks.map(\.locatedBlock))
    case .webp(let header): Self.hasTagElsewhere(header.blocks.map(\.locatedBlock))
    default: false
    }
  }

  private static func hasTagElsewhere(_ blocks: [LocatedExifBlock]) -> Bool {
    guard let first = blocks.first, first.tags.entries.isEmpty else { return false }
    return blocks.count > 1 || !first.thumbnailTags.entries.isEmpty
      || first.block.exifDirectory?.first(.orientation) != nil
  }
}

extension Collection where Element == ReaderVerdict {
  /// All of them in a line, as in `browsers 6, libvips 6, ffmpeg 3`.
  public var summary: String {
    map { "\($0.reader.rawValue) \($0.orientation.rawValue)" }.joined(separator: ", ")
  }
}
