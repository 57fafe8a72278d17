// Work on the files of a batch: several at once, the outcomes in the order of the files.

package import Upright
import UprightFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files to work on, one after another: all of them in memory, or each made when it is asked for.
package protocol FileList: RandomAccessCollection, Sendable where Element == InputFile, Index == Int {}

extension Array: FileList where Element == InputFile {}

/// Works on files in parallel and hands over the outcomes in order.
package struct FileQueue: Sendable {
  /// What came of one file, or why nothing did.
  package typealias Outcome<Value> = Result<Value, UprightError>

  /// How many threads work.
  package let width: Int
  /// How many files are handed to a thread at once: more than 1 where a file takes little.
  package let grain: Int

  /// Fewer files of which only headers are read are not worth a thread of their own.
  private static let least = 8
  /// Files that are open besides: the standard streams, what libraries need for a moment, and two for each folder that was named.
  private static let othersOpen = 12 + 2 * FolderRoot.openAtMost
  /// Files that a thread has open while it works on one: itself, its new contents, their folder.
  private static let openAtWork = 4

  /// How many files the process may have open.
  package static var openFiles: Int { sysconf(Int32(_SC_OPEN_MAX)) }

  package init(width: Int, grain: Int = 1) {
    self.width = width
    self.grain = grain
  }

  /// How many threads work, where that is not given as many as there are cores.
  package static func width(_ jobs: Int?) -> Int { jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// How many files whose tags are changed are handed to one of `width` threads. The more are flushed together the less it costs, but each is held open
  /// until then, and the system grants a process no more than `openFiles`. `openings` is how often a file is open.
  package static func grainOfRetags(
    width: Int, openings: Int, openFiles: Int = openFiles
  ) -> Int {
    let spare = openFiles < 0 ? 256 : openFiles - othersOpen - openAtWork * width
    return min(128, max(1, min(256, spare) / openings / width))
  }

  /// Calls `deliver` with the number of files done, the file and its outcome, in the order of the files, until it says no or the process is interrupted.
  ///
  /// - Parameter flush: Ends what was begun for the files handed to a thread at once.
  /// - Returns: How many files were worked on.
  package func run<Files: FileList, Value: Sendable>(
    _ files: Files, flush: @escaping @Sendable ([Outcome<Value>]) -> [Outcome<Value>] = { $0 },
    work: @escaping @Sendable (Int, InputFile) throws(UprightError) -> Value,
    deliver: (Int, InputFile, Outcome<Value>) -> Bool
  ) -> Int {
    let grain = min(grain, max(Self.least, (files.count + width - 1) / width))
    let pool = WorkPool(width: files.count > grain ? width : 1) { (part: Range<Int>) in
      var outcomes: [Outcome<Value>] = []
      for index in part where outcomes.isEmpty || Interruption.signal == nil {
        let outcome = Outcome { () throws(UprightError) in
          if let failure = files[index].failure { throw failure }
          do throws(UprightError) { return try work(index, files[index]) } catch {
            throw error == .differentSource ? .changedUnderneath(files[index].path) : error
          }
        }
        outcomes.append(outcome)
      }
      return (first: part.lowerBound, outcomes: flush(outcomes))
    }
    var (started, delivered, goesOn) = (0, 0, true)
    pool.run {
      guard goesOn, started < files.count, Interruption.signal == nil else { return nil }
      defer { started = min(started + grain, files.count) }
      return started..<min(started + grain, files.count)
    } deliver: { part in
      for (index, outcome) in zip(part.first..., part.outcomes) {
        if goesOn { goesOn = deliver(delivered + 1, files[index], outcome) }
        delivered += 1
      }
    }
    return delivered
  }
}
