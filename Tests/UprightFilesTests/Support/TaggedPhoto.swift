// A photo for tests that run the program: whole blocks, tag 6.

import UprightFixtures
import UprightGeometry

/// A photo that `fix` rewrites losslessly.
enum TaggedPhoto {
  static let bytes = TinyJPEG(
    TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop), exif: TinyTIFF(orientation: 6)
  ).bytes
}

// A photo followed by meaningless bytes, as long as a test needs.

/// An image file that has bytes to change: only images are restored.
enum PaddedPhoto {
  /// A photo of `count` bytes.
  static func bytes(_ count: Int) -> [UInt8] {
    let photo = TinyJPEG(.sixColors).bytes
    return photo + (photo.count..<max(count, photo.count)).map { UInt8(truncatingIfNeeded: $0 * 13) }
  }
}
