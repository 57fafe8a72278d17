// The words that platforms have for poses, turns and mirrors; everywhere else in this module a pose, a turn and an orientation are types of their own.

/// The words of platforms. The same word means opposite things on two of them: convert, never pass on.
public enum Interop {
  /// The two systems whose words differ.
  public enum Platform: String, CaseIterable, Hashable, Sendable {
    /// Apple's.
    case iOS
    /// Google's.
    case android = "Android"
  }
}
