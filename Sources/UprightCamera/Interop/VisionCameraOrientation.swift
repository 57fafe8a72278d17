// `CameraOrientation` of react-native-vision-camera 5, as a pose and in degrees: on Android left and right are swapped against iOS.

extension Interop {
  /// The four words that VisionCamera has for how a device is held, and for how the content of a frame lies.
  ///
  /// As a pose nothing is lost; of a picture a word alone is the turn without the mirror: ``VisionCameraFrame`` has both.
  public enum VisionCameraOrientation: String, CaseIterable, Hashable, Sendable {
    /// No turn.
    case up
    /// As a pose on iOS, a quarter clockwise as the user sees it; on Android a quarter counterclockwise.
    case right
    /// Half a turn.
    case down
    /// As a pose on iOS, a quarter counterclockwise as the user sees it; on Android a quarter clockwise.
    case left

    /// What the platform calls a pose.
    public init(_ pose: DevicePose, on platform: Platform) {
      self.init(platform == .iOS ? pose.turn : pose.turn.inverse)
    }

    /// The word whose ``degrees`` are those of a turn.
    init(_ turn: QuarterTurn) {
      self =
        switch turn {
        case .zero: .up
        case .clockwise: .right
        case .half: .down
        case .counterclockwise: .left
        }
    }

    /// The pose that the platform calls so.
    public func pose(on platform: Platform) -> DevicePose {
      DevicePose(turn: platform == .iOS ? turn : turn.inverse)
    }

    /// What the platform's `degrees` says of the word: 0, 90, 180, 270 in the order of the cases on both.
    public var degrees: Int { turn.degrees }

    /// The word's number as a turn, clockwise by its name.
    private var turn: QuarterTurn {
      switch self {
      case .up: .zero
      case .right: .clockwise
      case .down: .half
      case .left: .counterclockwise
      }
    }

    /// What the platform's `fromDegrees` makes of whole quarters; on Android it is not the way back from ``degrees``.
    ///
    /// - Returns: nil for degrees that are no multiple of 90.
    public init?(degrees: Int, on platform: Platform) {
      guard let turn = QuarterTurn(degrees: degrees) else { return nil }
      self.init(DevicePose(turn: turn), on: platform)
    }

    /// What Android's manager makes of the degrees of its listener, 0…359 clockwise.
    ///
    /// As CameraX does (``SurfaceRotation/init(listenerDegrees:)``), but for three of the four diagonals, which go to the pose before them.
    ///
    /// - Returns: nil for -1, with which the listener says that the device lies flat, and everything else that is no angle.
    public init?(listenerDegrees degrees: Int) {
      let isLater = [135, 225, 315].contains(degrees)
      guard let surface = SurfaceRotation(listenerDegrees: isLater ? degrees - 1 : degrees) else { return nil }
      self.init(surface.pose, on: .android)
    }
  }

  /// The turn that VisionCamera gives to controls on a screen whose interface is locked, degrees clockwise the shorter way as its users read it.
  ///
  /// It subtracts the words' degrees: right on iOS, half a turn off on Android at the sides. ``controlTurn(device:interface:)`` is right on both.
  public static func visionCameraControlTurn(device: DevicePose, interface: DevicePose, on platform: Platform) -> Int {
    let degrees = [interface, device].map { VisionCameraOrientation($0, on: platform).degrees }
    return QuarterTurn(quarters: (degrees[0] - degrees[1]) / 90).signedDegrees
  }
}
