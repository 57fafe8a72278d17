// The thumbnail in an Exif block (EXIF 2.32, 4.5.8: IFD1, JPEGInterchangeFormat).

public import UprightGeometry

/// A JPEG thumbnail in IFD1.
public struct Thumbnail: Hashable, Sendable {
  /// The thumbnail as a JPEG file.
  public let bytes: [UInt8]
  /// Columns and rows; the thumbnail has the image's stored orientation.
  public let storedSize: PixelSize<Stored>

  /// The thumbnail of a block; nil if there is none or it is not a JPEG.
  init?(in block: TIFFBlock) {
    guard let ifd1 = block.ifd1, let place = Self.range(in: block, ifd1: ifd1) else { return nil }
    let bytes = Array(block.bytes[place])
    guard let header = try? JPEGHeader(part: bytes), !header.storedSize.isEmpty else { return nil }
    self.bytes = bytes
    storedSize = header.storedSize
  }

  /// Whether it is landscape, portrait or square like the image.
  public func hasShape(_ image: PixelSize<Stored>) -> Bool { Shape(storedSize) == Shape(image) }

  /// Columns and rows of a thumbnail that the end of the block truncates, so that it cannot be shown.
  static func storedSize(ofTruncatedIn block: TIFFBlock) -> PixelSize<Stored>? {
    guard let ifd1 = block.ifd1, let start = ifd1.first(.thumbnailOffset).flatMap({ block.integer(of: $0) }),
      start >= 8, start < block.bytes.count, let header = try? JPEGHeader(part: Array(block.bytes[start...])),
      !header.storedSize.isEmpty
    else { return nil }
    return header.storedSize
  }

  /// Its byte range in the block. If its length exceeds the block by a few bytes, and the block ends with EOI, it ends
  /// there.
  static func range(in block: TIFFBlock, ifd1: TIFFDirectory) -> Range<Int>? {
    guard let start = ifd1.first(.thumbnailOffset).flatMap({ block.integer(of: $0) }),
      let count = ifd1.first(.thumbnailLength).flatMap({ block.integer(of: $0) }),
      start >= 8, count > 0, start <= block.bytes.count
    else { return nil }
    let room = block.bytes.count - start
    if count <= room { return start..<start + count }
    guard count - room <= excess, room > 4, block.bytes.suffix(2).elementsEqual([0xFF, 0xD9]) else { return nil }
    return start..<block.bytes.count
  }

  /// How many bytes a length may exceed the block by.
  private static let excess = 16
}
