// A capture's orientation where the output itself takes it: photo settings, asset writers (AVCapturePhotoOutput.h,
// AVAssetWriterInput.h).

#if canImport(AVFoundation) && canImport(ImageIO) && !os(visionOS) && !os(watchOS) && !os(tvOS)
  public import AVFoundation
  import ImageIO
  public import UprightCamera
  import UprightGeometry

  #if !os(macOS)
    extension AVCapturePhotoSettings {
      /// States the orientation of a capture whose connection rotates nothing: it overrides the tag that the output
      /// would write.
      ///
      /// Only for a photo output that delivers the sensor's own pixels: from iOS 26 on, set its
      /// `isCameraSensorOrientationCompensationEnabled` to false. Otherwise some cameras' pixels are rotated, and the
      /// tag is wrong. `AVCaptureConnection.apply` needs neither.
      public func setOrientation(of capture: CaptureSnapshot) {
        metadata[kCGImagePropertyOrientation as String] = Int(capture.orientation.exif.rawValue)
      }
    }
  #endif

  extension AVAssetWriterInput {
    /// Displays a movie of such frames upright by its track matrix, with the translation that players need. Set it before
    /// writing starts.
    public func setTransform(of capture: CaptureSnapshot) {
      transform = CGAffineTransform(capture.storedToDisplayed)
    }
  }
#endif
