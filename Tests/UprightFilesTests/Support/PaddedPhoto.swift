// A photo followed by meaningless bytes, as long as a test needs.

import UprightFixtures

/// An image file that has bytes to change: only images are restored.
enum PaddedPhoto {
  /// A photo of `count` bytes.
  static func bytes(_ count: Int) -> [UInt8] {
    let photo = TinyJPEG(.sixColors).bytes
    return photo + (photo.count..<max(count, photo.count)).map { UInt8(truncatingIfNeeded: $0 * 13) }
  }
}
