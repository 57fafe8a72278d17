// `upright info`: a file's format, size and orientation.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `info`.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show size, orientation, and anything unusual about images and videos.",
    discussion: """
      Reads headers only. Prints one line per file: the displayed size, the tag and what it does to the stored image, \
      where the tag is stored, the path, and findings in parentheses. If common readers would display the file \
      differently, a second line shows what each does. --json adds the stored size, every field that states an \
      orientation, what each reader does, and each finding's message. --quiet prints only files with findings. `audit` \
      summarizes the same for whole folders.

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

  /// Prints information about all files.
  ///
  /// - Returns: As `BatchRunner.run`.
  static func run(
    _ inputs: InputFiles, rules: OrientationRules, jobs: Int?, json: Bool, quiet: Bool = false
  ) -> ExitStatus {
    Console.note(inputs.notes)
    do throws(ExitStatus) { try inputs.printFolders(json: json) } catch { return error }
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
