// When a change counts as done: once the disk has it, or once the system has it (fsync(2)).

/// What is awaited before a change is reported as done.
public enum Durability: String, Hashable, Sendable, CaseIterable {
  /// The disk has it: no power cut takes it back.
  case full
  /// For bytes within one sector, the system has it: a power cut in the half minute after may bring the old bytes back, all of them, never a part. Everything
  /// else waits for the disk all the same, because only order on the disk keeps it whole.
  case relaxed
}
