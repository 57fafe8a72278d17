// Paths of requests: split at raw slashes first, then each segment percent-decoded once (RFC 3986, 2.4; IIIF Image API
// 3.0, 9). A decoded slash stays inside its segment.

/// Paths of requests, as segments.
public enum ServerPath {
  /// The longest path in bytes, as sent.
  public static let longest = 2_048

  /// The decoded segments of a path as sent, without its query. `/` has none.
  ///
  /// - Throws: `path-too-long` (414); for a segment that is empty, `.` or `..`, or holds NUL, invalid UTF-8 or an
  ///   incomplete escape, an error with status 400.
  public static func segments(_ path: [UInt8]) throws(IIIFError) -> [String] { [] }

  /// The same for a text.
  public static func segments(_ path: String) throws(IIIFError) -> [String] { try segments(Array(path.utf8)) }

  /// The names of the folders and the file that a decoded identifier states, such as `a/b.jpg`.
  ///
  /// - Throws: 400 for a name that is empty, `.` or `..`, or holds NUL.
  public static func names(_ identifier: String) throws(IIIFError) -> [String] { [] }

  /// A segment with all but unreserved characters percent-encoded, slashes too.
  public static func encoded(_ segment: String) -> String { segment }
}
