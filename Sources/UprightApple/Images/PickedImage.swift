// What a photo picker reports about an edited image, and the square that the person saw, at full resolution (UIKit:
// UIImagePickerController.InfoKey.cropRect).

#if canImport(UIKit) && canImport(CoreImage) && !os(visionOS) && !os(tvOS)
  public import UIKit
  public import UprightGeometry

  /// The original image of a picker and the crop that a person made in it.
  ///
  ///     let square = try PickedImage(info).square(side: 512)
  public struct PickedImage: Sendable {
    /// The image that was picked.
    public let original: UIImage
    /// The part in the picker's window, as displayed there.
    public let crop: PickerCrop
    /// How the picker displayed the stored image.
    public let orientation: Orientation<Stored, Displayed>

    /// Reads the dictionary of `imagePickerController(_:didFinishPickingMediaWithInfo:)`.
    ///
    /// - Parameters:
    ///   - info: The dictionary.
    ///   - asPhotosRead: Whether the picker displayed mirrored images as stored, like Photos of iPhone OS 3.
    /// - Throws: `.notPicked`, `.noPixels`, `.outside`.
    public init(
      _ info: [UIImagePickerController.InfoKey: Any], asPhotosRead: Bool = false
    ) throws(AppleImageError) {
      guard let original = info[.originalImage] as? UIImage, let points = info[.cropRect] as? CGRect else {
        throw .notPicked
      }
      try self.init(original, cropRect: points, asPhotosRead: asPhotosRead)
    }

    /// The crop of an image by a rectangle in the coordinates of its `size`.
    ///
    /// - Throws: `.noPixels`, `.outside`.
    public init(_ original: UIImage, cropRect: CGRect, asPhotosRead: Bool = false) throws(AppleImageError) {
      let tag = original.storedOrientation
      orientation = asPhotosRead ? tag.asPhotosRead : tag
      let size = orientation.applied(to: original.storedSize)
      guard !size.isEmpty else { throw .noPixels }
      let scale = Double(original.scale)
      let points = Rect2D(displayed: cropRect)
      guard !points.isNull,
        let crop = PickerCrop(
          Rect2D(x: points.x * scale, y: points.y * scale, width: points.width * scale, height: points.height * scale),
          of: size)
      else { throw .outside }
      self.original = original
      self.crop = crop.snappedToSquare()
    }

    /// The square that the person saw, upright, with a transparent gap where the image was dragged away. Whatever the
    /// image has in that square is shown.
    ///
    /// - Parameters:
    ///   - side: In pixels; by default, those of the original.
    ///   - gap: Where the window showed no image.
    /// - Throws: `.noPixels`, `.unusableSize`.
    public func square(side: Int? = nil, gap: PickerCrop.Gap = .asDragged()) throws(AppleImageError) -> UIImage {
      let own = crop.pixels(shapedLike: PixelSize(width: 1, height: 1), gap: gap)
      let side = side ?? own.width
      let canvas = PixelSize<Output>(width: side, height: side)
      let window = crop.pixels(shapedLike: canvas, gap: gap)
      return upright(try original.storedImage().framed(by: window, orientation, on: canvas))
    }

    /// The crop alone on a canvas of any shape, upright, as large as fits, with transparent margins.
    ///
    /// - Parameters:
    ///   - canvas: In pixels.
    ///   - gap: Which side has the margin. `.asDragged` is the side on which the square window showed no image; margins
    ///     beside what filled the window are on both sides.
    /// - Throws: `.noPixels`, `.unusableSize`, `.outside` for a crop of less than half a pixel.
    public func letterboxed(
      in canvas: PixelSize<Output>, gap: PickerCrop.Gap = .asDragged()
    ) throws(AppleImageError) -> UIImage {
      let part = crop.wholePixels
      let laid = part.letterbox(in: canvas, gap: part.marginGap(gap, in: canvas))
      let pixels = try original.storedImage().placed(
        part.rect.pixels(.nearest), orientation, at: laid.image, on: canvas)
      return upright(pixels)
    }

    private func upright(_ pixels: CGImage) -> UIImage {
      UIImage(cgImage: pixels, scale: original.scale, orientation: .up)
    }
  }

  extension PickerCrop {
    /// The crop with its edges at the nearest pixels.
    fileprivate var wholePixels: Self { PickerCrop(rect.pixels(.nearest).rect, of: size) ?? self }

    /// The gap for margins of `canvas`: only the shorter side of a crop can have been dragged out of a square window.
    fileprivate func marginGap(_ gap: Gap, in canvas: PixelSize<Output>) -> Gap {
      guard case .asDragged = gap else { return gap }
      let isBeside = rect.width * Double(canvas.height) < rect.height * Double(canvas.width)
      let wasDragged = isBeside ? rect.width < rect.height : rect.height < rect.width
      return wasDragged ? gap : .both
    }
  }
#endif
