// The values of `--sandbox`: which decoders run in the worker, and how the worker is confined (Design.md).

/// Which formats are decoded and encoded in the worker, and what happens if the system cannot confine it.
public enum SandboxMode: String, Hashable, Sendable, CaseIterable {
  /// Formats whose libraries hostile content may crash; if there is no system call filter, with limits alone.
  case auto
  /// Every format; an error if there is no system call filter.
  case always
  /// As `auto`, but the worker is not confined.
  case never
}
