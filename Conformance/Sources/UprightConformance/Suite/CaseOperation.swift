// What a case asks of a program, and which numbers go with it.

package import UprightFixtures
import UprightGeometry

/// An operation on one file.
package enum CaseOperation: String, CaseIterable, Sendable {
  /// Decode it for display, as PNG.
  case load
  /// Fit it into a box, as JPEG.
  case thumb
  /// Cut a region of the displayed image out, as PNG.
  case crop
  /// Rotate it by 90 degrees clockwise, as displayed, in its own format.
  case rotate
  /// Rotate its pixels upright, in its own format.
  case bake
  /// Write it in another format.
  case convert
  /// Remove its metadata, in its own format.
  case strip
  /// Rotate its pixels upright, in its own format, and keep what belongs to the image: thumbnail, gain map, regions.
  case keep

  /// What is judged, in words.
  package var judgment: String {
    switch self {
    case .load: "the PNG's pixels are the displayed image, and its tag is absent or 1"
    case .thumb: "the JPEG, by its tag, is displayed as the image scaled into the box, within one pixel"
    case .crop: "the PNG, by its tag, is displayed as the region, with exactly its size"
    case .rotate: "the file, by its tag, is displayed as the image rotated by 90 degrees clockwise"
    case .bake: "the file's pixels are the displayed image, and its tag is absent or 1"
    case .convert: "the new file, by its tag, is displayed as the image"
    case .strip: "the file, by its tag, is displayed as the image, and the private text is gone"
    case .keep:
      "as for bake; and the part is still there, is displayed as the image or on the same patch, and has what makes "
        + "readers use it"
    }
  }

  /// Whether stored pixels are judged, as programs see them that know no tag; otherwise what a viewer displays.
  package var judgesPixels: Bool { [.load, .bake, .keep].contains(self) }

  /// The extension of the result, for a source with this extension.
  package func resultExtension(for source: String) -> String {
    switch self {
    case .load, .crop: "png"
    case .thumb: "jpg"
    case .convert: source == "jpg" ? "webp" : "jpg"
    case .rotate, .bake, .strip, .keep: source
    }
  }

  /// The expected result for a displayed image.
  package func expected(of displayed: TinyImage, numbers: CaseNumbers) -> TinyImage {
    switch self {
    case .load, .bake, .convert, .strip, .keep: displayed
    case .rotate: displayed.displayed(as: .rightTop)
    case .crop: displayed.cropped(x: numbers.x, y: numbers.y, width: numbers.width, height: numbers.height)
    case .thumb: displayed.fitted(width: numbers.width, height: numbers.height)
    }
  }
}

/// The numbers of a request: the region of a crop, or the box of a thumbnail, in pixels as displayed.
package struct CaseNumbers: Hashable, Sendable {
  package var x = 0
  package var y = 0
  package var width: Int
  package var height: Int

  /// The numbers that `operation` gets for a displayed image of this size.
  package init(_ operation: CaseOperation, width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    switch operation {
    case .crop: (x, y, self.width, self.height) = (width / 2, height / 8, width / 3, height / 2)
    case .thumb: (self.width, self.height) = (width * 4 / 5, height / 2)
    default: break
    }
  }
}

extension TinyImage {
  /// The part of a region that is inside; at least a pixel.
  func cropped(x: Int, y: Int, width wide: Int, height high: Int) -> TinyImage {
    let (x, y) = (min(x, width - 1), min(y, height - 1))
    let (wide, high) = (min(wide, width - x), min(high, height - y))
    var result = TinyImage(width: wide, height: high, filledWith: [UInt8](repeating: 0, count: channels))
    for row in 0..<high {
      for column in 0..<wide { result[column, row] = self[x + column, y + row] }
    }
    return result
  }

  /// The nearest pixels, in the largest size of the same shape that fits into the box.
  func fitted(width boxWidth: Int, height boxHeight: Int) -> TinyImage {
    let isWide = width * boxHeight >= height * boxWidth
    let wide = isWide ? boxWidth : max(1, (width * boxHeight + height / 2) / height)
    let high = isWide ? max(1, (height * boxWidth + width / 2) / width) : boxHeight
    return resampled(width: wide, height: high)
  }

  /// The nearest pixels in another size.
  func resampled(width wide: Int, height high: Int) -> TinyImage {
    var result = TinyImage(width: wide, height: high, filledWith: [UInt8](repeating: 0, count: channels))
    for row in 0..<high {
      for column in 0..<wide {
        result[column, row] = self[(2 * column + 1) * width / (2 * wide), (2 * row + 1) * height / (2 * high)]
      }
    }
    return result
  }
}
