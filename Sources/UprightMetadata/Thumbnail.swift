// The small picture inside an Exif block (EXIF 2.32, 4.5.8: IFD1, JPEGInterchangeFormat).

public import UprightGeometry

/// A JPEG thumbnail as IFD1 holds it.
public struct Thumbnail: Hashable, Sendable {
  /// The thumbnail's own file.
  public let bytes: [UInt8]
  /// Its columns and rows, stored the way the picture is.
  public let storedSize: PixelSize<Stored>

  /// The thumbnail of a block; nil where there is none or it is no JPEG.
  init?(in block: TIFFBlock) {
    guard let ifd1 = block.ifd1, let place = Self.range(in: block, ifd1: ifd1) else { return nil }
    let bytes = Array(block.bytes[place])
    guard let header = try? JPEGHeader(part: bytes), !header.storedSize.isEmpty else { return nil }
    self.bytes = bytes
    storedSize = header.storedSize
  }

  /// Whether it is upright, lying or square as the picture is.
  public func hasShape(_ picture: PixelSize<Stored>) -> Bool { Shape(storedSize) == Shape(picture) }

  /// Columns and rows of one whose bytes break off with the block, so that it can no longer be shown.
  static func storedSize(ofTruncatedIn block: TIFFBlock) -> PixelSize<Stored>? {
    guard let ifd1 = block.ifd1, let start = ifd1.first(.thumbnailOffset).flatMap({ block.integer(of: $0) }),
      start >= 8, start < block.bytes.count, let header = try? JPEGHeader(part: Array(block.bytes[start...])),
      !header.storedSize.isEmpty
    else { return nil }
    return header.storedSize
  }

  /// Whether its file ends as a JPEG does, so that none of its coded data are missing (ITU T.81, B.1.1.3: EOI).
  public var isWhole: Bool {
    guard let probe = try? Probe(bytes), let end = try? probe.imageEnd(in: bytes), end >= 2 else { return false }
    return bytes[end - 2..<end].elementsEqual([0xFF, 0xD9])
  }

  /// Where its bytes lie in the block.
  static func range(in block: TIFFBlock, ifd1: TIFFDirectory) -> Range<Int>? {
    guard let start = ifd1.first(.thumbnailOffset).flatMap({ block.integer(of: $0) }),
      let count = ifd1.first(.thumbnailLength).flatMap({ block.integer(of: $0) }),
      start >= 8, count > 0, start <= block.bytes.count, count <= block.bytes.count - start
    else { return nil }
    return start..<start + count
  }
}
