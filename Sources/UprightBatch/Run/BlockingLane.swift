// A Dispatch queue as an actor's executor (SE-0392), because its threads may block.

import Dispatch

/// Runs work that waits for disks and processes serially on a thread outside Swift's cooperative pool, whose threads
/// must not block: reading headers, making an index or a result.
///
///     let lane = BlockingLane()
///     let outcome = await lane.run { Result { () throws(UprightError) in try image.result(of: plan, by: pipeline) } }
///
/// Work that is waiting for the lane is run although its task is canceled; it is what looks at `Task.isCancelled`.
public actor BlockingLane {
  private let executor = QueueExecutor()
  /// The thread, as an executor of actors.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// A lane whose thread starts with the first work.
  public init() {}

  /// Runs `work`, in which `Task.isCancelled` is the caller's.
  public func run<Value: Sendable>(_ work: @Sendable () -> Value) -> Value { work() }
}

/// Runs an actor's jobs on a queue.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "upright.batch", qos: .userInitiated)

  func enqueue(_ job: UnownedJob) {
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
}
