// AVCaptureVideoOrientation and videoRotationAngle (AVFoundation), for the back camera as it was mounted classically.

/// How AVFoundation names the way a video is held upright: the names and numbers of `UIInterfaceOrientation`.
///
/// `UIDeviceOrientation` has the same numbers for what it calls by the *other* landscape name. Mirrors are lost: a capture connection
/// has `isVideoMirrored` for them, which comes after the turn.
public enum CaptureVideoOrientation: Int, CaseIterable, MirrorlessNaming {
  /// Home side down (back camera: tag 6).
  case portrait = 1
  /// Home side up (back camera: tag 8).
  case portraitUpsideDown = 2
  /// Home side to the right (back camera: tag 1).
  case landscapeRight = 3
  /// Home side to the left (back camera: tag 3).
  case landscapeLeft = 4

  /// `videoRotationAngle`, which has replaced it: degrees clockwise as displayed, of the classic back camera's frames.
  public var videoRotationAngle: ClockwiseAngle {
    switch self {
    case .landscapeRight: .zero
    case .portrait: .quarter
    case .landscapeLeft: .half
    case .portraitUpsideDown: .threeQuarters
    }
  }

  /// The orientation whose `videoRotationAngle` is this one.
  public init(videoRotationAngle angle: ClockwiseAngle) {
    self =
      switch angle {
      case .zero: .landscapeRight
      case .quarter: .portrait
      case .half: .landscapeLeft
      case .threeQuarters: .portraitUpsideDown
      }
  }

  /// The orientation for the tag's turn before any mirror: with `isVideoMirrored` beside it, the connection says the tag.
  public init(losingMirrorOf exif: ExifOrientation) {
    self.init(videoRotationAngle: ClockwiseAngle.allCases[exif.form.rotateFirst.clockwise])
  }

  /// The tag of the classic back camera's frames.
  public var exif: ExifOrientation { videoRotationAngle.exif }
}
