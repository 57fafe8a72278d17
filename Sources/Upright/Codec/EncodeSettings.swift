// How a delivered picture is encoded.

/// Format and fidelity of the encoded result.
public struct EncodeSettings: Hashable, Sendable {
  /// How much an encoder may lose.
  public enum Fidelity: Hashable, Sendable {
    /// A quality number, 1…100: libjpeg's, and whatever comes nearest to it for other formats.
    case level(Int)
    /// Nothing is lost.
    case exact
    /// The source's own quantisation tables, one per component, in natural order.
    case tables([[UInt16]])

    /// The quality number for an encoder of `format`; nil for nothing lost.
    ///
    /// - Throws: `.unanswerable` outside 1…100, and for tables, which only a JPEG has.
    public func level(for format: ContainerFormat) throws(UprightError) -> Int? {
      switch self {
      case .exact: return nil
      case .level(let level):
        guard (1...100).contains(level) else {
          throw .unanswerable(field: "quality", reason: "\(level) is not in 1...100")
        }
        return level
      case .tables:
        throw .unanswerable(field: "quality", reason: "\(format.rawValue) has no quantisation tables of a JPEG")
      }
    }
  }

  /// Into which container.
  public let format: ContainerFormat
  /// How much may be lost; formats without loss ignore it.
  public let fidelity: Fidelity
  /// Luma samples per chroma sample, across and down (2 × 2 is "4:2:0"); formats without subsampling ignore it.
  public let sampling: Sampling
  /// Whether several refining scans are written.
  public let progressive: Bool

  /// Which codes.
  public let codes: Codes

  /// Chroma subsampling, in the axes of the delivered picture.
  public typealias Sampling = Subsampling

  /// The Huffman codes of a JPEG (ITU T.81, annex C); formats without them ignore it.
  public enum Codes: Hashable, Sendable {
    /// Those that make the file smallest, for which all coefficients have to be in memory first.
    case fitted
    /// Those of ITU T.81, K.3, with which bytes come as rows do; several refining scans have fitted ones all the same.
    case standard
  }

  /// Format and fidelity.
  public init(
    format: ContainerFormat, fidelity: Fidelity, sampling: Sampling, progressive: Bool = false, codes: Codes = .fitted
  ) {
    self.format = format
    self.fidelity = fidelity
    self.sampling = sampling
    self.progressive = progressive
    self.codes = codes
  }
}
