// A capture's orientation for the outputs of a session: by their purpose, where an output itself takes it, and for its
// frames.

#if canImport(AVFoundation) && !os(visionOS) && !os(watchOS) && !os(tvOS)
  public import AVFoundation
  public import UprightCamera

  // A capture's orientation for all outputs of a session that have one purpose (AVCaptureSession.h: connections).

  /// What the outputs of a capture session are for.
  public struct CaptureOutputs: OptionSet, Hashable, Sendable {
    /// One bit per kind of output.
    public let rawValue: Int

    /// The kinds whose bits are set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Photo outputs: rotated and mirrored by the photo's tag.
    public static let photos = Self(rawValue: 1)
    /// Movie file outputs: rotated and mirrored by the track's matrix. A movie keeps what it has when recording starts.
    public static let movies = Self(rawValue: 2)
    /// Preview layers. They take a capture in the interface's pose.
    public static let previews = Self(rawValue: 4)
    /// Video data outputs: every frame is rotated in its pixels. Without this, frames stay as the sensor delivers them,
    /// and `CaptureSnapshot(_:from:mount:pose:mirror:)` states what remains.
    public static let frames = Self(rawValue: 8)
  }

  extension AVCaptureSession {
    /// Makes the session's outputs of these kinds upright. If its cameras have several positions, only outputs of
    /// cameras that face the capture's way; for several cameras of one position, apply to each connection.
    ///
    ///     try session.apply(capture, to: [.photos, .movies])   // in the device's pose
    ///     try session.apply(screen, to: .previews)             // in the interface's pose
    ///
    /// A session replaces connections when its inputs or outputs change: apply the capture again afterward.
    ///
    /// - Returns: Whether there was such an output.
    /// - Throws: ``UnsupportedConnection`` if one of them cannot be rotated or mirrored that way; none is changed then.
    @discardableResult
    public func apply(_ capture: CaptureSnapshot, to outputs: CaptureOutputs) throws(UnsupportedConnection) -> Bool {
      let (rotation, hasOneCamera) = (capture.videoRotation, Set(connections.flatMap(\.positions)).count < 2)
      let chosen = connections.filter { connection in
        !outputs.isDisjoint(with: connection.purpose) && (hasOneCamera || connection.isOf(capture.mount.facing))
      }
      for connection in chosen { try connection.check(rotation) }
      for connection in chosen { connection.set(rotation) }
      return !chosen.isEmpty
    }
  }

  extension AVCaptureConnection {
    /// What its images are for; empty for sound, depth and metadata.
    fileprivate var purpose: CaptureOutputs {
      guard inputPorts.contains(where: { $0.mediaType == .video }) else { return [] }
      if videoPreviewLayer != nil { return .previews }
      switch output {
      case is AVCapturePhotoOutput: return .photos
      case is AVCaptureMovieFileOutput: return .movies
      case is AVCaptureVideoDataOutput: return .frames
      default: return []
      }
    }

    /// Whether its images are of a camera that faces this way.
    fileprivate func isOf(_ facing: Facing) -> Bool {
      switch facing {
      case .front: positions.contains(.front)
      case .back: positions.contains(.back)
      case .external: positions.contains(.unspecified)
      }
    }
  }
#endif

#if canImport(AVFoundation) && canImport(ImageIO) && !os(visionOS) && !os(watchOS) && !os(tvOS)
  public import AVFoundation
  import ImageIO
  public import UprightCamera
  public import UprightGeometry

  // A capture's orientation where the output itself takes it: photo settings, asset writers (AVCapturePhotoOutput.h,
  // AVAssetWriterInput.h).
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

#if canImport(AVFoundation) && canImport(CoreMedia) && canImport(CoreVideo) && !os(visionOS) && !os(watchOS) && !os(tvOS)
  public import AVFoundation
  public import CoreMedia
  public import CoreVideo
  public import UprightCamera
  public import UprightGeometry

  // Frames: what remains to be done to a sample buffer after its connection (CMSampleBuffer.h, CVPixelBuffer.h).
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
