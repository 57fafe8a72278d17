// How long one side waits for the other.

import Upright

/// Time that may be waited; waiting uses it up, and answering what the other side asks, but not the time in which this process is stopped.
struct Deadline {
  /// The longest wait between two looks at whether the caller gave up.
  private static let slice = 0.05

  /// Seconds that are left; nil for no end.
  private var left: Double?

  /// So many seconds in all.
  init(seconds: Double) { left = seconds }

  /// No end: the other side's death is noticed all the same.
  static var endless: Deadline { Deadline(left: nil) }

  private init(left: Double?) { self.left = left }

  /// Waits until the channel has, or takes, bytes.
  mutating func wait(for channel: OpenFile, toTake takes: Bool) throws(WorkerFault) {
    while !(try look(at: channel, takes)) {
      if Task.isCancelled { throw .cancelled }
      if let left, left <= 0 { throw .overdue }
    }
  }

  /// Counts what `body` takes as if it had been waited for: who asks without end gets no more time than who is silent.
  mutating func counting(_ body: (inout Deadline) throws(WorkerFault) -> Void) throws(WorkerFault) {
    let (begun, before) = (WorkerCalls.now(), left)
    try body(&self)
    guard let before, let rest = left else { return }
    let after = min(rest, before - min(WorkerCalls.now() - begun, 2 * Self.slice))
    left = after
    if after <= 0 { throw .overdue }
  }

  /// Waits for a slice of time; whether it was enough.
  private mutating func look(at channel: OpenFile, _ takes: Bool) throws(WorkerFault) -> Bool {
    do throws(CallError) {
      guard let left else { return try WorkerCalls.wait(channel, takes: takes, milliseconds: -1) }
      let (begun, slice) = (WorkerCalls.now(), min(Self.slice, max(left, 0)))
      defer { self.left = left - min(WorkerCalls.now() - begun, 2 * Self.slice) }
      return try WorkerCalls.wait(channel, takes: takes, milliseconds: Int32((slice * 1000).rounded(.up)))
    } catch {
      throw .call(error.number)
    }
  }
}
