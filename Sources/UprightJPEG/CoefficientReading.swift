// Coefficients read by a kernel into buffers that Swift owns (ITU T.81, F.2.2). Units that it leaves are walked by
// `UnitWalker`, which gives the same.

import CKernels

/// What the kernel takes of a scan's tables besides its arrays.
private struct KernelTables: Sendable {
  let slots: [up_scan_slot]
  let longCodes: [up_long_codes]

  init(_ tables: UnitTables) {
    slots = tables.slots.map {
      up_scan_slot(
        component: $0.component, differences: $0.differences, runs: $0.runs, long_differences: $0.longDifferences,
        long_runs: $0.longRuns)
    }
    longCodes = tables.longCodes.map(Self.codes)
  }

  private static func codes(_ codes: UnitTables.LongCodes) -> up_long_codes {
    var result = up_long_codes()
    result.symbol_count = Int32(min(codes.symbols.count, 256))
    unsafe withUnsafeMutableBytes(of: &result.symbols) { unsafe $0.copyBytes(from: codes.symbols.prefix(256)) }
    unsafe withUnsafeMutableBytes(of: &result.limits) { limits in
      for (length, limit) in codes.limits.enumerated() {
        unsafe limits.storeBytes(of: limit, toByteOffset: 4 * length, as: UInt32.self)
      }
    }
    unsafe withUnsafeMutableBytes(of: &result.bases) { bases in
      for (length, base) in codes.bases.enumerated() {
        unsafe bases.storeBytes(of: Int32(truncatingIfNeeded: base), toByteOffset: 4 * length, as: Int32.self)
      }
    }
    return result
  }
}

/// Arrays that whole units are read into.
struct CoefficientArrays: Sendable {
  /// The first coefficient of each block.
  var levels: [Int16] = []
  /// Where the other coefficients of each block end in `entries`.
  var ends: [UInt32] = []
  /// What the coefficients of each block take (`PackedCoefficient`).
  var entries: [UInt16] = []
  /// Where each unit begins, if that is kept.
  var marks: [UnitMark] = []
  /// Whether a coefficient is larger than those of any image with 8 bits.
  var isBeyond = false
  /// Made of the tables of the first units.
  private var kernelTables: KernelTables?

  /// Reads up to `count` whole units, and returns how many: none before an invalid code, near the end of the data or a
  /// marker, and none for one alone, which is often the last before a marker.
  mutating func read(
    _ count: Int, _ reader: inout EntropyReader, _ predictors: inout PackedPredictors, _ bytes: Span<UInt8>,
    _ tables: UnitTables, keepsMarks: Bool
  ) -> Int {
    guard !tables.coefficients.isEmpty, !tables.slots.isEmpty, count > 1, !reader.isAtEnd, reader.count >= 0,
      reader.position >= 0
    else { return 0 }
    let kernel = kernelTables ?? KernelTables(tables)
    kernelTables = kernel
    var bits = up_bit_reader(buffer: reader.buffer, count: Int32(reader.count), position: reader.position)
    var packed = predictors.packed
    let read = unsafe appending(count, count * tables.slots.count, keepsMarks) { found in
      unsafe tables.differences.withUnsafeBufferPointer { differences in
        unsafe tables.coefficients.withUnsafeBufferPointer { coefficients in
          unsafe kernel.longCodes.withUnsafeBufferPointer { codes in
            unsafe kernel.slots.withUnsafeBufferPointer { slots in
              unsafe bytes.withUnsafeBufferPointer { bytes in
                var tables = unsafe up_scan_tables(
                  differences: differences.baseAddress, coefficients: coefficients.baseAddress,
                  long_codes: codes.baseAddress, slots: slots.baseAddress, slot_count: slots.count)
                return unsafe up_read_units(&bits, &packed, bytes.baseAddress, bytes.count, &tables, count, &found)
              }
            }
          }
        }
      }
    }
    reader.move(to: bits.position, buffer: bits.buffer, count: Int(bits.count))
    predictors = PackedPredictors(packed: packed)
    return read
  }

  /// Lets `body` write up to `units` units of `blocks` blocks together behind what is there.
  ///
  /// - Returns: How many it wrote.
  private mutating func appending(
    _ units: Int, _ blocks: Int, _ keepsMarks: Bool, _ body: (inout up_coefficients) -> Int
  ) -> Int {
    let firstEntry = UInt32(truncatingIfNeeded: entries.count)
    // More only where it is free: an array that grows is copied.
    let (free, least) = (entries.capacity - entries.count, PackedCoefficient.most * (blocks / units))
    let room = min(max(free, least), PackedCoefficient.most * blocks)
    var (read, isBeyond) = (0, false)
    levels.append(addingCapacity: blocks) { levels in
      ends.append(addingCapacity: blocks) { ends in
        marks.append(addingCapacity: keepsMarks ? units : 0) { marks in
          entries.append(addingCapacity: room) { entries in
            unsafe levels.withUnsafeMutableBufferPointer { levels, levelCount in
              unsafe ends.withUnsafeMutableBufferPointer { ends, endCount in
                unsafe marks.withUnsafeMutableBufferPointer { marks, markCount in
                  unsafe entries.withUnsafeMutableBufferPointer { entries, entryCount in
                    let marksAt = UnsafeMutableRawPointer(marks.baseAddress)
                    var found = unsafe up_coefficients(
                      levels: levels.baseAddress, ends: ends.baseAddress, entries: entries.baseAddress,
                      marks: keepsMarks ? marksAt?.assumingMemoryBound(to: UInt64.self) : nil,
                      entry_room: entries.count, entry_count: 0, first_entry: firstEntry, is_beyond: false)
                    read = unsafe body(&found)
                    (levelCount, endCount) = (read * (blocks / units), read * (blocks / units))
                    markCount = keepsMarks ? read : 0
                    unsafe (entryCount, isBeyond) = (found.entry_count, found.is_beyond)
                  }
                }
              }
            }
          }
        }
      }
    }
    self.isBeyond = self.isBeyond || isBeyond
    return read
  }
}
