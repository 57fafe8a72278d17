// The structure around a WebP's chunks: the length in the file's header, and the extended header that announces
// metadata (RFC 9649, 2.4 and 2.7).

internal import UprightGeometry

/// Where metadata is inserted, and the header fields that must change with them.
struct WebPFrame: Hashable, Sendable {
  /// Offset of the first chunk.
  static let start = 12

  /// One past the file's last byte, according to its header.
  var statedEnd: Int
  /// One past the last chunk.
  var end = start
  /// Whether the last chunk has an odd length and no padding byte.
  var omitsFiller = false
  /// The extended header.
  var header: Header?
  /// The image of a simple file that begins with it; metadata require inserting an extended header first.
  var simpleImage: WebPImage?

  /// The extended header: its position and its ten bytes.
  struct Header: Hashable, Sendable {
    let chunk: RIFFChunk
    let bytes: [UInt8]
  }

  /// Whether the header announces Exif.
  var announcesExif: Bool { header.map { $0.bytes[0] & WebPFlag.exif != 0 } ?? false }

  /// Sets the file's length in its header after the chunks grow by `growth` bytes.
  ///
  /// - Throws: `.fieldNotWritable` if it does not fit four bytes.
  func lengthEdit(growth: Int) throws(MetadataError) -> BytePatch.Edit {
    let length = end - 8 + growth
    guard length <= 0xFFFF_FFFE else { throw MetadataError(.fieldNotWritable, at: 4) }
    return BytePatch.Edit(offset: 4, old: LittleEndian.bytes(statedEnd - 8), new: LittleEndian.bytes(length))
  }

  /// Sets or clears the Exif flag in the extended header; nil if there is none.
  func flagEdit(raised: Bool) -> BytePatch.Edit? {
    header.map { header in
      let rest = header.bytes[0] & ~WebPFlag.exif
      return BytePatch.Edit(
        offset: header.chunk.payload.lowerBound, old: [header.bytes[0]], new: [raised ? rest | WebPFlag.exif : rest])
    }
  }

  /// Appends a chunk with an inserted Exif block, and announces it in the extended header.
  ///
  /// - Throws: `.fieldNotWritable` if the file begins with neither an extended header nor an image.
  func insertion(_ value: ExifOrientation) throws(MetadataError) -> [BytePatch.Edit] {
    let mark = header == nil ? InsertedExifBlock.markWithHeader : InsertedExifBlock.mark
    let chunk = RIFFChunk.bytes("EXIF", InsertedExifBlock.block(value, mark: mark))
    let tail = BytePatch.Edit(offset: end, old: [], new: (omitsFiller ? [0] : []) + chunk)
    if let flag = flagEdit(raised: true) { return [try lengthEdit(growth: tail.growth), flag, tail] }
    guard let simpleImage else { throw MetadataError(.fieldNotWritable, at: Self.start) }
    let head = BytePatch.Edit(offset: Self.start, old: [], new: Self.insertedHeader(for: simpleImage))
    return [try lengthEdit(growth: head.growth + tail.growth), head, tail]
  }

  /// Removes an inserted Exif block, and the extended header inserted with it.
  ///
  /// - Throws: as `lengthEdit`.
  func removal(of block: WebPExif) throws(MetadataError) -> [BytePatch.Edit] {
    let tail = block.removal
    guard let head = headerRemoval(with: block) ?? flagEdit(raised: false) else {
      return [try lengthEdit(growth: tail.growth), tail]
    }
    return [try lengthEdit(growth: head.growth + tail.growth), head, tail]
  }

  private func headerRemoval(with block: WebPExif) -> BytePatch.Edit? {
    guard let header, header.chunk.offset == Self.start, let image = WebPImage("VP8X", header.bytes),
      InsertedExifBlock.isWhole(block.locatedBlock.block.bytes, mark: InsertedExifBlock.markWithHeader),
      header.chunk.payload.count == header.bytes.count,
      header.bytes == Array(Self.insertedHeader(for: image).dropFirst(8))
    else { return nil }
    return BytePatch.Edit(offset: Self.start, old: Self.insertedHeader(for: image), new: [])
  }

  /// An extended header that announces Exif (RFC 9649, 2.7).
  static func insertedHeader(for image: WebPImage) -> [UInt8] {
    let size = [image.size.width - 1, image.size.height - 1].flatMap { LittleEndian.bytes($0, size: 3) }
    return RIFFChunk.bytes("VP8X", [WebPFlag.exif | (image.hasAlpha ? WebPFlag.alpha : 0), 0, 0, 0] + size)
  }
}
