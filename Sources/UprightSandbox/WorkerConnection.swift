// The worker's end of the protocol while it works.

import Upright
import UprightSystem

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
