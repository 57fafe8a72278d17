// What a decoder delivers, and how it ends.

import Upright
import UprightTestTools

struct DecodeOutcome: Equatable {
  var bytes: [UInt8] = []
  /// The first row of each band.
  var rows: [Int] = []
  var error: UprightError?

  static func == (one: Self, other: Self) -> Bool {
    one.rows == other.rows && one.error == other.error && SampleBytes.areEqual(one.bytes, other.bytes)
  }
}
