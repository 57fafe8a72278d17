// `fix --check`: which files are not upright, by their headers.

import Upright
import UprightBatch
import UprightFiles

/// Checks files and lists those that are not upright.
struct CheckBatch {
  let target: UprightState.Target
  let rules: OrientationRules

  /// - Returns: As `BatchRunner.run`; 1 if all were readable and some are not upright.
  func run(_ inputs: InputFiles, _ options: RunOptions) -> ExitStatus {
    Console.note(inputs.notes)
    let (target, rules, json, quiet) = (target, rules, options.json, options.quiet)
    let planner = Pipeline(codecs: ImageCodecs.all()).planner
    var sentences = CheckSentences(target)
    let code = BatchRunner.headers(jobs: options.parallel.jobs, json: json, isQuiet: quiet).run(inputs.files) {
      (_, file) throws(UprightError) in
      try CheckReport(ProbedFile(FileBytes(file.location), rules: rules), in: target, by: planner)
    } report: { (file, report, console) throws(UprightError) in
      sentences.add(report)
      let isUpright = report.isUpright
      if isUpright, quiet || !json { return }
      try console.result(json ? report.json(of: file.path).line : report.text(of: file.path))
    } ending: { (_, console) throws(UprightError) in
      guard !quiet, sentences.count > 0 else { return }
      try console.flush()
      for line in sentences.lines { console.printError(line) }
    }
    return code.isSuccess && sentences.found > 0 ? ExitStatus.negative : code
  }
}
