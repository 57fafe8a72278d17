// Coefficients read by a kernel into buffers that Swift owns (ITU T.81, F.2.2). Units that it leaves are walked by
// `UnitWalker`, which gives the same.

import CKernels

/// Coefficients in 16 bits each: the place in zigzag order, 1…63, above a value + 512; if these 10 bits are 0, the next
/// 16 are the value.
enum PackedCoefficient {
  /// How many elements the coefficients of a block take at most.
  static var most: Int { 128 }

  /// Adds a coefficient to others, of which there are `count` elements.
  @inline(__always) static func put(
    _ place: Int, _ value: Int16, to list: inout InlineArray<128, UInt16>, _ count: inout Int
  ) {
    let low = UInt16(truncatingIfNeeded: value &+ 512)
    let high = UInt16(truncatingIfNeeded: place) &<< 10
    if low &- 1 < 1023 {
      list[count & 127] = high | low
      count &+= 1
    } else {
      list[count & 127] = high
      list[(count &+ 1) & 127] = UInt16(bitPattern: value)
      count &+= 2
    }
  }

  /// The coefficient at `at`, which then is where the next one begins.
  @inline(__always) static func next(_ list: Span<UInt16>, _ at: inout Int) -> (place: Int, value: Int16) {
    let bits = list[at]
    at &+= 1
    let (place, value) = (Int(bits &>> 10), Int16(truncatingIfNeeded: bits & 1023) &- 512)
    if value != -512 { return (place, value) }
    at &+= 1
    return (place, Int16(bitPattern: list[at &- 1]))
  }
}

/// A scan's tables as the kernels take them.
struct KernelTables: Sendable {
  private let slots: [up_scan_slot]
  private let longCodes: [up_long_codes]
  private let differences: [UInt8]
  private let symbols: [UInt32]
  private let runs: [UInt16]

  /// - Parameter places: For each block of a unit, how many coefficients in zigzag order are wanted; nil for all.
  init(_ tables: UnitTables, places: [Int]? = nil) {
    slots = tables.slots.enumerated().map { index, slot in
      up_scan_slot(
        component: slot.component, differences: slot.differences, runs: slot.runs, symbols: slot.symbols,
        long_differences: slot.longDifferences, long_runs: slot.longRuns, places: places?[index] ?? 64)
    }
    longCodes = tables.longCodes.map(Self.codes)
    (differences, symbols, runs) = (tables.differences, tables.symbols, tables.runs)
  }

  /// Blocks of a unit.
  var blockCount: Int { slots.count }

  /// Lets a kernel go on where `reader` is; nil where none can: without tables, and behind the end of the data.
  func reading(
    _ reader: inout EntropyReader, _ predictors: inout PackedPredictors, _ bytes: Span<UInt8>,
    _ kernel: (
      UnsafeMutablePointer<up_bit_reader>, UnsafeMutablePointer<UInt64>, UnsafePointer<UInt8>, Int,
      UnsafePointer<up_scan_tables>
    ) -> Int
  ) -> Int? {
    guard !slots.isEmpty, !symbols.isEmpty || !slots.contains(where: { $0.places > 1 }), !reader.isAtEnd,
      0...63 ~= reader.count, 0...bytes.count ~= reader.position
    else { return nil }
    var bits = up_bit_reader(buffer: reader.buffer, count: Int32(reader.count), position: reader.position)
    var packed = predictors.packed
    let result = unsafe differences.withUnsafeBufferPointer { differences in
      unsafe symbols.withUnsafeBufferPointer { symbols in
        unsafe runs.withUnsafeBufferPointer { runs in
          unsafe longCodes.withUnsafeBufferPointer { codes in
            unsafe slots.withUnsafeBufferPointer { slots in
              unsafe bytes.withUnsafeBufferPointer { bytes -> Int? in
                guard let start = bytes.baseAddress else { return nil }
                var tables = unsafe up_scan_tables(
                  differences: differences.baseAddress, symbols: symbols.baseAddress, runs: runs.baseAddress,
                  long_codes: codes.baseAddress, slots: slots.baseAddress, slot_count: slots.count)
                return unsafe kernel(&bits, &packed, start, bytes.count, &tables)
              }
            }
          }
        }
      }
    }
    guard let result else { return nil }
    reader.move(to: bits.position, buffer: bits.buffer, count: Int(bits.count))
    predictors = PackedPredictors(packed: packed)
    return result
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

  /// Where the entries of the next block begin.
  var nextEntry: UInt32 { UInt32(truncatingIfNeeded: entries.count) }

  /// All blocks, for a kernel.
  func withPart<Result>(_ body: (inout up_block_part) -> Result) -> Result {
    unsafe levels.withUnsafeBufferPointer { levels in
      unsafe ends.withUnsafeBufferPointer { ends in
        unsafe entries.withUnsafeBufferPointer { entries in
          var part = unsafe up_block_part(
            levels: levels.baseAddress, ends: ends.baseAddress, entries: entries.baseAddress,
            count: min(levels.count, ends.count), first_entry: 0, entry_count: entries.count)
          return unsafe body(&part)
        }
      }
    }
  }

  /// Forgets everything, and keeps the memory.
  mutating func removeAll() {
    isBeyond = false
    marks.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  /// Reads up to `count` whole units, and returns how many: none before an invalid code, or one that no image has.
  ///
  /// - Parameter places: For each block of a unit, how many coefficients in zigzag order are kept; nil for all.
  mutating func read(
    _ count: Int, _ reader: inout EntropyReader, _ predictors: inout PackedPredictors, _ bytes: Span<UInt8>,
    _ tables: UnitTables, keepsMarks: Bool, places: [Int]? = nil
  ) -> Int {
    let kernel = kernelTables ?? KernelTables(tables, places: places)
    kernelTables = kernel
    guard count > 0, kernel.blockCount > 0 else { return 0 }
    return unsafe appending(count, count * kernel.blockCount, keepsMarks) { found in
      let read = unsafe kernel.reading(&reader, &predictors, bytes) { reader, predictors, bytes, byteCount, tables in
        unsafe up_read_units(reader, predictors, bytes, byteCount, tables, count, &found)
      }
      return read ?? 0
    }
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
