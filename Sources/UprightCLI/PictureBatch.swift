// All files through a command, and what is said about each.

import ArgumentParser
import Upright
import UprightFiles

/// Runs a task over a batch and prints its reports.
struct PictureBatch {
  let task: PictureTask
  let running: RunOptions
  /// Whether the reasons are printed too.
  let explains: Bool

  /// - Throws: `ExitCode`, as `BatchRunner.run`.
  func run(_ files: [InputFile], to destinations: [Destination]) async throws {
    let task = task
    try await running.runner.run(files) { (index, file) throws(UprightError) in
      try task.run(file, to: destinations[index])
    } report: { (file, report, console) throws(UprightError) in
      try console.result(running.json ? Self.json(report, of: file.path).line : text(report, of: file.path))
      for unkept in report.unkept {
        console.complain("\(TerminalText.plain(file.path)): \(Self.sentence(unkept))")
      }
    }
  }

  private func text(_ report: PictureTask.Report, of path: String) -> String {
    let other = report.output.flatMap { $0 == path ? nil : " -> " + TerminalText.plain($0) } ?? ""
    let name = TerminalText.plain(path) + other
    guard explains else {
      return "\(name): \(report.plan.route.name.rawValue), \(report.plan.outputSize), "
        + "tag \(report.plan.remaining.exif.rawValue)"
    }
    return ([name] + report.plan.explanation.map { "  " + $0 }).joined(separator: "\n")
  }

  private static func json(_ report: PictureTask.Report, of path: String) -> JSONLine {
    let output = report.output.map { [JSONLine.Member("output", .text($0))] } ?? []
    return .about(path, output + report.plan.json)
  }

  private static func sentence(_ unkept: SafeReplace.Unkept) -> String {
    switch unkept {
    case .owner: "its owner could not be kept"
    case .attribute(let name): "its attribute \(TerminalText.plain(name)) could not be kept"
    }
  }
}
