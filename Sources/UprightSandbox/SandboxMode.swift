// What `--sandbox` can say: which decoders run in the worker, and how the worker is confined (docs/worker.md).

/// Which formats are decoded and encoded in the worker, and what becomes of it where the system cannot confine it.
public enum SandboxMode: String, Hashable, Sendable, CaseIterable {
  /// Formats whose libraries hostile content may crash; where the system call filter is not to be had, with limits alone.
  case auto
  /// Every format; refused where the system call filter is not to be had.
  case always
  /// As `auto`, and the worker is not confined.
  case never
}
