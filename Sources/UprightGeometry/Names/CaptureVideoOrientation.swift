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
