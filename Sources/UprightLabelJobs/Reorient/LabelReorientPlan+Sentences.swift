// The sentences about labels that cannot change together with their images, or have not yet.

import Upright
import UprightBatch
import UprightFiles

extension LabelReorientPlan {
  /// Why nothing was changed: `upright undo` could not restore this label file.
  package static func noUndo(of path: String) -> String {
    """
    \(TerminalText.plain(path)): `upright undo` restores only label files with these extensions: \
    \(JournalPlan.endings.map { ".\($0)" }.joined(separator: ", ")); nothing was changed
    """
  }

  /// What to do about labels that a batch with this journal has not rotated.
  package static func remedy(by journal: String) -> String {
    """
    not all labels are rotated yet: run the same command with \(option: .resume), or undo the rotation with \
    `upright undo \(TerminalText.plain(journal))`
    """
  }
}
