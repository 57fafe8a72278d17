// A capture's orientation for a connection: a rotation first, then a mirror (AVCaptureConnection.h).

// Why a connection was not changed (AVCaptureConnection: isVideoRotationAngleSupported, isVideoMirroringSupported).

/// What a capture connection cannot do; it was left as it was.
public enum UnsupportedConnection: Error, Hashable, Sendable, CustomStringConvertible {
  /// It does not rotate by this many degrees.
  case rotation(degrees: Int)
  /// It does not mirror.
  case mirroring

  /// The reason, for people.
  public var description: String {
    switch self {
    case .rotation(let degrees): "the connection does not rotate by \(degrees) degrees"
    case .mirroring: "the connection does not mirror"
    }
  }
}

#if canImport(AVFoundation) && !os(visionOS) && !os(watchOS) && !os(tvOS)
  public import AVFoundation
  public import UprightCamera
  public import UprightGeometry

  extension AVCaptureConnection {
    /// Makes the output upright: by tag or track matrix for photos and movies, in the pixels for frames and depth.
    ///
    /// Before iOS 17 and macOS 14, connections have names instead of angles. They are those of an iPhone, whose sensor has
    /// landscape as its natural orientation; other mounts are unproven there.
    ///
    /// - Throws: ``UnsupportedConnection``; the connection is unchanged then.
    public func apply(_ capture: CaptureSnapshot) throws(UnsupportedConnection) {
      let rotation = capture.videoRotation
      try check(rotation)
      set(rotation)
    }

    /// - Throws: ``UnsupportedConnection`` if it cannot rotate and mirror that way.
    func check(_ rotation: Interop.VideoRotation) throws(UnsupportedConnection) {
      guard isAngleSupported(rotation.angle) else { throw .rotation(degrees: rotation.angle.degrees) }
      guard isVideoMirroringSupported || !rotation.isVideoMirrored else { throw .mirroring }
    }

    /// Rotates and mirrors, after a check.
    func set(_ rotation: Interop.VideoRotation) {
      set(rotation.angle)
      guard isVideoMirroringSupported else { return }
      automaticallyAdjustsVideoMirroring = false
      isVideoMirrored = rotation.isVideoMirrored
    }

    /// What the connection does to the sensor's image; nil if it rotates by other angles than multiples of 90.
    ///
    /// For frames and depth, this was done to the pixels: `CaptureSnapshot.applied`.
    public var applied: Orientation<Sensor, Stored>? {
      guard let rotation = Interop.VideoRotation(videoRotationAngle: angle, isVideoMirrored: isVideoMirrored) else {
        return nil
      }
      let (isMirrored, quarters) = rotation.orientation.mirrorFirst
      return Orientation(mirrored: isMirrored, clockwise: quarters)
    }

    private var angle: Double {
      if #available(iOS 17, macOS 14, macCatalyst 17, *) { return Double(videoRotationAngle) }
      return Double(videoOrientation.videoRotation(isFront: isOfFrontCamera).degrees)
    }

    /// Whether its images are of a front camera.
    var isOfFrontCamera: Bool { positions.contains(.front) }

    /// Where the cameras are whose images it gets; none if its ports name no camera. Microphones have positions, too.
    var positions: Set<AVCaptureDevice.Position> {
      let images = inputPorts.filter { $0.mediaType != .audio }
      return Set(images.compactMap { ($0.input as? AVCaptureDeviceInput)?.device.position })
    }

    private func isAngleSupported(_ turn: QuarterTurn) -> Bool {
      if #available(iOS 17, macOS 14, macCatalyst 17, *) {
        return isVideoRotationAngleSupported(turn.videoRotationAngle)
      }
      return isVideoOrientationSupported
    }

    private func set(_ turn: QuarterTurn) {
      if #available(iOS 17, macOS 14, macCatalyst 17, *) {
        videoRotationAngle = turn.videoRotationAngle
      } else {
        videoOrientation = AVCaptureVideoOrientation(videoRotation: turn, isFront: isOfFrontCamera)
      }
    }
  }

  extension AVCaptureVideoOrientation {
    /// The older name of a `videoRotationAngle`. A front camera looks the other way, so that its landscape names are
    /// exchanged: unrotated, its images are `landscapeLeft` (Apple's QA1744).
    init(videoRotation turn: QuarterTurn, isFront: Bool) {
      let angle = ClockwiseAngle(rawValue: turn.degrees) ?? .zero
      let back = Self(rawValue: CaptureVideoOrientation(videoRotationAngle: angle).rawValue) ?? .landscapeRight
      self = isFront ? back.landscapeExchanged : back
    }

    /// The `videoRotationAngle` that replaces it.
    func videoRotation(isFront: Bool) -> QuarterTurn {
      let back = isFront ? landscapeExchanged : self
      let old = CaptureVideoOrientation(rawValue: back.rawValue) ?? .landscapeRight
      return QuarterTurn(degrees: Int(old.videoRotationAngle.rawValue)) ?? .zero
    }

    private var landscapeExchanged: Self {
      switch self {
      case .landscapeLeft: .landscapeRight
      case .landscapeRight: .landscapeLeft
      default: self
      }
    }
  }

  extension CaptureSnapshot {
    /// The pair of a connection whose sensor image is unchanged: from the sensor to the displayed image.
    public var videoRotation: Interop.VideoRotation {
      var unchanged = self
      unchanged.applied = .identity
      return Interop.VideoRotation(unchanged.orientation)
    }
  }

  extension CameraMount {
    /// The mount of a capture device, by the rotation that makes its image upright in the natural pose: the capture angle
    /// of a rotation coordinator while the device is held that way.
    ///
    /// A camera of unspecified position is taken as one outside the device, which does not rotate with it.
    public init(_ device: AVCaptureDevice, sensorTurn: QuarterTurn) {
      let facing: Facing =
        device.position == .front ? .front : device.position == .back ? .back : .external(turnsAs: .neither)
      self.init(sensorTurn: sensorTurn, facing: facing)
    }

    /// The mount that explains an angle of a rotation coordinator.
    ///
    ///     CameraMount(device, captureAngle: coordinator.videoRotationAngleForHorizonLevelCapture, pose: pose)
    ///
    /// - Parameters:
    ///   - device: The camera.
    ///   - captureAngle: `videoRotationAngleForHorizonLevelCapture`, in degrees.
    ///   - pose: How the device is held meanwhile.
    /// - Returns: nil unless the angle is a multiple of 90.
    public init?(_ device: AVCaptureDevice, captureAngle: CGFloat, pose: DevicePose) {
      let mounts = QuarterTurn.allCases.map { CameraMount(device, sensorTurn: $0) }
      guard let angle = QuarterTurn(videoRotationAngle: captureAngle),
        let mount = mounts.first(where: {
          Interop.RotationAngles($0, device: pose, interface: pose).capture == angle
        })
      else { return nil }
      self = mount
    }
  }
#endif
