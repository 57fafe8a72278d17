// Whether work in progress should end: its task was canceled, or the program was asked to end.

import Synchronization

/// A request to end work in progress. Loops over files, rows and bytes ask for it, and throw `.cancelled`.
package enum Cancellation {
  private static let program = ObservedProgram()

  /// Whether the current task is canceled, or the program is to end.
  package static var isRequested: Bool { Task.isCancelled || program.isToEnd }

  /// From now on, `asks` tells whether the program is to end.
  package static func observe(_ asks: @escaping @Sendable () -> Bool) { program.observe(asks) }
}

/// Tells whether a program is to end, as often as it is asked.
final class ObservedProgram: Sendable {
  /// A closure stored directly in a lock would gain one more wrapper each time it is read.
  private struct Question: Sendable {
    var asks: (@Sendable () -> Bool)?
  }

  private let question = Mutex(Question())

  /// Whether the program is to end.
  var isToEnd: Bool {
    let now = question.withLock { $0 }
    return now.asks?() == true
  }

  /// From now on, `asks` tells it.
  func observe(_ asks: @escaping @Sendable () -> Bool) { question.withLock { $0 = Question(asks: asks) } }
}
