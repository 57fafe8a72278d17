// The table's columns of numeric fields, and of phones: Apple, Android, ML Kit, MediaPipe.

extension Naming {
  static let metadataFields: [Naming] = [
    "TIFF274_DNG_NEF_CR2_IFD0", "WebP_EXIF_chunk", "PNG_eXIf", "XMP_tiff:Orientation", "JPEGXL_codestream_orientation",
  ].map { Naming($0, .metadataFields, number) }

  static let phones: [Naming] = [
    Naming("CGImagePropertyOrientation_name", .phones) { AppleOrientation(exif: $0).rawValue },
    Naming("CGImagePropertyOrientation_raw", .phones) { "\(AppleOrientation(exif: $0).cgImagePropertyOrientation)" },
    Naming("UIImage.Orientation_raw", .phones) { "\(AppleOrientation(exif: $0).uiImageOrientation)" },
    Naming("SwiftUI.Image.Orientation_raw", .phones) { "\(AppleOrientation(exif: $0).swiftUIOrientation)" },
    Naming("androidx_ExifInterface", .phones) { tag in
      let constant = AndroidOrientation(exif: tag)
      // The common prefix is written once.
      let name = constant == .normal ? constant.rawValue[...] : constant.rawValue.dropFirst("ORIENTATION_".count)
      return "\(name)=\(constant.constant)"
    },
    Naming("Android_rotationDegrees(CW, non-mirrored only)", .phones, losesMirror: true, degrees),
    Naming("MLKit_iOS_back_camera_UIDeviceOrientation", .phones, losesMirror: true) {
      DeviceOrientation(backCamera: $0).map { "\($0)" } ?? ""
    },
    Naming("MLKit_iOS_front_camera_UIDeviceOrientation", .phones) {
      DeviceOrientation(frontCamera: $0).map { "\($0)" } ?? ""
    },
    Naming("MediaPipe_rotation_degrees(CW)", .phones, losesMirror: true, degrees),
    Naming("AVCaptureVideoOrientation(back camera)", .phones, losesMirror: true) { tag in
      CaptureVideoOrientation(exif: tag).map { "\($0)=\($0.rawValue)" } ?? ""
    },
    Naming("AVCapture_videoRotationAngle(CW, back camera)", .phones, losesMirror: true) { tag in
      CaptureVideoOrientation(exif: tag).map { "\($0.videoRotationAngle.rawValue)" } ?? ""
    },
  ]

  @Sendable private static func degrees(_ tag: ExifOrientation) -> String {
    ClockwiseAngle(exif: tag).map { "\($0.rawValue)" } ?? "n/a"
  }
}
