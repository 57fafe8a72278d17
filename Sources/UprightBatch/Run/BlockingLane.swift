// A Dispatch queue as an actor's executor (SE-0392), because its threads may block.

import Dispatch

/// Runs work that waits for disks and processes serially on a thread outside Swift's cooperative pool, whose threads
/// must not block.
package actor BlockingLane {
  private let executor = QueueExecutor()
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  package init() {}

  /// Runs `work`, in which `Task.isCancelled` is the caller's.
  package func run<Value: Sendable>(_ work: @Sendable () -> Value) -> Value { work() }
}

/// Runs an actor's jobs on a queue.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "upright.batch", qos: .userInitiated)

  func enqueue(_ job: UnownedJob) {
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
}
