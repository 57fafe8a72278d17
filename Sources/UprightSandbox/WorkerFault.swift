// Why a request to the worker brought no result, and how a process ended (docs/worker.md).

import Upright

/// Why there is no result.
enum WorkerFault: Error, Hashable {
  /// The other side is gone.
  case closed
  /// It took longer than the parent waits.
  case overdue
  /// The caller stopped it.
  case cancelled
  /// The other side broke the protocol.
  case protocolViolation(String)
  /// A system call failed.
  case call(Int32)
  /// The codec in the worker refused or failed.
  case answer(UprightError)
  /// The source's bytes, or what takes the result, failed on this side.
  case caller(UprightError)
}

/// How a process ended.
enum WorkerExit: Hashable {
  /// By a signal, by its name.
  case signal(String)
  /// By itself, with an exit code.
  case code(Int32)
  /// In a way that only somebody else was told.
  case unknown
}

extension WorkerExit {
  /// The exit code of a worker that could not map memory (sysexits.h, EX_TEMPFAIL).
  static let shortageCode: Int32 = 75

  /// Whether it ended because memory was short, as far as that can be told: it says so, or its memory is bounded from outside and it ended as programs do
  /// that get none: before it was ready by any signal or the loader's 127, later by those of allocators.
  func meansShortage(atStart isAtStart: Bool, isBounded: Bool = WorkerCalls.hasBoundedMemory) -> Bool {
    switch self {
    case .code(Self.shortageCode): true
    case .code(127): isAtStart && isBounded
    case .signal("SIGABRT"), .signal("SIGILL"), .signal("SIGTRAP"): isBounded
    case .signal: isAtStart && isBounded
    case .code, .unknown: false
    }
  }
  /// What it says about the decoder or encoder that ran.
  var sentence: String {
    switch self {
    case .signal("SIGSYS"): "was stopped by SIGSYS, for a system call that it may not make"
    case .signal("SIGKILL"): "was stopped by SIGKILL, perhaps because memory was short"
    case .signal("SIGXCPU"): "was stopped by SIGXCPU, because it took too much time"
    case .signal(let name): "was stopped by \(name)"
    case .code(let code): "ended with exit code \(code)"
    case .unknown: "ended"
    }
  }
}
