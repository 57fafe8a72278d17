// Whole messages over a socket: a length of four bytes, little-endian, then that many bytes (Design.md).

import UprightSystem

/// One end of the channel, used by one thread at a time.
final class WorkerChannel {
  /// How many bytes are requested at once.
  private static let chunks = (1 << 12)...(1 << 18)

  private let file: Descriptor
  private let takesFiles: Bool
  private var received: [UInt8] = []
  private var files: [Descriptor] = []

  /// The parent's end, which accepts no files.
  init(toWorker file: Descriptor) {
    self.file = file
    takesFiles = false
  }

  /// The worker's end.
  init(toParent file: Descriptor) {
    self.file = file
    takesFiles = true
  }

  /// Sends a message, with files.
  func send(_ message: [UInt8], files: [Int32] = [], _ deadline: inout Deadline) throws(WorkerFault) {
    let frame = (0..<4).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) } + message
    var sent = 0
    while sent < frame.count {
      let took: Int
      do { took = try WorkerCalls.send(frame, from: sent, with: sent == 0 ? files : [], over: file) } catch {
        throw error.isClosed ? .closed : .call(error.number)
      }
      if took == 0 { try deadline.wait(for: file, toTake: true) }
      sent += took
    }
  }

  /// The next message, of at most `longest` bytes.
  func receive(atMost longest: Int, _ deadline: inout Deadline) throws(WorkerFault) -> [UInt8] {
    while true {
      let needed = try neededBytes(longest)
      if needed <= received.count { return takeFrame(needed) }
      let missing = needed - received.count
      if try !receiveMore(min(max(missing, Self.chunks.lowerBound), Self.chunks.upperBound)) {
        try deadline.wait(for: file, toTake: false)
      }
    }
  }

  /// Removes and returns the first received file.
  func takeFile() -> Descriptor? { files.isEmpty ? nil : files.removeFirst() }

  /// The length of the next frame, as far as known.
  private func neededBytes(_ longest: Int) throws(WorkerFault) -> Int {
    guard received.count >= 4 else { return 4 }
    let count = received.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard 1...longest ~= count else { throw .protocolViolation("a message of \(count) bytes") }
    return 4 + count
  }

  private func takeFrame(_ count: Int) -> [UInt8] {
    let message = Array(received[4..<count])
    received.removeFirst(count)
    return message
  }

  /// Receives available bytes; returns whether there were any.
  private func receiveMore(_ count: Int) throws(WorkerFault) -> Bool {
    do throws(SystemError) {
      let bytes: [UInt8]?
      if takesFiles {
        let answer = try WorkerCalls.receiveFiles(atMost: count, from: file)
        files += answer?.files ?? []
        bytes = answer?.bytes
      } else {
        bytes = try WorkerCalls.receive(atMost: count, from: file)
      }
      guard let bytes else { throw SystemError.closed }
      received += bytes
      return !bytes.isEmpty
    } catch {
      throw error.isClosed ? .closed : .call(error.number)
    }
  }
}
