// Whole messages over a socket: a length of four bytes, little-endian, then that many bytes (Design.md).

public import Upright
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

// How long one side waits for the other.

/// The remaining waiting time. Waiting and serving the other side's requests consume it, but not the time while this
/// process is stopped.
struct Deadline {
  /// The longest wait between two checks for cancellation.
  private static let slice = 0.05

  /// Remaining seconds; nil for unlimited.
  private var left: Double?

  /// A deadline of `seconds` in total.
  init(seconds: Double) { left = seconds }

  /// No deadline: the other side's end is still detected.
  static var endless: Deadline { Deadline(left: nil) }

  private init(left: Double?) { self.left = left }

  /// Waits until the channel has bytes or accepts them.
  mutating func wait(for channel: Descriptor, toTake takes: Bool) throws(WorkerFault) {
    while !(try look(at: channel, takes)) {
      if Cancellation.isRequested { throw .cancelled }
      if let left, left <= 0 { throw .overdue }
    }
  }

  /// Counts the time of `body` as waiting time: a side that keeps asking gets no more time than a silent one.
  mutating func counting(_ body: (inout Deadline) throws(WorkerFault) -> Void) throws(WorkerFault) {
    let (begun, before) = (WorkerCalls.now(), left)
    try body(&self)
    guard let before, let rest = left else { return }
    let after = min(rest, before - min(WorkerCalls.now() - begun, 2 * Self.slice))
    left = after
    if after <= 0 { throw .overdue }
  }

  /// Waits for a slice of time; returns whether it was enough.
  private mutating func look(at channel: Descriptor, _ takes: Bool) throws(WorkerFault) -> Bool {
    do throws(SystemError) {
      guard let left else { return try WorkerCalls.wait(channel, takes: takes, milliseconds: -1) }
      let (begun, slice) = (WorkerCalls.now(), min(Self.slice, max(left, 0)))
      defer { self.left = left - min(WorkerCalls.now() - begun, 2 * Self.slice) }
      return try WorkerCalls.wait(channel, takes: takes, milliseconds: Int32((slice * 1000).rounded(.up)))
    } catch {
      throw .call(error.number)
    }
  }
}

// How long to wait for a worker if no limit is set (Design.md).
extension Limits {
  /// The total seconds to wait for a worker if `seconds` is nil; without a limit, a hang would never be detected.
  ///
  /// One minute, plus one per 150 million pixels that are decoded, plus one per 15 million that are encoded, reoriented
  /// or converted. No image of its size was seen to need nearly that much. Only waiting time is included.
  public static func workerSeconds(pixels: Int, decoding: Bool) -> Double {
    60 + Double(max(0, pixels)) / (decoding ? 2_500_000 : 250_000)
  }

  /// Seconds as an integer from 1; NaN and values over thirty years are clamped.
  static func wholeSeconds(_ seconds: Double) -> Int {
    seconds < 1e9 ? Int(max(1, seconds.rounded())) : 1_000_000_000
  }

  /// The processor time in seconds after which the system ends a worker that has `seconds` of elapsed time. Its
  /// libraries decode with one thread per processor, and one more passes the rows on.
  static func processorSeconds(_ seconds: Double, processors: Int = WorkerCalls.processorCount) -> Int {
    let product = wholeSeconds(seconds).multipliedReportingOverflow(by: processors + 1)
    return product.overflow ? .max : product.partialValue
  }

  /// The limit on a worker's time for this many pixels, and which limit it is.
  func waiting(pixels: Int, decoding: Bool) -> (seconds: Double, limit: Limit) {
    seconds.map { ($0, .seconds) } ?? (Self.workerSeconds(pixels: pixels, decoding: decoding), .workerSeconds)
  }
}
