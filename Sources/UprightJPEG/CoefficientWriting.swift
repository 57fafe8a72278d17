// Coefficients written and counted by a kernel, from buffers and into buffers that Swift owns (ITU T.81, F.1.2).

import CKernels

extension BlockCoding {
  /// Writes `units`, between which no restart marker comes.
  func write(_ units: Range<Int>, _ codes: BlockCodes, _ predictors: inout SIMD4<Int16>, to writer: inout EntropyWriter)
  {
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
      precondition(written > 0, "a block that does not exist")
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
    precondition(counted == units.count, "a block that does not exist")
  }

  private func withKernels(_ body: (inout up_block_order, inout up_packed_blocks) -> Int) -> Int {
    let components = order.components.map {
      up_component_order(
        across: $0.across, down: $0.down, width: $0.width, height: $0.height, columns: $0.columns, rows: $0.rows)
    }
    return unsafe components.withUnsafeBufferPointer { components in
      unsafe order.numbers.withUnsafeBufferPointer { numbers in
        unsafe blocks.first.withPart(from: 0) { first in
          unsafe blocks.second.withPart(from: blocks.dropped) { second in
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
            var kernelBlocks = unsafe up_packed_blocks(parts: (first, second))
            return unsafe body(&kernelOrder, &kernelBlocks)
          }
        }
      }
    }
  }
}

extension BlockStore {
  /// Lets a kernel read the blocks from `first` on.
  fileprivate func withPart(from first: Int, _ body: (up_block_part) -> Int) -> Int {
    let start = first == 0 ? 0 : Int(ends[first - 1])
    return unsafe levels.withUnsafeBufferPointer { levels in
      unsafe ends.withUnsafeBufferPointer { ends in
        unsafe entries.withUnsafeBufferPointer { entries in
          unsafe body(
            up_block_part(
              levels: levels.baseAddress.map { unsafe $0 + first }, ends: ends.baseAddress.map { unsafe $0 + first },
              entries: entries.baseAddress, count: ends.count - first, first_entry: start,
              entry_count: entries.count))
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
  /// Writes all bits of other coded data.
  mutating func appendBits(_ other: [UInt8]) {
    _ = unsafe write(atLeast: 2 * other.count + 8) { bits in
      unsafe other.withUnsafeBufferPointer { unsafe up_append_bits($0.baseAddress, $0.count, &bits) }
      return 0
    }
  }

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
