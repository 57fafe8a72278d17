// Lookup tables that skip the coefficients of a block, several symbols at a time if they fit into 12 bits.

import UprightSystem

/// The tables of a scan, and what a unit consists of.
struct UnitTables: Hashable, Sendable {
  /// One block of a unit.
  struct Slot: Hashable, Sendable {
    /// Which component, 0…3.
    let component: Int
    /// Where its tables begin in `differences`, in `runs` and in `symbols`.
    let differences, runs, symbols: Int
    /// Indices of its long codes in `longCodes`.
    let longDifferences, longRuns: Int
  }

  /// Codes of more than `width` bits, by length.
  struct LongCodes: Hashable, Sendable {
    /// For each length, the first 16 bits that are no code of this length or a shorter one; and the symbol of the
    /// first code of this length, less that code.
    var limits = [UInt32](repeating: 0, count: 17)
    var bases = [Int](repeating: 0, count: 17)
    var symbols: [UInt8] = []
  }

  /// Bits that are looked up at once.
  static let width = 12
  static let entryCount = 1 << width

  /// For 12 bits: the length of the first code, and its category in the high half; 0 if the code is longer.
  private(set) var differences: [UInt8] = []
  /// For 12 bits, what they hold of a block (`RunEntry`).
  private(set) var runs: [UInt16] = []
  /// For 11 bits, the first symbol (`SymbolEntry`). Empty unless coefficients are read.
  private(set) var symbols: [UInt32] = []
  private(set) var longCodes: [LongCodes] = []
  private(set) var slots: [Slot] = []

  /// The tables of a scan, which are made once for the scans of many files: most have the codes of T.81, K.3.
  ///
  /// - Parameter readsCoefficients: Whether a sink takes coefficients besides the first.
  init(_ header: ScanHeader, readsCoefficients: Bool = false) {
    let key = RecentTables.Key(header, readsCoefficients)
    self = RecentTables.shared.tables(key) ?? RecentTables.shared.keep(Self(of: header, readsCoefficients), key)
  }

  /// The tables, made anew.
  init(of header: ScanHeader, _ readsCoefficients: Bool) {
    var starts: [Int: (start: Int, long: Int)] = [:]
    var firstSymbols: [Int: Int] = [:]
    for (index, component) in header.components.enumerated() {
      guard let dc = header.dcCodes[component.dc], let ac = header.acCodes[component.ac] else { continue }
      let first = starts[component.dc] ?? addDifferences(dc)
      starts[component.dc] = first
      let second = starts[4 + component.ac] ?? addRuns(ac)
      starts[4 + component.ac] = second
      let firstSymbol = firstSymbols[component.ac] ?? symbols.count
      if readsCoefficients, firstSymbols[component.ac] == nil { symbols += SymbolEntry.table(ac) }
      firstSymbols[component.ac] = firstSymbol
      let slot = Slot(
        component: index, differences: first.start, runs: second.start, symbols: firstSymbol,
        longDifferences: first.long, longRuns: second.long)
      let (across, down) = header.blocks(of: component)
      slots += [Slot](repeating: slot, count: across * down)
    }
  }

  private mutating func addDifferences(_ codes: HuffmanCodes) -> (start: Int, long: Int) {
    let start = differences.count
    var table = [UInt8](repeating: 0, count: Self.entryCount)
    for (symbol, code) in codes.codes where code.length <= Self.width {
      let first = Int(code.bits) << (Self.width - code.length)
      for place in first..<first + 1 << (Self.width - code.length) {
        table[place] = UInt8(code.length) | symbol << 4
      }
    }
    differences += table
    return (start, addLong(codes))
  }

  private mutating func addRuns(_ codes: HuffmanCodes) -> (start: Int, long: Int) {
    let start = runs.count
    runs += RunEntry.table(codes)
    return (start, addLong(codes))
  }

  private mutating func addLong(_ codes: HuffmanCodes) -> Int {
    var long = LongCodes()
    long.symbols = codes.symbols
    var (next, listed) = (0, 0)
    for length in 1...16 {
      let count = Int(codes.counts[length - 1])
      long.bases[length] = listed - next
      next += count
      listed += count
      long.limits[length] = UInt32(next << (16 - length))
      next <<= 1
    }
    longCodes.append(long)
    return longCodes.count - 1
  }
}

/// The tables that were made last.
private final class RecentTables: Sendable {
  /// All that tables are made from.
  struct Key: Hashable {
    let dcCodes, acCodes: [HuffmanCodes?]
    let blocks: [[Int]]
    let readsCoefficients: Bool

    init(_ header: ScanHeader, _ readsCoefficients: Bool) {
      dcCodes = header.components.map { header.dcCodes[$0.dc] }
      acCodes = header.components.map { header.acCodes[$0.ac] }
      blocks = header.components.map { component in
        let (across, down) = header.blocks(of: component)
        return [component.dc, component.ac, across, down]
      }
      self.readsCoefficients = readsCoefficients
    }
  }

  static let shared = RecentTables()
  /// At most 112 KiB each.
  private static let most = 8
  private let kept = Lock<[(key: Key, tables: UnitTables)]>([])

  func tables(_ key: Key) -> UnitTables? { kept.withLock { $0.first { $0.key == key }?.tables } }

  /// Keeps tables in place of the oldest.
  func keep(_ tables: UnitTables, _ key: Key) -> UnitTables {
    kept.withLock { $0 = [(key, tables)] + $0.prefix(Self.most - 1) }
    return tables
  }
}

extension UnitTables.LongCodes {
  /// The symbol of a code and its length; nil if these 16 bits do not begin with a code.
  func symbol(_ bits: UInt32) -> (symbol: UInt8, length: Int)? {
    for length in 1...16 where bits < limits[length] {
      let index = Int(bits >> UInt32(16 - length)) + bases[length]
      return symbols.indices.contains(index) ? (symbols[index], length) : nil
    }
    return nil
  }
}

/// The symbol that 11 bits begin with.
///
/// From the low bit on, 8 bits each: how many bits the code and its value have, how many the code has, the run (80 where
/// the block ends), and how many the value has. 0 if the code is longer, or if the value has more bits than those of any
/// image of 8 bits.
enum SymbolEntry {
  static let width = 11
  private static let mostBits = 10
  private static let blockEnds: UInt32 = 80

  @inline(__always) static func codeBits(_ entry: UInt32) -> UInt64 { UInt64(entry &>> 8 & 255) }
  @inline(__always) static func run(_ entry: UInt32) -> Int { Int(truncatingIfNeeded: entry &>> 16 & 255) }
  @inline(__always) static func size(_ entry: UInt32) -> UInt64 { UInt64(entry &>> 24) }

  /// The entry of a code, whatever its value has.
  static func entry(_ symbol: UInt8, _ length: Int) -> UInt32 {
    let (run, size) = (UInt32(symbol >> 4), UInt32(symbol & 15))
    let length = UInt32(length)
    return (length + size) | length << 8 | (size == 0 && run != 15 ? blockEnds : run) << 16 | size << 24
  }

  static func table(_ codes: HuffmanCodes) -> [UInt32] {
    var table = [UInt32](repeating: 0, count: 1 << width)
    for (symbol, code) in codes.codes where code.length <= width && symbol & 15 <= mostBits {
      let first = Int(code.bits) << (width - code.length)
      for place in first..<first + 1 << (width - code.length) { table[place] = entry(symbol, code.length) }
    }
    return table
  }
}

/// What 12 bits hold of a block's coefficients.
///
/// From the low bit on: 5 bits for how many bits to skip, 7 for how many coefficients (127 where not even one symbol
/// fits), 1 for whether the block ends.
enum RunEntry {
  @inline(__always) static func bits(_ entry: UInt16) -> UInt64 { UInt64(entry & 31) }
  @inline(__always) static func advance(_ entry: UInt16) -> Int { Int(truncatingIfNeeded: entry >> 5 & 127) }
  /// 64 if the block ends, otherwise 0.
  @inline(__always) static func ending(_ entry: UInt16) -> Int { Int(truncatingIfNeeded: entry >> 6 & 64) }

  /// One symbol: the code's bits, all bits, coefficients, and whether the block ends.
  private struct Step {
    var code = 0
    var bits = 0
    var advance = 0
    var isLast = false
  }

  static func table(_ codes: HuffmanCodes) -> [UInt16] {
    let (width, count) = (UnitTables.width, UnitTables.entryCount)
    var steps = [Step](repeating: Step(), count: count)
    for (symbol, code) in codes.codes where code.length <= width {
      let (run, size) = (Int(symbol >> 4), Int(symbol & 15))
      let isLast = size == 0 && run != 15
      let step = Step(code: code.length, bits: code.length + size, advance: isLast ? 1 : run + 1, isLast: isLast)
      let first = Int(code.bits) << (width - code.length)
      for place in first..<first + 1 << (width - code.length) { steps[place] = step }
    }
    return (0..<count).map { entry(steps, $0) }
  }

  private static func entry(_ steps: [Step], _ place: Int) -> UInt16 {
    var all = steps[place]
    guard all.bits > 0 else { return 127 << 5 }
    while !all.isLast, all.bits < UnitTables.width {
      let next = steps[place << all.bits & (UnitTables.entryCount - 1)]
      guard next.bits > 0, next.code <= UnitTables.width - all.bits, all.advance + next.advance <= 64 else { break }
      all.bits += next.bits
      all.advance += next.advance
      all.isLast = next.isLast
    }
    return UInt16(all.bits) | UInt16(all.advance) << 5 | (all.isLast ? 1 << 12 : 0)
  }
}
