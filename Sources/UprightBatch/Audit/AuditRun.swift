// An audit in progress: counts files, and prints what its format says about each.

package import Upright
package import UprightFiles

/// An audit, file by file.
package struct AuditRun {
  /// What an audit prints, and what makes it fail.
  package struct Options: Sendable {
    /// The form of the results.
    package var format = AuditFormat.text
    /// What makes it fail; empty for any finding.
    package var criteria: [AuditCriterion] = []
    /// Whether only findings and unreadable files are printed.
    package var isQuiet = false
    /// Whether text lists all files of each group.
    package var isVerbose = false
    /// Whether a page is made of it, which shows more files of each group.
    package var hasPage = false

    /// Memberwise initializer.
    package init(
      format: AuditFormat = .text, criteria: [AuditCriterion] = [], isQuiet: Bool = false, isVerbose: Bool = false,
      hasPage: Bool = false
    ) {
      (self.format, self.criteria, self.isQuiet, self.isVerbose) = (format, criteria, isQuiet, isVerbose)
      self.hasPage = hasPage
    }
  }

  /// The number of files listed, and of images shown on a page, per group.
  private static let (namedFiles, shownFiles) = (3, 12)

  package private(set) var tally: AuditTally
  private let options: Options
  private var junit = JUnitReport()
  private var resultCount = 0

  /// An audit of no files yet.
  package init(_ options: Options) {
    self.options = options
    tally = AuditTally(keeping: options.isVerbose ? .max : options.hasPage ? Self.shownFiles : Self.namedFiles)
  }

  /// Whether it fails, because of a file that was read.
  package var fails: Bool { options.criteria.fail(tally) }

  /// Counts a readable file.
  ///
  /// - Parameter json: The file's line in JSON, used by that format alone.
  /// - Returns: The lines to print, without the last line break; nil for none.
  package mutating func add(
    _ file: ProbedFile, path: String, json: String = "", access: Set<FileAccess> = []
  ) -> String? {
    tally.add(file, path: path, access: access)
    switch options.format {
    case .text: return nil
    case .json: return options.isQuiet && file.findings.isEmpty ? nil : json
    default: return report(AuditProblem.all(of: file, failingOn: options.criteria), path: path)
    }
  }

  /// Counts an unreadable file.
  ///
  /// - Returns: As for a readable file.
  package mutating func add(_ error: UprightError, path: String) -> String? {
    tally.add(error, path: path)
    switch options.format {
    case .text: return nil
    case .json: return error.line(about: path)
    default: return report([AuditProblem(error, about: path)], path: path)
    }
  }

  private mutating func report(_ problems: [AuditProblem], path: String) -> String? {
    if options.format == .junit {
      if !problems.isEmpty || !options.isQuiet { junit.add(problems, path: path) }
      return nil
    }
    if problems.isEmpty { return nil }
    if options.format == .github {
      return problems.map { GitHubCommands.line($0, path: path) }.joined(separator: "\n")
    }
    defer { resultCount += problems.count }
    let results = problems.map { SARIFLog.result($0, path: path) }.joined(separator: ",\n")
    return resultCount == 0 ? "\(SARIFLog.opening)\n\(results)" : ",\(results)"
  }

  /// The last lines.
  ///
  /// - Parameters:
  ///   - summary: The totals.
  ///   - isComplete: Whether no file is missing, as after an interruption.
  package func ending(_ summary: AuditSummary, isComplete: Bool) -> [String] {
    switch options.format {
    case .text:
      return summary.lines(
        AuditSummary.Groups(
          limit: options.isVerbose ? .max : Self.namedFiles, hasNotUpright: options.criteria.contains(.notUpright),
          isQuiet: options.isQuiet))
    case .json: return [summary.json.line]
    case .github: return options.isQuiet ? [] : [summary.totals]
    case .sarif:
      let isSuccess = isComplete && tally.failureCount == 0
      return (resultCount == 0 ? [SARIFLog.opening] : []) + [SARIFLog.ending(isSuccess: isSuccess)]
    case .junit: return [junit.document(seconds: summary.seconds)]
    }
  }
}
