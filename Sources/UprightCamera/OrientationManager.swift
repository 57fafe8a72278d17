// The changing pose of a device (VisionCamera's OrientationManager; CameraX's RotationProvider).

/// The sequence of poses from one source, for any number of listeners.
///
/// It contains no sensor: gravity samples and interface poses are any asynchronous sequences, requested again at each
/// start. A listener gets the known pose at once and then each one that differs from its last; a slow one gets the
/// newest and misses those in between. If a policy gives a flat screen no pose, that is an element too, nil, so that no
/// listener keeps an outdated pose. Listeners continue over a stop and end when the source's input ends; a custom pose has
/// no input. A loop over them ends with its task.
public actor OrientationManager: AsyncSequence {
  /// A pose; nil if it is no longer known. Before the first element, it is unknown.
  public typealias Element = DevicePose?

  /// The source of the pose.
  public nonisolated let source: PoseSource
  /// The current pose: the custom one if it is set, otherwise the source's. Nil before the first, and if a policy gives a
  /// flat screen none.
  public var current: DevicePose? { custom ?? known }
  /// The pose that the app set; nil while the source decides.
  public private(set) var custom: DevicePose?
  /// The first error since the start with which an input of the source ended; the source continues if it can do without
  /// that input.
  public private(set) var failure: (any Error)?

  private var known: DevicePose?
  private var classifier: GravityClassifier?
  private var listeners: [Int: AsyncStream<DevicePose?>.Continuation] = [:]
  private var nextListener = 0
  private var tasks: [Task<Void, Never>] = []
  private var run = 0
  private var isEnded: Bool
  private let feeds: [Feed]

  /// A manager that is not started.
  ///
  /// It requests only the sequences that the source needs: the interface's for the interface itself, and for a policy
  /// that uses it when the screen is flat.
  ///
  /// - Parameters:
  ///   - source: The source of the pose.
  ///   - seed: A pose known from elsewhere, until the source provides one; a pose that the policy does not allow is
  ///     ignored.
  ///   - samples: Makes a new sequence on each call. A single stored `AsyncStream` will not do: a stop cancels the loop
  ///     over it, which finishes the stream for good, and the next start would end at once.
  ///   - interface: Makes a new sequence on each call, too.
  public init<Samples: AsyncSequence & SendableMetatype, Interface: AsyncSequence & SendableMetatype>(
    _ source: PoseSource, seed: DevicePose? = nil,
    samples: @escaping @Sendable () -> Samples = { AsyncStream<GravitySample> { $0.finish() } },
    interface: @escaping @Sendable () -> Interface = { AsyncStream<DevicePose> { $0.finish() } }
  )
  where
    Samples.Element == GravitySample, Samples.AsyncIterator: SendableMetatype, Interface.Element == DevicePose,
    Interface.AsyncIterator: SendableMetatype
  {
    self.source = source
    let poses = Feed(decides: source == .interface, interface) { .interface($0) }
    switch source {
    case .interface:
      (known, feeds, isEnded) = (seed, [poses], false)
    case .device(let policy):
      let classifier = GravityClassifier(policy: policy, seed: seed)
      self.classifier = classifier
      let gravity = Feed(decides: true, samples) { .gravity($0) }
      (known, feeds, isEnded) = (
        classifier.current, policy.flatBehavior == .interface ? [poses, gravity] : [gravity], false
      )
    case .custom(let pose):
      (known, feeds, isEnded) = (pose, [], false)
    }
  }

  deinit {
    for task in tasks { task.cancel() }
    for listener in listeners.values { listener.finish() }
  }

  /// Starts following the source; does nothing if already started.
  public func start() {
    guard tasks.isEmpty, !feeds.isEmpty else { return }
    run += 1
    (isEnded, failure) = (false, nil)
    tasks = feeds.map { feed in
      Task { [weak self, run] in
        let failure = await feed.deliver { [weak self] in await self?.receive($0, of: run) }
        await self?.end(feed, of: run, failure)
      }
    }
  }

  /// Stops following the source: the pose and the listeners stay.
  public func stop() {
    for task in tasks { task.cancel() }
    tasks = []
    run += 1
  }

  /// Uses this pose, whatever the source says, until nil returns to the source's. The source keeps being followed.
  ///
  /// A manager whose source has ended, such as one without an accelerometer, has a current pose, but no listeners to
  /// tell.
  public func setCustom(_ pose: DevicePose?) {
    let before = current
    custom = pose
    tell(before)
  }

  /// A new listener.
  public nonisolated func makeAsyncIterator() -> Iterator { Iterator(manager: self, keeping: 1) }

  /// The same sequence for listeners that must not miss a pose: those in between are kept too, up to a thousand.
  public nonisolated var everyPose: EveryPose { EveryPose(manager: self) }

  /// All poses of a manager, in order; if a listener is more than a thousand behind, the oldest are dropped.
  public struct EveryPose: AsyncSequence, Sendable {
    /// A pose; nil if it is no longer known.
    public typealias Element = DevicePose?

    fileprivate let manager: OrientationManager

    /// A new listener.
    public func makeAsyncIterator() -> Iterator { Iterator(manager: manager, keeping: 1000) }
  }

  /// The poses of one listener.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let manager: OrientationManager
    private let limit: Int
    private var poses: AsyncStream<DevicePose?>.Iterator?
    private var last: DevicePose?

    fileprivate init(manager: OrientationManager, keeping limit: Int) {
      self.manager = manager
      self.limit = limit
    }

    /// The known pose at the first call, then the next one that differs, `.some(nil)` if it is no longer known; nil
    /// when the sequence ends.
    public mutating func next() async -> DevicePose?? {
      var poses: AsyncStream<DevicePose?>.Iterator
      if let known = self.poses {
        poses = known
      } else {
        poses = await manager.listen(keeping: limit).makeAsyncIterator()
      }
      self.poses = poses
      while let pose = await poses.next() {
        guard pose != last else { continue }
        last = pose
        return pose
      }
      return nil
    }
  }

  /// The number of current listeners.
  var listenerCount: Int { listeners.count }

  private func listen(keeping limit: Int) -> AsyncStream<DevicePose?> {
    let (stream, continuation) = AsyncStream.makeStream(of: DevicePose?.self, bufferingPolicy: .bufferingNewest(limit))
    if let current { continuation.yield(current) }
    guard !isEnded else {
      continuation.finish()
      return stream
    }
    let number = nextListener
    nextListener += 1
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
    return stream
  }

  private func forget(_ listener: Int) { listeners[listener] = nil }

  private func receive(_ event: Feed.Event, of run: Int) {
    guard run == self.run else { return }
    let before = current
    switch event {
    case .gravity(let sample): known = classifier?.ingest(sample)
    case .interface(let pose):
      classifier?.interface = pose
      if source == .interface { known = pose }
    }
    tell(before)
  }

  private func tell(_ before: DevicePose?) {
    guard current != before else { return }
    for listener in listeners.values { listener.yield(current) }
  }

  private func end(_ feed: Feed, of run: Int, _ failure: (any Error)?) {
    guard run == self.run else { return }
    self.failure = self.failure ?? failure
    guard feed.decides else { return }
    stop()
    isEnded = true
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }
}

/// An input sequence of a source.
private struct Feed: Sendable {
  enum Event: Sendable {
    case gravity(GravitySample)
    case interface(DevicePose)
  }

  /// Whether the source ends with it.
  let decides: Bool
  private let run: @Sendable (@Sendable (Event) async -> Void) async throws -> Void

  init<Elements: AsyncSequence & SendableMetatype>(
    decides: Bool, _ elements: @escaping @Sendable () -> Elements,
    _ event: @escaping @Sendable (Elements.Element) -> Event
  ) where Elements.AsyncIterator: SendableMetatype {
    self.decides = decides
    run = { deliver in for try await element in elements() { await deliver(event(element)) } }
  }

  /// Delivers all elements, and returns the error it ended with.
  func deliver(to receive: @Sendable (Event) async -> Void) async -> (any Error)? {
    do {
      try await run(receive)
      return nil
    } catch { return error }
  }
}

// The source of an image's pose (VisionCamera's orientationSource; UIDevice, UIWindowScene; Android's display and its
// sensors).

/// What determines the pose of the device, and thereby the orientation of its images.
public enum PoseSource: Hashable, Sendable {
  /// The interface: the rotation of the screen by the system, respecting locks.
  case interface
  /// The device as it is held, ignoring locks.
  case device(GravityPolicy)
  /// A pose set by the app, whatever the device does, until the app sets another by `OrientationManager.setCustom`.
  case custom(DevicePose)
}

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
