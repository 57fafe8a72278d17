// What react-native-vision-camera 5 and its documentation pass to ML Kit on iOS (VisionImage.orientation and
// MLImage.orientation: UIImage.Orientation).

public import UprightGeometry

extension Interop {
  /// The correct orientation of a frame for ML Kit on iOS.
  public static func mlKitOrientation(of frame: VisionCameraFrame) -> AppleOrientation {
    AppleOrientation(VisionCameraInterpretation.documentation.orientation(of: frame))
  }

  /// The orientation for ML Kit if the term is passed on unchanged, as VisionCamera's documentation advises.
  ///
  /// It is off by 180 degrees for `left` and `right` without a mirror. With a mirror it is correct, because UIKit
  /// mirrors first and the frame after rotating.
  public static func visionCameraPassedToMLKit(_ frame: VisionCameraFrame) -> AppleOrientation {
    AppleOrientation(VisionCameraInterpretation.sameWordUIImage.orientation(of: frame))
  }

  /// The name in the documentation's snippet for a frame that is `up`: UIKit has no such names, and the two are
  /// swapped.
  ///
  /// The released code uses `upMirrored` and `up`, as ``mlKitOrientation(of:)`` does.
  public static func visionCameraDocumentedMLKitName(isMirrored: Bool) -> String {
    isMirrored ? "portrait" : "portraitMirrored"
  }
}
