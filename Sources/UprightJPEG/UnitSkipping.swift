// Units that a kernel skips (ITU T.81, F.2.2). Those that it leaves are walked by `UnitWalker`, which finds the same.

import CKernels

/// Skips whole units by a kernel.
struct UnitSkipper: Sendable {
  /// Made of the tables of the first units.
  private var kernel: KernelTables?

  /// Skips up to `count` units.
  ///
  /// - Parameter units: Those whose beginnings are wanted, counted from the first, ascending; nil for all.
  /// - Returns: How many were skipped: none before an invalid code; and where the wanted ones of them begin.
  mutating func skip(
    _ count: Int, marking units: [Int]?, _ reader: inout EntropyReader, _ predictors: inout PackedPredictors,
    _ bytes: Span<UInt8>, _ tables: UnitTables
  ) -> (count: Int, marks: [UnitMark]) {
    guard count > 0 else { return (0, []) }
    let kernel = self.kernel ?? KernelTables(tables, places: tables.slots.map { _ in 1 })
    self.kernel = kernel
    var words = [UInt64](repeating: 0, count: 2 * (units?.count ?? count))
    var found = 0
    let skipped = unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe (units ?? []).withUnsafeBufferPointer { wanted in
        var marks = unsafe up_unit_marks(
          units: units == nil ? nil : wanted.baseAddress, marks: words.baseAddress, count: words.count / 2, found: 0)
        defer { unsafe found = marks.found }
        return unsafe kernel.reading(&reader, &predictors, bytes) { reader, predictors, bytes, byteCount, tables in
          unsafe up_skip_units(reader, predictors, bytes, byteCount, tables, count, &marks)
        }
      }
    }
    return (skipped ?? 0, (0..<found).map { UnitMark(words[2 * $0], PackedPredictors(packed: words[2 * $0 + 1])) })
  }
}
