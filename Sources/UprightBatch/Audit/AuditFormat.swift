// How `upright audit` prints its results.

/// The form of an audit's results.
package enum AuditFormat: String, Hashable, Sendable, CaseIterable {
  /// Tables and lists for people.
  case text
  /// One object per file (JSON Lines).
  case json
  /// Workflow commands of GitHub Actions.
  case github
  /// A log of static analysis (SARIF 2.1.0).
  case sarif
  /// Test results (JUnit's XML).
  case junit
}
