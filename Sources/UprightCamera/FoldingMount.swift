// One camera of a device that folds: its mount changes with the fold (camera2 INFO_DEVICE_STATE_SENSOR_ORIENTATION_MAP, DeviceStateSensorOrientationMap).

/// How a camera sits in a device that folds, slides or flips, for each of the device's states.
///
/// A fold may turn the sensor against the natural pose, and the screen that is in use may make a front lens of a back one.
public struct FoldingMount<State: Hashable & Sendable>: Hashable, Sendable {
  /// The mount in all states that have none of their own: Android's `SENSOR_ORIENTATION`, which is there even where the map of states is not.
  public let standard: CameraMount
  /// The states that have a mount of their own.
  public let states: [State: CameraMount]

  /// A camera with its usual mount and the states in which it has another.
  public init(standard: CameraMount, states: [State: CameraMount] = [:]) {
    self.standard = standard
    self.states = states
  }

  /// The mount in a state. Ask again for every capture, because the device may have been folded since.
  public subscript(state: State) -> CameraMount { states[state] ?? standard }
}
