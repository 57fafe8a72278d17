// The rotation of on-screen controls over time (VisionCamera's onUIRotationChanged).

/// The rotations, clockwise as displayed, that keep controls upright while the interface stays: see
/// ``controlTurn(device:interface:)``.
///
///     for await turn in ControlTurns(device: device, interface: interface) {
///       animate(to: turn.signedDegrees)
///     }
public struct ControlTurns: AsyncSequence, Sendable {
  /// A rotation.
  public typealias Element = QuarterTurn

  private let device: OrientationManager
  private let interface: OrientationManager

  /// The rotations for two started managers; an unknown pose keeps the last one, and begins as the natural one.
  public init(device: OrientationManager, interface: OrientationManager) {
    (self.device, self.interface) = (device, interface)
  }

  /// A new listener: the rotation for the known poses, then each that differs. It ends when both managers' poses end.
  public func makeAsyncIterator() -> AsyncStream<QuarterTurn>.Iterator {
    let (stream, turns) = AsyncStream.makeStream(of: QuarterTurn.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task { [device, interface] in
      let poses = PosePair(turns)
      await poses.begin(device: device.current, interface: interface.current)
      await withTaskGroup { group in
        group.addTask { for await pose in device { await poses.take(device: pose) } }
        group.addTask { for await pose in interface { await poses.take(interface: pose) } }
      }
      turns.finish()
    }
    turns.onTermination = { _ in task.cancel() }
    return stream.makeAsyncIterator()
  }
}

/// Two poses and the rotation between them.
private actor PosePair {
  private var device = DevicePose.natural
  private var interface = DevicePose.natural
  private var last: QuarterTurn?
  private let turns: AsyncStream<QuarterTurn>.Continuation

  init(_ turns: AsyncStream<QuarterTurn>.Continuation) { self.turns = turns }

  func begin(device: DevicePose?, interface: DevicePose?) {
    (self.device, self.interface) = (device ?? .natural, interface ?? .natural)
    tell()
  }

  func take(device pose: DevicePose?) {
    device = pose ?? device
    tell()
  }

  func take(interface pose: DevicePose?) {
    interface = pose ?? interface
    tell()
  }

  private func tell() {
    let turn = controlTurn(device: device, interface: interface)
    if turn != last { turns.yield(turn) }
    last = turn
  }
}
