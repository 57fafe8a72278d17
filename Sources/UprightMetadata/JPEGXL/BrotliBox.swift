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

  /// Why a box has no contents.
  enum Failure: Error, Equatable {
    /// It is damaged, or this build has no decompressor.
    case unreadable
    /// It expands to more bytes than these.
    case large(limit: Int)
  }

  /// The bytes that the boxes of a file may expand to. A box that fails costs as much as was tried.
  struct Budget {
    private static let longest = 16 << 20
    private static let leastCost = 4_096
    private(set) var left = Self.longest

    fileprivate mutating func spend(_ count: Int) { left = max(0, left - max(count, Self.leastCost)) }
  }

  /// The most bytes that a box expands to: for each compressed byte of a long one, and for a short one, which may say
  /// the same many times.
  private static let (ratio, shortest) = (256, 1 << 20)

  /// Decompresses a box.
  init(_ bytes: [UInt8], of box: Box, _ budget: inout Budget) throws(Failure) {
    let packed = bytes.dropFirst(box.payload.lowerBound - box.offset)
    guard packed.count > 4 else { throw .unreadable }
    let (most, overflow) = packed.count.multipliedReportingOverflow(by: Self.ratio)
    let room = min(budget.left, max(Self.shortest, overflow ? .max : most))
    do throws(Failure) {
      contents = try Self.decompressed(Array(packed.dropFirst(4)), room: room)
    } catch {
      if case .large = error { budget.spend(room) } else { budget.spend(0) }
      throw error
    }
    budget.spend(contents.count)
    (offset, self.bytes, kind) = (box.offset, bytes, FourCC(packed))
  }

  /// The edit that puts an uncompressed box with other contents in its place.
  func edit(to contents: [UInt8]) -> BytePatch.Edit {
    BytePatch.Edit(offset: offset, old: bytes, new: Box.bytes(kind, contents))
  }

  private static func decompressed(_ packed: [UInt8], room: Int) throws(Failure) -> [UInt8] {
    #if JPEGXL
      var (isWhole, isFull) = (false, false)
      let contents = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        var size = room
        isWhole = unsafe up_brotli_decode(packed, packed.count, start, &size) != 0
        isFull = size >= room
        count = isWhole ? min(room, size) : 0
      }
      guard isWhole else { throw isFull ? .large(limit: room) : .unreadable }
      // A copy, so that no more memory is held than there are bytes.
      return contents.map { $0 }
    #else
      throw .unreadable
    #endif
  }
}
