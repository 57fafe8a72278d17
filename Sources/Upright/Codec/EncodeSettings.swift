// How a delivered picture is encoded.

/// Format and fidelity of the encoded result.
public struct EncodeSettings: Hashable, Sendable {
  /// How much an encoder may lose.
  public enum Fidelity: Hashable, Sendable {
    /// libjpeg's quality number, 1…100.
    case level(Int)
    /// The source's own quantisation tables, one per component, in natural order.
    case tables([[UInt16]])
  }

  /// Into which container.
  public let format: ContainerFormat
  /// How much may be lost; formats without loss ignore it.
  public let fidelity: Fidelity
  /// Luma samples per chroma sample, across and down (2 × 2 is "4:2:0"); formats without subsampling ignore it.
  public let sampling: Sampling
  /// Whether several refining scans are written.
  public let progressive: Bool

  /// Chroma subsampling, in the axes of the delivered picture.
  public struct Sampling: Hashable, Sendable {
    /// Luma samples across per chroma sample: 1, 2 or 4.
    public let horizontal: Int
    /// Luma samples down per chroma sample: 1, 2 or 4.
    public let vertical: Int

    /// Across and down.
    public init(horizontal: Int, vertical: Int) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  /// Format and fidelity.
  public init(format: ContainerFormat, fidelity: Fidelity, sampling: Sampling, progressive: Bool = false) {
    self.format = format
    self.fidelity = fidelity
    self.sampling = sampling
    self.progressive = progressive
  }
}
