// A compressed metadata box of a JPEG XL file (`brob`; ISO 18181-2, 9.5; RFC 7932).

#if JPEGXL
  import CBrotli
#endif

/// A box that is compressed with Brotli, and its contents.
struct BrotliBox: Hashable, Sendable {
  /// Its offset.
  let offset: Int
  /// All its bytes.
  let bytes: [UInt8]
  /// The type of the box that it stands for.
  let kind: FourCC
  /// What that box contains.
  let contents: [UInt8]

  /// The most bytes that a file's boxes are decompressed to, and the most for each compressed byte of long ones.
  static let longest = 16 << 20
  private static let (ratio, shortest) = (256, 1 << 16)

  /// Decompresses a box; nil if it is damaged, larger than `limit`, or this build has no decompressor.
  init?(_ bytes: [UInt8], of box: Box, limit: Int = Self.longest) {
    let packed = bytes.dropFirst(box.payload.lowerBound - box.offset)
    guard packed.count > 4 else { return nil }
    let room = min(limit, max(Self.shortest, packed.count.multipliedReportingOverflow(by: Self.ratio).partialValue))
    guard let contents = Self.decompressed(Array(packed.dropFirst(4)), room: max(0, room)) else { return nil }
    (offset, self.bytes, kind, self.contents) = (box.offset, bytes, FourCC(packed), contents)
  }

  /// The edit that puts an uncompressed box with other contents in its place.
  func edit(to contents: [UInt8]) -> BytePatch.Edit {
    BytePatch.Edit(offset: offset, old: bytes, new: Box.bytes(kind, contents))
  }

  private static func decompressed(_ packed: [UInt8], room: Int) -> [UInt8]? {
    #if JPEGXL
      var isWhole = false
      let contents = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        var size = room
        isWhole = unsafe up_brotli_decode(packed, packed.count, start, &size) != 0
        count = isWhole ? min(room, size) : 0
      }
      // A copy, so that no more memory is held than there are bytes.
      return isWhole ? contents.map { $0 } : nil
    #else
      return nil
    #endif
  }
}
