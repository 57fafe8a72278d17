// Processes the files of a batch: several in parallel, with outcomes in file order.

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
