// Why no ICC profile describes the colors that headers name (ITU-T H.273, 8.1 to 8.3): the values in its
// sentence (UnsupportedSamples+Sentence.swift has the table of codes and sentences).

/// Why the colors that headers name cannot be converted by a profile.
public enum UnsupportedColors: Hashable, Sendable {
  /// They have high dynamic range, which no profile describes.
  case highRange(HighRange.Curve)
  /// H.273 has no such primaries, or this library has no profile for them.
  case primaries(Int)
  /// H.273 has no such transfer curve, or this library has no profile for it.
  case transfer(Int)
  /// Samples have narrow range (`cICP`).
  case narrowRange
}

/// A high dynamic range, which must be tone-mapped for an ordinary image (ITU-R BT.2100).
public struct HighRange: Hashable, Sendable {
  /// The transfer function.
  public enum Curve: String, Hashable, Sendable, CaseIterable {
    /// Perceptual quantization (SMPTE ST 2084).
    case pq = "PQ"
    /// Hybrid log-gamma.
    case hlg = "HLG"
  }

  /// The transfer function.
  public let curve: Curve
  /// The 3 × 3 matrix, by rows, from linear RGB to linear sRGB.
  public let toSRGB: [[Double]]
}
