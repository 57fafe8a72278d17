// How the memory between the worker and its parent is divided: so many bands of rows at once (docs/worker.md).

import Upright

/// Slots of equal size, used in turn.
struct SlotLayout: Hashable, Sendable {
  /// As many bands as the worker may be ahead.
  static let maxSlots = 3
  /// More than any picture within the limits needs.
  private static let maxBytes = 1 << 40

  let count: Int
  /// Of each slot.
  let bytes: Int

  var byteCount: Int { count * bytes }

  /// Nil for slots that no memory has.
  init?(count: Int, bytes: Int) {
    guard 1...Self.maxSlots ~= count, 1...Self.maxBytes ~= bytes else { return nil }
    (self.count, self.bytes) = (count, bytes)
  }

  /// Slots for bands of a picture; nil for pictures that no memory holds.
  init?(_ size: PixelSize<some Space>, bytesPerPixel: Int) {
    guard !size.isEmpty else { return nil }
    let rows = min(size.height, DecodePass.bandRows)
    let (pixels, many) = size.width.multipliedReportingOverflow(by: rows)
    let (bytes, more) = pixels.multipliedReportingOverflow(by: bytesPerPixel)
    guard !many, !more else { return nil }
    self.init(count: min(Self.maxSlots, (size.height - 1) / DecodePass.bandRows + 1), bytes: bytes)
  }
}
