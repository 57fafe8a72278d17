// What admission says, as answers to requests.

import Upright
import UprightBatch

extension Problem {
  /// Why a request may not begin.
  init(_ refusal: Admission.Refusal) {
    switch refusal {
    case .full: self = .busy
    case .cancelled: self = .late
    }
  }
}

extension Admission {
  /// As `enter`.
  ///
  /// - Throws: `.busy` if too many wait already; `.late` if the task is canceled.
  func admit(_ bytes: Int) async throws(Problem) -> Ticket {
    do throws(Refusal) { return try await enter(bytes) } catch { throw Problem(error) }
  }

  /// Runs work that takes little memory on a thread that may block, once a place is free.
  ///
  /// - Throws: As `admit`, and as `work`.
  func answer<Value: Sendable>(
    _ work: @Sendable () throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    try await admit(0).run { Result { () throws(Problem) in try work() } }.get()
  }
}

extension Admission.Ticket {
  /// Runs work that makes something of an image, on a thread that may block.
  func answer<Value: Sendable>(
    _ work: @Sendable () throws(UprightError) -> Value
  ) async -> Result<Value, Problem> {
    await run { Result { () throws(UprightError) in try work() }.mapError { Problem($0) } }
  }
}
