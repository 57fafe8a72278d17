// The part of a journal that stays in memory: each change's line offsets, and tables to find it by path or by file
// state.

/// 32 bytes per change, and at most 16 more in two tables; everything else is read again on demand.
struct JournalIndex: Sendable {
  /// What is known about a change without reading its lines.
  struct Marks: OptionSet, Sendable {
    let rawValue: UInt8

    /// It was undone.
    static let gone = Marks(rawValue: 1)
    static let failed = Marks(rawValue: 2)
    static let discarded = Marks(rawValue: 4)
    /// It displaced a file, which is kept.
    static let keeps = Marks(rawValue: 8)
    /// The state of its file is known.
    static let hasState = Marks(rawValue: 16)
    /// A later change of the same path follows; only its state is still of use, if the file was moved.
    static let superseded = Marks(rawValue: 32)

    /// Whether it is in force.
    var isLive: Bool { isDisjoint(with: [.gone, .superseded]) }
  }

  /// A change.
  struct Slot: Sendable {
    /// The offset of the line with its intent.
    let line: Int
    /// The offset of the line that records it as done; 0 for none.
    var done = 0
    let number: UInt32
    /// The hashes of its path and of its file's state.
    let path: UInt32
    var state: UInt32 = 0
    var marks: Marks
  }

  private(set) var slots: [Slot] = []
  /// The number of changes that are not gone.
  private(set) var count = 0
  private var byPath = HashedPlaces()
  private var byState = HashedPlaces()

  /// Its memory in bytes.
  var byteCount: Int {
    slots.capacity * MemoryLayout<Slot>.stride + byPath.byteCount + byState.byteCount
  }

  /// The position of the change with this number; nil if there is none, or it is gone.
  func slotIndex(of number: Int) -> Int? {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(slots[middle].number) < number { low = middle + 1 } else { high = middle }
    }
    guard low < slots.count, Int(slots[low].number) == number, slots[low].marks.isLive else { return nil }
    return low
  }

  /// The positions of the changes whose paths have this hash.
  func places(ofPath hash: UInt32) -> [Int] {
    byPath.places(of: hash).filter { slots[$0].marks.isLive && slots[$0].path == hash }
  }

  /// The positions of the changes whose files' states have this hash, superseded ones too, the last first.
  func places(ofState hash: UInt32) -> [Int] {
    byState.places(of: hash).filter {
      slots[$0].state == hash && slots[$0].marks.contains(.hasState) && !slots[$0].marks.contains(.gone)
    }.sorted(by: >)
  }

  /// The positions of all changes that are not gone and have all of `marks`, the last first.
  func places(with marks: Marks) -> [UInt32] {
    var places: [UInt32] = []
    for place in slots.indices.reversed() where slots[place].marks.isSuperset(of: marks) {
      if slots[place].marks.isLive { places.append(UInt32(place)) }
    }
    return places
  }

  /// Whether all changes that are not gone have numbers below `number`.
  func isWhole(below number: Int) -> Bool {
    guard let last = slots.last(where: { $0.marks.isLive }) else { return true }
    return Int(last.number) < number
  }

  /// Adds a change; it replaces the previous one of the same path.
  mutating func add(_ slot: Slot, replacing last: Int?) {
    if let last {
      slots[last].marks.insert(.superseded)
      count -= 1
    }
    slots.append(slot)
    count += 1
    let slots = slots
    byPath.insert(slots.count - 1, slot.path) { slots[$0].marks.isLive ? slots[$0].path : nil }
    if slot.marks.contains(.hasState) { insertState(slots.count - 1) }
  }

  /// Marks the change at `place` as undone.
  mutating func remove(_ place: Int) {
    slots[place].marks.insert(.gone)
    count -= 1
  }

  mutating func mark(_ place: Int, _ marks: Marks) { slots[place].marks.insert(marks) }

  /// Marks the change at `place` as done: recorded at `line`, with its file in a state of this hash.
  mutating func finish(_ place: Int, line: Int, state: UInt32) {
    slots[place].done = line
    guard !slots[place].marks.contains(.hasState) || slots[place].state != state else { return }
    slots[place].state = state
    slots[place].marks.insert(.hasState)
    insertState(place)
  }

  private mutating func insertState(_ place: Int) {
    let (slots, state) = (slots, slots[place].state)
    byState.insert(place, state) { place in
      let slot = slots[place]
      // Of superseded changes with one state, the last is enough.
      guard slot.marks.contains(.hasState), slot.marks.isLive || slot.state != state else { return nil }
      return slot.marks.contains(.gone) ? nil : slot.state
    }
  }

  static func hash(_ value: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: value.hashValue) }
}

/// A hash table of numbers whose hashes are kept elsewhere: open addressing, 4 bytes per cell.
private struct HashedPlaces: Sendable {
  /// A number plus one, or 0 for an empty cell; the count is a power of two.
  private var cells: [UInt32] = Array(repeating: 0, count: 16)
  private var count = 0

  var byteCount: Int { cells.capacity * MemoryLayout<UInt32>.stride }

  /// The numbers that may have this hash; some have another.
  func places(of hash: UInt32) -> [Int] {
    var found: [Int] = []
    var cell = Int(hash) & (cells.count - 1)
    while cells[cell] != 0 {
      found.append(Int(cells[cell]) - 1)
      cell = (cell + 1) & (cells.count - 1)
    }
    return found
  }

  /// - Parameter hash: The hash of an inserted number; nil for one that need not be found any more.
  mutating func insert(_ place: Int, _ own: UInt32, hash: (Int) -> UInt32?) {
    if 2 * (count + 1) > cells.count { grow(hash) }
    put(place, own, hash)
  }

  /// Writing the same path again reuses its cell, so that probe sequences stay short.
  private mutating func put(_ place: Int, _ own: UInt32, _ hash: (Int) -> UInt32?) {
    var cell = Int(own) & (cells.count - 1)
    while cells[cell] != 0 {
      let other = Int(cells[cell]) - 1
      if other == place { return }
      if hash(other) == nil {
        cells[cell] = UInt32(place) + 1
        return
      }
      cell = (cell + 1) & (cells.count - 1)
    }
    cells[cell] = UInt32(place) + 1
    count += 1
  }

  private mutating func grow(_ hash: (Int) -> UInt32?) {
    let old = cells
    let kept = old.count { $0 != 0 && hash(Int($0) - 1) != nil }
    (cells, count) = (Array(repeating: 0, count: 4 * kept >= old.count ? 2 * old.count : old.count), 0)
    for cell in old where cell != 0 {
      if let own = hash(Int(cell) - 1) { put(Int(cell) - 1, own, hash) }
    }
  }
}
