// Spaces whose y points up from the lower left corner: Core Graphics' bitmap contexts, and the normalized planes of
// Vision and OpenGL.

/// The plane of `Base` from its lower left corner, y up.
///
/// `Rect2D<YUp<Normalized<Displayed>>>` is Vision's form for an oriented image; `YUp<Output>` is a bitmap context of
/// Core Graphics. In such a space, a rectangle's `y` is its lower edge, and `maxY` its upper one.
public enum YUp<Base: Space>: Space {}

extension Rect2D {
  /// The same rectangle from the lower left corner of an image of `size`.
  public func yUp(in size: PixelSize<S>) -> Rect2D<YUp<S>> { mirrored(in: Double(size.height)) }

  /// The same rectangle, in 0…1, from the lower left corner (Vision).
  public func yUp<Base: Space>() -> Rect2D<YUp<S>> where S == Normalized<Base> { mirrored(in: 1) }

  /// The same rectangle from the top left corner of an image of `size`.
  public func yDown<Base: Space>(in size: PixelSize<Base>) -> Rect2D<Base> where S == YUp<Base> {
    mirrored(in: Double(size.height))
  }

  /// The same rectangle, in 0…1, from the top left corner.
  public func yDown<Base: Space>() -> Rect2D<Normalized<Base>> where S == YUp<Normalized<Base>> { mirrored(in: 1) }

  private func mirrored<To: Space>(in high: Double) -> Rect2D<To> {
    let own = standardized
    return Rect2D<To>(x: own.x, y: high - own.y - own.height, width: own.width, height: own.height)
  }
}

extension Transform2D {
  /// The map from y-down to y-up coordinates of an image of `size`.
  public static func yUp(of size: PixelSize<From>) -> Self where To == YUp<From> {
    Self(scaleX: 1, scaleY: -1, ty: Double(size.height))
  }

  /// The map from y-up to y-down coordinates of an image of `size`.
  public static func yDown(of size: PixelSize<To>) -> Self where From == YUp<To> {
    Self(scaleX: 1, scaleY: -1, ty: Double(size.height))
  }

  /// The same map in y-up coordinates, for images of size `from` and `to`.
  public func yUp(from: PixelSize<From>, to: PixelSize<To>) -> Transform2D<YUp<From>, YUp<To>> {
    Transform2D<YUp<From>, From>.yDown(of: from).then(self).then(.yUp(of: to))
  }
}
