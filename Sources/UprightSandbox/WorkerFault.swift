// Why a request to the worker brought no result, and how a process ended (DESIGN.md, "The worker").

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
  case nonsense(String)
  /// A system call failed.
  case call(Int32)
  /// The codec in the worker refused or failed.
  case answer(UprightError)
  /// The source's bytes, or what takes the result, failed on this side.
  case caller(UprightError)
}

/// How a process ended.
enum WorkerEnding: Hashable {
  /// By a signal, by its name.
  case signal(String)
  /// By itself, with an exit code.
  case code(Int32)
  /// In a way that only somebody else was told.
  case unknown
}

extension WorkerEnding {
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
