// The pose of a device while it changes (VisionCamera's OrientationManager; CameraX's RotationProvider).

/// The poses by one source, one after the other, for as many listeners as there are.
///
/// It brings no sensor: samples of gravity and poses of the interface are any asynchronous sequences, asked for anew at each start. A listener gets the pose
/// that is known at once and then each that differs from its last one; one that is slow gets the newest and misses those between. Where a policy says that a
/// level screen has no pose, that is an element too, nil, so that nobody goes on with one that no longer holds. Listeners stay over a stop and end when what
/// the source feeds on ends; a loop over them ends with its task.
public actor OrientationManager: AsyncSequence {
  /// A pose; nil where it is no longer known. Before the first element nothing is known.
  public typealias Element = DevicePose?

  /// What decides.
  public nonisolated let source: OrientationSource
  /// The pose that is known by now; nil before the first, and where a policy says that a level screen has none.
  public private(set) var current: DevicePose?
  /// The first error since the start that something the source feeds on ended with; the source itself goes on where it can do without that.
  public private(set) var failure: (any Error)?

  private var classifier: GravityClassifier?
  private var listeners: [Int: AsyncStream<DevicePose?>.Continuation] = [:]
  private var nextListener = 0
  private var tasks: [Task<Void, Never>] = []
  private var run = 0
  private var isEnded: Bool
  private let feeds: [Feed]

  /// A manager that does not run yet.
  ///
  /// Of the two sequences only what the source needs is asked for: the interface's for itself, and for a policy that takes it when the screen is level.
  ///
  /// - Parameters:
  ///   - source: What decides.
  ///   - seed: A pose known from elsewhere, for the time until the source tells one; one that the policy does not allow is none.
  ///   - samples: Makes a new sequence each time that it is called. One `AsyncStream` that is kept will not do: a stop cancels the loop over it, which finishes
  ///     the stream for good, and the next start would end at once.
  ///   - interface: Makes a new sequence each time, too.
  public init<Samples: AsyncSequence & SendableMetatype, Interface: AsyncSequence & SendableMetatype>(
    _ source: OrientationSource, seed: DevicePose? = nil,
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
      (current, feeds, isEnded) = (seed, [poses], false)
    case .device(let policy):
      let classifier = GravityClassifier(policy: policy, seed: seed)
      self.classifier = classifier
      let gravity = Feed(decides: true, samples) { .gravity($0) }
      (current, feeds, isEnded) = (
        classifier.current, policy.flatBehavior == .interface ? [poses, gravity] : [gravity], false
      )
    case .custom(let pose):
      (current, feeds, isEnded) = (pose, [], true)
    }
  }

  deinit {
    for task in tasks { task.cancel() }
    for listener in listeners.values { listener.finish() }
  }

  /// Begins to follow the source; nothing where it does already.
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

  /// No longer follows the source: the pose stays, and so do the listeners.
  public func stop() {
    for task in tasks { task.cancel() }
    tasks = []
    run += 1
  }

  /// A listener of its own.
  public nonisolated func makeAsyncIterator() -> Iterator { Iterator(manager: self) }

  /// The poses of one listener.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let manager: OrientationManager
    private var poses: AsyncStream<DevicePose?>.Iterator?
    private var last: DevicePose?

    fileprivate init(manager: OrientationManager) { self.manager = manager }

    /// The pose known at the first call, then the next that differs, `.some(nil)` where it is no longer known; nil where nothing more will come.
    public mutating func next() async -> DevicePose?? {
      var poses: AsyncStream<DevicePose?>.Iterator
      if let known = self.poses { poses = known } else { poses = await manager.listen().makeAsyncIterator() }
      self.poses = poses
      while let pose = await poses.next() {
        guard pose != last else { continue }
        last = pose
        return pose
      }
      return nil
    }
  }

  /// How many listen now.
  var listenerCount: Int { listeners.count }

  private func listen() -> AsyncStream<DevicePose?> {
    let (stream, continuation) = AsyncStream.makeStream(of: DevicePose?.self, bufferingPolicy: .bufferingNewest(1))
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
    case .gravity(let sample): current = classifier?.ingest(sample)
    case .interface(let pose):
      classifier?.interface = pose
      if source == .interface { current = pose }
    }
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

/// A sequence that a source feeds on.
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

  /// Gives all of it, and the error it ended with.
  func deliver(to receive: @Sendable (Event) async -> Void) async -> (any Error)? {
    do {
      try await run(receive)
      return nil
    } catch { return error }
  }
}
