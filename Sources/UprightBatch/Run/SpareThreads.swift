// How many of the threads that may be used have no file to process.

import Synchronization

/// The threads that are left free: `--jobs`, or the processor's cores for a library, less the files being processed.
package final class SpareThreads: Sendable {
  /// Those of this process's batches.
  package static let shared = SpareThreads()

  private let count: Atomic<Int>

  package init(_ count: Int = 0) { self.count = Atomic(count) }

  /// Whether a file may be processed by more than one thread. It is not reserved: two files that ask at the same time
  /// may share one thread, which then helps neither in full.
  package var isAny: Bool { count.load(ordering: .relaxed) > 0 }

  /// Adds threads that may be used, or takes those away that are.
  package func add(_ threads: Int) { count.wrappingAdd(threads, ordering: .relaxed) }
}
