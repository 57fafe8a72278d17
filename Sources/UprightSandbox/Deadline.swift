// How long one side waits for the other.

import Upright
import UprightSystem

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
