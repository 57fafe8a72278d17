// When a change is reported as done: when it is on the disk, or when the system has it (fsync(2)).

/// What must happen before a change is reported as done.
public enum Durability: String, Hashable, Sendable, CaseIterable, Codable {
  /// The change is on the disk: no power cut undoes it.
  case full
  /// For bytes within one sector, the system has the change. A power cut in the next half minute may restore all old
  /// bytes, never some. Every other change still waits for the disk, because only write order keeps it whole.
  case relaxed
}
