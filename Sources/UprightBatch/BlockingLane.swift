// A queue of Dispatch as an actor's executor (SE-0392), because its threads may be blocked.

import Dispatch

/// Does work that waits for disks and processes, one piece after the other, on a thread outside of Swift's shared ones, which must not wait.
actor BlockingLane {
  private let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// Does `work`, in which `Task.isCancelled` is that of the caller.
  func run<Value: Sendable>(_ work: @Sendable () -> Value) -> Value { work() }
}

/// Runs an actor's jobs on a queue.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "upright.batch", qos: .userInitiated)

  func enqueue(_ job: UnownedJob) {
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
}
