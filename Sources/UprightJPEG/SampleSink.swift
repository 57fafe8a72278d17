// Samples of units and rows of pixels by kernels, in buffers that Swift owns (ITU T.81, A.3.3). Units that a kernel leaves
// are walked by `UnitWalker`, and their blocks become samples by the same kernel.

import CKernels

/// Turns the blocks of a row of units into samples.
struct SampleSink: RewindableSink {
  /// Two rows of units in turn, and what kernels may read beyond.
  private(set) var samples: [UInt8]
  /// Whether libjpeg's loops with and without SIMD differ in a sample.
  private(set) var isUnusual = false
  /// The first unit of the row.
  private(set) var firstUnit = 0
  var base = 0

  private let planes: SamplePlanes
  private let tables: KernelTables
  /// For each block of a unit, how many coefficients its samples are made of.
  private let places: [Int]
  private let wantedUnits: Range<Int>
  private var isWanted = false
  /// Where the row's samples begin.
  private var start = 0
  /// The instructions that kernels may use.
  private let kernels: up_kernels
  /// The unit that is walked, and its blocks so far.
  private var walked = 0
  private var blocks = CoefficientArrays()

  /// - Parameter units: The units of each row that are wanted.
  init(_ planes: SamplePlanes, _ tables: UnitTables, units: Range<Int>, _ kernels: up_kernels) {
    (self.planes, wantedUnits, self.kernels) = (planes, units, kernels)
    places = planes.places
    self.tables = KernelTables(tables, places: places)
    samples = [UInt8](repeating: 0, count: 2 * planes.count + Int(UP_ROW_SLACK))
  }

  /// Goes on with a row of units, in place of the last but one.
  mutating func begin(row: Int, unit: Int, isWanted: Bool) {
    (firstUnit, self.isWanted, start) = (unit, isWanted, row % 2 * planes.count)
  }

  func recorded(_ blockCount: Int) -> RecordedBlocks { .coefficients(places: places) }

  var mark: Bool { isUnusual }

  /// Only this: each unit of a row has its own samples.
  mutating func rewind(to mark: Bool) { isUnusual = mark }

  mutating func units(
    _ count: Int, from unit: Int, _ reader: inout EntropyReader, _ predictors: inout PackedPredictors,
    _ bytes: Span<UInt8>, _ tables: UnitTables
  ) -> Int {
    let (first, kernel) = (unit - firstUnit, self.tables)
    return unsafe withSamples { target in
      let read = unsafe kernel.reading(&reader, &predictors, bytes) { reader, predictors, bytes, byteCount, tables in
        unsafe up_read_samples(reader, predictors, bytes, byteCount, tables, first, first + count, &target)
      }
      return read ?? 0
    }
  }

  mutating func units(
    _ count: Int, from unit: Int, of arrays: CoefficientArrays, block: Int, adding offsets: [Int16]
  ) -> Int {
    let first = unit - firstUnit
    return unsafe withSamples { target in
      unsafe arrays.withPart { part in
        unsafe max(0, up_place_samples(&part, block, offsets, offsets.count, first, first + count, &target))
      }
    }
  }

  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {
    walked = index
    blocks.removeAll()
  }

  mutating func block(_ level: Int16) {
    blocks.levels.append(level)
    if !takesCoefficients { endBlock() }
  }

  var takesCoefficients: Bool { places[blocks.levels.count - 1] > 1 }

  mutating func coefficients(_ found: Span<UInt16>) {
    for index in found.indices { blocks.entries.append(found[index]) }
    endBlock()
  }

  private mutating func endBlock() {
    blocks.ends.append(blocks.nextEntry)
    guard blocks.ends.count == places.count else { return }
    let none = [Int16](repeating: 0, count: places.count)
    _ = units(1, from: walked, of: blocks, block: 0, adding: none)
  }

  /// Lets a kernel write samples of units of this row.
  private mutating func withSamples(_ kernel: (inout up_samples) -> Int) -> Int {
    let (planes, start, units, kernels) = (planes, start, isWanted ? wantedUnits : 0..<0, kernels)
    var isUnusual = self.isUnusual
    let taken = unsafe samples.withUnsafeMutableBufferPointer { samples -> Int in
      guard let base = samples.baseAddress, samples.count - start >= planes.count else { return 0 }
      return unsafe planes.slots.withUnsafeBufferPointer { slots in
        unsafe planes.divisors.withUnsafeBufferPointer { divisors in
          var target = unsafe up_samples(
            samples: base + start, slots: slots.baseAddress, divisors: divisors.baseAddress,
            first_unit: units.lowerBound, end_unit: units.upperBound, kernels: kernels, is_unusual: isUnusual)
          defer { isUnusual = unsafe target.is_unusual }
          return unsafe kernel(&target)
        }
      }
    }
    self.isUnusual = isUnusual
    return taken
  }
}

/// Makes rows of pixels of samples.
struct RowWriter: Sendable {
  private let columns: Range<Int>
  private let bytesPerRow: Int
  private let kernels: up_kernels
  private var work: [UInt16]

  init(_ columns: Range<Int>, channels: Int, _ kernels: up_kernels) {
    (self.columns, bytesPerRow, self.kernels) = (columns, columns.count * channels, kernels)
    work = [UInt16](repeating: 0, count: 4 * (columns.count + Int(UP_ROW_SLACK)))
  }

  /// Writes the columns of a row to `pixels`, which has just as many bytes.
  mutating func write(_ row: up_row, of samples: [UInt8], to pixels: inout MutableSpan<UInt8>) {
    precondition(pixels.count == bytesPerRow, "another count of columns")
    var (row, columns) = (row, columns)
    row.kernels = kernels
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe work.withUnsafeMutableBytes { work in
        unsafe pixels.withUnsafeMutableBufferPointer { pixels in
          guard let from = samples.baseAddress, let to = pixels.baseAddress, let work = work.baseAddress else { return }
          unsafe up_write_row(
            &row, from, columns.lowerBound, columns.upperBound, work.assumingMemoryBound(to: UInt8.self), to)
        }
      }
    }
  }

  /// Copies samples from `place` on, as many as there is room for.
  static func copy(_ samples: [UInt8], from place: Int, to row: inout MutableSpan<UInt8>) {
    precondition(place >= 0 && row.count <= samples.count - place, "outside the samples")
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe row.withUnsafeMutableBufferPointer { row in
        guard let from = samples.baseAddress, let to = row.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(to).copyMemory(from: from + place, byteCount: row.count)
      }
    }
  }
}
