// What a person selected of a picture, kept so that it outlives the view it was made in: 0…1 across the picture as displayed.

/// A part of a picture as displayed, never empty, within 0…1 in both directions.
///
/// It stays true when the view is resized or turned, and when the picture is scaled.
public struct Selection: Hashable, Sendable {
  /// The part, 0…1 across the displayed picture, from its top left corner.
  public let area: Rect2D<Normalized<Displayed>>

  /// The part of `area` that lies in the picture; nil where nothing of positive area does, or it is not a number.
  @inlinable public init?(_ area: Rect2D<Normalized<Displayed>>) {
    guard let inside = area.intersection(Rect2D(x: 0, y: 0, width: 1, height: 1)) else { return nil }
    self.area = inside
  }

  /// The part of `rect` that lies in a picture of `size`; nil where it covers no pixel: beside it, at its edge (to a millionth of
  /// a pixel), without area, not a number.
  @inlinable public init?(_ rect: Rect2D<Displayed>, in size: PixelSize<Displayed>) {
    guard let inside = rect.clipped(to: size), !inside.pixels(.outward).isEmpty else { return nil }
    self.init(inside.normalized(in: size))
  }

  /// The part of a rectangle as Vision gives it for the oriented picture: 0…1 from the lower left corner, y upwards.
  public init?(vision area: Rect2D<YUp<Normalized<Displayed>>>) { self.init(area.yDown()) }

  /// The same part as Vision wants it (`regionOfInterest`): 0…1 from the lower left corner, y upwards, no edge beyond by a rounding error.
  public var vision: Rect2D<YUp<Normalized<Displayed>>> { area.yUp().clippedToUnit }

  /// The same part of the picture as it is stored, 0…1, no edge beyond by a rounding error.
  public func stored(_ orientation: Orientation<Stored, Displayed>) -> Rect2D<Normalized<Stored>> {
    area.applying(orientation.inverse).clippedToUnit
  }

  /// The part in pixels of the displayed picture, edges as they are.
  public func rect(in size: PixelSize<Displayed>) -> Rect2D<Displayed> { area.denormalized(in: size) }

  /// The part in whole pixels of the displayed picture; nil where rounding leaves none.
  public func pixels(
    in size: PixelSize<Displayed>, rounding: PixelRounding = .outward
  ) -> PixelRect<Displayed>? {
    rect(in: size).pixels(rounding).clipped(to: size)
  }

  /// The part in whole pixels of a picture stored as `size` under `orientation`; nil where rounding leaves none.
  public func pixels(
    in size: PixelSize<Stored>, _ orientation: Orientation<Stored, Displayed>, rounding: PixelRounding = .outward
  ) -> PixelRect<Stored>? {
    let displayed = orientation.applied(to: size)
    return pixels(in: displayed, rounding: rounding)?.applying(orientation.inverse, in: displayed)
  }
}

extension Rect2D {
  /// The part of a rectangle of 0…1 that lies there; what is too thin to be cut stays.
  @inlinable package var clippedToUnit: Self { intersection(Self(x: 0, y: 0, width: 1, height: 1)) ?? self }
}
