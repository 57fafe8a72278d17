// Which changes of a batch with families are not undone, because another member cannot be restored with them.

package import Upright
package import UprightFiles

/// Undoes families as they were changed: all members or none.
package enum FamilyUndo {
  /// The option by which a journal's first line shows that its batch changed families.
  package static let option = "families"

  /// The error for each change, by number, whose family cannot be restored as a whole. Empty for other batches.
  ///
  /// All members of a family are examined before the first one is restored.
  package static func refusals(_ history: JournalHistory) -> [Int: UprightError] {
    guard history.operation?.contains("--\(option)") == true else { return [:] }
    var folders: [[UInt8]: [(position: Int, name: String)]] = [:]
    for (position, entry) in history.entries.enumerated() {
      guard let path = try? entry.get().intent.path else { continue }
      folders[Array(FileName.folder(of: path).utf8), default: []].append((position, FileName.last(of: path)))
    }
    var refusals: [Int: UprightError] = [:]
    let families = folders.values.flatMap { files in
      Family.families(of: files.map(\.name)).map { $0.members.map { files[$0.index].position } }
    }
    for family in families where family.count > 1 {
      let entries = family.compactMap { try? history.entries[$0].get() }
      guard let (failed, error) = entries.lazy.compactMap({ entry in failure(entry).map { (entry, $0) } }).first else {
        continue
      }
      for entry in entries where entry.number != failed.number { refusals[entry.number] = naming(failed, error) }
    }
    return refusals
  }

  private static func failure(_ entry: JournalHistory.Entry) -> UprightError? {
    do throws(UprightError) {
      _ = try entry.undo(isDryRun: true)
      return nil
    } catch { return error }
  }

  private static func naming(_ entry: JournalHistory.Entry, _ error: UprightError) -> UprightError {
    let name = FileName.last(of: entry.intent.path)
    return .unanswerable(
      field: "undo", reason: "left as it is, because \(name) cannot be restored with it: \(error.sentence)")
  }
}
