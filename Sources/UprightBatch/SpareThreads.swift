// How many of the threads that batches may use have no file to process.

import Synchronization

/// The threads that batches leave free: `--jobs`, less the files being processed.
package final class SpareThreads: Sendable {
  /// Those of this process.
  package static let shared = SpareThreads()

  private let count = Atomic(0)

  package init() {}

  /// Whether a file may be processed by more than one thread. It is not reserved: two files that ask at the same time
  /// may share one thread, which then helps neither in full.
  package var isAny: Bool { count.load(ordering: .relaxed) > 0 }

  /// Adds threads that may be used, or takes those away that are.
  func add(_ threads: Int) { count.wrappingAdd(threads, ordering: .relaxed) }
}
