// The problems of one file, in the order in which reports list them.

import Upright
import UprightFiles

/// A problem of a file.
package struct AuditProblem: Hashable, Sendable {
  /// Its kind.
  package let rule: AuditRule
  /// How serious it is in this audit.
  package let level: AuditRule.Level
  /// What is wrong with this file, without its path; safe to print.
  package let message: String
  /// Whether the audit fails because of it.
  package let isFailure: Bool

  /// Each kind of problem of a file that was read, once.
  static func all(of file: ProbedFile, failingOn criteria: [AuditCriterion]) -> [AuditProblem] {
    var problems: [AuditProblem] = []
    if criteria.contains(.notUpright), let reason = AuditTally.reasonNotUpright(file.probe) {
      problems.append(Self(.notUpright, .error, "\(AuditRule.notUpright.sentence): \(reason)", isFailure: true))
    }
    for code in Finding.Code.allCases {
      let messages = file.findings.filter { $0.code == code }.map(\.message)
      guard !messages.isEmpty else { continue }
      let rule = AuditRule.finding(code)
      problems.append(
        Self(
          rule, criteria.names(code) ? .error : rule.level, messages.joined(separator: "; "),
          isFailure: criteria.fail(code)))
    }
    return problems
  }

  /// The problem of a file that was not read.
  init(_ error: UprightError, about path: String) {
    let place = error.offset.map { ", at byte \($0)" } ?? ""
    self.init(.unreadable, .error, "\(error.codes.name): \(error.sentence(about: path))\(place)", isFailure: true)
  }

  private init(_ rule: AuditRule, _ level: AuditRule.Level, _ message: String, isFailure: Bool) {
    (self.rule, self.level, self.isFailure) = (rule, level, isFailure)
    self.message = TerminalText.plain(message)
  }
}
