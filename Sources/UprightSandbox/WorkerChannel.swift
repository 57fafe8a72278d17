// Whole messages over a socket: four bytes of length, little-endian, and so many more (docs/worker.md).

/// One side's end of the channel, used by one thread at a time.
final class WorkerChannel {
  /// How many bytes are asked for at once.
  private static let chunks = (1 << 12)...(1 << 18)

  private let file: OpenFile
  private let takesFiles: Bool
  private var received: [UInt8] = []
  private var files: [OpenFile] = []

  /// The parent's end, to which no file can be sent.
  init(toWorker file: OpenFile) {
    self.file = file
    takesFiles = false
  }

  /// The worker's end.
  init(toParent file: OpenFile) {
    self.file = file
    takesFiles = true
  }

  /// Sends a message; files go along.
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

  /// The next message, of at most so many bytes.
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

  /// The first file that came and was not taken yet.
  func takeFile() -> OpenFile? { files.isEmpty ? nil : files.removeFirst() }

  /// Length of the frame that comes next, as far as it is known.
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

  /// Takes what is there; whether anything was.
  private func receiveMore(_ count: Int) throws(WorkerFault) -> Bool {
    do throws(CallError) {
      let bytes: [UInt8]?
      if takesFiles {
        let answer = try WorkerCalls.receiveFiles(atMost: count, from: file)
        files += answer?.files ?? []
        bytes = answer?.bytes
      } else {
        bytes = try WorkerCalls.receive(atMost: count, from: file)
      }
      guard let bytes else { throw CallError.closed }
      received += bytes
      return !bytes.isEmpty
    } catch {
      throw error.isClosed ? .closed : .call(error.number)
    }
  }
}
