// `fix --check`: which files are not upright, by their headers.

import Upright
import UprightBatch
import UprightFiles

/// Checks files and lists those that are not upright.
struct CheckBatch {
  /// The options that determine which files are checked, against what, and how that is reported; all others are
  /// refused.
  static let usedOptions: Set = [
    "check", "to", "prefer", "xmp", "files0-from", "no-follow", "max-bytes", "recursive", "jobs", "json", "quiet",
    "no-progress", "color", "log-json",
  ]

  let target: UprightState.Target
  let rules: OrientationRules

  /// - Returns: As `BatchRunner.run`; 1 if all were readable and some are not upright, or damaged; 2 if none of those
  ///   is, and subfolders that may contain images were not searched, or images are in formats that are not supported.
  func run(_ inputs: InputFiles, _ options: RunOptions, in world: World) -> ExitStatus {
    world.note(inputs.notes)
    do throws(ExitStatus) { try inputs.printFolders(in: world, json: options.json) } catch { return error }
    let (target, rules, json, quiet) = (target, rules, options.json, options.quiet)
    let planner = Pipeline(codecs: ImageCodecs.all(in: world)).planner
    var sentences = CheckSentences(target, unsearched: inputs.unsearched, unsupported: inputs.unsupported)
    let code = BatchRunner.headers(world, jobs: options.parallel.jobs, json: json, isQuiet: quiet).run(inputs.files) {
      (_, file) throws(UprightError) in
      let bytes = try FileBytes(file.location)
      let probed = try ProbedFile(bytes, rules: rules)
      return CheckReport(probed, in: target, by: planner, isCut: probed.probe.isCut(in: bytes))
    } report: { (file, report, console) throws(UprightError) in
      sentences.add(report)
      if report.isInOrder, quiet || !json { return }
      try console.result(json ? report.json(of: file.path).line : report.text(of: file.path))
    } ending: { (_, console) throws(UprightError) in
      guard !quiet else { return }
      try console.flush()
      for line in sentences.lines { console.printError(line) }
    }
    guard code.isSuccess else { return code }
    let isIncomplete = inputs.unsearched.count > 0 || inputs.unsupported.imageCount > 0
    return sentences.found > 0 || sentences.cut > 0 ? .negative : isIncomplete ? .partial : .success
  }
}
