// What react-native-vision-camera 5 and its documentation hand to ML Kit on iOS (VisionImage.orientation and MLImage.orientation: UIImage.Orientation).

public import UprightGeometry

extension Interop {
  /// What ML Kit on iOS has to be told of a frame.
  public static func mlKitOrientation(of frame: VisionCameraFrame) -> AppleOrientation {
    AppleOrientation(VisionCameraInterpretation.documentation.orientation(of: frame))
  }

  /// What ML Kit is told where the word is passed on as it is, which VisionCamera's documentation advises.
  ///
  /// Half a turn off for `left` and `right` without a mirror. With one it is right, because UIKit's names mirror first and the frame's after turning.
  public static func visionCameraPassedToMLKit(_ frame: VisionCameraFrame) -> AppleOrientation {
    AppleOrientation(VisionCameraInterpretation.sameWordUIImage.orientation(of: frame))
  }

  /// What the documentation's snippet says of a frame that is `up`: names that UIKit does not have, and each where the other belongs.
  ///
  /// What is shipped says `upMirrored` and `up`, as ``mlKitOrientation(of:)`` does.
  public static func visionCameraDocumentedMLKitName(isMirrored: Bool) -> String {
    isMirrored ? "portrait" : "portraitMirrored"
  }
}
