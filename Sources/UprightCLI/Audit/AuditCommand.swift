// `upright audit`: whole trees, counted: what is there, what is odd, what cannot be read.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `audit`.
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Look through whole folders: what is there, what is odd, what cannot be read.",
    discussion: """
      Reads headers only and changes nothing. Prints how many files there are of each format and tag, the findings with \
      the number of files each, the files that cannot be read, and how long it took. --json prints one object per file, \
      as info does, and one with the numbers at the end. --html writes a page that shows pictures with findings as \
      stored beside as displayed.

      Of folders, names that begin with a dot, links to folders, pipes and devices are left out; what neither its name \
      nor its first bytes say to be a picture or movie is counted and passed over.

      --fail-on not-upright fails where the stored pixels of a file are not upright, as fix --check does, and names such files. \
      --quiet prints only findings and what cannot be read.

      The exit code is 0 where nothing was found, 1 where something was, and 2 where some of several files could not be \
      read.

      Examples:
        upright audit holiday
        upright audit --fail-on extension-wrong --html report.html archive
        upright audit --fail-on not-upright dataset
      """)

  /// Files of each group that are named and shown.
  private static let (namedFiles, shownFiles) = (3, 12)

  @OptionGroup var named: NamedPaths

  @Flag(inversion: .prefixedNo, help: "Walk folders inside folders too.")
  var recursive = true

  @OptionGroup var ruleOptions: RuleOptions

  @Option(
    help: ArgumentHelp(
      "Exit with 1 only where a finding of this code, as printed, is there; may be given several times. not-upright: where a file is not upright; none: never.",
      valueName: "code"),
    completion: .list(FailOnArgument.words),
    transform: { try FailOnArgument(word: $0) })
  var failOn: [FailOnArgument] = []

  @Flag(name: .shortAndLong, help: "Name all files of each group, not only the first few.")
  var verbose = false

  @OptionGroup var page: PageOptions

  @OptionGroup var running: RunOptions

  func validate() throws(ValidationError) {
    if failOn.contains(.none), failOn.count > 1 { throw ValidationError("--fail-on none excludes codes") }
  }

  func run() throws {
    if let html = page.html { try onPage(html) { [page] (path) throws(UprightError) in try page.check(path) }.end() }
    let start = ContinuousClock.now
    let inputs = InputFiles(
      try named.all(), recursive: recursive, formats: Set(ContainerFormat.allCases),
      follows: !named.noFollow)
    Console.note(inputs.notes)
    var summary = AuditSummary(tally: AuditTally(keeping: 0), duration: .zero, nonImageCount: inputs.nonImageCount)
    let code = look(at: inputs.files) { (tally, console) throws(UprightError) in
      summary = AuditSummary(tally: tally, duration: .now - start, nonImageCount: inputs.nonImageCount)
      let groups = AuditSummary.Groups(
        limit: verbose ? .max : Self.namedFiles, hasNotUpright: failOn.contains(.notUpright), isQuiet: running.quiet)
      let lines = running.json ? [summary.json.line] : summary.lines(groups)
      for line in lines { try console.result(line) }
    }
    if let html = page.html, Interruption.signal == nil { try write(summary, to: html).end() }
    try code.end()
    if failOn.fail(summary.tally) { throw ExitCode.negative }
  }

  /// Looks at every file, then lets `ending` say what was counted; the code is that of files that could not be read.
  private func look(
    at files: [InputFile], ending: (AuditTally, inout Console) throws(UprightError) -> Void
  ) -> ExitCode {
    let (json, quiet, rules, hasPage) = (running.json, running.quiet, ruleOptions.rules, page.html != nil)
    var tally = AuditTally(keeping: verbose ? .max : page.html == nil ? Self.namedFiles : Self.shownFiles)
    return BatchRunner.headers(jobs: running.parallel.jobs, json: running.json, isQuiet: running.quiet).run(files) {
      (_, file) throws(UprightError) -> (ProbedFile, String, Set<FileAccess>) in
      let bytes = try FileBytes(file.location)
      let probed = try ProbedFile(bytes, rules: rules)
      return (probed, json ? probed.json(of: file.path).line : "", hasPage ? [FileAccess(of: bytes)] : [])
    } report: { (file, result, console) throws(UprightError) in
      tally.add(result.0, path: file.path, access: result.2)
      if json, !(quiet && result.0.findings.isEmpty) { try console.result(result.1) }
    } failure: { (file, error, console) throws(UprightError) in
      tally.add(error, path: file.path)
      if json { try console.result(error.line(about: file.path)) }
    } ending: { (_, console) throws(UprightError) in
      try ending(tally, &console)
    }
  }

  /// What was looked through.
  private var title: String { (named.paths + (named.list.map { [$0] } ?? [])).joined(separator: " ") }

  private func write(_ summary: AuditSummary, to path: String) -> ExitCode {
    let cards = AuditCard.all(in: summary.tally, rules: ruleOptions.rules, width: running.parallel.width)
    let audit = AuditPage(title: title, summary: summary, cards: cards)
    return onPage(path) { [page] (path) throws(UprightError) in
      try page.write(audit.text, to: path, noMoreOpenThan: summary.tally.access)
    }
  }

  /// Does something with the page, and says what goes wrong as commands say it of pictures.
  private func onPage(
    _ path: String, _ work: @escaping @Sendable (String) throws(UprightError) -> Void
  ) -> ExitCode {
    BatchRunner(width: 1, json: false).run([InputFile(path: path, relativePath: path)]) {
      (_, file) throws(UprightError) in
      try work(file.path)
    } report: { (_, _, _) throws(UprightError) in
    }
  }
}
