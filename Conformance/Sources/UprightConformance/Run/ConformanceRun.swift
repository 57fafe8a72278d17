// Runs the suite on subjects: cases in parallel, each in its own folder, results in the suite's order; decides which
// refusals are honest.

import Foundation
package import Upright
import UprightFiles
import UprightGeometry
package import UprightProgram

/// A run of cases.
package struct ConformanceRun: Sendable {
  /// The cases.
  package var cases = ConformanceSuite.cases
  /// The number of processes at once.
  package var jobs = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// What is around the program.
  private let world: World
  /// What decodes results.
  private let codecs: [any Codec]

  /// A run of all cases.
  package init(in world: World) {
    self.world = world
    codecs = StoredPixels.makeCodecs { world.tell($0) }
  }

  /// Runs subjects one after another.
  ///
  /// - Parameter note: Gets each subject's name when its turn comes.
  /// - Throws: `.io` if a scratch file cannot be made, or a call failed on a full disk, however far the run is: no
  ///   subject is responsible for that.
  package func results(of subjects: [Subject], note: (String) -> Void = { _ in }) throws(UprightError) -> RunResults {
    guard let scratch = SubprocessCalls.makeScratch(in: world) else {
      throw .io(path: "temporary folder", systemError: errno)
    }
    defer {
      // A function that is interrupted may have started sessions of their own.
      Leftovers.end(under: scratch)
      SubprocessCalls.removeFolder(scratch)
    }
    let files = "\(scratch)/files"
    // A server may be asked for any file to see whether it is ready.
    let hasServer = subjects.contains { if case .server = $0.kind { true } else { false } }
    try SuiteFolder.write(into: files, cases: hasServer ? ConformanceSuite.cases + cases : cases)
    var results = RunResults()
    for (index, subject) in subjects.enumerated() where Interruption.signal == nil {
      note(subject.name)
      let folder = "\(scratch)/\(index)"
      guard SubprocessCalls.makeFolder(folder) else { throw .io(path: folder, systemError: errno) }
      results.subjects.append(try result(of: subject, in: folder, files: files))
      SubprocessCalls.removeFolder(folder)
    }
    return results
  }

  /// From now on, Ctrl-C and similar signals end a run, and its files are removed.
  package static func watchSignals() {
    SubprocessCalls.endOnQuit()
    Interruption.watch()
    SubprocessCalls.outliveFurtherSignals()
  }

  private func result(of subject: Subject, in folder: String, files: String) throws(UprightError) -> SubjectResult {
    var result = SubjectResult(name: subject.name, version: version(of: subject, in: folder), notes: subject.notes)
    let answers = try answers(of: subject, to: cases, in: folder, files: files)
    let untagged = Refusals.companions(of: answers)
    var others: [SubjectResult.Answer] = []
    if !untagged.isEmpty {
      let own = "\(folder)/untagged"
      guard SubprocessCalls.makeFolder(own) else { throw .io(path: own, systemError: errno) }
      others = try self.answers(of: subject, to: untagged, in: own, files: files)
    }
    let asked = Set(cases.map(\.id))
    result.answers = Refusals.decided(answers + others).filter { asked.contains($0.request.id) }
    return result
  }

  private func answers(
    of subject: Subject, to cases: [ConformanceCase], in folder: String, files: String
  ) throws(UprightError) -> [SubjectResult.Answer] {
    var places: [Int: CaseFolder] = [:]
    for (index, request) in cases.enumerated() {
      guard let call = subject.call(for: request) else { continue }
      places[index] = CaseFolder(path: "\(folder)/\(index)", request: request, call: call)
    }
    let asked = places.sorted { $0.key < $1.key }.map(\.value)
    let verdicts: [Verdict]
    switch subject.kind {
    case .command: verdicts = try commands(asked, of: subject, files: files)
    case .python(let function, let interpreter, let modules):
      let size = jobs * Self.callsPerInterpreter
      var all: [Verdict] = []
      for start in stride(from: 0, to: asked.count, by: size) {
        all += try python(
          Array(asked[start..<min(asked.count, start + size)]), function, interpreter, seconds: subject.seconds,
          in: folder, modules: modules)
      }
      verdicts = all
    case .server(let start, let ready):
      verdicts = try served(asked, of: subject, start, ready, in: folder, files: files)
    }
    return zip(asked, verdicts).map { SubjectResult.Answer(request: $0.request, verdict: $1) }
  }

  // MARK: Kinds of subjects

  private func commands(
    _ asked: [CaseFolder], of subject: Subject, files: String
  ) throws(UprightError) -> [Verdict] {
    try parallel(asked) { place throws(UprightError) in
      try place.make()
      return try place.verdict(
        SubprocessCalls.run(
          place.command(files: files, here: subject.here), in: place.path, log: CaseFolder.log,
          errors: CaseFolder.errors, seconds: subject.seconds), by: codecs)
    }
  }

  private func served(
    _ asked: [CaseFolder], of subject: Subject, _ start: [String], _ ready: String, in folder: String, files: String
  ) throws(UprightError) -> [Verdict] {
    var server: pid_t?
    if !start.isEmpty {
      server = SubprocessCalls.start(
        start.map { Placeholders.filled($0, [("{files}", files), (Placeholders.here, subject.here)]) }, in: folder,
        log: "server.log")
    }
    guard start.isEmpty || server != nil else {
      return asked.map { _ in Verdict(.missing, detail: CaseFolder.notStarted(start.first)) }
    }
    defer {
      if let server { SubprocessCalls.stop(server) }
      Leftovers.end(of: folder)
    }
    let deadline = ContinuousClock.now + .seconds(subject.seconds)
    // What is left of a call is known by its folder, so the server shares its own with no other call.
    let asking = "\(folder)/ready"
    guard SubprocessCalls.makeFolder(asking) else { throw .io(path: asking, systemError: errno) }
    var hasClient = true
    func answers() -> Bool {
      if ready.isEmpty { return true }
      let end = SubprocessCalls.run(
        [IIIFCalls.client, "-s", "--fail"] + IIIFCalls.direct(ready) + ["-o", "/dev/null", ready], in: asking,
        log: "log", seconds: 5)
      if [.unstarted, .exit(126), .exit(127)].contains(end) { hasClient = false }
      return end == .exit(0)
    }
    func hasEnded() -> Bool { server.map { !SubprocessCalls.isRunning($0) } ?? false }
    while hasEnded() || !answers() {
      guard hasClient else {
        return asked.map { _ in Verdict(.missing, detail: CaseFolder.notStarted(IIIFCalls.client)) }
      }
      if ContinuousClock.now > deadline || hasEnded() || Interruption.signal != nil {
        return asked.map { _ in Verdict(.missing, detail: "no answer from \(ready)") }
      }
      usleep(100_000)
    }
    // Another server may have answered because this one could not have its port.
    usleep(100_000)
    guard !hasEnded() else { return asked.map { _ in Verdict(.missing, detail: "the server ended") } }
    return try commands(asked, of: subject, files: files)
  }

  /// The calls for which an interpreter loads modules once. Their results are on disk together.
  private static let callsPerInterpreter = 100

  /// Cases are dealt out to as many interpreters as there are jobs.
  private func python(
    _ asked: [CaseFolder], _ function: String, _ interpreter: String, seconds: Double, in folder: String,
    modules: String
  ) throws(UprightError) -> [Verdict] {
    for place in asked { try place.make() }
    let shares = (0..<jobs).map { share in asked.indices.filter { $0 % jobs == share } }.filter { !$0.isEmpty }
    @Sendable func statusFile(_ index: Int) -> String { "\(folder)/driver-\(index % jobs)/status-\(index)" }
    let logs = try parallel(Array(shares.enumerated())) { share throws(UprightError) in
      let (number, indices) = share
      let own = "\(folder)/driver-\(number)"
      let list = "\(own)/calls.json"
      SubprocessCalls.removeFolder(own)
      guard SubprocessCalls.makeFolder(own) else { throw UprightError.io(path: own, systemError: errno) }
      let json = JSONLine.list(indices.map { asked[$0].json(status: statusFile($0)) })
      guard SubprocessCalls.writeFile(Array(json.line.utf8), to: list) else {
        throw UprightError.io(path: list, systemError: errno)
      }
      let path = SubprocessCalls.absolute(modules.isEmpty ? "." : modules)
      let end = SubprocessCalls.run(
        ["env", "PYTHONPATH=\(path)", interpreter, "-B", "-c", PythonDriver.program, function, list, "\(seconds)"],
        in: own, log: "log", seconds: 30 + seconds * Double(indices.count))
      let log = SubprocessCalls.readFile("\(own)/log", atMost: 1 << 16) ?? []
      let said = CaseFolder.lastLines(String(decoding: log.suffix(2_000), as: UTF8.self))
      guard end != .exit(PythonDriver.unwritable) else {
        throw UprightError.io(path: "\(own): \(said)", systemError: SubprocessCalls.isFull(folder) ? ENOSPC : EIO)
      }
      return said
    }
    return try parallel(Array(asked.enumerated())) { call throws(UprightError) in
      let (index, place) = call
      guard let status = SubprocessCalls.readFile(statusFile(index), atMost: 64) else {
        try place.checkSpace()
        var verdict = Verdict(.missing, detail: CaseFolder.notStarted(interpreter))
        verdict.output = logs[index % jobs]
        return verdict
      }
      return try place.verdict(
        PythonDriver.end(String(decoding: status, as: UTF8.self)), declined: PythonDriver.declined, by: codecs)
    }
  }

  /// The seconds that a version command may take.
  private static let versionSeconds = 30.0

  private func version(of subject: Subject, in folder: String) -> String {
    guard !subject.version.isEmpty else { return "" }
    // What a command says when it fails may be different in each run, and is no version.
    guard
      SubprocessCalls.run(
        subject.version.map { Placeholders.replaced($0, Placeholders.here, subject.here) }, in: folder,
        log: "version.log", seconds: Self.versionSeconds) == .exit(0)
    else { return "" }
    let bytes = SubprocessCalls.readFile("\(folder)/version.log", atMost: 1 << 16) ?? []
    let text = Placeholders.replaced(String(decoding: bytes, as: UTF8.self), folder + "/", "")
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let wanted = subject.versionLine
    let line = lines.first { wanted.map($0.contains) ?? true } ?? lines.first ?? ""
    return TerminalText.plain(String(line.prefix(100)))
  }

  /// Works on items in parallel; after the first error, no other begins.
  private func parallel<Item: Sendable, Value: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) throws(UprightError) -> Value
  ) throws(UprightError) -> [Value] {
    try ParallelWork(items, work).values(threads: jobs)
  }
}

// Which refusals are honest: those of tag 1, too. A program that refuses only the other tags hides its failures.

/// Decides what refusals mean, when all verdicts on a subject are known.
enum Refusals {
  /// The answers without those to operations that the subject declines. A refused format is no failure, but is shown.
  static func decided(_ answers: [SubjectResult.Answer]) -> [SubjectResult.Answer] {
    let untagged = Dictionary(
      answers.filter { isUntagged($0.request) }.map { (Kind($0.request), [$0.verdict]) }, uniquingKeysWith: +)
    return answers.map { answer in
      let others = untagged[Kind(answer.request)] ?? []
      var verdict = answer.verdict
      switch verdict.refusal {
      case .declined where others.allSatisfy({ $0.refusal == .declined }): verdict = Verdict(.skipped)
      case .format where others.allSatisfy({ $0.refusal == .format }): verdict.kind = .refused
      case .error where !others.isEmpty && others.allSatisfy({ $0.isJudged && !$0.isPass }): verdict.kind = .refused
      default: break
      }
      if verdict.kind == .refused { verdict.reason = "" }
      return SubjectResult.Answer(request: answer.request, verdict: verdict)
    }.filter { $0.verdict.kind != .skipped }
  }

  /// The suite's cases with tag 1 that decide what refusals mean, where none of them was asked, as with `--only`.
  static func companions(of answers: [SubjectResult.Answer]) -> [ConformanceCase] {
    let known = Set(answers.map(\.request).filter(isUntagged).map { Kind($0) })
    let refused = Set(answers.filter { $0.verdict.refusal != nil }.map { Kind($0.request) }).subtracting(known)
    return ConformanceSuite.cases.filter { isUntagged($0) && refused.contains(Kind($0)) }
  }

  /// What a subject supports for all tags or for none.
  private struct Kind: Hashable {
    let format: ConformanceCase.Format
    let operation: CaseOperation
    let part: KeptPart?

    init(_ request: ConformanceCase) {
      (format, operation, part) = (request.format, request.operation, request.part)
    }
  }

  private static func isUntagged(_ request: ConformanceCase) -> Bool {
    !request.isUnusual && request.file.accepted == [.topLeft]
  }
}
