// Upright pixels of a UIImage or of a file, at a bounded size.

#if canImport(UIKit) && canImport(CoreImage) && canImport(ImageIO)
  public import Foundation
  public import UIKit
  import UprightGeometry

  extension UIImage {
    /// A copy whose stored pixels are upright, and whose longer edge has at most `maxEdge` pixels; never enlarged.
    ///
    /// - Throws: `.noPixels`, `.unusableSize`.
    public func upright(maxEdge: Int = .max) throws(AppleImageError) -> UIImage {
      with(try storedImage().upright(storedOrientation, maxEdge: maxEdge), .up)
    }

    /// An upright image from a file's bytes, such as those of a photo picker, whose longer edge has at most `maxEdge`
    /// pixels; never enlarged.
    ///
    ///     // PhotosPicker: the original, with its tag.
    ///     if let data = try await item.loadTransferable(type: Data.self) { photo = try UIImage.upright(data: data) }
    ///
    /// - Throws: `.unreadable`, `.unusableSize`.
    public static func upright(
      data: Data, maxEdge: Int = .max, scale: CGFloat = 1
    ) throws(AppleImageError) -> UIImage {
      UIImage(cgImage: try ImageFile(data: data).uprightImage(maxEdge: maxEdge), scale: scale, orientation: .up)
    }

    /// An upright image from a file, whose longer edge has at most `maxEdge` pixels; never enlarged.
    ///
    /// The memory is that of the result where ImageIO can decode at a reduced size, as it does for JPEG.
    ///
    /// - Throws: `.unreadable`, `.unusableSize`.
    public static func upright(
      contentsOf url: URL, maxEdge: Int = .max, scale: CGFloat = 1
    ) throws(AppleImageError) -> UIImage {
      UIImage(
        cgImage: try ImageFile(contentsOf: url).uprightImage(maxEdge: maxEdge), scale: scale, orientation: .up)
    }
  }
#endif
