// os: the unfair lock, here over Foundation's.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Foundation

/// "A structure that creates an unfair lock", from iOS 16 and macOS 13 on.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private final class Storage {
    var state: State
    let lock = NSLock()

    init(_ state: State) { self.state = state }
  }

  private let storage: Storage

  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    storage.lock.lock()
    defer { storage.lock.unlock() }
    return try body(&storage.state)
  }
}
