// How gravity samples become a pose, as typed: a platform's policy with changes.

import ArgumentParser
import UprightBatch
import UprightCamera

/// A policy, the pose before the first sample, and the interface's behavior.
struct PolicyArguments: ParsableArguments {
  /// A built-in policy, by its platform's name.
  enum Name: String, ExpressibleByArgument, CaseIterable {
    case nearest
    case visionCameraIOS = "vision-camera-ios"
    case visionCameraAndroid = "vision-camera-android"
    case cameraX = "camerax"
    case windowManager = "window-manager"

    var policy: GravityPolicy {
      switch self {
      case .nearest: .nearest
      case .visionCameraIOS: .visionCameraIOS
      case .visionCameraAndroid: .visionCameraAndroid
      case .cameraX: .cameraX
      case .windowManager: .windowManager
      }
    }
  }

  /// The pose of a device whose screen is level.
  enum Flat: String, ExpressibleByArgument, CaseIterable {
    case hold, interface, unknown

    var meaning: GravityPolicy.FlatBehavior {
      switch self {
      case .hold: .hold
      case .interface: .interface
      case .unknown: .unknown
      }
    }
  }

  @Option(
    help: ArgumentHelp(
      """
      Whose rules turn samples into a pose; the options below change them. window-manager is what Android does with an \
      accelerometer alone, with AOSP's tilt limits; devices with an orientation sensor or other limits differ. \
      vision-camera-ios gives 0 in free fall.
      """))
  var policy = Name.windowManager

  @Option(help: "Which pose a level screen has: the previous one, the interface's, or unknown (default: hold).")
  var flat: Flat?

  @Option(help: ArgumentHelp("The interface's pose, for --flat interface.", valueName: "degrees"))
  var interface: QuarterTurnArgument?

  @Option(help: ArgumentHelp("The pose before the first sample (default: none).", valueName: "degrees"))
  var seed: QuarterTurnArgument?

  @Option(
    help: ArgumentHelp("The allowed poses, such as 0,90,270 for never upside down.", valueName: "degrees,…"),
    transform: Self.poses)
  var allow: Set<DevicePose>?

  @Option(
    name: .customLong("flat-within"),
    help: ArgumentHelp(
      """
      The screen is level within this many degrees, 0…90. Replaces all tilt limits of the policy: those that \
      window-manager has for each pose, and overhead.
      """,
      valueName: "degrees"), transform: CheckedNumber.decimal)
  var flatWithin: Double?

  @Option(
    help: ArgumentHelp(
      "How far beyond its boundary the device rotates before the pose changes, 0…45.", valueName: "degrees"),
    transform: CheckedNumber.decimal)
  var hysteresis: Double?

  @Option(
    help: ArgumentHelp("How long a new pose must last before it is used.", valueName: "ms"),
    transform: CheckedNumber.whole)
  var stable: Int?

  @Option(
    help: ArgumentHelp("Time constant of the low-pass filter; 0 for none.", valueName: "ms"),
    transform: CheckedNumber.whole)
  var smoothing: Int?

  @Option(
    help: ArgumentHelp("Start over after a gap longer than this (default: 1000).", valueName: "ms"),
    transform: CheckedNumber.whole)
  var gap: Int?

  private static func poses(_ text: String) throws(ValidationError) -> Set<DevicePose> {
    var poses: Set<DevicePose> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let turn = QuarterTurnArgument(argument: String(word)) else {
        throw ValidationError("\(text): poses are 0, 90, 180 and 270, separated by commas")
      }
      poses.insert(DevicePose(turn: turn.quarterTurn))
    }
    return poses
  }

  func validate() throws(ValidationError) {
    if (flat == .interface) != (interface != nil) {
      throw ValidationError("--flat interface and --interface need each other")
    }
    if flat != nil, policy == .nearest, flatWithin == nil {
      throw ValidationError("policy nearest has no tilt limit, so --flat needs --flat-within")
    }
    for (option, pose) in [("--seed", seed), ("--interface", interface)] {
      if let pose, let allow, !allow.contains(DevicePose(turn: pose.quarterTurn)) {
        throw ValidationError("\(option) \(pose.quarterTurn.degrees) is not one of the poses given by --allow")
      }
    }
    if let flatWithin, !(0...90).contains(flatWithin) { throw ValidationError("--flat-within must be 0…90 degrees") }
    if let hysteresis, !(0...45).contains(hysteresis) { throw ValidationError("--hysteresis must be 0…45 degrees") }
    for (option, time) in [("--stable", stable), ("--smoothing", smoothing), ("--gap", gap)] {
      if let time, !(0...Self.longest).contains(time) {
        throw ValidationError("\(option) must be 0…\(Self.longest) milliseconds")
      }
    }
  }

  private static let longest = 3_600_000

  /// The policy with its changes.
  var changed: GravityPolicy {
    var changed = policy.policy
    changed.flatBehavior = (flat ?? .hold).meaning
    if let allow { changed.allowed = allow }
    if let flatWithin { changed.flatness = .within(degrees: flatWithin) }
    if let hysteresis { changed.hysteresis = hysteresis }
    if let stable { changed.settleTime.stable = .milliseconds(stable) }
    if let smoothing { changed.smoothing = .milliseconds(smoothing) }
    if let gap { changed.longestGap = .milliseconds(gap) }
    return changed
  }

  /// Replays samples through the policy.
  func replay(_ samples: [GravitySample]) -> GravityReplay {
    GravityReplay(
      samples, through: changed, seed: seed.map { DevicePose(turn: $0.quarterTurn) },
      interface: interface.map { DevicePose(turn: $0.quarterTurn) })
  }
}
