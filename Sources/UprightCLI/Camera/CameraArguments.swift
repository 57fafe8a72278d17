// A capture as typed: the mount, the pose, the mirror, and what was already done to its pixels.

import ArgumentParser
import Upright
import UprightCamera

/// What determines a capture's orientation.
struct CameraArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Clockwise rotation that makes the sensor's image upright while the device is in its natural pose: 0, 90, 180, \
      270.
      """,
      valueName: "degrees"),
    transform: Self.mount)
  var sensor: QuarterTurn

  @Option(
    help: """
      Which way the lens faces. An external camera rotates with the device like a back camera, like a front camera, or \
      not at all.
      """
  )
  var facing = FacingArgument.back

  @Option(
    help: ArgumentHelp(
      "How far the device is rotated from its natural pose, clockwise as its user sees it.", valueName: "degrees"))
  var pose = QuarterTurnArgument(.zero)

  @Option(
    help: "Whether the upright image is mirrored left to right; front-only is what platforms call automatic.")
  var mirror = MirrorArgument(.off)

  private static func mount(_ text: String) throws(ValidationError) -> QuarterTurn {
    guard let degrees = Int(text) else {
      throw ValidationError("\(text) must be a number of degrees: 0, 90, 180 or 270")
    }
    do throws(UnsupportedMountAngle) {
      return try CameraMount(sensorDegrees: degrees, facing: .back).sensorTurn
    } catch { throw ValidationError("\(error)") }
  }

  /// The capture of a buffer whose pixels were not changed.
  func snapshot(_ size: PixelSize<Stored>) -> CaptureSnapshot {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: sensor, facing: facing.facing), pose: DevicePose(turn: pose.quarterTurn),
      mirror: mirror.mode, storedSize: size)
  }
}

/// Degrees clockwise as typed, a multiple of 90.
struct QuarterTurnArgument: ExpressibleByArgument, Hashable {
  let quarterTurn: QuarterTurn

  init(_ turn: QuarterTurn) { self.quarterTurn = turn }

  init?(argument: String) {
    guard let degrees = Int(argument), let turn = QuarterTurn(degrees: degrees) else { return nil }
    self.quarterTurn = turn
  }

  var defaultValueDescription: String { "\(quarterTurn.degrees)" }

  static let allValueStrings = QuarterTurn.allCases.map { "\($0.degrees)" }
}

/// Whether images are mirrored, as typed.
struct MirrorArgument: ExpressibleByArgument, Hashable {
  let mode: MirrorMode

  init(_ mode: MirrorMode) { self.mode = mode }

  init?(argument: String) {
    guard let mode = MirrorMode(rawValue: argument) else { return nil }
    self.mode = mode
  }

  var defaultValueDescription: String { mode.rawValue }

  static let allValueStrings = MirrorMode.allCases.map(\.rawValue)
}

/// The direction of a lens, as typed.
enum FacingArgument: String, ExpressibleByArgument, CaseIterable {
  case back, front
  case externalBack = "external-back"
  case externalFront = "external-front"
  case externalNeither = "external-neither"

  var facing: Facing {
    switch self {
    case .back: .back
    case .front: .front
    case .externalBack: .external(turnsAs: .back)
    case .externalFront: .external(turnsAs: .front)
    case .externalNeither: .external(turnsAs: .neither)
    }
  }
}

// What was already done to a capture's pixels, as typed.

/// What a platform, or the program that wrote the file, did to the sensor's pixels: that part need not be done again.
struct AppliedArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What was already done to the sensor's pixels, as `upright names` writes it: mirror-horizontal, cw, 6. \
      (default: nothing)
      """,
      valueName: "orientation"))
  var applied: OrientationArgument?

  /// From the sensor's image to the buffer.
  var orientation: Orientation<Sensor, Stored> {
    let whole = Orientation<Stored, Displayed>(exif: applied?.exif ?? .topLeft)
    return Orientation(mirrored: whole.isMirrored, clockwise: whole.clockwiseQuarters)
  }
}

extension CameraArguments {
  /// The capture of a buffer whose pixels were already changed.
  func snapshot(_ size: PixelSize<Stored>, after applied: AppliedArguments) -> CaptureSnapshot {
    var capture = snapshot(size)
    capture.applied = applied.orientation
    return capture
  }
}
