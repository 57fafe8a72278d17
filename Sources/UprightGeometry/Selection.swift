// A person's selection on an image, independent of the view it was made in: 0…1 across the displayed image.

/// A part of a displayed image, never empty, within 0…1 on both axes.
///
/// It stays valid when the view is resized or rotated, and when the image is scaled.
public struct Selection: Hashable, Sendable {
  /// The part, 0…1 across the displayed image, from its top left corner.
  public let area: Rect2D<Normalized<Displayed>>

  /// An area that is known to be in 0…1 and not empty.
  init(checked area: Rect2D<Normalized<Displayed>>) { self.area = area }

  /// The part of `area` in the image; nil if its area is not positive or NaN.
  @inlinable public init?(_ area: Rect2D<Normalized<Displayed>>) {
    guard let inside = area.intersection(Rect2D(x: 0, y: 0, width: 1, height: 1)) else { return nil }
    self.area = inside
  }

  /// The part of `rect` in an image of `size`; nil if it covers no pixel: outside, at its edge (to a millionth of a
  /// pixel), without area, NaN.
  @inlinable public init?(_ rect: Rect2D<Displayed>, in size: PixelSize<Displayed>) {
    guard let inside = rect.clipped(to: size), !inside.pixels(.outward).isEmpty else { return nil }
    self.init(inside.normalized(in: size))
  }

  /// From a rectangle of Vision for the oriented image: 0…1 from the lower left corner, y up.
  public init?(vision area: Rect2D<YUp<Normalized<Displayed>>>) { self.init(area.yDown()) }

  /// The same part for Vision (`regionOfInterest`): 0…1 from the lower left corner, y up, clipped to exclude rounding
  /// errors.
  public var vision: Rect2D<YUp<Normalized<Displayed>>> { area.yUp().clippedToUnit }

  /// The same part of the stored image, 0…1, clipped to exclude rounding errors.
  public func stored(_ orientation: Orientation<Stored, Displayed>) -> Rect2D<Normalized<Stored>> {
    area.applying(orientation.inverse).clippedToUnit
  }

  /// The part in pixels of the displayed image, with unrounded edges.
  public func rect(in size: PixelSize<Displayed>) -> Rect2D<Displayed> { area.denormalized(in: size) }

  /// The part in whole pixels of the displayed image; nil if rounding leaves none.
  public func pixels(
    in size: PixelSize<Displayed>, rounding: PixelRounding = .outward
  ) -> PixelRect<Displayed>? {
    rect(in: size).pixels(rounding).clipped(to: size)
  }

  /// The part in whole pixels of an image stored as `size` with `orientation`; nil if rounding leaves none.
  public func pixels(
    in size: PixelSize<Stored>, _ orientation: Orientation<Stored, Displayed>, rounding: PixelRounding = .outward
  ) -> PixelRect<Stored>? {
    let displayed = orientation.applied(to: size)
    return pixels(in: displayed, rounding: rounding)?.applying(orientation.inverse, in: displayed)
  }
}

extension Rect2D {
  /// The part of a rectangle inside 0…1; a rectangle too thin to clip stays.
  @inlinable package var clippedToUnit: Self { intersection(Self(x: 0, y: 0, width: 1, height: 1)) ?? self }
}
