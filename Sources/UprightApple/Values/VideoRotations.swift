// AVFoundation's terms for rotations: AVCaptureVideoOrientation, videoRotationAngle (iOS 17), AVLayerVideoGravity
// (AVCaptureSession.h, AVAnimation.h).

#if canImport(AVFoundation) && !os(visionOS) && !os(watchOS)
  public import AVFoundation
  public import UprightCamera
  public import UprightGeometry

  extension DevicePose {
    /// The pose in which an interface of this orientation is upright; nil for a value that this version does not know.
    public init?(_ orientation: AVCaptureVideoOrientation) {
      guard let pose = CaptureVideoOrientation(rawValue: orientation.rawValue)?.pose else { return nil }
      self = pose
    }
  }

  extension AVCaptureVideoOrientation {
    /// The value for the pose in which an interface is upright.
    public init(_ pose: DevicePose) { self = Self(rawValue: CaptureVideoOrientation(pose).rawValue) ?? .portrait }
  }

  extension QuarterTurn {
    /// The rotation of a connection, or of a rotation coordinator; nil unless a multiple of 90 degrees.
    public init?(videoRotationAngle degrees: CGFloat) {
      guard let whole = Int(exactly: Double(degrees)), let turn = Self(degrees: whole) else { return nil }
      self = turn
    }

    /// The same rotation for `videoRotationAngle`: degrees clockwise.
    public var videoRotationAngle: CGFloat { CGFloat(degrees) }
  }

  extension FittingMode {
    /// How a layer with this gravity shows video; a value that this version does not know is the default, `fit`.
    public init(_ gravity: AVLayerVideoGravity) {
      self = Self.allCases.first { AVLayerVideoGravity($0) == gravity } ?? .fit
    }
  }

  extension AVLayerVideoGravity {
    /// The gravity of a layer that shows video like this.
    public init(_ mode: FittingMode) {
      self =
        switch mode {
        case .fit: .resizeAspect
        case .fill: .resizeAspectFill
        case .stretch: .resize
        }
    }
  }
#endif
