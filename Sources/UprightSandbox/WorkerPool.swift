// Workers that are ready, used again and again, by any thread (docs/worker.md).

import Synchronization
public import Upright

/// The workers of a program: started when they are first needed, as many as there are calls at a time.
public final class WorkerPool: Sendable {
  /// Workers that wait for work.
  private static let maxIdle = 16

  private struct State {
    var idle: [WorkerProcess] = []
    var hasComplained = false
  }

  let mode: SandboxMode
  private let program: String?
  /// Requests after which a worker is replaced: whatever it may have lost or kept goes with it.
  let maxRequests: Int
  private let warn: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// A pool that starts `program`; without one `upright-worker`, beside the running program or in `../libexec/upright`.
  ///
  /// - Parameter complain: is told once where the system cannot confine a worker, and `mode` goes on without.
  public convenience init(
    mode: SandboxMode = .auto, program: String? = nil, warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.init(mode: mode, program: program, maxRequests: 1000, warn: warn)
  }

  /// The same, whose workers are replaced sooner or later.
  init(
    mode: SandboxMode = .auto, program: String?, maxRequests: Int,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.mode = mode
    self.program = program
    self.maxRequests = maxRequests
    self.warn = warn
  }

  /// A worker that is ready for a format, or for all, and fits; of those that do not, each is ended that was found.
  ///
  /// - Throws: `.unsupported` where there is no program, or none that can be confined as asked; `.shortage` where memory or processes are short.
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

  /// Starts a worker for a format that is about to be needed, and does not wait for it. Where that fails, whoever takes one is told.
  public func prepare(for format: ContainerFormat) {
    guard let worker = try? start(for: format) else { return }
    release(worker)
  }

  private func start(for format: ContainerFormat?) throws(WorkerFault) -> WorkerProcess {
    let program: String
    do throws(UprightError) { program = try path() } catch { throw .caller(error) }
    return try WorkerProcess(starting: program, for: format, confined: mode != .never)
  }

  /// A worker that has greeted, and is confined as asked.
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
      case .call(let number) where CallError(number: number).meansShortage: throw .outOfProcesses
      case .protocolViolation: throw .unsupported("\(try path()) is none of this version's workers")
      default: throw .unsupported("\(try path()) cannot be started (\(error))")
      }
    }
  }

  private func idle(for format: ContainerFormat?) -> WorkerProcess? {
    state.withLock { state in
      state.idle.lastIndex { $0.serves(format) }.map { state.idle.remove(at: $0) }
    }
  }

  /// Where the program lies.
  func path() throws(UprightError) -> String {
    if let program { return program }
    return try WorkerProgram.path()
  }

  /// Takes a worker back that answered as it should.
  func release(_ worker: WorkerProcess) {
    guard worker.requestCount < maxRequests else { return }
    state.withLock { if $0.idle.count < Self.maxIdle { $0.idle.append(worker) } }
  }

  private func check(_ confinement: WorkerHandshake.Confinement) throws(WorkerFault) {
    guard case .limited(let number) = confinement else { return }
    let sentence = "this system does not filter a worker's system calls (errno \(number))"
    guard mode != .always else { throw .caller(.unsupported("\(sentence), and without that nothing is decoded")) }
    let isFirst = state.withLock { state in
      defer { state.hasComplained = true }
      return !state.hasComplained
    }
    if isFirst { warn("\(sentence): it is confined by limits alone") }
  }
}
