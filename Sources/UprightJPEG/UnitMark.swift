// Where a unit begins and what its differences are added to (ITU T.81, F.2.2.1), in few bytes.

/// The place of a unit in the bytes that are walked, and its predictors.
struct UnitMark: Sendable {
  /// The reader's position and unused bits.
  private let packed: UInt64
  private let packedPredictors: PackedPredictors

  @inline(__always) init(_ reader: EntropyReader, _ predictors: PackedPredictors) {
    packed = UInt64(truncatingIfNeeded: reader.position) &<< 8 | UInt64(truncatingIfNeeded: max(0, reader.count))
    packedPredictors = predictors
  }

  /// A mark that a kernel made.
  init(_ packed: UInt64, _ predictors: PackedPredictors) { (self.packed, packedPredictors) = (packed, predictors) }

  /// What the next difference of each component is added to.
  var predictors: SIMD4<Int16> { packedPredictors.values }

  /// The first bit of the unit; `base` is the file's offset of the first of `bytes`.
  func place(in bytes: Span<UInt8>, from base: Int = 0) -> BitPosition {
    EntropyReader.place(Int(packed >> 8), unused: Int(packed & 255), in: bytes, from: base)
  }

  func checkpoint(in bytes: Span<UInt8>, from base: Int) -> Checkpoint {
    Checkpoint(place: place(in: bytes, from: base), predictors: predictors)
  }

  /// The same unit, of a walk whose predictors began with other values.
  func adding(_ offset: SIMD4<Int16>) -> UnitMark { UnitMark(packed, PackedPredictors(predictors &+ offset)) }
}

/// Four predictors in one register: a vector with an element changed has to be stored before it can be read again.
struct PackedPredictors: Sendable {
  private var bits: UInt64 = 0

  init() {}

  init(packed bits: UInt64) { self.bits = bits }

  /// 16 bits for each component, the first one lowest.
  var packed: UInt64 { bits }

  init(_ values: SIMD4<Int16>) {
    for component in 0..<4 { self[component] = values[component] }
  }

  var values: SIMD4<Int16> { SIMD4(self[0], self[1], self[2], self[3]) }

  @inline(__always) subscript(component: Int) -> Int16 {
    get { Int16(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: component &<< 4)) }
    set {
      let shift = UInt64(truncatingIfNeeded: component &<< 4)
      bits = bits & ~(0xFFFF &<< shift) | UInt64(UInt16(bitPattern: newValue)) &<< shift
    }
  }
}

/// A place in a scan from which units can be walked: 16 bytes.
package struct Checkpoint: Hashable, Sendable {
  /// The first bit of a unit, after the restart marker that may precede it.
  let place: BitPosition
  /// What the next difference of each component is added to.
  let predictors: SIMD4<Int16>
}
