// Indexes of JPEGs in memory, so that several regions of an image cost one walk through its coded data.

import Dispatch
import Upright
import UprightCodecs

/// The latest indexes, each made once however many threads ask for it.
final class SharedIndexes: Sendable {
  /// All indexes together take at most this, or are one.
  private static let mostBytes = 64 << 20

  private let book = Book()

  /// The index for a key, from `make` if it is not there; whoever asks in the meantime waits. If it cannot be made,
  /// everyone who asks gets the error.
  ///
  /// - Throws: As `make`.
  func index(
    of key: [UInt8], _ make: () throws(UprightError) -> RegionIndex
  ) throws(UprightError) -> RegionIndex {
    let entry = book.entry(for: key)
    let index = try entry.outcome(make).get()
    book.trim(to: Self.mostBytes)
    return index
  }

  /// An index that is made by the first who asks; accessed only through `turn`.
  private final class Entry: @unchecked Sendable {
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

    var byteCount: Int { turn.sync { if case .success(let index)? = made { index.bytes.count } else { 0 } } }
  }

  /// The entries, oldest first; accessed only through `turn`.
  private final class Book: @unchecked Sendable {
    private let turn = DispatchQueue(label: "upright.shared-indexes")
    private var entries: [(key: [UInt8], entry: Entry)] = []

    func entry(for key: [UInt8]) -> Entry {
      turn.sync {
        if let found = entries.first(where: { $0.key == key }) { return found.entry }
        let entry = Entry()
        entries.append((key, entry))
        return entry
      }
    }

    func trim(to most: Int) {
      turn.sync {
        while entries.count > 1, entries.reduce(0, { $0 + $1.entry.byteCount }) > most { entries.removeFirst() }
      }
    }
  }
}
