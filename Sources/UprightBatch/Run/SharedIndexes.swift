// Indexes of JPEGs in memory, so that several regions of an image cost one walk through its coded data.

import Dispatch
import Upright
import UprightCodecs

/// The latest indexes, each made once however many threads ask for it.
final class SharedIndexes: Sendable {
  /// All indexes together take at most this, or are one.
  private let mostBytes: Int
  private let table = IndexTable()

  /// - Parameter mostBytes: What all indexes together may take.
  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// The index for a key, from `make` if it is not there; whoever asks in the meantime waits. If it cannot be made,
  /// everyone who asks gets the error.
  ///
  /// - Throws: As `make`.
  func index(
    of key: [UInt8], _ make: () throws(UprightError) -> RegionIndex
  ) throws(UprightError) -> RegionIndex {
    let index = try table.entry(for: key).outcome(make).get()
    table.note(index.bytes.count, for: key, keeping: mostBytes)
    return index
  }

  /// An index that is made by the first who asks; accessed only through `turn`.
  private final class SharedIndex: @unchecked Sendable {
    private let turn = DispatchQueue(label: "upright.shared-index")
    private var made: Result<RegionIndex, UprightError>?

    func outcome(_ make: () throws(UprightError) -> RegionIndex) -> Result<RegionIndex, UprightError> {
      turn.sync {
        if let made { return made }
        let outcome = Result { () throws(UprightError) in try make() }
        made = outcome
        return outcome
      }
    }
  }

  /// The entries, oldest first; accessed only through `turn`.
  private final class IndexTable: @unchecked Sendable {
    private let turn = DispatchQueue(label: "upright.shared-indexes")
    private var entries: [(key: [UInt8], entry: SharedIndex, byteCount: Int)] = []

    func entry(for key: [UInt8]) -> SharedIndex {
      turn.sync {
        if let found = entries.first(where: { $0.key == key }) { return found.entry }
        let entry = SharedIndex()
        entries.append((key, entry, 0))
        return entry
      }
    }

    /// Notes the size of an index that was made, and forgets the oldest others if all take more than `most`. Those that
    /// are being made count nothing yet.
    func note(_ byteCount: Int, for key: [UInt8], keeping most: Int) {
      turn.sync {
        for index in entries.indices where entries[index].key == key { entries[index].byteCount = byteCount }
        while entries.reduce(0, { $0 + $1.byteCount }) > most,
          let oldest = entries.firstIndex(where: { $0.byteCount > 0 && $0.key != key })
        {
          entries.remove(at: oldest)
        }
      }
    }
  }
}
