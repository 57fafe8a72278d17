// The messages about journals and the hidden files of killed runs.

package import Upright
import UprightFiles
import UprightSystem

/// The messages about journals and the hidden files of killed runs.
package enum JournalSentences {
  /// Reports that hidden files left by killed runs were removed.
  package static func sentence(cleared count: Int) -> String {
    "removed \(count == 1 ? "a hidden file" : "\(count) hidden files") of a killed run"
  }

  /// Reports where hidden files remain beside those of a batch, and how to remove them.
  package static func sentence(left found: [(folder: String, count: Int)]) -> [String] {
    guard let first = found.first else { return [] }
    let count = found.reduce(0) { $0 + $1.count }
    let others = found.count > 1 ? ", and in \(found.count - 1) other folder\(found.count == 2 ? "" : "s")" : ""
    return [
      "a killed run left \(count == 1 ? "a hidden file" : "\(count) hidden files") in "
        + "\(TerminalText.plain(first.folder))\(others); clean up with `upright recover`"
    ]
  }

  /// Why a journal cannot be used.
  package static func sentence(_ error: UprightError, about path: String) -> String {
    let name = TerminalText.plain(path)
    if case .io(_, EEXIST) = error {
      return "\(name): this file already exists; use \(option: .resume) to continue its batch"
    }
    if case .io(_, EWOULDBLOCK) = error { return "\(name): a batch or an undo is running with this journal" }
    if case .io(_, EPERM) = error, let distrust = (try? FileIdentity(path: path)).flatMap({ JournalRejection($0) }) {
      return "\(name): \(sentence(distrust, name))"
    }
    return "\(name): \(error.sentence(about: path))"
  }

  private static func sentence(_ distrust: JournalRejection, _ name: String) -> String {
    switch distrust {
    case .foreign(let owner):
      """
      this journal belongs to another user (user ID \(owner)) and decides which files are written and removed. \
      Nothing was done: let that user run the command, or check the journal and take it over (chown \(geteuid()) \
      \(name))
      """
    case .writable:
      """
      other users can write to this journal, and it decides which files are written and removed. Nothing was done: \
      check the journal, then protect it (chmod go-w \(name))
      """
    }
  }
}
