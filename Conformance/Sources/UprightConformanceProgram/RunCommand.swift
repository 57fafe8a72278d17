// `upright-conformance run`: subjects, reports, comparison.

import ArgumentParser
import Upright
import UprightConformance
import UprightFiles
import UprightProgram

/// Runs the suite.
struct RunCommand: ConformanceProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run the suite on programs, and print a table.",
    discussion: """
      The exit code is 1 if a case of class 'must' fails; with --compare, if a case fails that passed before. It is 65 \
      if an adapter is invalid or no case was asked, 69 if a result could not be judged, because a decoder or \
      upright-worker is missing, and 74 if a file cannot be read or written or the disk is full.

      Examples:
        upright conformance run --subject mine.json --html report.html
        upright conformance run --python mine:run --json new.json --compare old.json
      """)

  @Option(
    name: .customLong("subject"),
    help: ArgumentHelp("An adapter file; may be repeated.", valueName: "file"), completion: .file(extensions: ["json"]))
  var subjects: [String] = []
  @Option(help: ArgumentHelp("A Python function that is called for each case.", valueName: "module:function"))
  var python: String?
  @Option(
    help: ArgumentHelp(
      "An image server with the suite's files ('write') in its folder, such as http://localhost:8080/iiif/3.",
      valueName: "url"))
  var iiif: String?
  @Option(help: "Formats for --python and --iiif, separated by commas.")
  var formats = "jpeg"
  @Option(help: ArgumentHelp("Only cases whose name contains this, such as png/ or /load.", valueName: "text"))
  var only: String?
  @Option(
    help: ArgumentHelp("Number of processes at once (default: number of cores).", valueName: "number"),
    transform: CheckedNumber.whole)
  var jobs: Int?
  @Option(help: ArgumentHelp("Write a page with the images as delivered and as expected.", valueName: "file"))
  var html: String?
  @Flag(help: "The page also has the cases that passed.")
  var all = false
  @Option(help: ArgumentHelp("Write all verdicts as JSON.", valueName: "file"))
  var json: String?
  @Option(help: ArgumentHelp("Write an SVG badge for the first subject.", valueName: "file"))
  var badge: String?
  @Option(help: ArgumentHelp("Write the table as Markdown.", valueName: "file"))
  var markdown: String?
  @Option(help: ArgumentHelp("Compare with the JSON of an older run.", valueName: "file"))
  var compare: String?

  func validate() throws {
    if subjects.isEmpty, python == nil, iiif == nil {
      throw ValidationError("name a program to test: --subject, --python or --iiif")
    }
    if let iiif, !iiif.hasPrefix("http://"), !iiif.hasPrefix("https://") {
      throw ValidationError("--iiif must begin with http:// or https://")
    }
    if let jobs, !(1...1_024 ~= jobs) { throw ValidationError("--jobs must be 1 to 1024") }
  }

  func run(in world: World) throws { try finish { () throws(ExitStatus) in try report(in: world) } }

  private func report(in world: World) throws(ExitStatus) {
    let subjects = try chosen(in: world)
    try checkOutputs(in: world)
    let old = try compare.map { path throws(ExitStatus) in try Self.bytes(of: path, in: world) }
    if let old, let fault = ResultsComparison.fault(of: old) {
      world.tell(TerminalText.plain("\(compare ?? ""): \(fault)"), .error)
      throw ExitStatus(65)
    }
    var run = ConformanceRun(in: world)
    if let jobs { run.jobs = jobs }
    if let only { run.cases = run.cases.filter { $0.id.contains(only) } }
    guard !run.cases.isEmpty else {
      world.tell("no case has '\(TerminalText.plain(only ?? ""))' in its name", .error)
      throw .invalidRequest
    }
    ConformanceRun.watchSignals()
    let results = try world.exitOnError("the run ends without its scratch files") { () throws(UprightError) in
      try run.results(of: subjects) { world.tell("testing \(TerminalText.plain($0))") }
    }
    if let signal = Interruption.signal { throw ExitStatus(128 + signal) }
    let comparison = try old.map { old throws(ExitStatus) in
      try compared(results, with: old, cases: run.cases, in: world)
    }
    let written = write(results, keepingOld: comparison?.regressions.isEmpty == false, in: world)
    try world.answer(ResultsTable(results).text)
    for line in results.reasons { world.tell(TerminalText.plain(line)) }
    for name in results.unasked {
      world.tell("\(TerminalText.plain(name)): no case was asked: see its operations and formats", .error)
    }
    let unjudged = results.unjudged
    if let first = unjudged.first {
      world.tell(
        "not judged: \(unjudged.count) results, the first is \(TerminalText.plain(first))", .error)
    }
    // With --only, a program may have none of these cases.
    let unasked = results.unasked.count
    let isIdle = unasked == results.subjects.count || (only == nil && unasked > 0)
    var statuses = [written, isIdle ? ExitStatus(65) : .success]
    do throws(ExitStatus) { try check(results, comparison, in: world) } catch { statuses.append(error) }
    for status in statuses { try status.end() }
    if !unjudged.isEmpty { throw ExitStatus(69) }
  }

  private func compared(
    _ results: RunResults, with old: [UInt8], cases: [ConformanceCase], in world: World
  ) throws(ExitStatus) -> ResultsComparison {
    guard let comparison = ResultsComparison(of: results, with: old, cases: cases) else {
      world.tell("\(compare ?? ""): not the JSON of a run", .error)
      throw ExitStatus(65)
    }
    return comparison
  }

  private func check(
    _ results: RunResults, _ comparison: ResultsComparison?, in world: World
  ) throws(ExitStatus) {
    guard let comparison else {
      if results.hasFailedMust { throw ExitStatus.negative }
      return
    }
    if let suite = comparison.olderSuite {
      world.tell("compared with suite \(TerminalText.plain(suite)): cases that it lacks are not compared", .error)
    }
    for change in comparison.others { try world.answer("changed: \(TerminalText.plain(change.line))\n") }
    for change in comparison.regressions { try world.answer("regression: \(TerminalText.plain(change.line))\n") }
    for name in comparison.unknown {
      world.tell(
        "\(compare ?? "") has no results of \(TerminalText.plain(name)): a must case that fails is an error", .error)
    }
    if !comparison.added.isEmpty {
      world.tell(
        "\(compare ?? "") lacks \(comparison.added.count) of the cases: a must case that fails is an error", .error)
    }
    if !comparison.absent.isEmpty {
      let names = comparison.absent.prefix(5).joined(separator: ", ") + (comparison.absent.count > 5 ? ", …" : "")
      world.tell(TerminalText.plain("only in \(compare ?? ""), so not compared: \(names)"))
    }
    let isUnknownFailing =
      results.hasFailedMust(in: comparison.unknown) || results.hasFailedMust(among: comparison.added)
    if !comparison.regressions.isEmpty || isUnknownFailing { throw ExitStatus.negative }
  }

  private func chosen(in world: World) throws(ExitStatus) -> [Subject] {
    var chosen: [Subject] = []
    for path in subjects {
      do throws(SubjectFault) { chosen.append(try SubjectFile.subject(at: path)) } catch {
        world.tell("\(TerminalText.plain(path)): \(TerminalText.plain(error.sentence))", .error)
        throw ExitStatus(error.exitCode)
      }
    }
    for (key, value) in [("python", python), ("iiif", iiif)] {
      guard let value else { continue }
      let members: [JSONLine.Member] = [
        .init("name", .text(value)), .init(key, .text(value)),
        .init("formats", .list(formats.split { $0 == "," || $0 == " " }.map { .text(String($0)) })),
      ]
      do throws(SubjectFault) {
        chosen.append(try SubjectFile.subject(Array(JSONLine.object(members).line.utf8), folder: "."))
      } catch {
        world.tell(TerminalText.plain(error.sentence), .error)
        throw .invalidRequest
      }
    }
    let names = chosen.map(\.name)
    if let twice = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
      let name = TerminalText.plain(names[twice])
      world.tell("two subjects are named \(name): give each a name of its own", .error)
      throw .invalidRequest
    }
    return chosen
  }

  /// The options that name a file to write, and their values.
  private var outputs: [(option: String, path: String)] {
    [("--html", html), ("--json", json), ("--badge", badge), ("--markdown", markdown)].compactMap { option, path in
      path.map { (option, $0) }
    }
  }

  /// Checks that each file can be written, no two are one, and none is an adapter.
  private func checkOutputs(in world: World) throws(ExitStatus) {
    var options: [String: String] = [:]
    for path in subjects {
      let place = try world.exitOnError(path) { () throws(UprightError) in try FileName.absolute(path) }
      options[place] = "--subject"
    }
    for (option, path) in outputs {
      let place = try world.exitOnError(path) { () throws(UprightError) in
        try SafeReplace.checkCreating(path, overwriting: true)
        return try FileName.absolute(path)
      }
      if let other = options.updateValue(option, forKey: place) {
        world.tell("\(other) and \(option) name the same file: \(TerminalText.plain(path))", .error)
        throw .invalidRequest
      }
    }
  }

  /// Writes every file that can be written, but not over the older results if a case is worse than there.
  ///
  /// - Returns: The status of the first that cannot.
  private func write(_ results: RunResults, keepingOld: Bool, in world: World) -> ExitStatus {
    var page = ResultsPage(results, showsPasses: all)
    var status = ExitStatus.success
    for (option, path) in outputs {
      if keepingOld, let compare, (try? FileName.absolute(compare)) == (try? FileName.absolute(path)) {
        world.tell("\(TerminalText.plain(path)) is not replaced, because of the regressions", .error)
        continue
      }
      let text =
        switch option {
        case "--html": page.text()
        case "--json": results.json
        case "--badge": ResultsBadge.svg(results)
        default: ResultsTable(results).markdown
        }
      do throws(ExitStatus) { try Self.write(text, to: path, in: world) } catch {
        status = status.isSuccess ? error : status
      }
    }
    return status
  }

  private static func write(_ text: String, to path: String, in world: World) throws(ExitStatus) {
    _ = try world.exitOnError(path) { () throws(UprightError) in
      try SafeReplace.create(path, overwriting: true) { (sink: inout FileSink) throws(UprightError) in
        try sink.write(Array(text.utf8))
      }
    }
  }

  private static func bytes(of path: String, in world: World) throws(ExitStatus) -> [UInt8] {
    try world.exitOnError(path) { () throws(UprightError) in
      let file = try FileBytes(path: path)
      guard file.byteCount <= 64 << 20 else {
        throw .limit(.memory, asked: file.byteCount, allowed: 64 << 20)
      }
      do throws(MetadataError) { return try file.read(0..<file.byteCount) } catch { throw UprightError(error) }
    }
  }
}
