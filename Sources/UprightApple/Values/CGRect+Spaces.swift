// Core Graphics' points, sizes and rectangles, with the space in the label: CGRect itself does not know it (CGGeometry.h).

#if canImport(CoreGraphics)
  public import CoreGraphics
  public import UprightGeometry

  extension CGRect {
    /// A rectangle of the displayed image, in its pixels, y down.
    public init(displayed rect: Rect2D<Displayed>) { self.init(plain: rect) }

    /// Whole pixels of the displayed image.
    public init(displayed rect: PixelRect<Displayed>) { self.init(plain: rect.rect) }

    /// A rectangle of the stored image, in its pixels, y down.
    public init(stored rect: Rect2D<Stored>) { self.init(plain: rect) }

    /// Whole pixels of the stored image: what `CGImage.cropping(to:)` takes.
    public init(stored rect: PixelRect<Stored>) { self.init(plain: rect.rect) }

    /// A rectangle of a view, in its points, y down.
    public init(viewport rect: Rect2D<Viewport>) { self.init(plain: rect) }

    /// A rectangle of the result, in its pixels, y down.
    public init(output rect: Rect2D<Output>) { self.init(plain: rect) }

    /// A rectangle of a bitmap context, in its pixels, y up.
    public init(yUpOutput rect: Rect2D<YUp<Output>>) { self.init(plain: rect) }

    /// The rectangle in which a context with y up draws a stored image, in the image's pixels.
    public init(yUpStored rect: Rect2D<YUp<Stored>>) { self.init(plain: rect) }

    /// A rectangle of Vision for the oriented image: 0…1, y up.
    public init(vision rect: Rect2D<YUp<Normalized<Displayed>>>) { self.init(plain: rect) }

    /// A part of the displayed image, 0…1, y down.
    public init(normalizedDisplayed rect: Rect2D<Normalized<Displayed>>) { self.init(plain: rect) }

    /// A part of the camera's unrotated image, 0…1, y down: AVFoundation's metadata output and device coordinates.
    public init(normalizedStored rect: Rect2D<Normalized<Stored>>) { self.init(plain: rect) }

    private init<S: Space>(plain rect: Rect2D<S>) {
      self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
  }

  extension Rect2D {
    /// The same four numbers.
    fileprivate init(plain rect: CGRect) {
      self.init(
        x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
        height: Double(rect.size.height))
    }
  }

  extension Rect2D where S == Displayed {
    /// A rectangle of the displayed image, in its pixels, y down. `CGRect.null` stays null (`isNull`).
    public init(displayed rect: CGRect) { self.init(plain: rect) }
  }

  extension Rect2D where S == Stored {
    /// A rectangle of the stored image, in its pixels, y down. `CGRect.null` stays null (`isNull`).
    public init(stored rect: CGRect) { self.init(plain: rect) }
  }

  extension Rect2D where S == Viewport {
    /// A rectangle of a view, in its points, y down. `CGRect.null` stays null (`isNull`).
    public init(viewport rect: CGRect) { self.init(plain: rect) }
  }

  extension Rect2D where S == Output {
    /// A rectangle of the result, in its pixels, y down. `CGRect.null` stays null (`isNull`).
    public init(output rect: CGRect) { self.init(plain: rect) }
  }

  extension Rect2D where S == YUp<Output> {
    /// A rectangle of a bitmap context, in its pixels, y up. `CGRect.null` stays null (`isNull`).
    public init(yUpOutput rect: CGRect) { self.init(plain: rect) }
  }

  extension Rect2D where S == YUp<Normalized<Displayed>> {
    /// A rectangle of Vision for the oriented image: 0…1, y up. `CGRect.null` stays null (`isNull`).
    public init(vision rect: CGRect) { self.init(plain: rect) }
  }

  extension Rect2D where S == Normalized<Stored> {
    /// A part of the camera's unrotated image, 0…1, y down. `CGRect.null` stays null (`isNull`).
    public init(normalizedStored rect: CGRect) { self.init(plain: rect) }
  }

  extension CGPoint {
    /// A point of a view, in its points, y down.
    public init(viewport point: Point2D<Viewport>) { self.init(x: point.x, y: point.y) }

    /// A point of the displayed image, in its pixels, y down.
    public init(displayed point: Point2D<Displayed>) { self.init(x: point.x, y: point.y) }
  }

  extension Point2D where S == Viewport {
    /// A point of a view, in its points, y down.
    public init(viewport point: CGPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
  }

  extension Point2D where S == Displayed {
    /// A point of the displayed image, in its pixels, y down.
    public init(displayed point: CGPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
  }

  // Core Graphics' affine maps, which have the numbers of ours in the same order (CGAffineTransform.h), with both
  // spaces in the label.
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
