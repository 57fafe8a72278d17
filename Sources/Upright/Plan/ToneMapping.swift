// How high dynamic range becomes standard dynamic range (ITU-R BT.2100, BT.2390, BT.2408).

/// A tone map that a plan carries out.
public struct ToneMapping: Hashable, Sendable {
  /// The source's dynamic range.
  public let range: HighRange
  /// The method: BT.2390 or clipping.
  public let method: Rendition.ToneMap
  /// Bits per sample of the result.
  public let depth: SampleLayout.Depth

  /// `tone-mapped from PQ by BT.2390`.
  public var sentence: String {
    "tone-mapped from \(range.curve.rawValue) by \(method == .clip ? "clipping at 203 nits" : "BT.2390")"
  }

  /// The mapper that carries it out.
  func mapper() throws(UprightError) -> ToneMapper {
    let curve: ToneMapper.Curve = range.curve == .pq ? .pq : .hlg
    guard let mapper = ToneMapper(curve, method == .clip ? .clip : .knee, matrix: range.toSRGB) else {
      throw .unsupported("these colors cannot be tone-mapped")
    }
    return mapper
  }
}
