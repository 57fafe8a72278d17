// A capture's orientation for all outputs of a session that have one purpose (AVCaptureSession.h: connections).

#if canImport(AVFoundation) && !os(visionOS) && !os(watchOS) && !os(tvOS)
  public import AVFoundation
  public import UprightCamera

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
