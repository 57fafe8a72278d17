// Coefficients read and written by compiled loops (CKernels, coefficients.c) in buffers that Swift owns: the only
// pointers of this target. Units that they leave are walked by `UnitWalker`, which gives the same.

import CKernels

/// What the kernels take of a scan's tables besides its arrays; it follows from them.
struct KernelTables: Hashable, Sendable {
  fileprivate let slots: [up_scan_slot]
  fileprivate let longCodes: [up_long_codes]

  init(_ slots: [UnitTables.Slot], _ longCodes: [UnitTables.LongCodes]) {
    self.slots = slots.map {
      up_scan_slot(
        component: $0.component, differences: $0.differences, runs: $0.runs, long_differences: $0.longDifferences,
        long_runs: $0.longRuns)
    }
    self.longCodes = longCodes.map(Self.codes)
  }

  private static func codes(_ codes: UnitTables.LongCodes) -> up_long_codes {
    var result = up_long_codes()
    result.symbol_count = Int32(min(codes.symbols.count, 256))
    unsafe withUnsafeMutableBytes(of: &result.symbols) { unsafe $0.copyBytes(from: codes.symbols.prefix(256)) }
    unsafe withUnsafeMutableBytes(of: &result.limits) { limits in
      for length in 0...16 { unsafe limits.storeBytes(of: codes.limits[length], toByteOffset: 4 * length, as: UInt32.self) }
    }
    unsafe withUnsafeMutableBytes(of: &result.bases) { bases in
      for length in 0...16 {
        let base = Int32(truncatingIfNeeded: codes.bases[length])
        unsafe bases.storeBytes(of: base, toByteOffset: 4 * length, as: Int32.self)
      }
    }
    return result
  }

  static func == (_: Self, _: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// Arrays that whole units are read into.
struct CoefficientArrays {
  var levels: [Int16]
  var ends: [UInt32]
  var entries: [UInt16]
  var marks: [UnitMark]
  /// Whether a coefficient is larger than those of any image with 8 bits.
  var isBeyond = false
}

extension UnitTables {
  /// Reads up to `units` whole units, and returns how many: none after an invalid code, near the end of the data, or
  /// before a marker.
  func read(
    _ units: Int, _ reader: inout EntropyReader, _ predictors: inout PackedPredictors, _ bytes: Span<UInt8>,
    keepsMarks: Bool, into arrays: inout CoefficientArrays
  ) -> Int {
    guard !coefficients.isEmpty, !slots.isEmpty, units > 0, !reader.isAtEnd, reader.count >= 0 else { return 0 }
    let least = PackedCoefficient.most * slots.count
    let free = arrays.entries.capacity - arrays.entries.count
    var bits = up_bit_reader(buffer: reader.buffer, count: Int32(reader.count), position: reader.position)
    var packed = predictors.packed
    var (read, isBeyond) = (0, false)
    let firstEntry = UInt32(truncatingIfNeeded: arrays.entries.count)
    arrays.levels.append(addingCapacity: units * slots.count) { levels in
      arrays.ends.append(addingCapacity: units * slots.count) { ends in
        arrays.marks.append(addingCapacity: keepsMarks ? units : 0) { marks in
          arrays.entries.append(addingCapacity: min(max(free, least), least * units)) { entries in
            unsafe levels.withUnsafeMutableBufferPointer { levels, levelCount in
              unsafe ends.withUnsafeMutableBufferPointer { ends, endCount in
                unsafe marks.withUnsafeMutableBufferPointer { marks, markCount in
                  unsafe entries.withUnsafeMutableBufferPointer { entries, entryCount in
                    var found = unsafe up_coefficients()
                    unsafe found.levels = levels.baseAddress
                    unsafe found.ends = ends.baseAddress
                    unsafe found.entries = entries.baseAddress
                    unsafe found.marks =
                      keepsMarks ? UnsafeMutableRawPointer(marks.baseAddress)?.assumingMemoryBound(to: UInt64.self) : nil
                    unsafe found.entry_room = entries.count
                    unsafe found.first_entry = firstEntry
                    read = unsafe call(&bits, &packed, bytes, units, &found)
                    levelCount = read * slots.count
                    endCount = read * slots.count
                    markCount = keepsMarks ? read : 0
                    unsafe entryCount = found.entry_count
                    unsafe isBeyond = found.is_beyond
                  }
                }
              }
            }
          }
        }
      }
    }
    arrays.isBeyond = arrays.isBeyond || isBeyond
    reader.move(to: bits.position, buffer: bits.buffer, count: Int(bits.count))
    predictors = PackedPredictors(packed: packed)
    return read
  }

  private func call(
    _ reader: inout up_bit_reader, _ predictors: inout UInt64, _ bytes: Span<UInt8>, _ units: Int,
    _ found: inout up_coefficients
  ) -> Int {
    unsafe differences.withUnsafeBufferPointer { differences in
      unsafe coefficients.withUnsafeBufferPointer { coefficients in
        unsafe kernelTables.longCodes.withUnsafeBufferPointer { codes in
          unsafe kernelTables.slots.withUnsafeBufferPointer { slots in
            unsafe bytes.withUnsafeBufferPointer { bytes in
              var tables = unsafe up_scan_tables(
                differences: differences.baseAddress, coefficients: coefficients.baseAddress,
                long_codes: codes.baseAddress, slots: slots.baseAddress, slot_count: slots.count)
              return unsafe up_read_units(
                &reader, &predictors, bytes.baseAddress, bytes.count, &tables, units, &found)
            }
          }
        }
      }
    }
  }
}

extension BlockCoding {
  /// Writes `units`, between which no restart marker comes.
  func write(_ units: Range<Int>, _ codes: BlockCodes, _ predictors: inout SIMD4<Int16>, to writer: inout EntropyWriter) {
    var unit = units.lowerBound
    while unit < units.upperBound {
      let written = unsafe withKernels { order, blocks in
        unsafe codes.withTables { differences, symbols in
          unsafe writer.write(atLeast: UP_BLOCK_BYTES * blocksPerUnit) { bits in
            unsafe withUnsafeMutableBytes(of: &predictors) { predictors in
              unsafe up_write_units(
                &order, &blocks, differences, symbols, unit, units.upperBound,
                predictors.assumingMemoryBound(to: Int16.self).baseAddress, &bits)
            }
          }
        }
      }
      precondition(written > 0, "a block that there is not")
      unit += written
    }
  }

  /// Counts the symbols of `units`, between which no restart marker comes.
  func count(_ units: Range<Int>, _ predictors: inout SIMD4<Int16>, into counts: inout SymbolCounts) {
    let counted = unsafe withKernels { order, blocks in
      unsafe counts.withTables { (tables, differences, symbols) in
        unsafe withUnsafeMutableBytes(of: &predictors) { predictors in
          unsafe up_count_units(
            &order, &blocks, tables, units.lowerBound, units.upperBound,
            predictors.assumingMemoryBound(to: Int16.self).baseAddress, differences, symbols)
        }
      }
    }
    precondition(counted == units.count, "a block that there is not")
  }

  private func withKernels(_ body: (inout up_block_order, inout up_packed_blocks) -> Int) -> Int {
    let components = order.components.map {
      up_component_order(
        across: $0.across, down: $0.down, width: $0.width, height: $0.height, columns: $0.columns, rows: $0.rows)
    }
    return unsafe components.withUnsafeBufferPointer { components in
      unsafe order.numbers.withUnsafeBufferPointer { numbers in
        unsafe blocks.levels.withUnsafeBufferPointer { levels in
          unsafe blocks.ends.withUnsafeBufferPointer { ends in
            unsafe blocks.entries.withUnsafeBufferPointer { entries in
              var kernelOrder = unsafe up_block_order()
              unsafe kernelOrder.components = components.baseAddress
              unsafe kernelOrder.component_count = components.count
              unsafe kernelOrder.units_across = order.unitsAcross
              unsafe kernelOrder.numbers = numbers.baseAddress
              unsafe withUnsafeMutableBytes(of: &kernelOrder.moves) { moves in
                for (old, move) in order.moves.enumerated() {
                  unsafe moves.storeBytes(of: move, toByteOffset: 2 * old, as: UInt16.self)
                }
              }
              var kernelBlocks = unsafe up_packed_blocks(
                levels: levels.baseAddress, ends: ends.baseAddress, count: min(levels.count, ends.count),
                entries: entries.baseAddress, entry_count: entries.count)
              return unsafe body(&kernelOrder, &kernelBlocks)
            }
          }
        }
      }
    }
  }
}

extension BlockCodes {
  fileprivate func withTables<Value>(
    _ body: (_ differences: UnsafePointer<UInt32>?, _ symbols: UnsafePointer<UInt32>?) -> Value
  ) -> Value {
    unsafe differences.withUnsafeBufferPointer { differences in
      unsafe symbols.withUnsafeBufferPointer { symbols in unsafe body(differences.baseAddress, symbols.baseAddress) }
    }
  }
}

extension SymbolCounts {
  fileprivate mutating func withTables<Value>(
    _ body: (UnsafePointer<Int32>?, UnsafeMutablePointer<Int64>?, UnsafeMutablePointer<Int64>?) -> Value
  ) -> Value {
    unsafe tables.withUnsafeBufferPointer { tables in
      unsafe differences.withUnsafeMutableBufferPointer { differences in
        unsafe symbols.withUnsafeMutableBufferPointer { symbols in
          unsafe body(tables.baseAddress, differences.baseAddress, symbols.baseAddress)
        }
      }
    }
  }
}

extension EntropyWriter {
  /// Lets a kernel write into room for `least` bytes or more.
  fileprivate mutating func write(atLeast least: Int, _ body: (inout up_bit_writer) -> Int) -> Int {
    let room = max(least, min(1 << 16, bytes.capacity - bytes.count))
    reserve(room)
    var (bits, result) = (pending, 0)
    bytes.append(addingCapacity: room) { output in
      unsafe output.withUnsafeMutableBufferPointer { output, count in
        var writer = unsafe up_bit_writer()
        unsafe writer.buffer = bits.buffer
        unsafe writer.count = bits.count
        unsafe writer.bytes = output.baseAddress
        unsafe writer.room = output.count
        result = unsafe body(&writer)
        unsafe count = writer.written
        unsafe bits = (writer.buffer, writer.count)
      }
    }
    pending = bits
    return result
  }
}
