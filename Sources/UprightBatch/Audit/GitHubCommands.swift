// Annotations of GitHub Actions: a line with a workflow command for each problem.
//
// The runner reads `::NAME KEY=VALUE,KEY=VALUE::MESSAGE`. It decodes %25, %0D and %0A everywhere, and %3A and %2C in
// values.

import Upright

/// Writes problems as workflow commands.
enum GitHubCommands {
  /// The command for a problem of the file at `path`.
  static func line(_ problem: AuditProblem, path: String) -> String {
    let name =
      switch problem.level {
      case .note: "notice"
      case .warning: "warning"
      case .error: "error"
      }
    let (file, title) = (value(ReportPath.readable(path)), value("upright: \(problem.rule.id)"))
    return "::\(name) file=\(file),title=\(title)::" + data("\(TerminalText.plain(path)): \(problem.message)")
  }

  private static func data(_ text: String) -> String { escaped(text, "%\r\n") }

  private static func value(_ text: String) -> String { escaped(text, "%\r\n:,") }

  private static func escaped(_ text: String, _ special: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if special.unicodeScalars.contains(scalar) {
        result += "%" + Hex.text([UInt8(truncatingIfNeeded: scalar.value)]).uppercased()
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
