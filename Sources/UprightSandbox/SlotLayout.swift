// The layout of the memory shared by the worker and its parent: several bands of rows (Design.md).

import Upright

/// Slots of equal size, used in rotation.
struct SlotLayout: Hashable, Sendable {
  /// How many bands the worker may be ahead.
  static let maxSlots = 3
  /// More bytes than any image within the limits needs.
  private static let maxBytes = 1 << 40

  let count: Int
  /// Bytes per slot.
  let bytes: Int

  var byteCount: Int { count * bytes }

  /// Nil for slots larger than any memory.
  init?(count: Int, bytes: Int) {
    guard 1...Self.maxSlots ~= count, 1...Self.maxBytes ~= bytes else { return nil }
    (self.count, self.bytes) = (count, bytes)
  }

  /// Slots for bands of an image; nil for images larger than any memory.
  init?(_ size: PixelSize<some Space>, bytesPerPixel: Int) {
    guard !size.isEmpty else { return nil }
    let rows = min(size.height, DecodePass.bandRows)
    let (pixels, many) = size.width.multipliedReportingOverflow(by: rows)
    let (bytes, more) = pixels.multipliedReportingOverflow(by: bytesPerPixel)
    guard !many, !more else { return nil }
    self.init(count: min(Self.maxSlots, (size.height - 1) / DecodePass.bandRows + 1), bytes: bytes)
  }
}
