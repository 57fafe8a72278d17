// Why a request to the worker gave no result, and how a process ended (Design.md).

import Upright

/// Why there is no result.
enum WorkerFault: Error, Hashable {
  /// The other side has closed the channel.
  case closed
  /// The deadline has passed.
  case overdue
  /// The caller canceled it.
  case cancelled
  /// The other side violated the protocol.
  case protocolViolation(String)
  /// A system call failed.
  case call(Int32)
  /// The worker's codec refused or failed.
  case answer(UprightError)
  /// The source or the destination on this side failed.
  case caller(UprightError)
}

/// How a process ended.
enum WorkerExit: Hashable {
  /// By a signal, with its name.
  case signal(String)
  /// Normally, with an exit code.
  case code(Int32)
  /// Unknown: its status was already reported elsewhere.
  case unknown
}

extension WorkerExit {
  /// The exit code of a worker that could not map memory (sysexits.h, EX_TEMPFAIL).
  static let shortageCode: Int32 = 75

  /// Whether it ended because memory was short, as far as known. Either it reported that, or its memory is limited from
  /// outside and it ended like a program that runs out of memory. Before it was ready, that means any signal or the
  /// loader's 127; later, the signals of allocators.
  func meansShortage(atStart isAtStart: Bool, isBounded: Bool = WorkerCalls.hasBoundedMemory) -> Bool {
    switch self {
    case .code(Self.shortageCode): true
    case .code(127): isAtStart && isBounded
    case .signal("SIGABRT"), .signal("SIGILL"), .signal("SIGTRAP"): isBounded
    case .signal: isAtStart && isBounded
    case .code, .unknown: false
    }
  }

  /// A sentence about the decoder or encoder that ran.
  var sentence: String {
    switch self {
    case .signal("SIGSYS"): "was stopped by SIGSYS for a forbidden system call"
    case .signal("SIGKILL"): "was stopped by SIGKILL, perhaps because of too little memory"
    case .signal("SIGXCPU"): "was stopped by SIGXCPU because it took too much time"
    case .signal(let name): "was stopped by \(name)"
    case .code(let code): "ended with exit code \(code)"
    case .unknown: "ended"
    }
  }
}
