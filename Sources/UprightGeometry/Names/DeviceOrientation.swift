// UIDeviceOrientation (UIKit), and the tags that ML Kit's and Apple's samples derive from it for cameras with the
// classic mount.

/// How a phone is held. An image's orientation also depends on how the camera is mounted.
///
/// The tags here are those of the classic mount. Newer devices differ; what the system reports about a camera takes
/// precedence.
public enum DeviceOrientation: Int, CaseIterable, Hashable, Sendable {
  /// Upright, home side down.
  case portrait = 1
  /// Upright, home side up.
  case portraitUpsideDown = 2
  /// Home side to the right.
  case landscapeLeft = 3
  /// Home side to the left.
  case landscapeRight = 4
  /// Screen up: no image orientation.
  case faceUp = 5
  /// Screen down: no image orientation.
  case faceDown = 6

  /// The tag of a frame of the back camera; nil if the phone is flat.
  public var backCamera: ExifOrientation? {
    switch self {
    case .landscapeLeft: .topLeft
    case .portrait: .rightTop
    case .landscapeRight: .bottomRight
    case .portraitUpsideDown: .leftBottom
    case .faceUp, .faceDown: nil
    }
  }

  /// The tag of a frame of the front camera, displayed as in a mirror; nil if the phone is flat.
  ///
  /// It is the back camera's tag after mirroring top to bottom, as stored.
  public var frontCamera: ExifOrientation? { backCamera?.form.mirroredVerticallyAsStored.exif }

  /// How the phone is held if the back camera's frames have this tag; nil for mirrored tags, which that camera never
  /// produces.
  public init?(backCamera tag: ExifOrientation) {
    guard let held = Self.allCases.first(where: { $0.backCamera == tag }) else { return nil }
    self = held
  }

  /// How the phone is held if the front camera's frames have this tag; nil for tags without mirroring, which that
  /// camera never produces.
  public init?(frontCamera tag: ExifOrientation) {
    guard let held = Self.allCases.first(where: { $0.frontCamera == tag }) else { return nil }
    self = held
  }
}
