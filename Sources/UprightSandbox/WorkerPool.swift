// Idle workers, reused by any thread (Design.md).

public import Upright
import UprightSystem

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

/// A worker of a pool as it describes itself, for diagnosis: its path, its confinement and its abilities.
public struct WorkerDescription: Hashable, Sendable {
  /// The program's path.
  public let path: String
  /// Its confinement, as the end of a sentence.
  public let confinement: String
  /// The formats that it decodes.
  public let formats: Set<ContainerFormat>
  /// Its libraries with their versions, as it reports them.
  public let libraries: [String]

  init(_ handshake: WorkerHandshake, path: String) {
    self.path = path
    confinement =
      switch handshake.confinement {
      case .filtered: "no file access, system calls filtered"
      case .limited: "no file access; this system cannot filter system calls"
      case .none: "not confined"
      }
    formats = Set(handshake.capabilities.filter(\.value.decodes).keys)
    libraries = handshake.libraries
  }
}

extension WorkerPool {
  /// Starts a worker, unless one is idle, and gets its description.
  ///
  /// - Throws: `.unsupported` if the program is missing, with the places that were searched, or is of another version.
  public func description() throws(UprightError) -> WorkerDescription {
    let worker = try take()
    defer { release(worker) }
    return WorkerDescription(worker.handshake, path: try path())
  }
}

// What only workers decode, known to programs that do not link it (Design.md).

/// The formats whose libraries hostile content may crash.
public enum ConfinedFormats {
  /// The capabilities of the worker's codecs, by format; a test compares them with what the worker reports.
  public static let all = Dictionary(uniqueKeysWithValues: built.map { ($0.format, $0.capabilities) })

  /// The capabilities of the worker's codec for a format; nil if another decodes it, or none. A command on one file is
  /// done before ``all`` is made.
  package static func capabilities(of format: ContainerFormat) -> Capabilities? {
    built.first { $0.format == format }?.capabilities
  }

  private static var built: [CodecFacts] { CodecFacts.all.filter { $0.isConfined && $0.built.missingTrait == nil } }
}

extension ConfinedFormats {
  /// The formats that this build leaves out, with the trait that adds each.
  private static var unbuilt: [any Codec] {
    CodecFacts.all.filter(\.isConfined).compactMap { facts in
      facts.built.missingTrait.map { UnavailableCodec(facts.format, trait: $0) }
    }
  }

  /// All of them, run in a pool's workers.
  fileprivate static func codecs(_ workers: WorkerPool) -> [any Codec] {
    built.sorted { $0.format.rawValue < $1.format.rawValue }
      .map { WorkerCodec($0.format, $0.capabilities, workers: workers) } + unbuilt
  }
}

extension WorkerPool {
  /// The codecs for a pipeline: those of this process, then those of its workers. If every format is confined, workers
  /// replace all of them.
  public func codecs(beside near: [any Codec]) -> [any Codec] {
    let confined = ConfinedFormats.codecs(self)
    guard mode == .always else { return near + confined }
    return near.map { WorkerCodec($0.format, $0.capabilities, workers: self) } + confined
  }
}

// The values of `--sandbox`: which decoders run in the worker, and how the worker is confined (Design.md).

/// Which formats are decoded and encoded in the worker, and what happens if the system cannot confine it.
public enum SandboxMode: String, Hashable, Sendable, CaseIterable {
  /// Formats whose libraries hostile content may crash; if there is no system call filter, with limits alone.
  case auto
  /// Every format; an error if there is no system call filter.
  case always
  /// As `auto`, but the worker is not confined.
  case never
}
