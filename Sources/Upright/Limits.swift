// What a run may cost, set in advance, and the memory that every run takes.

/// Limits on the cost of an image; each is checked before the cost arises.
public struct Limits: Hashable, Sendable {
  /// Pixels of a source or of a result.
  public var pixels: Int
  /// Bytes of working memory of one run.
  public var memoryBytes: Int
  /// Scans of a progressive image.
  public var scans: Int
  /// Warnings of a decoder for display; a lossless transform allows none.
  public var warnings: Int
  /// Elapsed seconds that decoding, reorienting or encoding may take, including waits; nil for unlimited. Servers set
  /// it.
  public var seconds: Double?

  /// Defaults for a command line: 268 million pixels, 2 GiB, 100 scans, 1,000 warnings. Time is unlimited, because the
  /// clock also runs while a program is stopped or waits for a disk.
  public init(
    pixels: Int = 268_402_689, memoryBytes: Int = 2 << 30, scans: Int = 100, warnings: Int = 1_000,
    seconds: Double? = nil
  ) {
    self.pixels = pixels
    self.memoryBytes = memoryBytes
    self.scans = scans
    self.warnings = warnings
    self.seconds = seconds
  }
}

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

/// The memory that a run takes besides what its plan computes; measured, because most of it is the program's own pages.
enum RunMemory {
  /// Bytes copied at once.
  static let chunk = 1 << 17
  /// Memory for copying: a chunk that was read, and output buffers.
  static let copying = 1 << 19
  /// Memory for decoding or encoding: a library's tables and pages, input and output buffers.
  static let coding = 5 << 18
  /// Rows that a decoder or an encoder keeps, in bytes per column.
  static let bytesPerColumn = 40
  /// Rows of blocks that a lossless transform keeps of its result, in bytes per component column.
  static let reorientBytesPerColumn = 128

  /// Blocks of at least this many bytes return their pages to the system when freed; smaller ones stay with the
  /// process.
  static let givenBack = 1 << 17

  /// The sum of nonnegative costs; saturates at the largest integer.
  static func sum(_ parts: Int...) -> Int { parts.reduce(0) { $0.addingSaturating($1) } }
}
