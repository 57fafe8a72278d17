// Masks as images, in label files (labelmeai/labelme, utils/image.py: a PNG in Base64) or beside photos, which need a
// decoder.

import UprightGeometry

/// The pixels of a mask that covers a part of an image, row by row from the top.
public struct MaskPixels: Hashable, Sendable {
  /// Number of columns.
  public let width: Int
  /// Number of rows.
  public let height: Int
  /// Whether each pixel belongs to the object.
  public let isInside: [Bool]

  /// Pixels of a mask; nil if their number is not that of the size.
  public init?(width: Int, height: Int, isInside: [Bool]) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, isInside.count == count else { return nil }
    (self.width, self.height, self.isInside) = (width, height, isInside)
  }
}

/// Decodes and reorients mask images. Those in label files are given as in the file, without quotes.
public struct MaskImages: Sendable {
  /// The pixels of an image; nil if it cannot be decoded.
  let pixels: @Sendable (_ text: String) -> MaskPixels?
  /// The same image mirrored, if requested, then rotated clockwise; nil if it cannot be.
  let reoriented: @Sendable (_ text: String, _ isMirrored: Bool, _ clockwiseQuarters: Int) -> String?

  /// Columns and rows of an image file as it is stored; nil if it is not such an image.
  var size: @Sendable (_ file: [UInt8]) -> (width: Int, height: Int)? = { _ in nil }
  /// The same image file with its stored pixels mirrored, if requested, then rotated clockwise; nil if they cannot be.
  var reorientedImage: @Sendable (_ file: [UInt8], _ isMirrored: Bool, _ clockwiseQuarters: Int) -> [UInt8]? = {
    _, _, _ in nil
  }

  /// Images in label files, read and reoriented by these functions.
  public init(
    pixels: @escaping @Sendable (_ text: String) -> MaskPixels?,
    reoriented: @escaping @Sendable (_ text: String, _ isMirrored: Bool, _ clockwiseQuarters: Int) -> String?
  ) {
    (self.pixels, self.reoriented) = (pixels, reoriented)
  }

  /// The same, and image files, measured and reoriented by these functions.
  public func withFiles(
    size: @escaping @Sendable (_ file: [UInt8]) -> (width: Int, height: Int)?,
    reoriented: @escaping @Sendable (_ file: [UInt8], _ isMirrored: Bool, _ clockwiseQuarters: Int) -> [UInt8]?
  ) -> Self {
    var result = self
    (result.size, result.reorientedImage) = (size, reoriented)
    return result
  }
}

/// A mask image in a file.
struct ListedMask {
  /// The range of its text, without quotes.
  let place: Range<Int>
  let text: String
  let pixels: MaskPixels
}

extension RunMask {
  /// A mask whose top left pixel is at `x`, `y` of an image; nil if it extends outside.
  init?(_ pixels: MaskPixels, x: Int, y: Int, in size: PixelSize<S>) {
    let box = PixelRect<S>(x: x, y: y, width: pixels.width, height: pixels.height)
    guard size.bounds.contains(box), let count = size.pixelCount else { return nil }
    var spans = SpanRuns()
    for column in 0..<pixels.width {
      for row in 0..<pixels.height where pixels.isInside[row * pixels.width + column] {
        spans.add(from: (x + column) * size.height + y + row, count: 1)
      }
    }
    self.init(size: size, runs: spans.runs(of: count))
  }
}
