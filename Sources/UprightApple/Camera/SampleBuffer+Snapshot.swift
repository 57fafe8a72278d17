// Frames: what remains to be done to a sample buffer after its connection (CMSampleBuffer.h, CVPixelBuffer.h).

#if canImport(AVFoundation) && canImport(CoreMedia) && canImport(CoreVideo) && !os(visionOS) && !os(watchOS) && !os(tvOS)
  public import AVFoundation
  public import CoreMedia
  public import CoreVideo
  public import UprightCamera
  public import UprightGeometry

  extension PixelSize where S == Stored {
    /// Columns and rows of a format: `camera.activeFormat.formatDescription.dimensions`.
    public init(_ dimensions: CMVideoDimensions) {
      self.init(width: Int(dimensions.width), height: Int(dimensions.height))
    }

    /// Columns and rows of a pixel buffer.
    public init(_ buffer: CVPixelBuffer) {
      self.init(width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
    }
  }

  extension CaptureSnapshot {
    /// The facts about a frame as its output delivers it: the connection's rotation and mirror are in the pixels.
    ///
    /// `orientation` is what Vision and ML Kit need, and `residual` what remains after retargeting.
    ///
    /// - Returns: nil if the buffer has no image, or if the connection rotates by other angles than multiples of 90.
    public init?(
      _ frame: CMSampleBuffer, from connection: AVCaptureConnection, mount: CameraMount, pose: DevicePose,
      mirror: MirrorMode = .off
    ) {
      guard let image = frame.imageBuffer, let applied = connection.applied else { return nil }
      self.init(mount: mount, pose: pose, mirror: mirror, storedSize: PixelSize(image), applied: applied)
    }
  }
#endif
