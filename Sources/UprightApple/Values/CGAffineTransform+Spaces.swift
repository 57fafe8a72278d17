// Core Graphics' affine maps, which have the numbers of ours in the same order (CGAffineTransform.h), with both spaces in
// the label.

#if canImport(CoreGraphics)
  public import CoreGraphics
  public import UprightGeometry

  extension CGAffineTransform {
    /// The numbers of a map, whose type names both spaces.
    public init<From: Space, To: Space>(_ map: Transform2D<From, To>) {
      self.init(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty)
    }

    /// From stored to displayed pixels, y down: a movie track's `preferredTransform`.
    public init(storedToDisplayed orientation: Orientation<Stored, Displayed>, in size: PixelSize<Stored>) {
      self.init(Transform2D(orientation, in: size))
    }
  }

  extension Transform2D {
    fileprivate init(plain map: CGAffineTransform) {
      self.init(
        a: Double(map.a), b: Double(map.b), c: Double(map.c), d: Double(map.d), tx: Double(map.tx), ty: Double(map.ty))
    }
  }

  extension Transform2D where From == Stored, To == Displayed {
    /// From stored to displayed pixels, y down: a movie track's `preferredTransform`.
    ///
    /// `Orientation.init(classifying:tolerance:)` makes an orientation of it.
    public init(storedToDisplayed map: CGAffineTransform) { self.init(plain: map) }
  }

  extension Transform2D where From == Stored, To == Viewport {
    /// From stored pixels to the points of a view, y down.
    public init(storedToViewport map: CGAffineTransform) { self.init(plain: map) }
  }

  extension Transform2D where From == Displayed, To == Viewport {
    /// From displayed pixels to the points of a view, y down.
    public init(displayedToViewport map: CGAffineTransform) { self.init(plain: map) }
  }
#endif
