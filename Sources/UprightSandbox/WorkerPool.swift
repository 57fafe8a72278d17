// Idle workers, reused by any thread (Design.md).

import UprightSystem
public import Upright

/// A program's workers: started on demand, one per concurrent call.
public final class WorkerPool: Sendable {
  /// The maximum number of idle workers.
  private static let maxIdle = 16

  private struct State {
    var idle: [WorkerProcess] = []
    var hasComplained = false
  }

  /// What pools share that differ only in who is warned.
  private final class Workers: Sendable {
    let state = Lock(State())
  }

  package let mode: SandboxMode
  private let program: String?
  /// The file beside which the program is; nil for the running program.
  private let neighbor: String?
  /// The number of requests after which a worker is replaced, along with whatever it leaked or kept.
  let maxRequests: Int
  private let warn: (@Sendable (String) -> Void)?
  private let workers: Workers

  /// A pool that starts `program`; by default `upright-worker`, beside the running program or in `../libexec/upright`.
  ///
  /// - Parameter warn: Called once if the system cannot confine a worker and `mode` continues without.
  public convenience init(
    mode: SandboxMode = .auto, program: String? = nil, warn: (@Sendable (String) -> Void)? = nil
  ) {
    self.init(mode: mode, program: program, maxRequests: 1000, warn: warn)
  }

  /// A pool that starts `upright-worker` from the folder of another file, such as a library, or from `../libexec/upright`
  /// seen from there.
  package convenience init(beside neighbor: String) {
    self.init(program: nil, beside: neighbor, maxRequests: 1000)
  }

  /// The same, with workers that are replaced after `maxRequests`.
  init(
    mode: SandboxMode = .auto, program: String?, beside neighbor: String? = nil, maxRequests: Int,
    warn: (@Sendable (String) -> Void)? = nil
  ) {
    self.mode = mode
    self.program = program
    self.neighbor = neighbor
    self.maxRequests = maxRequests
    self.warn = warn
    workers = Workers()
  }

  /// The workers of `pool`, with another one to warn.
  private init(_ pool: WorkerPool, warn: @escaping @Sendable (String) -> Void) {
    (mode, program, neighbor) = (pool.mode, pool.program, pool.neighbor)
    (maxRequests, workers) = (pool.maxRequests, pool.workers)
    self.warn = warn
  }

  /// The same workers, whose first warning goes to `warn`, if nobody was warned before.
  package func warning(_ warn: @escaping @Sendable (String) -> Void) -> WorkerPool { WorkerPool(self, warn: warn) }

  /// A ready worker for a format, or for all, with suitable limits; idle workers that are not suitable are ended.
  ///
  /// - Throws: `.unsupported` if there is no program, or none that can be confined as requested; `.shortage` if memory
  ///   or processes are short.
  func take(
    for format: ContainerFormat? = nil, where fits: (WorkerProcess) -> Bool = { _ in true }
  ) throws(UprightError) -> WorkerProcess {
    while let worker = idle(for: format) {
      guard worker.isAlive else { continue }
      let ready = try ready { worker }
      if fits(ready) { return ready }
    }
    let worker = try ready { () throws(WorkerFault) in try start(for: format) }
    _ = fits(worker)
    return worker
  }

  /// Starts a worker for a format that will be needed soon, without waiting. A failure is reported to the next caller
  /// of `take`.
  public func prepare(for format: ContainerFormat) {
    guard let worker = try? start(for: format) else { return }
    release(worker)
  }

  private func start(for format: ContainerFormat?) throws(WorkerFault) -> WorkerProcess {
    let program: String
    do throws(UprightError) { program = try path() } catch { throw .caller(error) }
    return try WorkerProcess(starting: program, for: format, confined: mode != .never)
  }

  /// A worker that has sent its handshake and is confined as requested.
  private func ready(_ worker: () throws(WorkerFault) -> WorkerProcess) throws(UprightError) -> WorkerProcess {
    do throws(WorkerFault) {
      let worker = try worker()
      try worker.awaitGreeting()
      try check(worker.handshake.confinement)
      return worker
    } catch {
      switch error {
      case .caller(let error): throw error
      case .cancelled: throw .cancelled
      case .call(let number) where SystemError(number: number).meansShortage: throw .outOfProcesses
      case .protocolViolation: throw .unsupported("\(try path()) is not a worker of this version")
      default:
        let path = try path()
        throw .unsupported("\(path) cannot be started (\(error)); run ldd \(path) to see if a library is missing")
      }
    }
  }

  private func idle(for format: ContainerFormat?) -> WorkerProcess? {
    workers.state.withLock { state in
      state.idle.lastIndex { $0.serves(format) }.map { state.idle.remove(at: $0) }
    }
  }

  /// The path of the program.
  func path() throws(UprightError) -> String {
    if let program { return program }
    if let neighbor { return try WorkerProgram.path(of: WorkerProgram.name, beside: neighbor) }
    return try WorkerProgram.path()
  }

  /// Takes back a worker that replied correctly.
  func release(_ worker: WorkerProcess) {
    guard worker.requestCount < maxRequests else { return }
    workers.state.withLock { if $0.idle.count < Self.maxIdle { $0.idle.append(worker) } }
  }

  private func check(_ confinement: WorkerHandshake.Confinement) throws(WorkerFault) {
    guard case .limited(let number) = confinement else { return }
    let sentence = "this system cannot filter a worker's system calls (errno \(number))"
    guard mode != .always else {
      throw .caller(.unsupported("\(sentence), so \(option: .sandbox, "always") refuses to decode"))
    }
    guard let warn else { return }
    let isFirst = workers.state.withLock { state in
      defer { state.hasComplained = true }
      return !state.hasComplained
    }
    if isFirst { warn("\(sentence): it is confined only by resource limits") }
  }
}
