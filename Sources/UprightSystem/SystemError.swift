// The platform's C library (POSIX.1-2017), under one name for every target that makes system calls, and what all of them
// need of it: the error of a failed call, and open files.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif

// The error of a failed system call (POSIX.1-2017, 2.3, errno).

/// The error number of a failed system call.
package struct SystemError: Error, Hashable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// No memory is available.
  package static let noMemory = Self(number: ENOMEM)
  /// The other side of a channel is gone.
  package static let closed = Self(number: EPIPE)

  /// Whether the other side of a channel is gone.
  package var isClosed: Bool { number == EPIPE || number == ECONNRESET }

  /// Whether the system has too little of something at the moment.
  package var meansShortage: Bool { [EAGAIN, ENOMEM, EMFILE, ENFILE, ENOBUFS].contains(number) }

  /// Whether two names cannot be exchanged on this file system.
  package var meansNoExchange: Bool { [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(number) }

  /// Whether link(2) fails because files here have only one name, or this one has as many as it can.
  package var meansNoSecondNames: Bool { [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(number) }

  /// Makes a system call again while signals interrupt it.
  ///
  /// - Returns: What the call returned, which is not -1.
  /// - Throws: The error that it left in `errno`.
  package static func checked<Answer: SignedInteger>(_ call: () -> Answer) throws(SystemError) -> Answer {
    while true {
      let answer = call()
      if answer != -1 { return answer }
      if errno != EINTR { throw SystemError(number: errno) }
    }
  }
}

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
