// Whether work in progress should end: its task was canceled, or the program was asked to end.

import Synchronization

/// A request to end work in progress. Loops over files, rows and bytes ask for it, and throw `.cancelled`.
package enum Cancellation {
  private static let program = Mutex<(@Sendable () -> Bool)?>(nil)

  /// Whether the current task is canceled, or the program is to end.
  package static var isRequested: Bool {
    if Task.isCancelled { return true }
    let asks = program.withLock { $0 }
    return asks?() == true
  }

  /// From now on, `asks` tells whether the program is to end.
  package static func observe(_ asks: @escaping @Sendable () -> Bool) { program.withLock { $0 = asks } }
}
