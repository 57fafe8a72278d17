// A capture as typed: the mount, the pose, the mirror.

import ArgumentParser
import Upright
import UprightBatch
import UprightCamera

/// What decides which way a capture is up.
struct CameraArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Clockwise turn that makes the sensor's picture upright while the device is in its natural pose: 0, 90, 180, 270.",
      valueName: "degrees"),
    transform: Self.mount)
  var sensor: QuarterTurn

  @Option(
    help: "Which way the lens looks; an external camera turns with the device as one of its two sides, or neither.")
  var facing = FacingArgument.back

  @Option(
    help: ArgumentHelp(
      "How far the device is turned from its natural pose, clockwise as its user sees it.", valueName: "degrees"))
  var pose = QuarterTurnArgument(.zero)

  @Option(
    help: "Whether left and right of the upright picture are swapped; front-only is what platforms call automatic.")
  var mirror = MirrorArgument(.off)

  private static func mount(_ text: String) throws(ValidationError) -> QuarterTurn {
    guard let degrees = Int(text) else { throw ValidationError("\(text) is no number of degrees") }
    do throws(UnsupportedMountAngle) {
      return try CameraMount(sensorDegrees: degrees, facing: .back).sensorTurn
    } catch { throw ValidationError("\(error)") }
  }

  /// The capture of a buffer that nothing was done to.
  func snapshot(_ size: PixelSize<Stored>) -> CaptureSnapshot {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: sensor, facing: facing.facing), pose: DevicePose(turn: pose.quarterTurn),
      mirror: mirror.mode, storedSize: size)
  }
}

/// Degrees clockwise as typed, in whole quarters.
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

/// Whether pictures are mirrored, as typed.
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

/// Which way a lens looks, as typed.
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
