// How phones and their cameras name what is upright.

// The constants ORIENTATION_… of Android's ExifInterface (android.media and androidx.exifinterface): their values are
// the tag's.

/// The constants of Android's `ExifInterface`, by name; `ORIENTATION_UNDEFINED` (0) is not an orientation and is
/// omitted.
public enum AndroidOrientation: String, ListedNaming {
  /// Tag 1.
  case normal = "ORIENTATION_NORMAL"
  /// Tag 2, mirrored left to right.
  case flipHorizontal = "ORIENTATION_FLIP_HORIZONTAL"
  /// Tag 3.
  case rotate180 = "ORIENTATION_ROTATE_180"
  /// Tag 4, mirrored top to bottom.
  case flipVertical = "ORIENTATION_FLIP_VERTICAL"
  /// Tag 5.
  case transpose = "ORIENTATION_TRANSPOSE"
  /// Tag 6, displayed after a rotation by 90 degrees clockwise.
  case rotate90 = "ORIENTATION_ROTATE_90"
  /// Tag 7.
  case transverse = "ORIENTATION_TRANSVERSE"
  /// Tag 8, displayed after a rotation by 270 degrees clockwise.
  case rotate270 = "ORIENTATION_ROTATE_270"

  /// The constant's value, 1…8.
  public var constant: Int { Int(exif.rawValue) }

  /// The constant with this value, 1…8.
  public init?(constant: Int) { self.init({ $0.constant }, is: constant) }
}

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
  public init?(backCamera tag: ExifOrientation) { self.init(where: { $0.backCamera == tag }) }

  /// How the phone is held if the front camera's frames have this tag; nil for tags without mirroring, which that
  /// camera never produces.
  public init?(frontCamera tag: ExifOrientation) { self.init(where: { $0.frontCamera == tag }) }
}

// AVCaptureVideoOrientation and videoRotationAngle (AVFoundation), for a back camera with the classic mount.

/// AVFoundation's names for how a device is held while recording: the names and numbers of `UIInterfaceOrientation`.
///
/// `UIDeviceOrientation` uses the same numbers with the *other* landscape name. Mirroring is lost: a capture connection
/// has `isVideoMirrored` for it, applied after the rotation.
public enum CaptureVideoOrientation: Int, CaseIterable, MirrorlessNaming {
  /// Home side down (back camera: tag 6).
  case portrait = 1
  /// Home side up (back camera: tag 8).
  case portraitUpsideDown = 2
  /// Home side to the right (back camera: tag 1).
  case landscapeRight = 3
  /// Home side to the left (back camera: tag 3).
  case landscapeLeft = 4

  /// `videoRotationAngle`, its replacement: degrees clockwise, as displayed, for frames of the classic back camera.
  public var videoRotationAngle: ClockwiseAngle {
    switch self {
    case .landscapeRight: .zero
    case .portrait: .quarter
    case .landscapeLeft: .half
    case .portraitUpsideDown: .threeQuarters
    }
  }

  /// The orientation with this `videoRotationAngle`.
  public init(videoRotationAngle angle: ClockwiseAngle) {
    self =
      switch angle {
      case .zero: .landscapeRight
      case .quarter: .portrait
      case .half: .landscapeLeft
      case .threeQuarters: .portraitUpsideDown
      }
  }

  /// The orientation for the tag's rotation before any mirroring; with `isVideoMirrored`, the connection expresses the
  /// tag.
  public init(losingMirrorOf exif: ExifOrientation) {
    self.init(videoRotationAngle: ClockwiseAngle.allCases[exif.form.rotateFirst.clockwise])
  }

  /// The tag of the classic back camera's frames.
  public var exif: ExifOrientation { videoRotationAngle.exif }
}
