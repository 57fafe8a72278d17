// A log in the Static Analysis Results Interchange Format (OASIS SARIF 2.1.0), written as results arrive.

import Upright
import UprightFiles

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
