// A photo for tests that run the program: whole blocks, tag 6.

import UprightFixtures
import UprightGeometry

/// A photo that `fix` rewrites losslessly.
enum TaggedPhoto {
  static let bytes = TinyJPEG(
    TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop), exif: TinyTIFF(orientation: 6)
  ).bytes
}
