// UIDeviceOrientation (UIKit), and the tags that ML Kit's and Apple's samples give frames of classically mounted cameras for it.

/// How a phone is held; it becomes an orientation of a picture only once it is known how the camera is mounted.
///
/// The tags here are those of the classic mounting. Newer devices differ; what the system says about a camera goes before them.
public enum DeviceOrientation: Int, CaseIterable, Hashable, Sendable {
  /// Upright, home side down.
  case portrait = 1
  /// Upright, home side up.
  case portraitUpsideDown = 2
  /// Home side to the right.
  case landscapeLeft = 3
  /// Home side to the left.
  case landscapeRight = 4
  /// Screen to the sky: says nothing about a picture.
  case faceUp = 5
  /// Screen to the floor: says nothing about a picture.
  case faceDown = 6

  /// The tag of a frame of the back camera; nil where the phone lies flat.
  public var backCamera: ExifOrientation? {
    switch self {
    case .landscapeLeft: .topLeft
    case .portrait: .rightTop
    case .landscapeRight: .bottomRight
    case .portraitUpsideDown: .leftBottom
    case .faceUp, .faceDown: nil
    }
  }

  /// The tag of a frame of the front camera, seen as in a mirror; nil where the phone lies flat.
  ///
  /// It is the back camera's after a mirror top to bottom, as stored.
  public var frontCamera: ExifOrientation? { backCamera?.form.mirroredVerticallyAsStored.exif }

  /// How the phone is held when the back camera's frames have this tag; nil for mirrored tags, which it never gives.
  public init?(backCamera tag: ExifOrientation) {
    guard let held = Self.allCases.first(where: { $0.backCamera == tag }) else { return nil }
    self = held
  }

  /// How the phone is held when the front camera's frames have this tag; nil for tags without a mirror, which it never gives.
  public init?(frontCamera tag: ExifOrientation) {
    guard let held = Self.allCases.first(where: { $0.frontCamera == tag }) else { return nil }
    self = held
  }
}
