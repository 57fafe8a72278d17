// What of a journal stays in memory: for each change, where its lines begin, and what finds it by its path or by the state of its file.

/// 32 bytes for each change, and at most 16 more in two tables; everything else is read again when it is asked for.
struct JournalIndex: Sendable {
  /// What is known of a change without reading its lines.
  struct Marks: OptionSet, Sendable {
    let rawValue: UInt8

    /// It was taken back, or another one of the same path follows.
    static let gone = Marks(rawValue: 1)
    static let failed = Marks(rawValue: 2)
    static let discarded = Marks(rawValue: 4)
    /// Another file was displaced, and kept.
    static let keeps = Marks(rawValue: 8)
    /// The state of its file is known.
    static let hasState = Marks(rawValue: 16)
  }

  /// A change.
  struct Slot: Sendable {
    /// Where the line begins that announces it.
    let line: Int
    /// Where the line begins that says that it is done; 0 where there is none.
    var done = 0
    let number: UInt32
    /// The hashes of its path, and of its file's state.
    let path: UInt32
    var state: UInt32 = 0
    var marks: Marks
  }

  private(set) var slots: [Slot] = []
  /// How many are not gone.
  private(set) var count = 0
  private var byPath = HashedPlaces()
  private var byState = HashedPlaces()

  /// Bytes of memory that it takes.
  var byteCount: Int {
    slots.capacity * MemoryLayout<Slot>.stride + byPath.byteCount + byState.byteCount
  }

  /// The place of the change of this number; nil where there is none, or it is gone.
  func slotIndex(of number: Int) -> Int? {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(slots[middle].number) < number { low = middle + 1 } else { high = middle }
    }
    guard low < slots.count, Int(slots[low].number) == number, !slots[low].marks.contains(.gone) else { return nil }
    return low
  }

  /// The places of the changes whose paths have this hash.
  func places(ofPath hash: UInt32) -> [Int] { live(byPath.places(of: hash)) { $0.path == hash } }

  /// The places of the changes whose files' states have this hash, the last first.
  func places(ofState hash: UInt32) -> [Int] {
    live(byState.places(of: hash)) { $0.state == hash && $0.marks.contains(.hasState) }.sorted(by: >)
  }

  private func live(_ places: [Int], _ isMeant: (Slot) -> Bool) -> [Int] {
    places.filter { !slots[$0].marks.contains(.gone) && isMeant(slots[$0]) }
  }

  /// The places of all that are not gone, and have all of `marks`, the last first.
  func places(with marks: Marks) -> [UInt32] {
    var places: [UInt32] = []
    for place in slots.indices.reversed() where slots[place].marks.isSuperset(of: marks) {
      if !slots[place].marks.contains(.gone) { places.append(UInt32(place)) }
    }
    return places
  }

  /// Whether all that are not gone have numbers below `number`.
  func isWhole(below number: Int) -> Bool {
    guard let last = slots.last(where: { !$0.marks.contains(.gone) }) else { return true }
    return Int(last.number) < number
  }

  /// Takes in a change, in the place of the one before of the same path.
  mutating func add(_ slot: Slot, replacing last: Int?) {
    if let last { remove(last) }
    slots.append(slot)
    count += 1
    let slots = slots
    byPath.insert(slots.count - 1, slot.path) { slots[$0].marks.contains(.gone) ? nil : slots[$0].path }
    if slot.marks.contains(.hasState) { insertState(slots.count - 1) }
  }

  /// The change at `place` is taken back, or of no interest any more.
  mutating func remove(_ place: Int) {
    slots[place].marks.insert(.gone)
    count -= 1
  }

  mutating func mark(_ place: Int, _ marks: Marks) { slots[place].marks.insert(marks) }

  /// The change at `place` is done, as the line at `line` says, and left its file in a state of this hash.
  mutating func finish(_ place: Int, line: Int, state: UInt32) {
    slots[place].done = line
    guard !slots[place].marks.contains(.hasState) || slots[place].state != state else { return }
    slots[place].state = state
    slots[place].marks.insert(.hasState)
    insertState(place)
  }

  private mutating func insertState(_ place: Int) {
    let slots = slots
    byState.insert(place, slots[place].state) { place in
      slots[place].marks.contains(.hasState) && !slots[place].marks.contains(.gone) ? slots[place].state : nil
    }
  }

  static func hash(_ value: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: value.hashValue) }
}

/// Numbers found by hashes that others keep: open addressing, 4 bytes for each place.
private struct HashedPlaces: Sendable {
  /// A number and one, or 0; as many as a power of two.
  private var cells: [UInt32] = Array(repeating: 0, count: 16)
  private var count = 0

  var byteCount: Int { cells.capacity * MemoryLayout<UInt32>.stride }

  /// The numbers that may have this hash, and some that have another.
  func places(of hash: UInt32) -> [Int] {
    var found: [Int] = []
    var cell = Int(hash) & (cells.count - 1)
    while cells[cell] != 0 {
      found.append(Int(cells[cell]) - 1)
      cell = (cell + 1) & (cells.count - 1)
    }
    return found
  }

  /// - Parameter hash: The hash of a number that was inserted before; nil for one that need not be found any more.
  mutating func insert(_ place: Int, _ own: UInt32, hash: (Int) -> UInt32?) {
    if 2 * (count + 1) > cells.count { grow(hash) }
    put(place, own, hash)
  }

  /// Whoever writes the same path again and again finds one cell for it, and no longer row of them each time.
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
