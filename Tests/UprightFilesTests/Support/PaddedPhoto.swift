// A photo with bytes behind it that mean nothing, as long as a test wants it.

import UprightFixtures

/// A file that is an image and has bytes to change: only images come back.
enum PaddedPhoto {
  /// A photo of `count` bytes.
  static func bytes(_ count: Int) -> [UInt8] {
    let photo = TinyJPEG(.sixColors).bytes
    return photo + (photo.count..<max(count, photo.count)).map { UInt8(truncatingIfNeeded: $0 * 13) }
  }
}
