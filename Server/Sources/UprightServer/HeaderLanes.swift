// Threads that open files and read headers, so that such requests never wait behind decoding.

import Synchronization
import UprightBatch

/// A few threads, used in turn.
final class HeaderLanes: Sendable {
  private let lanes = (0..<4).map { _ in BlockingLane() }
  private let next = Atomic(0)

  /// A thread.
  var lane: BlockingLane {
    let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return lanes[number & 3]
  }
}
