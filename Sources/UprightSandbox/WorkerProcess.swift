// A worker from the parent's side: started, sent requests, never trusted, and ended (Design.md).

import Upright
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
