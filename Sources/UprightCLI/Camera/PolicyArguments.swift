// How samples of gravity become a pose, as typed: a platform's policy, and what is changed of it.

import ArgumentParser
import UprightBatch
import UprightCamera

/// A policy, what came before the first sample, and what the interface does.
struct PolicyArguments: ParsableArguments {
  /// A policy that is there, by the name of whose it is.
  enum Name: String, ExpressibleByArgument, CaseIterable {
    case nearest
    case visionCameraiOS = "vision-camera-ios"
    case visionCameraAndroid = "vision-camera-android"
    case cameraX = "camerax"
    case windowManager = "window-manager"

    var policy: GravityPolicy {
      switch self {
      case .nearest: .nearest
      case .visionCameraiOS: .visionCameraiOS
      case .visionCameraAndroid: .visionCameraAndroid
      case .cameraX: .cameraX
      case .windowManager: .windowManager
      }
    }
  }

  /// What a level screen means.
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
      accelerometer alone, at the tilts of AOSP: a device with a sensor of its own for orientations, or a maker with \
      tilts of its own, differs. vision-camera-ios says 0 in free fall.
      """))
  var policy = Name.windowManager

  @Option(help: "What a level screen means: the pose from before, the interface's, or none; hold unless said.")
  var flat: Flat?

  @Option(help: ArgumentHelp("The interface's pose, for --flat interface.", valueName: "degrees"))
  var interface: QuarterTurnArgument?

  @Option(help: ArgumentHelp("The pose before the first sample; none unless said.", valueName: "degrees"))
  var seed: QuarterTurnArgument?

  @Option(
    help: ArgumentHelp("The poses that may be taken: 0,90,270 is never upside down.", valueName: "degrees,…"),
    transform: Self.poses)
  var allow: Set<DevicePose>?

  @Option(
    name: .customLong("flat-within"),
    help: ArgumentHelp(
      "The screen is level within so many degrees of it, 0…90. This takes the place of all that the policy says of tilts: those of window-manager for each pose, and overhead.",
      valueName: "degrees"))
  var flatWithin: Double?

  @Option(
    help: ArgumentHelp("How far beyond its boundary a pose is left for the next one, 0…45.", valueName: "degrees"))
  var hysteresis: Double?

  @Option(help: ArgumentHelp("How long a new pose is held before it is taken.", valueName: "ms"))
  var stable: Int?

  @Option(help: ArgumentHelp("The time constant of the low pass; 0 for none.", valueName: "ms"))
  var smoothing: Int?

  @Option(help: ArgumentHelp("Samples further apart than this begin anew; 1000 unless said.", valueName: "ms"))
  var gap: Int?

  private static func poses(_ text: String) throws(ValidationError) -> Set<DevicePose> {
    var poses: Set<DevicePose> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let turn = QuarterTurnArgument(argument: String(word)) else {
        throw ValidationError("\(text): poses are 0, 90, 180 and 270, with commas between them")
      }
      poses.insert(DevicePose(turn: turn.quarterTurn))
    }
    return poses
  }

  func validate() throws(ValidationError) {
    if (flat == .interface) != (interface != nil) {
      throw ValidationError("--flat interface and --interface need one another")
    }
    if flat != nil, policy == .nearest, flatWithin == nil {
      throw ValidationError("to nearest no screen is level; --flat needs --flat-within")
    }
    for (option, pose) in [("--seed", seed), ("--interface", interface)] {
      if let pose, let allow, !allow.contains(DevicePose(turn: pose.quarterTurn)) {
        throw ValidationError("\(option) \(pose.quarterTurn.degrees) is a pose that --allow leaves out")
      }
    }
    if let flatWithin, !(0...90).contains(flatWithin) { throw ValidationError("--flat-within is 0…90 degrees") }
    if let hysteresis, !(0...45).contains(hysteresis) { throw ValidationError("--hysteresis is 0…45 degrees") }
    for (option, time) in [("--stable", stable), ("--smoothing", smoothing), ("--gap", gap)] {
      if let time, !(0...Self.longest).contains(time) {
        throw ValidationError("\(option) is 0…\(Self.longest) milliseconds")
      }
    }
  }

  private static let longest = 3_600_000

  /// The policy with what is changed of it.
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

  /// What a policy makes of samples.
  func replay(_ samples: [GravitySample]) -> GravityReplay {
    GravityReplay(
      samples, through: changed, seed: seed.map { DevicePose(turn: $0.quarterTurn) },
      interface: interface.map { DevicePose(turn: $0.quarterTurn) })
  }
}
