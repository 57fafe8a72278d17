// What a run may cost, set in advance.

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
