// The worker's side: confines itself, then serves requests until the parent ends (Design.md).

public import Upright
import UprightSystem

/// The main loop of `upright-worker`.
public struct WorkerLoop {
  /// The argument that requests confinement.
  static let confinedWord = "--confined"

  private let codecs: [any Codec]
  private let colors: (any ColorManagement)?
  private let load: (ContainerFormat?) -> [LibraryVersion]

  /// A worker with these codecs, one per format, and this color engine.
  ///
  /// - Parameter load: Loads the libraries of a format, or all, which is impossible after confinement; returns the
  ///   loaded ones.
  public init(
    codecs: [any Codec], colors: (any ColorManagement)? = nil,
    load: @escaping (ContainerFormat?) -> [LibraryVersion] = { _ in [] }
  ) {
    self.codecs = codecs
    self.colors = colors
    self.load = load
  }

  /// Serves the process that started this one until that ends.
  ///
  /// - Returns: An exit code: 0, 64 if no process sends requests, or 75 if memory is short.
  public func run(_ words: [String]) -> Int32 {
    let format = words.compactMap { ContainerFormat(rawValue: $0) }.first
    do throws(SystemError) { try serve(format, confined: words.contains(Self.confinedWord)) } catch {
      return error.meansShortage ? WorkerExit.shortageCode : 64
    }
    return 0
  }

  private func serve(_ format: ContainerFormat?, confined: Bool) throws(SystemError) {
    let libraries = load(format)
    let confinement = try confine(confined)
    let connection = WorkerConnection(WorkerChannel(toParent: WorkerCalls.ownChannel))
    let capabilities = Dictionary(
      codecs.map { ($0.format, $0.capabilities) }, uniquingKeysWith: { first, _ in first })
    do throws(WorkerFault) {
      try connection.sendReply(
        .handshake(
          WorkerHandshake(
            version: WorkerHandshake.currentVersion, confinement: confinement, capabilities: capabilities,
            libraries: libraries.map(\.description))))
      while true { try connection.sendReply(answer(to: connection.nextRequest(), connection)) }
    } catch {
      guard case .call(let number) = error, SystemError(number: number).meansShortage else { return }
      throw SystemError(number: number)
    }
  }

  private func confine(_ isWanted: Bool) throws(SystemError) -> WorkerHandshake.Confinement {
    try WorkerCalls.enterWorker(confined: isWanted)
    guard isWanted else { return .none }
    do throws(SystemError) {
      try WorkerCalls.filterCalls()
      return .filtered
    } catch {
      return .limited(error.number)
    }
  }

  private func answer(to request: WorkerRequest, _ connection: WorkerConnection) -> WorkerReply {
    do throws(UprightError) {
      guard let codec = codecs.first(where: { $0.format == request.format }) else {
        throw .unsupported("the worker has no codec for \(request.format.name)")
      }
      return .done(
        try WorkerRequestHandler(codec: codec, colors: colors, request: request, connection: connection).run())
    } catch {
      return .failed(error)
    }
  }
}

// The worker's end of the protocol while it works.

/// The worker's end of the channel, the shared memory, and the slots that it may fill.
final class WorkerConnection {
  /// More bytes than metadata may have.
  private static let maxCommandBytes = 1 << 28

  private let channel: WorkerChannel
  private var deadline = Deadline.endless
  private var freeSlots = 0
  private(set) var memory: SharedBands?
  private(set) var source: Descriptor?

  init(_ channel: WorkerChannel) { self.channel = channel }

  func sendReply(_ reply: WorkerReply) throws(WorkerFault) { try channel.send(reply.bytes, &deadline) }

  /// The next request, with the files sent along.
  func nextRequest() throws(WorkerFault) -> WorkerRequest {
    while true {
      guard case .request(let request) = try nextCommand() else { continue }
      freeSlots = request.slots?.count ?? 0
      source = nil
      if let size = request.newMemory { try map(size) }
      if request.passesFile { source = channel.takeFile() }
      return request
    }
  }

  /// Waits until a slot may be filled.
  func awaitSlot() throws(WorkerFault) {
    while freeSlots == 0 {
      guard case .slot = try nextCommand() else { throw .protocolViolation("no slot") }
      freeSlots += 1
    }
    freeSlots -= 1
  }

  /// Waits until the requested slot is filled.
  func awaitRows() throws(WorkerFault) {
    guard case .slot = try nextCommand() else { throw .protocolViolation("no rows") }
  }

  /// Bytes of the source; slots that become free meanwhile are counted.
  func bytes(at offset: Int, count: Int) throws(WorkerFault) -> [UInt8] {
    try sendReply(.needsBytes(at: offset, count: count))
    while true {
      switch try nextCommand() {
      case .bytes(let bytes): return bytes
      case .slot: freeSlots += 1
      case .request: throw .protocolViolation("a request within another")
      }
    }
  }

  private func map(_ size: Int) throws(WorkerFault) {
    guard let file = channel.takeFile() else { throw .protocolViolation("no shared memory was sent") }
    memory = nil
    do { memory = try SharedBands(mapping: file, byteCount: size) } catch { throw .call(error.number) }
  }

  private func nextCommand() throws(WorkerFault) -> WorkerCommand {
    let bytes = try channel.receive(atMost: Self.maxCommandBytes, &deadline)
    do { return try WorkerCommand(bytes) } catch { throw .protocolViolation(error.what) }
  }
}
