// The kernels that read and write coefficients against plain Swift: the same coefficients, ends, faults and bytes,
// whatever the data.

import Testing
import Upright
import UprightTestTools

@testable import UprightJPEG

@Suite struct CoefficientKernelsTests {
  /// What a walk found, and how it ended.
  private struct Outcome: Equatable {
    var levels: [Int16] = []
    var ends: [UInt32] = []
    var entries: [UInt16] = []
    var isBeyond = false
    var marks: [Checkpoint] = []
    var unit = 0
    var place: BitPosition?
    var predictors = SIMD4<Int16>.zero
    var fault: ScanFault?
  }

  private func outcome<Sink: UnitSink>(
    _ bytes: [UInt8], _ header: ScanHeader, _ tables: UnitTables, into sink: inout Sink, _ step: Int
  ) -> Outcome {
    let data = Array(bytes[min(header.dataStart, bytes.count)...])
    var (walker, outcome) = (UnitWalker(EntropyReader(at: 0), restartInterval: header.restartInterval), Outcome())
    do throws(ScanFault) {
      while walker.unit < header.unitCount {
        try walker.walk(to: min(header.unitCount, walker.unit + step), data.span, from: 0, tables, into: &sink)
      }
      outcome.place = walker.reader.place(in: data.span)
    } catch { outcome.fault = error }
    (outcome.unit, outcome.predictors) = (walker.unit, walker.predictors)
    return outcome
  }

  /// How kernels and plain Swift differ; nil where they do not.
  private func difference(_ bytes: [UInt8], _ header: ScanHeader, _ tables: UnitTables, step: Int = 64) -> String? {
    var (store, plain) = (BlockStore(longest: .max, keepsMarks: true), PlainStore())
    var ours = outcome(bytes, header, tables, into: &store, step)
    var theirs = outcome(bytes, header, tables, into: &plain, step)
    (ours.levels, ours.ends, ours.entries, ours.isBeyond) = (store.levels, store.ends, store.entries, store.isBeyond)
    (theirs.levels, theirs.ends, theirs.entries) = (plain.levels, plain.ends, plain.entries)
    theirs.isBeyond = plain.isBeyond
    let data = Array(bytes[min(header.dataStart, bytes.count)...])
    ours.marks = store.marks.map { $0.checkpoint(in: data.span, from: 0) }
    theirs.marks = plain.marks
    return ours == theirs ? nil : "\(ours) in place of \(theirs)"
  }

  @Test(arguments: 0..<150)
  func coefficientsAreThoseOfPlainSwift(seed: Int) throws {
    let file = CodedJPEG.any(9_000 + UInt64(seed))
    let header = try ScanHeader(of: file.bytes)
    let tables = UnitTables(header, readsCoefficients: true)
    for step in [1, 7, .max / 2] {
      #expect(difference(file.bytes, header, tables, step: step) == nil, "\(file.testDescription)")
    }
  }

  @Test(arguments: CodedJPEG.Tables.allCases, [0, 1, 3])
  func everyPrefixEndsAlike(tables: CodedJPEG.Tables, restarts: Int) throws {
    let file = CodedJPEG(
      width: 40, height: 24, factors: [(2, 1), (1, 1)], tables: tables, restartInterval: restarts, density: 3
    ).bytes
    let header = try ScanHeader(of: file)
    let lookups = UnitTables(header, readsCoefficients: true)
    for count in header.dataStart...file.count {
      #expect(difference(Array(file.prefix(count)), header, lookups) == nil, "\(count)")
    }
  }

  @Test(arguments: 0..<50)
  func everyWrongBitEndsAlike(seed: Int) throws {
    var file = CodedJPEG.any(11_000 + UInt64(seed))
    (file.width, file.height, file.density) = (file.width % 24 + 1, file.height % 24 + 1, 2)
    var bytes = file.bytes
    let header = try ScanHeader(of: bytes)
    let tables = UnitTables(header, readsCoefficients: true)
    for place in header.dataStart..<bytes.count {
      for bit in 0..<8 {
        bytes[place] ^= 1 << UInt8(bit)
        #expect(difference(bytes, header, tables) == nil, "byte \(place), bit \(bit) of \(file.testDescription)")
        bytes[place] ^= 1 << UInt8(bit)
      }
    }
  }

  private static let orientations = [false, true].flatMap { mirrored in
    (0..<4).map { Orientation<Stored, Displayed>(mirrored: mirrored, clockwise: $0) }
  }

  @Test(arguments: 0..<60)
  func bytesAndCountsAreThoseOfPlainSwift(seed: Int) throws {
    let file = CodedJPEG.any(13_000 + UInt64(seed))
    let header = try ScanHeader(of: file.bytes)
    let unit = header.unitSize
    let (width, height) = (header.size.width / unit.width * unit.width, header.size.height / unit.height * unit.height)
    guard width > 0, height > 0 else { return }
    var store = BlockStore(longest: .max, keepsMarks: false)
    _ = outcome(file.bytes, header, UnitTables(header, readsCoefficients: true), into: &store, .max / 2)
    let tables = header.components.indices.map { $0 % 2 }
    let every = HuffmanCodes(
      counts: [UInt8](repeating: 0, count: 7) + [255, 1] + [UInt8](repeating: 0, count: 7),
      symbols: Array(0...255))
    let codes = try header.components.map { _ in (dc: try #require(HuffmanCodes.differences), ac: try #require(every)) }
    for orientation in Self.orientations {
      let order = try BlockOrder(PixelRect(x: 0, y: 0, width: width, height: height), as: orientation, of: header)
      for restarts in [0, 3] {
        let coding = BlockCoding(order: order, blocks: PackedBlocks(store), restartInterval: restarts)
        let start = restarts == 0 ? order.unitCount / 2 : restarts % order.unitCount
        for units in [0..<order.unitCount, start..<order.unitCount] {
          var writer = EntropyWriter()
          coding.write(units, BlockCodes(codes), to: &writer)
          let plain = PlainCoding(coding: coding)
          #expect(writer.finish() == plain.bytes(units, codes), "\(file.testDescription), \(orientation), \(units)")
          var counts = SymbolCounts(tables: tables)
          coding.count(units, into: &counts)
          let expected = plain.counts(units, tables)
          #expect(counts.differences == expected.differences && counts.symbols == expected.symbols)
        }
      }
    }
  }
}
