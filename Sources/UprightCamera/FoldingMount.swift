// A camera of a device that folds: its mount changes with the fold (camera2 INFO_DEVICE_STATE_SENSOR_ORIENTATION_MAP,
// DeviceStateSensorOrientationMap).

/// A camera's mount in a device that folds, slides or flips, for each device state.
///
/// A fold may rotate the sensor relative to the natural pose, and the screen in use may make a back lens a front lens.
public struct FoldingMount<State: Hashable & Sendable>: Hashable, Sendable {
  /// The mount in all states without one of their own: Android's `SENSOR_ORIENTATION`, which exists even without the
  /// map of states.
  public let standard: CameraMount
  /// The mounts of states that differ from the standard.
  public let states: [State: CameraMount]

  /// A camera with its standard mount and the states with another.
  public init(standard: CameraMount, states: [State: CameraMount] = [:]) {
    self.standard = standard
    self.states = states
  }

  /// The mount in a state. Query it for every capture, because the device may have been folded since.
  public subscript(state: State) -> CameraMount { states[state] ?? standard }
}
