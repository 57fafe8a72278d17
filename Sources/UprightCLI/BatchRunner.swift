// Many files at once, results in the order of the files, stopped between files by Ctrl-C.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// Works on files in parallel and reports in order.
struct BatchRunner {
  /// What came of one file, or why nothing did.
  typealias Outcome<Value> = FileQueue.Outcome<Value>

  let width: Int
  let json: Bool
  /// How many files are handed to a core at once, and whether their results may be written together: more than 1 where
  /// a file takes no longer than that.
  var grain = 1
  /// Whether no bar says how far it is.
  var isQuiet = false
  /// How many files the batch has with those that are done already; nil for as many as there are now.
  var total: Int?

  init(width: Int, json: Bool, grain: Int = 1, isQuiet: Bool = false) {
    self.width = width
    self.json = json
    self.grain = grain
    self.isQuiet = isQuiet
  }

  /// A runner on so many threads, nil for as many as there are cores.
  init(jobs: Int?, json: Bool, isQuiet: Bool = false) {
    self.init(width: Self.width(jobs), json: json, isQuiet: isQuiet)
  }

  /// A runner for files of which only headers are read.
  static func headers(jobs: Int?, json: Bool, isQuiet: Bool = false) -> Self {
    Self(width: width(jobs), json: json, grain: 32, isQuiet: isQuiet)
  }

  /// A runner for files whose tags are changed, which are flushed together; `openings` is how often a file is open.
  static func retags(
    jobs: Int?, json: Bool, openFiles: Int = FileQueue.openFiles, openings: Int = 1, isQuiet: Bool = false
  ) -> Self {
    let width = width(jobs)
    return Self(
      width: width, json: json, grain: FileQueue.grainOfRetags(width: width, openings: openings, openFiles: openFiles),
      isQuiet: isQuiet)
  }

  /// How many threads work, where that is not said as many as there are cores.
  static func width(_ jobs: Int?) -> Int { FileQueue.width(jobs) }

  /// Works on all `files` and prints what `report` makes of each result; an error is named on standard error, in JSON as well,
  /// or goes to `failure`. What is to be said of all of them, `ending` prints, which is told of all failures. `flush` ends what was begun for the files handed to a core at once.
  ///
  /// - Returns: 2 where some of several files failed, the error's own code where the only file failed, 128 and the
  ///   signal's number after an interruption, 74 where standard output fails.
  func run<Files: FileList, Value: Sendable>(
    _ files: Files, flush: @escaping @Sendable ([Outcome<Value>]) -> [Outcome<Value>] = { $0 },
    work: @escaping @Sendable (Int, InputFile) throws(UprightError) -> Value,
    report: (InputFile, Value, inout Console) throws(UprightError) -> Void,
    failure: ((InputFile, UprightError, inout Console) throws(UprightError) -> Void)? = nil,
    ending: ([UprightError], inout Console) throws(UprightError) -> Void = { (_, _) throws(UprightError) in }
  ) -> ExitCode {
    Interruption.watch()
    var console = Console(count: isQuiet ? 0 : files.count, isBuffered: grain > 1)
    var failures: [UprightError] = []
    var written = UprightError?.none
    let finished = FileQueue(width: width, grain: grain).run(files, flush: flush, work: work) { done, file, outcome in
      do throws(UprightError) {
        switch outcome {
        case .success(let value): try report(file, value, &console)
        case .failure(let error):
          failures.append(error)
          try (failure ?? self.report)(file, error, &console)
        }
      } catch {
        written = error
        return false
      }
      console.progress(done)
      return true
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
    if let written { return Console.outputFailed(written) }
    return finish(failures, finished: finished, of: files.count)
  }

  private func report(_ file: InputFile, _ error: UprightError, _ console: inout Console) throws(UprightError) {
    try console.flush()
    console.printError(TerminalText.plain("\(file.path): \(error.sentence(about: file.path))"))
    if json { try console.result(error.line(about: file.path)) }
  }

  private func finish(_ failures: [UprightError], finished: Int, of count: Int) -> ExitCode {
    if let signal = Interruption.signal {
      if finished < count {
        try? StandardStream.error.write("upright: stopped; \(finished) of \(count) files were worked on\n")
      }
      return ExitCode(128 + signal)
    }
    guard let failure = failures.first else { return .success }
    return (total ?? count) == 1 ? ExitCode(failure.codes.exitCode) : .partial
  }
}

/// The codes of answers; those of errors are in `UprightError.codes`.
extension ExitCode {
  /// The answer is no, or there are findings.
  static let negative = ExitCode(1)
  /// Some of several files failed, and the others are done.
  static let partial = ExitCode(2)
}

extension ExitCode {
  /// Ends the command with this code unless all went well.
  ///
  /// - Throws: itself.
  func end() throws(ExitCode) { if !isSuccess { throw self } }
}
