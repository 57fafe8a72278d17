// Platform terms for poses, rotations and mirrors; everywhere else in this module, poses, rotations and orientations
// are types.

/// Platform terms. The same word has opposite meanings on two platforms: convert it, never pass it on.
public enum Interop {
  /// The two systems with different terms.
  public enum Platform: String, CaseIterable, Hashable, Sendable {
    /// Apple's.
    case iOS
    /// Google's.
    case android = "Android"
  }
}
