// `upright batch`: the jobs of a manifest on one host, by the engine of `upright worker`.

package import Upright
package import UprightBatch
import UprightFiles

/// Carries out a manifest and reports each job.
package struct ManifestBatch {
  private let engine: JobEngine
  private let runner: BatchRunner
  /// Whether the reports are JSON.
  private let json: Bool
  private let outputFilter: OutputFilter

  /// A batch with this engine.
  ///
  /// - Parameters:
  ///   - world: Where results and messages go.
  ///   - jobs: The number of jobs in parallel; nil for the number of cores.
  ///   - json: Whether results are printed as JSON.
  ///   - outputFilter: Which results are printed.
  package init(
    _ world: World, _ engine: JobEngine, jobs: Int?, json: Bool, outputFilter: OutputFilter = .everything
  ) {
    (self.engine, self.json, self.outputFilter) = (engine, json, outputFilter)
    var runner = BatchRunner(world, jobs: jobs, json: json, isQuiet: outputFilter != .everything)
    (runner.changesFiles, runner.memoryBytes) = (!engine.isDryRun, engine.memoryBytes)
    self.runner = runner
  }

  /// Carries out the jobs, and writes a file of their results, in order, that appears only if each job has one.
  ///
  /// - Parameter results: The path of that file; nil for none. Only results of an earlier run are replaced, and
  ///   none by plans.
  /// - Returns: As `BatchRunner.run`.
  /// - Throws: `.io` if the file cannot be written, with EEXIST for another file of this name.
  package func run(_ manifest: JobManifest, results: String?) throws(UprightError) -> ExitStatus {
    guard let results else { return run(manifest) { _ throws(UprightError) in } }
    var status = ExitStatus.success
    try checkReplaceable(results)
    try SafeReplace.create(FileLocation(path: results), by: .init(overwrites: true)) { (_) throws(UprightError) in
      try checkReplaceable(results)
    } contents: { (sink: inout FileSink) throws(UprightError) in
      var (failed, count) = (UprightError?.none, 0)
      status = run(manifest) { (line) throws(UprightError) in
        do throws(UprightError) { try sink.write(Array(line.utf8) + [0x0A]) } catch {
          failed = error
          throw error
        }
        count += 1
      }
      if let failed { throw failed }
      if count < manifest.entries.count { sink.discard() }
    }
    return status
  }

  /// Results of an earlier run begin like this.
  private static let beginning = Array(#"{"schema":1,"type":"result","#.utf8)

  /// Checks that `path` has results of an earlier run, or no file.
  ///
  /// - Throws: `.io`, with EEXIST for another file.
  private func checkReplaceable(_ path: String) throws(UprightError) {
    guard try FileIdentity.ofExisting(path) != nil else { return }
    let file = try FileBytes(path: path)
    guard file.byteCount == 0 || (try? file.read(0..<Self.beginning.count)) == Self.beginning, !engine.isDryRun else {
      throw .exists(path)
    }
  }

  private func run(_ manifest: JobManifest, line: (String) throws(UprightError) -> Void) -> ExitStatus {
    withoutActuallyEscaping(line) { report(manifest, to: $0) }
  }

  private func report(
    _ manifest: JobManifest, to line: @escaping (String) throws(UprightError) -> Void
  ) -> ExitStatus {
    let (entries, engine) = (manifest.entries, engine)
    let files = entries.map { entry in
      InputFile(path: entry.path, relativePath: entry.path, failure: entry.failure)
    }
    var counts: [String: Int] = [:]
    var place = 0
    func take() -> JobFrame {
      defer { place += 1 }
      return entries[place].frame
    }
    return runner.run(files) { (index, _) throws(UprightError) in
      let started = ContinuousClock.now
      let result = try engine.perform(entries[index].job.get())
      return (result, milliseconds: JobWorker.milliseconds(since: started))
    } report: { (file, done, console) throws(UprightError) in
      let (result, frame) = (done.0, take())
      let reply = JobReply.result(of: frame, .success(result), about: file.path, milliseconds: done.milliseconds)
      counts[result.status.rawValue, default: 0] += 1
      try line(reply.line)
      for warning in result.warnings { console.printError("\(TerminalText.plain(file.path)): \(warning)") }
      runner.world.report(reply)
      guard outputFilter.includes(result.status == .ok) else { return }
      try console.result(json ? reply.line : result.text(of: file.path))
    } shortfall: {
      $0.0.shortfall
    } failure: { (file, error, console) throws(UprightError) in
      let reply = JobReply.result(of: take(), .failure(error), about: file.path, milliseconds: 0)
      counts["failed", default: 0] += 1
      try line(reply.line)
      console.printFailure(error, of: file.path)
      if json { try console.result(reply.line) }
    } ending: { (_, console) throws(UprightError) in
      guard outputFilter == .everything, entries.count > 1 else { return }
      try console.flush()
      console.printError(Self.summary(counts, of: entries.count))
    }
  }

  /// How many jobs ended in which way.
  static func summary(_ counts: [String: Int], of count: Int) -> String {
    let words = JobResult.Status.allCases.map(\.rawValue) + ["failed"]
    let parts = words.compactMap { word in counts[word].map { "\($0) \(word)" } }
    return "\(count) jobs: \(parts.joined(separator: ", "))"
  }
}

extension JobManifest.ListedJob {
  /// Why its line states no job.
  fileprivate var failure: UprightError? { if case .failure(let error) = job { error } else { nil } }
}

extension JobResult {
  /// The line for people; `path` is the source's.
  func text(of path: String) -> String {
    let other = output.flatMap { $0 == path ? nil : " -> " + TerminalText.plain($0) } ?? ""
    let route = plan.map { ", \($0.route.name.rawValue), \($0.outputSize)" } ?? ""
    return "\(TerminalText.plain(path))\(other): \(status.rawValue)\(route)"
  }
}
