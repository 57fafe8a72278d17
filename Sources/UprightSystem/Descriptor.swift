// An open file (POSIX.1-2017, 3.258).

/// An open file, closed with its last owner.
package final class Descriptor: Sendable {
  package let number: Int32
  private let isLocked = Lock(false)

  package init(_ number: Int32) { self.number = number }

  /// Notes that the file is locked from now on.
  package func noteLock() { isLocked.withLock { $0 = true } }

  /// Unlocks a locked file before closing it. A process started meanwhile may briefly share it, and closing alone would
  /// leave the lock to that process.
  deinit {
    if isLocked.withLock({ $0 }) { _ = flock(number, LOCK_UN) }
    _ = close(number)
  }
}
