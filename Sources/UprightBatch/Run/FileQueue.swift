// Processes the files of a batch: several in parallel, with outcomes in file order.

import Dispatch
import Synchronization
package import Upright
import UprightFiles
import UprightSystem

/// Files to process, in memory or created on demand.
package protocol FileList: RandomAccessCollection, Sendable where Element == InputFile, Index == Int {}

extension Array: FileList where Element == InputFile {}

/// Processes files in parallel and delivers the outcomes in order.
package struct FileQueue: Sendable {
  /// The outcome of one file, or why it failed.
  package typealias Outcome<Value> = Result<Value, UprightError>

  /// What the files share: memory, and one place for each thread.
  package let admission: Admission
  /// The number of files passed to a thread at once; more than 1 if a file takes little time.
  package let grain: Int

  /// The minimum number of files per thread if only headers are read.
  private static let least = 8
  /// Other open files: the standard streams, temporary ones of libraries, and two per named folder.
  private static let othersOpen = 12 + 2 * FolderRoot.openAtMost
  /// The files that a thread has open while it processes one: the source, the new file, and their folders.
  private static let openAtWork = 4

  /// The maximum number of open files of the process.
  package static var openFiles: Int { sysconf(Int32(_SC_OPEN_MAX)) }

  package init(_ admission: Admission, grain: Int = 1) { (self.admission, self.grain) = (admission, grain) }

  /// The maximum number of threads.
  package static let widest = 1_024

  /// The number of threads; by default, the number of cores.
  package static func width(_ jobs: Int?) -> Int {
    min(jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))), widest)
  }

  /// The number of files to retag that are passed to one of `width` threads. Flushing more files together is cheaper,
  /// but each stays open until then, and the system allows only `openFiles` per process. `openings` is how often a file
  /// is open.
  package static func grainOfRetags(
    width: Int, openings: Int, openFiles: Int = openFiles
  ) -> Int {
    let spare = openFiles < 0 ? 256 : openFiles - othersOpen - openAtWork * width
    return min(128, max(1, min(256, spare) / openings / width))
  }

  /// Calls `deliver` with the number of files done, the file and its outcome, in file order, until it returns false or
  /// the process is interrupted. Then no further file is begun. Each file is taken from `files` once, by the thread
  /// that works on it.
  ///
  /// - Parameter flush: Completes the work on the files that were passed to a thread at once.
  /// - Returns: The number of files processed.
  package func run<Files: FileList, Value: Sendable>(
    _ files: Files, flush: @escaping @Sendable ([Outcome<Value>]) -> [Outcome<Value>] = { $0 },
    work: @escaping @Sendable (Int, InputFile) throws(UprightError) -> Value,
    deliver: (Int, InputFile, Outcome<Value>) -> Bool
  ) -> Int {
    let (admission, width) = (admission, admission.width)
    let grain = min(grain, max(Self.least, (files.count + width - 1) / width))
    let stop = Stop()
    let pool = WorkPool(width: files.count > grain ? width : 1) { (part: FileRange) in
      var taken: [InputFile] = []
      var outcomes: [Outcome<Value>] = []
      for index in part.start..<part.end where !stop.isRequested && (outcomes.isEmpty || Interruption.signal == nil) {
        let file = files[index]
        let outcome = Outcome { () throws(UprightError) in
          if let failure = file.failure { throw failure }
          do throws(UprightError) {
            return try admission.working { () throws(UprightError) in try work(index, file) }
          } catch {
            throw error == .differentSource ? .changedUnderneath(file.path) : error
          }
        }
        taken.append(file)
        outcomes.append(outcome)
      }
      return (files: taken, outcomes: flush(outcomes))
    }
    var (started, delivered, goesOn) = (0, 0, true)
    pool.run {
      guard goesOn, started < files.count, Interruption.signal == nil else { return nil }
      defer { started = min(started + grain, files.count) }
      return FileRange(start: started, end: min(started + grain, files.count))
    } deliver: { part in
      for index in part.files.indices {
        if goesOn { goesOn = deliver(delivered + 1, part.files[index], part.outcomes[index]) }
        if !goesOn { stop.request() }
        delivered += 1
      }
    }
    return delivered
  }

  /// Files that a thread takes at once.
  private struct FileRange: Sendable {
    let start, end: Int
  }

  /// Whether the threads should begin no further file.
  private final class Stop: Sendable {
    private let flag = Atomic(false)

    var isRequested: Bool { flag.load(ordering: .relaxed) }

    func request() { flag.store(true, ordering: .relaxed) }
  }
}

// Runs several work items in parallel, with results in starting order; a width of one needs no thread, and where the
// system starts no other, the calling thread does all.

/// Runs work on `width` threads.
package struct WorkPool<Item: Sendable, Result: Sendable> {
  package let width: Int
  package let work: @Sendable (Item) -> Result

  package init(width: Int, work: @escaping @Sendable (Item) -> Result) {
    self.width = width
    self.work = work
  }

  /// Processes items from `next` until it returns nil, and calls `deliver` with the results in that order; both are
  /// called only on the calling thread.
  package func run(next: () -> Item?, deliver: (Result) -> Void) {
    guard width > 1 else {
      while let piece = next() { deliver(work(piece)) }
      return
    }
    let done = FinishedResults()
    let news = DispatchSemaphore(value: 0)
    var (started, finished, delivered) = (0, 0, 0)
    var waiting: [Int: Result] = [:]
    func startNext() {
      guard let piece = next() else { return }
      let (number, work) = (started, work)
      started += 1
      let process: @Sendable () -> Void = {
        let result = work(piece)
        done.add(number, result)
        news.signal()
      }
      if !SystemThread.run(process) { process() }
    }
    for _ in 0..<width { startNext() }
    while finished < started {
      news.wait()
      finished += 1
      let (number, result) = done.takeFirst()
      waiting[number] = result
      while let result = waiting.removeValue(forKey: delivered) {
        delivered += 1
        deliver(result)
      }
      startNext()
    }
  }

  /// Results that are done but not yet delivered; accessed only through `turn`.
  private final class FinishedResults: @unchecked Sendable {
    private let turn = DispatchQueue(label: "upright.work-pool")
    private var results: [(Int, Result)] = []

    func add(_ number: Int, _ result: Result) { turn.sync { results.append((number, result)) } }

    func takeFirst() -> (Int, Result) { turn.sync { results.removeFirst() } }
  }
}

// Completes what many outcomes leave pending, together, before any of them may be relied on.

/// The remaining work on many files, done together.
package enum PendingWork {
  /// Completes the remaining work of each outcome, given by `rest`.
  ///
  /// - Parameter end: Does it for all; returns for each the error if it failed.
  /// - Returns: The completed outcomes, or why they cannot be relied on.
  package static func end<Report, Rest>(
    _ outcomes: [Result<Report, UprightError>], _ rest: WritableKeyPath<Report, Rest?>,
    _ end: ([Rest]) -> [UprightError?]
  ) -> [Result<Report, UprightError>] {
    var finished = outcomes
    let (places, rests) = outcomes.enumerated().reduce(into: ([Int](), [Rest]())) { found, outcome in
      guard case .success(let report) = outcome.element, let left = report[keyPath: rest] else { return }
      found.0.append(outcome.offset)
      found.1.append(left)
    }
    for (place, error) in zip(places, end(rests)) {
      finished[place] = outcomes[place].flatMap { report in
        if let error { return .failure(error) }
        var report = report
        report[keyPath: rest] = nil
        return .success(report)
      }
    }
    return finished
  }
}
