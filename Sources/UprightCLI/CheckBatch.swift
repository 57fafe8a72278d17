// `fix --check`: which files are not upright, from their headers.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// Looks at files and lists those that are not upright.
struct CheckBatch {
  let target: UprightState.Target
  let rules: OrientationRules

  /// What was found in one file.
  fileprivate struct Report: Sendable {
    let state: UprightState
    let tag: ExifOrientation
    let findings: [Finding]
  }

  /// - Returns: as `BatchRunner.run`; 1 where all could be read and some are not upright.
  func run(_ inputs: InputFiles, _ options: RunOptions) -> ExitCode {
    Console.note(inputs.notes)
    let (target, rules, json, quiet) = (target, rules, options.json, options.quiet)
    var (count, found) = (0, 0)
    let code = BatchRunner.headers(jobs: options.parallel.jobs, json: json, isQuiet: quiet).run(inputs.files) {
      (_, file) throws(UprightError) in
      let probed = try ProbedFile(FileBytes(file.location), rules: rules)
      return Report(
        state: UprightState(of: probed.probe, in: target), tag: probed.probe.orientation.exif,
        findings: probed.findings)
    } report: { (file, report, console) throws(UprightError) in
      count += 1
      let isUpright = report.state == .upright
      if !isUpright { found += 1 }
      if isUpright, quiet || !json { return }
      try console.result(json ? report.json(of: file.path).line : report.text(of: file.path))
    } ending: { (_, console) throws(UprightError) in
      guard !quiet, count > 0 else { return }
      try console.flush()
      console.printError(sentence(found, of: count))
    }
    return code.isSuccess && found > 0 ? ExitCode.negative : code
  }

  private func sentence(_ found: Int, of count: Int) -> String {
    let files = CountedNoun("file", count)
    let (are, them) = found == 1 ? ("is", "it") : ("are", "them")
    switch target {
    case .pixels:
      return found == 0
        ? "\(files), all upright" : "\(found) of \(files) \(are) not upright; `upright fix` rotates \(them)"
    case .tag:
      return found == 0
        ? "\(files), all orientation tags in order"
        : "the orientation metadata of \(found) of \(files) \(are) not in order; `upright fix --to tag` rewrites \(them)"
    }
  }
}

extension CheckBatch.Report {
  /// The line for people.
  func text(of path: String) -> String {
    let codes = ProbedFile.codes(findings)
    let odd = codes.isEmpty ? "" : " (\(codes.joined(separator: ", ")))"
    let verdict = state == .untidy ? "orientation metadata to be rewritten" : "not upright"
    return "\(TerminalText.plain(path)): \(verdict), tag \(tag.rawValue)\(odd)"
  }

  /// The line for programs.
  func json(of path: String) -> JSONLine {
    .about(
      path,
      [
        .init("upright", .flag(state == .upright)), .init("orientation", .number(Int(tag.rawValue))),
        .init("findings", .list(ProbedFile.codes(findings).map { .text($0) })),
      ])
  }
}
