// How `upright audit` prints its results: for people, or for CI servers as GitHub annotations, JUnit or SARIF.

import Upright
import UprightFiles

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

// Paths in reports for other programs, which look them up in a repository (RFC 3986, 3.3 "Path").

/// Paths as reports state them.
enum ReportPath {
  private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  /// The path without `.` and empty parts. Control characters, except line breaks, and invalid UTF-8 become U+FFFD.
  static func readable(_ path: String) -> String {
    String(
      String.UnicodeScalarView(
        normal(path).unicodeScalars.map { scalar in
          if scalar == "\n" || scalar == "\r" { return scalar }
          let isControl = scalar.properties.generalCategory == .control
          return isControl || PathName.escapedByte(scalar) != nil ? "\u{FFFD}" : scalar
        }))
  }

  /// The path as a URI reference, percent-encoded byte by byte: relative, or with the scheme `file` if it is absolute.
  static func uri(_ path: String) -> String {
    let bytes = PathName.bytes(normal(path))
    let encoded = bytes.reduce(into: "") { text, byte in
      if unreserved.contains(byte) || byte == UInt8(ascii: "/") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + Hex.text([byte]).uppercased()
      }
    }
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }

  private static func normal(_ path: String) -> String {
    let parts = path.unicodeScalars.split(separator: "/").map(String.init).filter { $0 != "." }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}

// Annotations of GitHub Actions: a line with a workflow command for each problem.
//
// The runner reads `::NAME KEY=VALUE,KEY=VALUE::MESSAGE`. It decodes %25, %0D and %0A everywhere, and %3A and %2C in
// values.

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

// Test results in JUnit's XML, as CI servers read them (Jenkins' junit-10.xsd): one test case per file.

/// Collects test cases. They are kept until the end, because the numbers of failures precede them.
struct JUnitReport {
  private var cases: [UInt8] = []
  private var (count, failures, errors) = (0, 0, 0)

  /// Adds the test case of the file at `path`.
  ///
  /// Problems that fail the audit are one failure, because readers use only the first. Others are output.
  mutating func add(_ problems: [AuditProblem], path: String) {
    count += 1
    let name = MarkupText.escaped(path)
    let file = MarkupText.escaped(ReportPath.readable(path))
    let failing = problems.filter(\.isFailure)
    let others = problems.filter { !$0.isFailure }
    var body: [String] = []
    if let first = failing.first {
      let isError = failing.contains { $0.rule == .unreadable }
      if isError { errors += 1 } else { failures += 1 }
      let element = isError ? "error" : "failure"
      let type = MarkupText.escaped(failing.map(\.rule.id).joined(separator: ","))
      let message = failing.count == 1 ? first.message : failing.map(\.rule.id).joined(separator: ", ")
      body.append(
        "<\(element) type=\"\(type)\" message=\"\(MarkupText.escaped(message))\">\(Self.lines(failing))</\(element)>")
    }
    if !others.isEmpty { body.append("<system-out>\(Self.lines(others))</system-out>") }
    let tag = "    <testcase classname=\"upright\" name=\"\(name)\" file=\"\(file)\""
    let text = body.isEmpty ? "\(tag)/>\n" : "\(tag)>\n\(body.map { "      \($0)\n" }.joined())    </testcase>\n"
    cases += text.utf8
  }

  /// The whole document, without its last line break.
  ///
  /// - Parameter seconds: Elapsed time, as decimal digits.
  func document(seconds: String) -> String {
    let numbers =
      "name=\"upright audit\" tests=\"\(count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\" "
      + "time=\"\(seconds)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(numbers)>
        <testsuite \(numbers)>
      \(String(decoding: cases, as: UTF8.self))  </testsuite>
      </testsuites>
      """
  }

  private static func lines(_ problems: [AuditProblem]) -> String {
    problems.map { MarkupText.escaped("\($0.rule.id): \($0.message)") }.joined(separator: "\n")
  }
}

// A log in the Static Analysis Results Interchange Format (OASIS SARIF 2.1.0), written as results arrive.

/// Writes problems as a SARIF log.
enum SARIFLog {
  /// Everything before the first result.
  static var opening: String {
    """
    {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":\(tool.line),\
    "results":[
    """
  }

  /// Everything after the last result.
  ///
  /// - Parameter isSuccess: Whether every file was read.
  static func ending(isSuccess: Bool) -> String {
    let invocation = JSONLine.object([.init("executionSuccessful", .flag(isSuccess))])
    return "],\"invocations\":[\(invocation.line)]}]}"
  }

  /// The result for a problem of the file at `path`.
  static func result(_ problem: AuditProblem, path: String) -> String {
    JSONLine.object([
      .init("ruleId", .text(problem.rule.id)), .init("ruleIndex", .number(AuditRule.indexes[problem.rule] ?? -1)),
      .init("level", .text(problem.level.rawValue)), .init("message", text(escaped(problem.message))),
      .init("locations", .list([.object([.init("physicalLocation", location(path))])])),
      .init(
        "partialFingerprints",
        // The only fingerprint that GitHub uses. It identifies the path and the rule: a message has changing numbers.
        .object([.init("primaryLocationLineHash", .text(fingerprint(problem.rule, path)))])),
    ]).line
  }

  private static var tool: JSONLine {
    .object([
      .init(
        "driver",
        .object([
          .init("name", .text("upright")), .init("semanticVersion", .text(Program.version)),
          .init("rules", .list(AuditRule.all.map(descriptor))),
        ]))
    ])
  }

  private static func descriptor(_ rule: AuditRule) -> JSONLine {
    .object([
      .init("id", .text(rule.id)), .init("shortDescription", text(rule.sentence)),
      .init("fullDescription", text(rule.sentence)), .init("help", text(help(rule))),
      .init("defaultConfiguration", .object([.init("level", .text(rule.level.rawValue))])),
    ])
  }

  private static func help(_ rule: AuditRule) -> String {
    switch rule {
    case .finding: "\(rule.sentence). Upright's page “What findings mean” explains what you can do."
    case .notUpright: "\(rule.sentence). `upright fix` rotates the pixels."
    case .unreadable: "\(rule.sentence). Compare it with a backup."
    }
  }

  /// Readers of code ignore a location without a complete region; an image has only one line.
  private static func location(_ path: String) -> JSONLine {
    var artifact = [JSONLine.Member("uri", .text(ReportPath.uri(path)))]
    if !path.hasPrefix("/") { artifact.append(.init("uriBaseId", .text("%SRCROOT%"))) }
    let region = ["startLine", "startColumn", "endLine", "endColumn"].map { JSONLine.Member($0, .number(1)) }
    return .object([.init("artifactLocation", .object(artifact)), .init("region", .object(region))])
  }

  private static func fingerprint(_ rule: AuditRule, _ path: String) -> String {
    Hex.text(Array(SHA256.digest(of: Array("\(rule.id):\(ReportPath.uri(path))".utf8)).prefix(16))) + ":1"
  }

  private static func text(_ text: String) -> JSONLine { .object([.init("text", .text(text))]) }

  /// Braces and brackets have a meaning in messages (SARIF 3.11.5, 3.11.6).
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "{", "}": result.unicodeScalars.append(scalar)
      case "[", "]", "\\": result += "\\"
      default: break
      }
      result.unicodeScalars.append(scalar)
    }
  }
}
