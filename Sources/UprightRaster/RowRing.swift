// The rows between horizontal and vertical scaling: the last few, as floats.

import CKernels

/// Float rows with interleaved samples; row r is in slot r modulo `slots`.
struct RowRing {
  let storage: SampleStorage
  let slots: Int
  /// Floats from one row to the next: whole parts of a result, and at least three more than a row has.
  let rowFloats: Int

  /// Nil if out of memory.
  init?(slots: Int, samples: Int) {
    let floats = Self.rowFloats(samples)
    let bytes = floats.multipliedSaturating(slots).multipliedSaturating(MemoryLayout<Float>.stride)
    guard let storage = SampleStorage(byteCount: bytes) else { return nil }
    self.storage = storage
    self.slots = slots
    rowFloats = floats
  }

  /// The first float of a row.
  func place(of row: Int) -> Int { row % slots * rowFloats }

  /// The ring for the loops in C.
  var shape: up_ring { up_ring(slots: slots, row_floats: rowFloats) }

  /// Floats from one row of this many samples to the next, saturating.
  static func rowFloats(_ samples: Int) -> Int {
    (samples.addingSaturating(3 + 63) / 64).multipliedSaturating(64)
  }
}
