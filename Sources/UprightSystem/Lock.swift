// A value behind a lock: Synchronization's mutex (SE-0433), or where that needs newer systems than this package, Apple's
// unfair lock (os/lock.h, iOS 16, macOS 13).

#if canImport(os)
  import os
#else
  import Synchronization
#endif

/// A value that one thread uses at a time.
package struct Lock<Value>: ~Copyable, Sendable {
  #if canImport(os)
    private let state: OSAllocatedUnfairLock<Value>

    /// An unlocked value.
    package init(_ value: consuming sending Value) { state = OSAllocatedUnfairLock(uncheckedState: value) }

    /// Runs `body` while no other thread uses the value; never from within itself.
    package borrowing func withLock<Output, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Output
    ) throws(Failure) -> Output {
      let outcome = state.withLockUnchecked { value in
        do throws(Failure) { return Result<Output, Failure>.success(try body(&value)) } catch { return .failure(error) }
      }
      return try outcome.get()
    }
  #else
    private let mutex: Mutex<Value>

    /// An unlocked value.
    package init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// Runs `body` while no other thread uses the value; never from within itself.
    package borrowing func withLock<Output, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Output
    ) throws(Failure) -> sending Output { try mutex.withLock(body) }
  #endif
}
