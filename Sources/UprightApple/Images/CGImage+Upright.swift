// Upright, cropped and framed copies of a stored image (CGImage.h). A CGImage has no orientation of its own.

// Why an image of Apple's frameworks has no result.

/// Why no image was made: an error, never an empty picture.
public enum AppleImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The image has no pixels, or none that can be reached.
  case noPixels
  /// The file cannot be read, or is not an image.
  case unreadable
  /// The wanted part contains no pixel of the image.
  case outside
  /// The wanted size has no pixel, or its memory cannot be had.
  case unusableSize
  /// The picker's dictionary has no original image or no rectangle.
  case notPicked

  /// The reason, for people.
  public var description: String {
    switch self {
    case .noPixels: "the image has no pixels"
    case .unreadable: "the file cannot be read, or is not an image"
    case .outside: "the selected part contains no pixel of the image"
    case .unusableSize: "there is no memory for an image of this size, or it has no pixel"
    case .notPicked: "the picker's dictionary has no original image, or no crop rectangle"
    }
  }
}

#if canImport(CoreGraphics)
  public import CoreGraphics
  public import UprightGeometry

  extension CGImage {
    /// Columns and rows, as stored.
    public var storedSize: PixelSize<Stored> { PixelSize(width: width, height: height) }

    /// An upright copy, whose longer edge has at most `maxEdge` pixels; never enlarged.
    ///
    /// - Throws: `.unusableSize`.
    public func upright(
      _ orientation: Orientation<Stored, Displayed>, maxEdge: Int = .max
    ) throws(AppleImageError) -> CGImage {
      let longest = min(maxEdge, max(width, height))
      let drawing = Drawing(storedSize, orientation, longestEdge: longest)
      return try Self.drawn(on: drawing.canvas, like: self) { $0.draw(self, by: drawing) }
    }

    /// The part under a rectangle of the displayed image; it shares the pixels, and keeps the orientation.
    ///
    /// - Throws: `.outside`.
    public func cropped(
      to rect: PixelRect<Displayed>, _ orientation: Orientation<Stored, Displayed>
    ) throws(AppleImageError) -> CGImage {
      let displayed = orientation.applied(to: storedSize)
      guard let inside = rect.clipped(to: displayed),
        let part = cropping(to: CGRect(stored: inside.applying(orientation.inverse, in: displayed)))
      else { throw .outside }
      return part
    }

    /// An upright picture of a window over the displayed image, which may extend beyond it: the rest is transparent.
    ///
    /// - Throws: `.outside` if the window shows nothing of the image, `.unusableSize`.
    public func framed(
      by window: PixelRect<Displayed>, _ orientation: Orientation<Stored, Displayed>, on canvas: PixelSize<Output>
    ) throws(AppleImageError) -> CGImage {
      let displayed = orientation.applied(to: storedSize)
      guard !window.isEmpty, let inside = window.clipped(to: displayed) else { throw .outside }
      let toCanvas = Transform2D<Displayed, Output>.fitting(window, onto: canvas)
      return try placed(inside, orientation, at: inside.rect.applying(toCanvas), on: canvas)
    }

    /// An upright picture of a part of the displayed image at a place of a canvas: the rest is transparent.
    ///
    /// - Throws: `.outside`, `.unusableSize`.
    func placed(
      _ rect: PixelRect<Displayed>, _ orientation: Orientation<Stored, Displayed>, at place: Rect2D<Output>,
      on canvas: PixelSize<Output>
    ) throws(AppleImageError) -> CGImage {
      guard let inside = rect.clipped(to: orientation.applied(to: storedSize)) else { throw .outside }
      let part = try cropped(to: inside, orientation)
      let drawing = Drawing(part.storedSize, orientation, on: PixelSize(width: inside.width, height: inside.height))
      let place = place.yUp(in: canvas)
      return try Self.drawn(on: canvas, like: self) { context in
        context.translateBy(x: place.x, y: place.y)
        context.scaleBy(x: place.width / Double(inside.width), y: place.height / Double(inside.height))
        context.draw(part, by: drawing)
      }
    }

    /// The upright pixels of one of the displayed size's tiles, for a layer of bounded size; only its part of the stored
    /// image is drawn.
    ///
    ///     for tile in orientation.applied(to: image.storedSize).tiles(longestEdge: 4096) {
    ///       layer.contents = try image.uprightTile(tile, orientation)
    ///     }
    ///
    /// - Throws: `.outside`, `.unusableSize`.
    public func uprightTile(
      _ tile: PixelRect<Displayed>, _ orientation: Orientation<Stored, Displayed>
    ) throws(AppleImageError) -> CGImage {
      try framed(by: tile, orientation, on: PixelSize(width: tile.width, height: tile.height))
    }

    private static func drawn(
      on canvas: PixelSize<Output>, like image: CGImage, _ body: (CGContext) -> Void
    ) throws(AppleImageError) -> CGImage {
      let context = try CGContext.canvas(canvas, like: image)
      body(context)
      guard let result = context.makeImage() else { throw .unusableSize }
      return result
    }
  }

  extension Transform2D {
    /// The map that makes `window` fill `canvas`.
    fileprivate static func fitting(_ window: PixelRect<From>, onto canvas: PixelSize<To>) -> Self {
      let (across, down) = (
        Double(canvas.width) / Double(window.width), Double(canvas.height) / Double(window.height)
      )
      return Self(scaleX: across, scaleY: down, tx: -Double(window.x) * across, ty: -Double(window.y) * down)
    }
  }

  // Drawing a stored image upright (Core Graphics: CGContext.concatenate, CGContext.draw).
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
