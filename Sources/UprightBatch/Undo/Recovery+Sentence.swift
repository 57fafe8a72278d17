// The outcome of recovering a file that a killed run left, in words.

import Upright
package import UprightFiles

extension Recovery.Finding {
  /// The text after the path.
  package var sentence: String {
    switch self {
    case .removed: "removed; left over from a killed run"
    case .recovered: "recovered; a change to it was interrupted"
    case .kept:
      """
      left in place; the original of a rewritten image, for `upright undo` or \
      `\(command: "upright undo", .discard)` with its journal
      """
    case .inUse: "left in place; a program is writing to it"
    case .recent: "left in place; it was written to recently (see \(option: .olderThan))"
    case .displaced: "left in place; another program saved it while a killed run replaced the same photo"
    case .foreign:
      "removed the undo record (user.upright.undo) of another version; the file's bytes are unchanged"
    case .orphaned: "left in place; the file whose old bytes it contains was moved"
    }
  }
}
