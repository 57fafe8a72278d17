// Drawing a stored image upright (Core Graphics: CGContext.concatenate, CGContext.draw).

#if canImport(CoreGraphics)
  public import CoreGraphics
  public import UprightGeometry

  extension CGContext {
    /// Draws a stored image upright into a bitmap context, whose y points up.
    ///
    ///     context.draw(photo, by: Drawing(photo.storedSize, .right, longestEdge: 1024))
    public func draw(_ image: CGImage, by drawing: Drawing) {
      draw(image, in: drawing.yUpRect, CGAffineTransform(drawing.toYUpCanvas))
    }

    /// Draws a stored image upright into a context of UIKit, whose y points down: that of `UIGraphicsImageRenderer` or
    /// `UIView.draw`.
    public func drawInUIKit(_ image: CGImage, by drawing: Drawing) {
      draw(image, in: drawing.yUpRect, CGAffineTransform(drawing.toUIKitCanvas))
    }

    private func draw(_ image: CGImage, in rect: Rect2D<YUp<Stored>>, _ map: CGAffineTransform) {
      saveGState()
      concatenate(map)
      draw(image, in: CGRect(yUpStored: rect))
      restoreGState()
    }
  }
#endif
