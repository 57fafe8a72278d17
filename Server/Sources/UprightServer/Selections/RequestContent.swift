// The content of a request, which is read only if it is wanted, and only within a bound.

import Synchronization

/// What a client sends after the fields of its request.
final class RequestContent: Sendable {
  private let read: @Sendable (_ most: Int) async -> Result<[UInt8], Problem>
  private let isWhole = Atomic(false)

  /// - Parameter read: Reads everything, unless it is more than `most` bytes.
  init(_ read: @escaping @Sendable (_ most: Int) async -> Result<[UInt8], Problem>) { self.read = read }

  /// Whether the client may still be sending.
  var isPending: Bool { !isWhole.load(ordering: .acquiring) }

  /// All of it.
  ///
  /// - Throws: 413 for more than `most` bytes.
  func bytes(atMost most: Int) async throws(Problem) -> [UInt8] {
    let bytes = try await read(most).get()
    isWhole.store(true, ordering: .releasing)
    return bytes
  }
}
