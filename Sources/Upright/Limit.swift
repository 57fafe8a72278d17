// The limits on the cost of a run, as errors name them.

/// A limit on the cost of a run; errors name the one that was reached.
public enum Limit: String, Hashable, Sendable, CaseIterable {
  /// Pixels of a source or of a result (`Limits.pixels`).
  case pixels
  /// Columns or rows of an image.
  case side
  /// Bytes of working memory (`Limits.memoryBytes`).
  case memory
  /// Scans of a progressive JPEG (`Limits.scans`).
  case scans
  /// Warnings of a decoder (`Limits.warnings`).
  case warnings
  /// Elapsed seconds (`Limits.seconds`).
  case seconds
  /// Seconds allowed to a worker process for an image of its size, if `Limits.seconds` is nil.
  case workerSeconds = "worker-seconds"
  /// Bytes of one line of a journal.
  case journalLine = "journal-line"
  /// Bytes of a label file.
  case labelFile = "label-file"
  /// Bytes of standard input.
  case input

  /// The excess as a phrase: `needs 25 MB of memory, 5 MB allowed`.
  package func sentence(_ asked: Int, of allowed: Int) -> String {
    switch self {
    case .memory: "needs \(Self.memory(asked, of: allowed))"
    case .input: "over the limit: more than \(allowed) \(unit)"
    default: "over the limit: \(asked) \(unit), \(allowed) allowed"
    }
  }

  /// Both numbers in megabytes of 1,048,576 bytes if they differ there; the required amount is rounded up.
  private static func memory(_ asked: Int, of allowed: Int) -> String {
    let (needed, room) = (asked >> 20, allowed >> 20)
    guard room > 0, needed > room else { return "\(asked) bytes of memory, \(allowed) allowed" }
    return "\(needed + (asked & 0xF_FFFF == 0 ? 0 : 1)) MB of memory, \(room) MB allowed"
  }

  /// The unit of an error's numbers: "bytes of memory".
  public var unit: String {
    switch self {
    case .pixels: "pixels"
    case .side: "pixels along a side"
    case .memory: "bytes of memory"
    case .scans: "scans"
    case .warnings: "warnings"
    case .seconds, .workerSeconds: "seconds"
    case .journalLine: "bytes in one line of the journal"
    case .labelFile: "bytes in a label file"
    case .input: "bytes on standard input"
    }
  }
}
