// Which files of a batch are listed.

/// Which files are listed on standard output.
package enum OutputFilter: Hashable, Sendable {
  /// All.
  case everything
  /// Files that changed, and files that could not be changed as requested.
  case changes
  /// None: errors always go to standard error.
  case problems

  /// Whether a file is listed.
  package func includes(_ isChangeOrProblem: Bool) -> Bool {
    switch self {
    case .everything: true
    case .changes: isChangeOrProblem
    case .problems: false
    }
  }
}
