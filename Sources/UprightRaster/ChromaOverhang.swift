// Chroma of an image whose left or top edge is inside a chroma sample, as after mirroring an odd side (JFIF 1.02: a
// sample is centered on its pixels).

public import UprightGeometry

/// How many pixels the first chroma sample begins before an image's left and top edges.
///
/// A JPEG's first sample begins at the edges, so chroma with an overhang must be resampled.
public struct ChromaOverhang: Hashable, Sendable {
  /// Pixels before the left edge.
  public let left: Int
  /// Pixels above the top edge.
  public let top: Int

  /// Pixels before the left edge, and above the top edge.
  public init(left: Int, top: Int) {
    self.left = left
    self.top = top
  }

  /// Chroma that begins at both edges.
  public static var none: ChromaOverhang { ChromaOverhang(left: 0, top: 0) }
}

extension Subsampling {
  /// The overhang of `region`, a part of an image with this subsampling, after `orientation`.
  ///
  /// Nil if both edges of an axis are inside chroma samples. Then the samples are one more than the result can have.
  public func overhang<From: Space, To: Space>(
    of region: PixelRect<From>, reorientedBy orientation: Orientation<From, To>
  ) -> ChromaOverhang? {
    let reversed = orientation.reversesFromAxes
    guard
      let across = Self.overhang(from: region.x, to: region.maxX, by: horizontal, isReversed: reversed.horizontal),
      let down = Self.overhang(from: region.y, to: region.maxY, by: vertical, isReversed: reversed.vertical)
    else { return nil }
    return orientation.swapsAxes ? ChromaOverhang(left: down, top: across) : ChromaOverhang(left: across, top: down)
  }

  private static func overhang(from start: Int, to end: Int, by step: Int, isReversed: Bool) -> Int? {
    let (before, after) = (start % step, (step - end % step) % step)
    guard before == 0 || after == 0 else { return nil }
    return isReversed ? after : before
  }
}

extension PlanarRaster {
  /// Resamples chroma so that its first sample begins at the left and top edges; until then, it begins `overhang`
  /// before them.
  ///
  /// - Returns: false, with at most some planes changed, if out of memory.
  public mutating func alignChroma(_ overhang: ChromaOverhang) -> Bool {
    guard overhang != .none else { return true }
    let shift = (
      across: Double(overhang.left) / Double(chroma.horizontal), down: Double(overhang.top) / Double(chroma.vertical)
    )
    return changeChroma { $0.resample(from: shift, filter: Self.aligningFilter) }
  }

  /// The maximum bytes that ``alignChroma(_:)`` keeps besides the planes; saturates at `Int.max`.
  public static func aligningBytes(size: PixelSize<S>, chroma: Subsampling) -> Int {
    let coarse = chroma.covering(size)
    return Resampler<S>.workingBytes(from: coarse, to: coarse, layout: SampleLayout(.gray), filter: aligningFilter)
  }

  /// The filter whose result decoders display nearest to the source: 0.1 to 1 dB of chroma above a linear one.
  private static var aligningFilter: ResampleFilter { .lanczos3 }
}
