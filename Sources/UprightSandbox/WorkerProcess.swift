// A worker from the parent's side: started, sent requests, never trusted, and ended (Design.md).

public import Upright
import UprightSystem

/// A running worker; the pool ensures that one thread uses it at a time.
final class WorkerProcess: @unchecked Sendable {
  /// Memory for a worker's libraries, threads and stacks besides that of a run.
  private static let librarySpace = 1 << 30
  /// The maximum startup time, in seconds.
  private static let startTime = 30.0

  /// Its handshake; empty until it was awaited.
  private(set) var handshake = WorkerHandshake.notReceived
  /// The format that it was started for; nil for all.
  private let format: ContainerFormat?
  /// Its process ID.
  let child: Int32
  private let channel: WorkerChannel
  private let isConfined: Bool
  private var exitStatus: WorkerExit?
  private(set) var memory: SharedBands?
  /// The number of requests that it completed.
  private(set) var requestCount = 0
  /// The number of replies to its last request.
  private(set) var repliesReceived = 0
  /// Whether it has its last request's source as a file.
  private var hasFile = false

  /// Starts `program` for a format, or for all, without waiting until it is ready.
  init(starting program: String, for format: ContainerFormat?, confined: Bool) throws(WorkerFault) {
    self.format = format
    do throws(SystemError) {
      let (own, other) = try WorkerCalls.makeChannel()
      channel = WorkerChannel(toWorker: own)
      let word = confined ? WorkerLoop.confinedWord : ""
      child = try WorkerCalls.start(program, word: word, format: format?.rawValue ?? "", channel: other)
    } catch {
      throw .call(error.number)
    }
    isConfined = confined
  }

  /// Starts `program` for a format, or for all, and waits until it is ready.
  convenience init(_ program: String, for format: ContainerFormat? = nil, confined: Bool) throws(WorkerFault) {
    try self.init(starting: program, for: format, confined: confined)
    try awaitGreeting()
  }

  /// Waits until it is ready; ends it if it does not get ready.
  func awaitGreeting() throws(WorkerFault) {
    guard handshake == .notReceived else { return }
    var deadline = Deadline(seconds: Self.startTime)
    do throws(WorkerFault) {
      guard case .handshake(let handshake) = try Self.receive(from: channel, &deadline) else {
        throw WorkerFault.protocolViolation("no handshake")
      }
      self.handshake = handshake
    } catch {
      if error == .closed { exitStatus = WorkerCalls.exitStatus(of: child, within: 1000) }
      if exitStatus?.meansShortage(atStart: true) == true { throw .call(SystemError.noMemory.number) }
      end(within: 0)
      throw error
    }
  }

  deinit { end(within: 0) }

  /// Whether it has loaded what a format needs.
  func serves(_ wanted: ContainerFormat?) -> Bool {
    guard let format else { return true }
    guard let wanted else { return false }
    let needed = CodecFacts.of(wanted)?.loadedLibrary
    return needed == nil || needed == CodecFacts.of(format)?.loadedLibrary
  }

  /// Whether it is still running.
  var isAlive: Bool {
    exitStatus = exitStatus ?? WorkerCalls.exitStatus(of: child, within: 0)
    return exitStatus == nil
  }

  /// How it ended, as it must have if its channel is closed; nil if it had to be killed.
  @discardableResult
  func end(within milliseconds: Int32 = 2000) -> WorkerExit? {
    if exitStatus == nil { exitStatus = WorkerCalls.exitStatus(of: child, within: milliseconds) }
    if let exitStatus { return exitStatus }
    WorkerCalls.end(child)
    exitStatus = WorkerCalls.exitStatus(of: child, within: 2000)
    return nil
  }
}

extension WorkerProcess {
  /// Runs a request.
  ///
  /// - Parameter take: Gets every reply about pixels or the result.
  /// - Returns: The number that the codec returned.
  func carryOut(
    _ operation: WorkerRequest.Operation, _ format: ContainerFormat, limits: Limits, source: any ByteSource,
    _ deadline: inout Deadline, take: (WorkerReply, inout Deadline) throws(WorkerFault) -> Void
  ) throws(WorkerFault) -> Int {
    (requestCount, repliesReceived, hasFile) = (requestCount + 1, 0, false)
    try begin(operation, format, limits: limits, source: source, &deadline)
    var questions = Self.maxReplies(about: source.byteCount)
    while true {
      let reply = try Self.receive(from: channel, &deadline)
      repliesReceived += 1
      if Cancellation.isRequested { throw .cancelled }
      switch reply {
      case .needsBytes(let offset, let count):
        guard !hasFile else { throw .protocolViolation("it requested bytes of a file that it already has") }
        questions -= 1
        guard questions >= 0 else { throw .protocolViolation("far more requests than its source has bytes") }
        try deadline.counting { deadline throws(WorkerFault) in try answer(offset, count, of: source, &deadline) }
      case .done(let number): return number
      case .failed(let error): throw .answer(error)
      case .handshake: throw .protocolViolation("a second handshake")
      case let reply: try take(reply, &deadline)
      }
    }
  }

  /// More replies than a decoder needs for its source, of which it gets at least 65,536 bytes at once.
  static func maxReplies(about byteCount: Int) -> Int { 1 << 16 + max(0, byteCount) / 2 }

  /// Sends that a slot is empty, or filled.
  func sendCommand(_ command: WorkerCommand, _ deadline: inout Deadline) throws(WorkerFault) {
    try channel.send(command.bytes, &deadline)
  }

  private func begin(
    _ operation: WorkerRequest.Operation, _ format: ContainerFormat, limits: Limits, source: any ByteSource,
    _ deadline: inout Deadline
  ) throws(WorkerFault) {
    let newMemory = try makeMemory(for: operation.slots)
    let (given, channel) = (memory, channel)
    func send(_ file: Int32?) throws(WorkerFault) {
      let request = WorkerRequest(
        format: format, operation: operation, limits: limits, byteCount: source.byteCount, passesFile: file != nil,
        slots: operation.slots, newMemory: newMemory)
      let files = (newMemory == nil ? nil : given?.file.number).map { [$0] } ?? []
      try channel.send(WorkerCommand.request(request).bytes, files: files + (file.map { [$0] } ?? []), &deadline)
    }
    guard let file = source as? any DescriptorSource else { return try send(nil) }
    try file.withDescriptor { number throws(WorkerFault) in
      try send(number)
      hasFile = number != nil
    }
  }

  /// Ensures that the shared memory is large enough; returns its size if it is new.
  private func makeMemory(for slots: SlotLayout?) throws(WorkerFault) -> Int? {
    guard let slots, slots.byteCount > memory?.byteCount ?? 0 else { return nil }
    do {
      memory = try SharedBands(byteCount: slots.byteCount)
      return slots.byteCount
    } catch {
      throw .call(error.number)
    }
  }

  private func answer(
    _ offset: Int, _ count: Int, of source: any ByteSource, _ deadline: inout Deadline
  ) throws(WorkerFault) {
    guard offset <= source.byteCount else { throw .protocolViolation("bytes beyond the source's end") }
    let range = offset..<offset + min(count, source.byteCount - offset)
    let bytes: [UInt8]
    do { bytes = try source.read(range) } catch { throw .caller(UprightError(error)) }
    try sendCommand(.bytes(bytes), &deadline)
  }

  /// Limits its memory and processor time for a request, and on its first request for its lifetime. A limit that the
  /// system does not support does not prevent the others.
  ///
  /// - Returns: Whether its hard limits allow that. Otherwise another worker is needed, because they cannot be raised
  ///   again.
  func bound(_ limits: Limits, seconds: Double) -> Bool {
    guard isConfined else { return true }
    let sum = limits.memoryBytes.addingReportingOverflow(Self.librarySpace)
    let bytes = sum.overflow ? .max : sum.partialValue
    do throws(SystemError) {
      return try WorkerCalls.limit(
        child, bytes: bytes, seconds: Limits.processorSeconds(seconds), isNew: requestCount == 0)
    } catch { return true }
  }

  private static func receive(
    from channel: WorkerChannel, _ deadline: inout Deadline
  ) throws(WorkerFault) -> WorkerReply {
    let bytes = try channel.receive(atMost: WorkerReply.longest, &deadline)
    do { return try WorkerReply(bytes) } catch { throw .protocolViolation(error.what) }
  }
}

/// The program `upright-worker`, by its path.
public enum WorkerProgram {
  /// Its file name.
  public static let name = "upright-worker"

  /// Its path.
  ///
  /// - Throws: `.unsupported` if it is missing or not executable, with the places that were searched.
  public static func path() throws(UprightError) -> String { try path(of: name) }

  /// The path of another program that is installed with this one.
  ///
  /// - Throws: As `path()`.
  package static func path(of name: String) throws(UprightError) -> String {
    guard let own = WorkerCalls.ownPath() else {
      throw .unsupported("cannot determine the path of the running program")
    }
    return try path(of: name, beside: own)
  }

  /// The path of a program that is installed with the file at `own`.
  ///
  /// - Throws: As `path()`.
  static func path(of name: String, beside own: String) throws(UprightError) -> String {
    let places = places(of: name, beside: own)
    guard let path = places.first(where: WorkerCalls.isProgram) else {
      if let path = places.first(where: WorkerCalls.exists) {
        throw .unsupported(
          "\(name), which is required here, is not executable: \(path)")
      }
      throw .unsupported(
        """
        \(name), which is required here, is missing: not found at \(places.joined(separator: " or ")). Packages of \
        Upright install it; in the source tree, `Scripts/release \(name)` builds it
        """)
    }
    return path
  }

  /// The places to search, for a program at `path`.
  static func places(of name: String = name, beside path: String) -> [String] {
    let folder = parent(of: path)
    return ["\(folder)/\(name)", "\(parent(of: folder))/libexec/upright/\(name)"]
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}

// Why a request to the worker gave no result, and how a process ended (Design.md).

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
