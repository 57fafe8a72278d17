// The exit codes, as `--help`, the manual and the documentation list them.

import Upright

/// The table of exit codes.
package enum ExitCodes {
  private static let check = CommandLineSpelling().command("fix", .check, nil)
  /// Each code, and what it means.
  package static let rows: [(code: Int32, meaning: String)] = [
    (0, "done"),
    (1, "the answer is no: audit, conformance run, \(check), labels audit, labels diff, verify"),
    (
      2,
      """
      one of several files failed or is damaged; none supported; fix left one not upright; \(check) missed \
      one
      """
    ),
    (64, "invalid request"),
    (65, "invalid data, or a limit exceeded; the only file is damaged, also if there is a result"),
    (69, "not supported"),
    (70, "a codec failed"),
    (74, "reading or writing failed"),
    (75, "too little memory or too few processes at the moment; try again"),
    (129, "stopped by SIGHUP"),
    (130, "stopped by Ctrl-C"),
    (143, "stopped by SIGTERM"),
  ]

  /// The rows as lines of 79 columns; what follows the first line of a row is indented further.
  package static let text = rows.map { row in
    "  \(Columns.padded("\(row.code)", to: 3))  " + wrapped(row.meaning, width: 72).joined(separator: "\n       ")
  }.joined(separator: "\n")

  private static func wrapped(_ text: String, width: Int) -> [String] {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}
