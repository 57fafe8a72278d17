// The coefficients of a scan's blocks, packed: 16 bits for each that is not 0.

internal import UprightMetadata

/// Keeps all coefficients of the blocks that are walked.
struct BlockStore: UnitKeeper {
  private var arrays = CoefficientArrays()
  private(set) var firstUnit = 0
  /// The bytes that it may have.
  var longest: Int
  private let keepsMarks: Bool

  /// - Parameter keepsMarks: Whether it keeps where each unit begins.
  init(longest: Int, keepsMarks: Bool) {
    self.longest = min(longest, 1 << 32)
    self.keepsMarks = keepsMarks
  }

  mutating func restart(atUnit unit: Int) {
    firstUnit = unit
    arrays.removeAll()
  }

  /// Reserves memory for a walk of `blocks` blocks in `bytes` bytes. What is not used is not taken from the system.
  mutating func reserve(blocks: Int, bytes: Int) {
    arrays.levels.reserveCapacity(min(blocks, longest / 6))
    arrays.ends.reserveCapacity(min(blocks, longest / 6))
    arrays.entries.reserveCapacity(min(2 * bytes, longest / 2))
  }

  var marks: [UnitMark] { arrays.marks }
  /// The first coefficient of each block.
  var levels: [Int16] { arrays.levels }
  /// Where the other coefficients of each block end in `entries`.
  var ends: [UInt32] { arrays.ends }
  /// What the coefficients of each block take (`PackedCoefficient`).
  var entries: [UInt16] { arrays.entries }
  /// Whether a coefficient is larger than those of any image with 8 bits.
  var isBeyond: Bool { arrays.isBeyond }

  var byteCount: Int { marks.count * 16 + levels.count * 6 + entries.count * 2 }

  var isFull: Bool { byteCount >= longest }

  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {
    if keepsMarks { arrays.marks.append(mark) }
  }

  mutating func units(
    _ count: Int, from unit: Int, _ reader: inout EntropyReader, _ predictors: inout PackedPredictors,
    _ bytes: Span<UInt8>,
    _ tables: UnitTables
  ) -> Int {
    arrays.read(count, &reader, &predictors, bytes, tables, keepsMarks: keepsMarks)
  }

  @inline(__always) mutating func block(_ level: Int16) { arrays.levels.append(level) }

  @inline(__always) var takesCoefficients: Bool { true }

  @inline(__always) mutating func coefficients(_ found: Span<UInt16>) {
    var isLarge = false
    arrays.entries.append(addingCapacity: found.count) { entries in
      for index in found.indices {
        isLarge = isLarge || found[index] & 1023 == 0
        entries.append(found[index])
      }
    }
    if isLarge { check(found) }
    arrays.ends.append(UInt32(truncatingIfNeeded: entries.count))
  }

  private mutating func check(_ found: Span<UInt16>) {
    var at = 0
    while at < found.count {
      if PackedCoefficient.next(found, &at).value.magnitude > 1023 { arrays.isBeyond = true }
    }
  }

  /// Adds `offsets` in turn to the levels from block `first` on. What comes before it does not matter.
  mutating func add(_ offsets: [Int16], from first: Int) {
    if arrays.isBeyond {
      arrays.isBeyond = false
      check(entries.span.extracting((first == 0 ? 0 : Int(ends[first - 1]))...))
    }
    var slot = 0
    for block in first..<levels.count {
      arrays.levels[block] &+= offsets[slot]
      slot = slot + 1 == offsets.count ? 0 : slot + 1
    }
  }

  /// Removes all blocks but the first `count`.
  mutating func truncate(to count: Int) {
    arrays.levels.removeLast(max(0, levels.count - count))
    guard count < ends.count else { return }
    arrays.ends.removeLast(ends.count - count)
    arrays.entries.removeLast(entries.count - (ends.last.map(Int.init) ?? 0))
  }
}

/// The blocks of a scan, or of some of its units, one after another: as one thread read them, or as two did.
struct PackedBlocks: Sendable {
  /// The blocks of the first thread, and those of the second without its first `dropped`.
  let first, second: BlockStore
  let dropped: Int

  init(_ first: BlockStore, _ second: BlockStore = BlockStore(longest: 0, keepsMarks: false), dropping dropped: Int = 0)
  {
    (self.first, self.second, self.dropped) = (first, second, dropped)
  }

  var isBeyond: Bool { first.isBeyond || second.isBeyond }

  /// The first coefficient of a block.
  func level(_ block: Int) -> Int16 {
    block < first.ends.count ? first.levels[block] : second.levels[block - first.ends.count + dropped]
  }

  /// What a block's other coefficients take.
  func entries(_ block: Int) -> ArraySlice<UInt16> {
    let (store, at) = block < first.ends.count ? (first, block) : (second, block - first.ends.count + dropped)
    return store.entries[(at == 0 ? 0 : Int(store.ends[at - 1]))..<Int(store.ends[at])]
  }
}

/// The lowest and the highest first coefficient of each component.
struct LevelBounds: Sendable {
  private var lowest = SIMD4<Int16>.zero
  private var highest = SIMD4<Int16>.zero

  /// Whether all coefficients so far are those of an image with 8 bits. There is a code then for each difference, in
  /// whatever order the blocks are.
  ///
  /// - Parameter components: The component of each block of a unit.
  mutating func add(_ blocks: PackedBlocks, _ components: [Int]) -> Bool {
    guard !blocks.isBeyond else { return false }
    return add(blocks.first.levels.span, components)
      && add(blocks.second.levels.span.extracting(blocks.dropped...), components)
  }

  private mutating func add(_ levels: Span<Int16>, _ components: [Int]) -> Bool {
    for slot in components.indices {
      let component = components[slot]
      var (low, high) = (lowest[component], highest[component])
      for block in stride(from: slot, to: levels.count, by: components.count) {
        low = min(low, levels[block])
        high = max(high, levels[block])
      }
      guard Int(high) - Int(low) <= 2047 else { return false }
      (lowest[component], highest[component]) = (low, high)
    }
    return true
  }
}

/// All coefficients of a scan.
struct ScanBlocks: Sendable {
  let blocks: PackedBlocks
  let end: ScanEnd

  /// Reads all coefficients of a scan, which takes up to `longest` bytes of memory for them.
  ///
  /// - Throws: `.extraneousData`, `.samplesUnusual` for coefficients that no image with 8 bits has, `.cutTooLong`, and
  ///   for damage.
  init(
    _ header: ScanHeader, of source: some ByteSource, threads: WalkThreads, longest: Int
  ) throws(ScanFault) {
    let (base, tables) = (header.dataStart, UnitTables(header, readsCoefficients: true))
    let bytes = try ScanBytes(source, from: base, longest: longest).bytes
    // Each block takes two bits or more.
    let count = min(header.unitCount * header.blocksPerUnit, 4 * bytes.count)
    var later = BlockStore(longest: (longest - bytes.count) / 2, keepsMarks: true)
    later.reserve(blocks: count / 2, bytes: bytes.count / 2)
    let ahead = WalkAhead.started(
      threads, bytes, WalkShare(), tables, restartInterval: header.restartInterval, into: later)
    let share = ahead == nil ? 1 : 2
    var walk = WholeWalk(header, tables, longest: longest - bytes.count)
    walk.reserve(blocks: count / share, bytes: bytes.count / share)
    try walk.walk(bytes, from: base, meeting: ahead)
    end = try ScanEnd(after: walk.walker, in: bytes.span, from: base, of: source)
    guard !end.hasExtraneousBytes, !end.hasTables else { throw ScanFault(.extraneousData, at: end.dataEnd) }
    var levels = LevelBounds()
    blocks = walk.blocks
    guard levels.add(blocks, tables.slots.map(\.component)) else { throw ScanFault(.samplesUnusual, at: base) }
  }
}

/// The coded data of a scan, and what follows it in the last part that was read.
private struct ScanBytes {
  private(set) var bytes: [UInt8] = []
  /// Bytes that are read at once.
  private static let step = 1 << 16

  /// - Throws: `.unreadable`, `.cutTooLong`.
  init(_ source: some ByteSource, from base: Int, longest: Int) throws(ScanFault) {
    bytes.reserveCapacity(min(source.byteCount - base, longest))
    var position = 0
    while base + bytes.count < source.byteCount {
      let range = base + bytes.count..<min(source.byteCount, base + bytes.count + Self.step)
      guard let part = try? source.read(range), part.count == range.count else {
        throw ScanFault(.unreadable, at: range.lowerBound)
      }
      guard bytes.count + part.count < longest else { throw ScanFault(.cutTooLong, at: range.lowerBound) }
      bytes += part
      while let marker = MarkerSearch.next(bytes.span, position) {
        guard 0xD0...0xD7 ~= bytes[marker] else { return }
        position = marker + 1
      }
      position = max(position, bytes.count - 1)
    }
  }
}

/// A walk of all units of a scan in memory.
private struct WholeWalk {
  var walker: UnitWalker
  private var store: BlockStore
  /// What this thread read before `store` became the other thread's, and how many blocks of `store` repeat it.
  private var before: (store: BlockStore, dropped: Int)?
  private let tables: UnitTables
  private let unitCount: Int

  init(_ header: ScanHeader, _ tables: UnitTables, longest: Int) {
    walker = UnitWalker(EntropyReader(at: 0), restartInterval: header.restartInterval)
    store = BlockStore(longest: longest, keepsMarks: false)
    (self.tables, unitCount) = (tables, header.unitCount)
  }

  mutating func reserve(blocks: Int, bytes: Int) { store.reserve(blocks: blocks, bytes: bytes) }

  var blocks: PackedBlocks {
    before.map { PackedBlocks($0.store, store, dropping: $0.dropped) } ?? PackedBlocks(store)
  }

  mutating func walk(_ bytes: [UInt8], from base: Int, meeting ahead: WalkAhead<BlockStore>?) throws(ScanFault) {
    let (span, longest) = (bytes.span, store.longest)
    if ahead != nil { store.longest /= 2 }
    while walker.unit < unitCount, walker.reader.position < ahead?.start ?? .max { try step(512, span, base) }
    var share = WalkShare()
    if let found = ahead?.record(&share) {
      let unit = try meet(found.marks.span, found.unitCount, from: found.firstUnit, span, base)
      store.longest = longest
      if let unit { return try adopt(consume found, from: unit, span, base) }
    }
    store.longest = longest
    while walker.unit < unitCount { try step(1_024, span, base) }
  }

  /// Goes on to a unit that the other thread has, and returns its number there; nil if there is none.
  private mutating func meet(
    _ marks: Span<UnitMark>, _ count: Int, from first: Int, _ bytes: Span<UInt8>, _ base: Int
  ) throws(ScanFault) -> Int? {
    var unit = 0
    while walker.unit < unitCount {
      let place = walker.mark.place(in: bytes)
      while unit < count, marks[unit].place(in: bytes) < place { unit += 1 }
      guard unit < count else { return nil }
      if marks[unit].place(in: bytes) == place, walker.isSameUnit(first + unit) { return unit }
      try step(1, bytes, base)
    }
    return nil
  }

  private mutating func step(_ units: Int, _ bytes: Span<UInt8>, _ base: Int) throws(ScanFault) {
    try walker.walk(to: min(unitCount, walker.unit + units), bytes, from: base, tables, into: &store)
    guard !store.isFull else { throw ScanFault(.cutTooLong, at: base + walker.reader.position) }
    guard !Cancellation.isRequested else { throw ScanFault(.unreadable, at: base + walker.reader.position) }
  }

  /// Takes the rest from the other thread, which must have all of it. Nothing else refers to what it found, so that its
  /// memory is not copied.
  private mutating func adopt(
    _ found: consuming BlockStore, from unit: Int, _ bytes: Span<UInt8>, _ base: Int
  ) throws(ScanFault) {
    // The last unit is walked: what comes after it is not recorded if it is a restart marker, or none that is expected.
    let (missing, count) = (unitCount - 1 - walker.unit, tables.slots.count)
    guard unit + missing <= found.unitCount else {
      throw ScanFault(found.isFull ? .cutTooLong : .codeInvalid, at: base + walker.reader.position)
    }
    guard store.byteCount + found.byteCount < store.longest else {
      throw ScanFault(.cutTooLong, at: base + walker.reader.position)
    }
    let (offset, last) = (walker.predictors &- found.marks[unit].predictors, found.marks[unit + missing])
    found.truncate(to: (unit + missing) * count)
    found.add(tables.slots.map { offset[$0.component] }, from: unit * count)
    found.longest = store.longest - store.byteCount
    before = (store, unit * count)
    store = consume found
    let reader = EntropyReader(at: last.place(in: bytes), in: bytes)
    walker.jump(to: unitCount - 1, reader, last.predictors &+ offset)
    try step(1, bytes, base)
  }
}
