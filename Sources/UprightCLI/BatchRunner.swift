// Many files at once, results in the order of the files, stopped between files by Ctrl-C.

import ArgumentParser
import Upright
import UprightFiles

/// Works on files in parallel and reports in order.
struct BatchRunner {
  /// What came of one file, or why nothing did.
  typealias Outcome<Value> = Result<Value, UprightError>

  let width: Int
  let json: Bool

  /// Works on all `files` and prints what `report` makes of each result; an error is named on standard error, in JSON as well.
  ///
  /// - Returns: 2 where some of several files failed, the error's own code where the only file failed, 128 and the
  ///   signal's number after an interruption, 74 where standard output fails.
  func run<Value: Sendable>(
    _ files: [InputFile], work: @escaping @Sendable (Int, InputFile) throws(UprightError) -> Value,
    report: (InputFile, Value, inout Console) throws(UprightError) -> Void
  ) async -> ExitCode {
    Interruption.watch()
    var console = Console(count: files.count)
    var failures: [UprightError] = []
    var written = UprightError?.none
    let finished = await inOrder(files, work: work) { done, file, outcome in
      do throws(UprightError) {
        switch outcome {
        case .success(let value): try report(file, value, &console)
        case .failure(let error):
          failures.append(error)
          try self.report(error, of: file, to: &console)
        }
      } catch {
        written = error
        return false
      }
      console.progress(done)
      return true
    }
    console.close()
    if let written { return Console.outputFailed(written) }
    return finish(failures, finished: finished, of: files.count)
  }

  /// Calls `deliver` with the number of files done, the file and its outcome, in the order of the files, until it says no.
  ///
  /// - Returns: How many files were worked on.
  private func inOrder<Value: Sendable>(
    _ files: [InputFile], work: @escaping @Sendable (Int, InputFile) throws(UprightError) -> Value,
    deliver: (Int, InputFile, Outcome<Value>) -> Bool
  ) async -> Int {
    await withTaskGroup(of: (Int, Outcome<Value>).self) { group in
      var (started, delivered) = (0, 0)
      var waiting: [Int: Outcome<Value>] = [:]
      var goesOn = true
      func startNext() {
        guard goesOn, started < files.count, Interruption.signal == nil else { return }
        let (index, file) = (started, files[started])
        group.addTask {
          let outcome = Outcome { () throws(UprightError) in
            if let failure = file.failure { throw failure }
            return try work(index, file)
          }
          return (index, outcome)
        }
        started += 1
      }
      for _ in 0..<width { startNext() }
      while let (index, outcome) = await group.next() {
        waiting[index] = outcome
        while let next = waiting.removeValue(forKey: delivered) {
          if goesOn { goesOn = deliver(delivered + 1, files[delivered], next) }
          delivered += 1
        }
        startNext()
      }
      return delivered
    }
  }

  private func report(_ error: UprightError, of file: InputFile, to console: inout Console) throws(UprightError) {
    console.complain(TerminalText.plain("\(file.path): \(error.sentence(about: file.path))"))
    if json { try console.result(JSONLine.about(file.path, [.init("error", error.json(about: file.path))]).line) }
  }

  private func finish(_ failures: [UprightError], finished: Int, of count: Int) -> ExitCode {
    if let signal = Interruption.signal {
      if finished < count {
        try? StandardStream.error.write("upright: stopped; \(finished) of \(count) files were worked on\n")
      }
      return ExitCode(128 + signal)
    }
    guard let failure = failures.first else { return .success }
    return ExitCode(count == 1 ? failure.codes.exitCode : 2)
  }
}

extension ExitCode {
  /// Ends the command with this code unless all went well.
  ///
  /// - Throws: itself.
  func end() throws(ExitCode) { if !isSuccess { throw self } }
}
