// `upright info`: what a file is and which way is up.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `info`.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what pictures and movies are: size as seen, tag, where it was found, what is odd.",
    discussion: """
      Reads headers only. One line per file: the size as displayed, the tag and what it does to the stored picture, \
      the tag's carrier, the path, and in brackets what is odd; where common readers would display the file otherwise, \
      a second line says what each does. --json adds the size as stored, every place that says how the picture lies, \
      what each reader does, and the findings' words. With --quiet only files with findings have a line. \
      `audit` counts over whole trees what this lists.

      Examples:
        upright info photo.jpg
        upright info --recursive --json holiday
      """)

  @OptionGroup var inputs: InputPaths
  @OptionGroup var ruleOptions: RuleOptions
  @OptionGroup var running: RunOptions

  func run() throws {
    try Self.run(
      try inputs.expanded(), rules: ruleOptions.rules, jobs: running.parallel.jobs, json: running.json,
      quiet: running.quiet
    )
    .end()
  }

  /// Says what all of the files are.
  ///
  /// - Returns: as `BatchRunner.run`.
  static func run(
    _ inputs: InputFiles, rules: OrientationRules, jobs: Int?, json: Bool, quiet: Bool = false
  ) -> ExitCode {
    Console.note(inputs.notes)
    return BatchRunner.headers(jobs: jobs, json: json, isQuiet: quiet).run(inputs.files) {
      (_, file) throws(UprightError) -> String? in
      let probed = try ProbedFile(FileBytes(file.location), rules: rules)
      if quiet, probed.findings.isEmpty { return nil }
      return json ? probed.json(of: file.path).line : probed.text(of: file.path)
    } report: { (_, line, console) throws(UprightError) in
      if let line { try console.result(line) }
    }
  }
}
