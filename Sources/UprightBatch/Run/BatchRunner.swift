// Processes many files in parallel, with results in file order; Ctrl-C stops it between files.

package import Upright
import UprightFiles

/// Processes files in parallel and reports in order.
package struct BatchRunner {
  /// The outcome of one file, or why it failed.
  package typealias Outcome<Value> = FileQueue.Outcome<Value>

  /// Where results and messages go.
  package let world: World
  /// The number of threads.
  package let width: Int
  /// The memory in bytes that files in progress share; by default, without a limit.
  package var memoryBytes = Int.max
  /// Whether failures are also printed as JSON.
  package let json: Bool
  /// The number of files passed to a core at once; results may then be written together. More than 1 if a file takes
  /// little time.
  package var grain = 1
  /// Whether the progress bar is hidden.
  package var isQuiet = false
  /// Whether files are changed or written. Then standard output is checked first, and if it fails later, the number of
  /// files that were done is printed.
  package var changesFiles = false
  /// The number of files in the batch, including those done before; nil for the current number.
  package var total: Int?
  /// Completes the options that errors advise; nil if this command has them.
  package var advice: CompatAdvice?

  /// A runner with this number of threads.
  package init(_ world: World, width: Int, json: Bool, grain: Int = 1, isQuiet: Bool = false) {
    self.world = world
    self.width = width
    self.json = json
    self.grain = grain
    self.isQuiet = isQuiet
  }

  /// The same runner for files that change, unless `isDryRun`.
  package func changingFiles(unless isDryRun: Bool = false) -> Self {
    var runner = self
    runner.changesFiles = !isDryRun
    return runner
  }

  /// The same runner for files that share memory.
  package func sharing(memoryBytes: Int) -> Self {
    var runner = self
    runner.memoryBytes = memoryBytes
    return runner
  }

  /// A runner with this number of threads; nil for the number of cores.
  package init(_ world: World, jobs: Int?, json: Bool, isQuiet: Bool = false) {
    self.init(world, width: Self.width(jobs), json: json, isQuiet: isQuiet)
  }

  /// A runner for files of which only headers are read.
  package static func headers(_ world: World, jobs: Int?, json: Bool, isQuiet: Bool = false) -> Self {
    Self(world, width: width(jobs), json: json, grain: 32, isQuiet: isQuiet)
  }

  /// A runner for files that are retagged and flushed together; `openings` is how often a file is open.
  package static func retags(
    _ world: World, jobs: Int?, json: Bool, openFiles: Int = FileQueue.openFiles, openings: Int = 1,
    isQuiet: Bool = false
  ) -> Self {
    let width = width(jobs)
    return Self(
      world, width: width, json: json,
      grain: FileQueue.grainOfRetags(width: width, openings: openings, openFiles: openFiles), isQuiet: isQuiet)
  }

  /// The number of threads; by default, the number of cores.
  package static func width(_ jobs: Int?) -> Int { FileQueue.width(jobs) }

  /// Processes all `files` and prints what `report` makes of each result. An error goes to standard error, and to JSON,
  /// or to `failure`, and to `observer`. `ending` gets all failures and prints the totals. `flush` completes the work of
  /// the files that one core gets at once. `shortfall` returns the exit code of a result that is not what was requested,
  /// as for an error.
  ///
  /// - Returns: 2 if some of several files failed, the error's own code if the only file failed, 128 plus the
  ///   signal's number after an interruption, 74 if standard output fails.
  package func run<Files: FileList, Value: Sendable>(
    _ files: Files, flush: @escaping @Sendable ([Outcome<Value>]) -> [Outcome<Value>] = { $0 },
    work: @escaping @Sendable (Int, InputFile) throws(UprightError) -> Value,
    report: (InputFile, Value, inout Console) throws(UprightError) -> Void,
    shortfall: (Value) -> Int32? = { _ in nil },
    failure: ((InputFile, UprightError, inout Console) throws(UprightError) -> Void)? = nil,
    observer: (InputFile, UprightError) -> Void = { _, _ in },
    ending: ([UprightError], inout Console) throws(UprightError) -> Void = { (_, _) throws(UprightError) in }
  ) -> ExitStatus {
    Interruption.watch()
    Interruption.cancelWork()
    if changesFiles {
      do throws(UprightError) { try world.output.check() } catch {
        return outputFailed(error, after: 0, of: files.count)
      }
    }
    var console = Console(world, count: isQuiet ? 0 : files.count, isBuffered: grain > 1)
    var failures: [UprightError] = []
    var (codes, canceled) = ([Int32](), 0)
    var (finished, written) = process(files, flush: flush, work: work) { (done, file, outcome) throws(UprightError) in
      switch outcome {
      case .success(let value):
        if let code = shortfall(value) { codes.append(code) }
        try report(file, value, &console)
      case .failure(let error):
        // A file that a signal canceled was not processed.
        if error != .cancelled || Interruption.signal == nil { observer(file, error) } else { canceled += 1 }
        failures.append(error)
        codes.append(error.codes.exitCode)
        if failure != nil, world.style.isJSON { console.printFailure(error, of: file.path, part: file.part) }
        try (failure ?? self.report)(file, error, &console)
      }
      console.progress(done)
    }
    if written == nil {
      do throws(UprightError) {
        try ending(failures, &console)
        try console.flush()
      } catch {
        written = error
      }
    }
    console.close()
    if let written { return outputFailed(written, after: finished, of: files.count) }
    return finish(codes, finished: finished - canceled, of: files.count)
  }

  /// Processes `files` in parallel, each under the use of this thread's door, if it has one. Stops when `deliver` fails.
  ///
  /// - Returns: The number of files processed, and what `deliver` threw.
  private func process<Files: FileList, Value: Sendable>(
    _ files: Files, flush: @escaping @Sendable ([Outcome<Value>]) -> [Outcome<Value>],
    work: @escaping @Sendable (Int, InputFile) throws(UprightError) -> Value,
    deliver: (Int, InputFile, Outcome<Value>) throws(UprightError) -> Void
  ) -> (finished: Int, failure: UprightError?) {
    let door = Door.scoped
    var failure = UprightError?.none
    let queue = FileQueue(Admission(bytes: memoryBytes, width: width), grain: grain)
    let finished = queue.run(files, flush: flush) { (index, file) throws(UprightError) in
      guard let door else { return try work(index, file) }
      return try door.used { Result { () throws(UprightError) in try work(index, file) } }.get()
    } deliver: { done, file, outcome in
      do throws(UprightError) { try deliver(done, file, outcome) } catch { failure = error }
      return failure == nil
    }
    return (finished, failure)
  }

  private func report(_ file: InputFile, _ error: UprightError, _ console: inout Console) throws(UprightError) {
    try console.flush()
    console.printFailure(error, of: file.path, part: file.part, advice: advice)
    if json { try console.result(error.line(about: file.path, part: file.part)) }
  }

  private func outputFailed(_ error: UprightError, after finished: Int, of count: Int) -> ExitStatus {
    guard changesFiles else { return world.outputFailed(error) }
    let progress = "\(finished) of \(count) files were done"
    if error.isClosedOutput, count > 1 { world.tell("standard output was closed; \(progress)") }
    return world.outputFailed(
      error, progress: finished == 0 ? "" : count == 1 ? "; the file was done" : "; \(progress)")
  }

  private func finish(_ codes: [Int32], finished: Int, of count: Int) -> ExitStatus {
    if let signal = Interruption.signal {
      if finished < count {
        world.tell("stopped; \(finished) of \(count) files were processed")
      }
      return ExitStatus(128 + signal)
    }
    guard let code = codes.first else { return .success }
    return (total ?? count) == 1 ? ExitStatus(code) : .partial
  }
}
