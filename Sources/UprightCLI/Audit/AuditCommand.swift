// `upright audit`: summarizes what whole folder trees contain, what is unusual, and what cannot be read.

import ArgumentParser
import Upright
import UprightBatch
import UprightDrawing
import UprightFiles

/// The command `audit`.
struct AuditCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Summarize whole folders: formats, orientation tags, findings, unreadable files.",
    discussion: """
      Reads headers only and changes nothing. Prints the number of files per format and tag, the number of files with \
      each finding, the files that cannot be read, and the time taken. --json prints one object per file, as info \
      does, and one with the totals at the end. --html writes a page that shows images with findings, as stored and as \
      displayed.

      Folders: names that begin with a dot, links to folders, pipes and devices are skipped; files that are not images \
      or videos are counted and skipped. --verbose names all of them, and --json counts them by reason.

      --fail-on not-upright fails if a file's stored pixels are not upright, as fix --check does, and lists such \
      files. A video is treated as upright: players follow its matrix. --quiet prints only findings and unreadable \
      files.

      --format github prints annotations for GitHub Actions, sarif a log for code scanning, and junit one test case \
      per file. Problems that --fail-on names are errors there. Exit codes are the same in every format.

      The exit code is 0 if nothing was found, 1 if something was, and 2 if some of several files could not be read.

      Examples:
        upright audit holiday
        upright audit --fail-on extension-wrong --html report.html archive
        upright audit --fail-on not-upright dataset
        upright audit --format junit --fail-on contradictory . > upright.xml
      """)

  @OptionGroup var named: NamedPaths

  @Flag(name: .shortAndLong, inversion: .prefixedNo, help: "Include subfolders.")
  var recursive = true

  @Flag(help: "Also compare files with the same name: raw and JPEG, live photo and video, XMP files beside images.")
  var families = false

  @OptionGroup var ruleOptions: RuleOptions

  @Option(
    help: ArgumentHelp(
      """
      Exit with 1 only for a finding with this code, as printed; may be repeated. not-upright: a file is not \
      upright; contradictory: its fields disagree about the orientation; none: never.
      """,
      valueName: "code"),
    completion: .list(AuditCriterion.words),
    transform: { word in
      guard let value = AuditCriterion(word: word) else { throw ValidationError(AuditCriterion.unknown(word)) }
      return value
    })
  var failOn: [AuditCriterion] = []

  @Option(help: "What to print: text, json (as --json), or a format for CI servers.")
  var format = AuditFormat.text

  @Flag(name: .shortAndLong, help: "List all files of each group, and what is skipped, with the reason.")
  var verbose = false

  @OptionGroup var page: PageOptions

  @OptionGroup var running: RunOptions

  func validate() throws(ValidationError) {
    if page.html != nil, named.readStandardInput {
      throw ValidationError("--html shows files, and - is standard input: use only one")
    }
    if failOn.contains(.none), failOn.count > 1 {
      throw ValidationError("--fail-on none cannot be combined with codes")
    }
    if running.json, format != .text { throw ValidationError("--json and --format cannot be combined") }
  }

  func run(in world: World) throws {
    if let html = page.html {
      try onPage(html, world) { [page] (path) throws(UprightError) in try page.check(path) }.end()
    }
    let start = ContinuousClock.now
    let names = try named.all(in: world)
    let inputs = InputFiles(
      names.paths, recursive: recursive, formats: Set(ContainerFormat.allCases), follows: !named.noFollow,
      standardInput: names.standardInput,
      with: Set((verbose ? [.namesSkipped] : []) + (families ? [.takesSidecars] : [])))
    world.note(inputs.notes)
    try inputs.printFolders(in: world, json: running.json || format == .json)
    let options = AuditRun.Options(
      format: running.json ? .json : format, criteria: failOn, isQuiet: running.quiet, isVerbose: verbose,
      hasPage: page.html != nil)
    var audit = AuditRun(options)
    func summary(_ audit: AuditRun) -> AuditSummary {
      AuditSummary(
        tally: audit.tally, duration: .now - start, nonImageCount: inputs.nonImageCount, skipped: inputs.skipped)
    }
    let code = BatchRunner.headers(world, jobs: running.parallel.jobs, json: running.json, isQuiet: running.quiet).run(
      inputs.files
    ) {
      [rules = ruleOptions.rules, families = families ? FamilyAudit(inputs.files) : nil] (_, file) throws(UprightError)
        -> (ProbedFile, String, Set<FileAccess>) in
      let bytes = try FileBytes(file.location)
      let alone = try ProbedFile(bytes, rules: rules)
      let probed = families?.compared(alone, file, rules: rules) ?? alone
      return (
        probed, options.format == .json ? probed.json(of: file.path).line : "",
        options.hasPage ? [FileAccess(of: bytes)] : []
      )
    } report: { (file, result, console) throws(UprightError) in
      if let lines = audit.add(result.0, path: file.path, json: result.1, access: result.2) {
        try console.result(lines)
      }
    } failure: { (file, error, console) throws(UprightError) in
      if let lines = audit.add(error, path: file.path) { try console.result(lines) }
    } ending: { (_, console) throws(UprightError) in
      let isComplete = audit.tally.fileCount == inputs.files.count
      for line in audit.ending(summary(audit), isComplete: isComplete) { try console.result(line) }
    }
    var shown = ExitStatus.success
    if let html = page.html, Interruption.signal == nil { shown = try write(summary(audit), to: html, world) }
    try inputs.endingReading(code, in: world).end()
    try shown.end()
    if audit.fails { throw ExitStatus.negative }
  }

  /// The audited paths.
  private var title: String { (named.paths + (named.list.map { [$0] } ?? [])).joined(separator: " ") }

  /// Writes the page.
  ///
  /// - Returns: The exit code by what could be read of its images.
  private func write(
    _ summary: AuditSummary, to path: String, _ world: World
  ) throws(ExitStatus) -> ExitStatus {
    let (cards, code) = AuditCard.all(world, in: summary.tally, rules: ruleOptions.rules, width: running.parallel.width)
    let audit = AuditPage(title: title, summary: summary, cards: cards)
    try onPage(path, world) { [page] (path) throws(UprightError) in
      try page.write(audit.text, to: path, noMoreOpenThan: summary.tally.access)
    }.end()
    return code
  }

  /// Runs an operation on the page, and reports errors as commands do for images.
  private func onPage(
    _ path: String, _ world: World, _ work: @escaping @Sendable (String) throws(UprightError) -> Void
  ) -> ExitStatus {
    BatchRunner(world, width: 1, json: false).run([InputFile(path: path, relativePath: path)]) {
      (_, file) throws(UprightError) in
      try work(file.path)
    } report: { (_, _, _) throws(UprightError) in
    }
  }
}

extension AuditFormat: ExpressibleByArgument {}

// The images of an audit's page, decoded in parallel.

extension AuditCard {
  /// The cards for the examples of `tally`, by path, up to the maximum number; and the exit code of the page, by what
  /// could be read of its images.
  static func all(
    _ world: World, in tally: AuditTally, rules: OrientationRules, width: Int
  ) -> (cards: [String: AuditCard], code: ExitStatus) {
    let files = paths(in: tally).map { InputFile(path: $0, relativePath: $0) }
    let pipeline = Pipeline(codecs: ImageCodecs.all(in: world))
    var cards: [String: AuditCard] = [:]
    var runner = BatchRunner(world, width: width, json: false)
    runner.total = tally.fileCount
    let code = runner.run(files) { (_, file) throws(UprightError) in
      AuditCard(path: file.path, rules: rules, pipeline: pipeline)
    } report: { (file, card, console) throws(UprightError) in
      cards[file.path] = card
      if let card { console.tell(card.damage, of: file.path) }
    } shortfall: {
      $0?.damage.exitCode
    }
    return (cards, code)
  }
}

// `--html` and `--force` of the commands that write a page for people in addition to their output.

/// The options for the destination of a page.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Also write an HTML page to this file.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var html: String?

  @Flag(help: "Overwrite an existing page.")
  var force = false

  func validate() throws(ValidationError) {
    if let html, !["html", "htm"].contains(FileName.fileExtension(of: html).lowercased()) {
      throw ValidationError("--html writes a page: its name must end in .html")
    }
    if force, html == nil { throw ValidationError("--force needs --html") }
  }

  /// Checks that a page can be written, before anything else is done.
  ///
  /// - Throws: As `SafeReplace.checkCreating`.
  func check(_ path: String) throws(UprightError) {
    try SafeReplace.checkCreating(path, overwriting: force)
  }

  /// Writes a page as a whole; it grants no more access than the files that it describes.
  ///
  /// - Throws: `.exists`, `.io`.
  func write(_ text: String, to path: String, noMoreOpenThan sources: Set<FileAccess>) throws(UprightError) {
    try SafeReplace.create(path, noMoreOpenThan: sources, overwriting: force) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(Array(text.utf8))
    }
  }
}
