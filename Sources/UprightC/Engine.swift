// The codecs and workers of this process. A child process gets its own: pthread_atfork(3).

import CUprightABI
import Synchronization
import Upright
import UprightBatch
import UprightCodecs
import UprightFiles
import UprightSandbox
import UprightSystem

/// Codecs, and the worker processes of those that are not called in this process.
///
/// JPEGs are walked by two threads while a core is free. In a child process of fork(2) they are not: the threads of its
/// parent's Dispatch do not exist there.
final class Engine: Sendable {
  private let workers: WorkerPool
  private let codecs: [any Codec]
  /// A place for each core.
  let admission: Admission

  private init() {
    admission = Admission(width: upright_is_forked() != 0 ? 0 : Int(upright_core_count()))
    workers = WorkerPool(beside: Self.path)
    codecs = workers.codecs(beside: SystemCodecs.all(usingThreads: false) { Admission.hasSpareThread })
  }

  /// A pipeline with these limits.
  func pipeline(_ limits: Limits) -> Pipeline {
    Pipeline(codecs: codecs, colors: WorkerColors(workers), limits: limits)
  }

  /// The version and the formats, as JSON.
  var version: String {
    let worker = Result { () throws(UprightError) in try workers.description() }
    return VersionText(worker: worker).json.line
  }

  /// The path of the library's file, beside which the worker's program is.
  private static let path = unsafe upright_library_path().map { unsafe String(cString: $0) } ?? ""
}

extension Engine {
  /// The engine that was made in this process; nil until then. An engine is never freed: a child process must not end
  /// its parent's workers.
  private static let made = unsafe Atomic<Unmanaged<Engine>?>(nil)
  private static let forgetsInChildren: Void = { _ = pthread_atfork(nil, nil) { Engine.forget() } }()

  /// The engine of this process.
  static var shared: Engine {
    if let engine = unsafe made.load(ordering: .acquiring) { return unsafe engine.takeUnretainedValue() }
    forgetsInChildren
    let new = unsafe Unmanaged.passRetained(Engine())
    let (_, other) = unsafe made.compareExchange(expected: nil, desired: new, ordering: .acquiringAndReleasing)
    guard let other = unsafe other else { return unsafe new.takeUnretainedValue() }
    unsafe new.release()
    return unsafe other.takeUnretainedValue()
  }

  private static func forget() { unsafe made.store(nil, ordering: .releasing) }
}
