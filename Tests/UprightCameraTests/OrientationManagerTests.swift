// Listeners that come and go while samples arrive.

import Testing

@testable import UprightCamera

@Suite struct OrientationManagerTests {
  /// Samples or poses provided by hand.
  struct RecordingWriter<Element: Sendable>: Sendable {
    let stream: AsyncStream<Element>
    let give: AsyncStream<Element>.Continuation

    init() { (stream, give) = AsyncStream.makeStream() }
  }

  struct Broken: Error {}

  static let device = PoseSource.device(.visionCameraIOS)

  @Test func aListenerGetsWhatIsKnownAndThenWhatDiffers() async {
    let hand = RecordingWriter<GravitySample>()
    let manager = OrientationManager(Self.device, seed: .left, samples: { hand.stream })
    var first = manager.makeAsyncIterator()
    #expect(await first.next() == .left)
    await manager.start()
    for angle in [270.0, 271, 90] { hand.give.yield(.held(angle)) }
    #expect(await first.next() == .right)
    #expect(await manager.current == .right)
    var second = manager.makeAsyncIterator()
    #expect(await second.next() == .right)
    for angle in [90.0, 89, 180] { hand.give.yield(.held(angle)) }
    #expect(await first.next() == .down)
    #expect(await second.next() == .down)
    hand.give.finish()
    #expect(await first.next() == nil)
    #expect(await second.next() == nil)
    #expect(await manager.failure == nil)
  }

  @Test func withoutASeedTheFirstPoseIsThatOfTheFirstSampleThatHasOne() async {
    let hand = RecordingWriter<GravitySample>()
    let manager = OrientationManager(Self.device, samples: { hand.stream })
    await manager.start()
    #expect(await manager.current == nil)
    var poses = manager.makeAsyncIterator()
    for tilt in [90.0, 80, 20] { hand.give.yield(.held(90, tilt: tilt)) }
    #expect(await poses.next() == .right)
  }

  @Test func aSlowListenerGetsTheNewest() async {
    let hand = RecordingWriter<GravitySample>()
    let manager = OrientationManager(Self.device, samples: { hand.stream })
    var slow = manager.makeAsyncIterator()
    var quick = manager.makeAsyncIterator()
    await manager.start()
    hand.give.yield(.held(0))
    #expect(await slow.next() == .natural)
    #expect(await quick.next() == .natural)
    for (angle, pose) in [(90.0, DevicePose.right), (180, .down), (270, .left)] {
      hand.give.yield(.held(angle))
      #expect(await quick.next() == pose)
    }
    hand.give.finish()
    #expect(await quick.next() == nil)
    #expect(await slow.next() == .left)
    #expect(await slow.next() == nil)
  }

  @Test func whatIsRecordedEndsWithItsLastPose() async {
    let samples = [0.0, 90, 180].map { GravitySample.held($0) }
    let manager = OrientationManager(
      Self.device,
      samples: {
        AsyncStream { rest in
          samples.forEach { rest.yield($0) }; rest.finish()
        }
      })
    await manager.start()
    var last: DevicePose?
    for await pose in manager { last = pose }
    #expect(last == .down)
    #expect(await manager.current == .down)
    // Later listeners get the pose and the end; a new start requests the samples again.
    var late: [DevicePose?] = []
    for await pose in manager { late.append(pose) }
    #expect(late == [.down])
    await manager.start()
    for await pose in manager { last = pose }
    #expect(last == .down)
  }

  @Test func theInterfaceIsASourceOfItsOwn() async {
    let hand = RecordingWriter<DevicePose>()
    let manager = OrientationManager(.interface, interface: { hand.stream })
    await manager.start()
    await manager.start()
    var poses = manager.makeAsyncIterator()
    for pose in DevicePose.allCases {
      hand.give.yield(pose)
      #expect(await poses.next() == pose)
    }
    hand.give.finish()
    #expect(await poses.next() == nil)
  }

  @Test func aCustomPoseStaysUntilTheAppSetsAnother() async {
    let manager = OrientationManager(.custom(.left))
    await manager.start()
    var poses = manager.makeAsyncIterator()
    #expect(await poses.next() == .left)
    #expect(await manager.current == .left)
    await manager.setCustom(.down)
    #expect(await poses.next() == .down)
    await manager.stop()
    await manager.setCustom(nil)
    #expect(await poses.next() == .left)
    let loop = Task { for await _ in manager {} }
    loop.cancel()
    await loop.value
  }

  @Test func theAppsPoseIsUsedUntilItIsTakenBack() async {
    let hand = RecordingWriter<GravitySample>()
    let manager = OrientationManager(Self.device, seed: .left, samples: { hand.stream })
    await manager.start()
    var poses = manager.makeAsyncIterator()
    #expect(await poses.next() == .left)
    await manager.setCustom(.down)
    #expect(await poses.next() == .down)
    #expect(await manager.current == .down)
    #expect(await manager.custom == .down)
    // The source is followed meanwhile, without telling anybody.
    hand.give.yield(.held(90))
    await manager.setCustom(.natural)
    #expect(await poses.next() == .natural)
    hand.give.yield(.held(90))
    var quick = manager.everyPose.makeAsyncIterator()
    #expect(await quick.next() == .natural)
    await manager.setCustom(nil)
    while await manager.current != .right { await Task.yield() }
    #expect(await manager.custom == nil)
    let unstarted = OrientationManager(.interface)
    var known = unstarted.makeAsyncIterator()
    await unstarted.setCustom(.right)
    #expect(await known.next() == .right)
    await unstarted.setCustom(.left)
    #expect(await known.next() == .left)
  }

  @Test func whoAsksForEveryPoseMissesNone() async {
    let manager = OrientationManager(.interface, seed: .natural)
    var all = manager.everyPose.makeAsyncIterator()
    var newest = manager.makeAsyncIterator()
    #expect(await all.next() == .natural)
    #expect(await newest.next() == .natural)
    for pose in [DevicePose.right, .down, .left] { await manager.setCustom(pose) }
    for pose in [DevicePose.right, .down, .left] { #expect(await all.next() == pose) }
    #expect(await newest.next() == .left)
  }

  @Test func aLevelScreenTakesTheInterfacesPose() async {
    let samples = RecordingWriter<GravitySample>()
    let interface = RecordingWriter<DevicePose>()
    var policy = GravityPolicy.visionCameraIOS
    policy.flatBehavior = .interface
    let manager = OrientationManager(
      .device(policy), samples: { samples.stream }, interface: { interface.stream })
    await manager.start()
    var poses = manager.makeAsyncIterator()
    samples.give.yield(.held(90))
    #expect(await poses.next() == .right)
    interface.give.yield(.down)
    while await manager.current == .right {
      samples.give.yield(.held(0, tilt: 90))
      await Task.yield()
    }
    #expect(await poses.next() == .down)
    interface.give.finish()
    samples.give.yield(.held(270))
    #expect(await poses.next() == .left)
  }

  @Test func anUnknownPoseIsAnElementOfItsOwn() async {
    let hand = RecordingWriter<GravitySample>()
    var policy = GravityPolicy.visionCameraIOS
    policy.flatBehavior = .unknown
    let manager = OrientationManager(.device(policy), samples: { hand.stream })
    await manager.start()
    var poses = manager.makeAsyncIterator()
    hand.give.yield(.held(90))
    #expect(await poses.next() == .right)
    hand.give.yield(.held(0, tilt: 90))
    #expect(await poses.next() == .some(nil))
    #expect(await manager.current == nil)
    // A listener that never got a pose is not notified that none is known.
    var fresh = manager.makeAsyncIterator()
    hand.give.yield(.held(90))
    #expect(await poses.next() == .right)
    #expect(await fresh.next() == .right)
    hand.give.finish()
    #expect(await poses.next() == nil)
  }

  @Test func aSlowListenerIsNotGivenAPoseThatNoLongerHolds() async {
    let hand = RecordingWriter<GravitySample>()
    var policy = GravityPolicy.visionCameraIOS
    policy.flatBehavior = .unknown
    let manager = OrientationManager(.device(policy), samples: { hand.stream })
    var slow = manager.makeAsyncIterator()
    var quick = manager.makeAsyncIterator()
    await manager.start()
    hand.give.yield(.held(0))
    #expect(await slow.next() == .natural)
    #expect(await quick.next() == .natural)
    hand.give.yield(.held(90))
    #expect(await quick.next() == .right)
    hand.give.yield(.held(0, tilt: 90))
    #expect(await quick.next() == .some(nil))
    #expect(await slow.next() == .some(nil))
    hand.give.yield(.held(0))
    #expect(await slow.next() == .natural)
  }

  @Test func aSeedThatIsNotAllowedIsNone() async {
    var policy = GravityPolicy.visionCameraIOS
    policy.allowed.remove(.down)
    #expect(
      await OrientationManager(.device(policy), seed: .down, samples: { RecordingWriter<GravitySample>().stream })
        .current == nil)
    #expect(
      await OrientationManager(.device(policy), seed: .left, samples: { RecordingWriter<GravitySample>().stream })
        .current == .left
    )
  }

  @Test func aStopKeepsPoseAndListenersAndAStartGoesOn() async {
    let hands = [RecordingWriter<GravitySample>(), RecordingWriter<GravitySample>()]
    let (turns, turn) = AsyncStream<Int>.makeStream()
    let count = Counter()
    let manager = OrientationManager(
      Self.device,
      samples: {
        AsyncStream { samples in
          let task = Task {
            let number = await count.next()
            turn.yield(number)
            for await sample in hands[number].stream { samples.yield(sample) }
          }
          samples.onTermination = { _ in task.cancel() }
        }
      })
    var started = turns.makeAsyncIterator()
    var poses = manager.makeAsyncIterator()
    await manager.start()
    #expect(await started.next() == 0)
    hands[0].give.yield(.held(90))
    #expect(await poses.next() == .right)
    await manager.stop()
    hands[0].give.yield(.held(180))
    #expect(await manager.current == .right)
    await manager.start()
    #expect(await started.next() == 1)
    hands[1].give.yield(.held(270))
    #expect(await poses.next() == .left)
    await manager.stop()
    await manager.stop()
    #expect(await manager.current == .left)
  }

  actor Counter {
    private var count = 0
    func next() -> Int {
      defer { count += 1 }
      return count
    }
  }

  @Test func aSourceThatFailsSaysWhy() async {
    let manager = OrientationManager(
      Self.device,
      samples: {
        AsyncThrowingStream<GravitySample, any Error> { rest in
          rest.yield(.held(90))
          rest.finish(throwing: Broken())
        }
      })
    var poses: [DevicePose?] = []
    await manager.start()
    for await pose in manager { poses.append(pose) }
    #expect(poses == [.right])
    #expect(await manager.failure is Broken)
  }

  // The device continues without the interface, but not silently.
  @Test func anErrorBesideTheSourceIsRecordedAndEndsNothing() async {
    let samples = RecordingWriter<GravitySample>()
    var policy = GravityPolicy.visionCameraIOS
    policy.flatBehavior = .interface
    let manager = OrientationManager(
      .device(policy), samples: { samples.stream },
      interface: { AsyncThrowingStream<DevicePose, any Error> { $0.finish(throwing: Broken()) } })
    await manager.start()
    while await manager.failure == nil { await Task.yield() }
    #expect(await manager.failure is Broken)
    var poses = manager.makeAsyncIterator()
    samples.give.yield(.held(90))
    #expect(await poses.next() == .right)
    samples.give.finish()
    #expect(await poses.next() == nil)
    #expect(await manager.failure is Broken)
  }

  @Test func aNewStartForgetsAnOldError() async {
    let hand = RecordingWriter<GravitySample>()
    let count = Counter()
    let manager = OrientationManager(
      Self.device,
      samples: {
        AsyncThrowingStream<GravitySample, any Error> { rest in
          Task {
            guard await count.next() > 0 else { return rest.finish(throwing: Broken()) }
            for await sample in hand.stream { rest.yield(sample) }
          }
        }
      })
    await manager.start()
    for await _ in manager {}
    #expect(await manager.failure is Broken)
    await manager.start()
    #expect(await manager.failure == nil)
    hand.give.yield(.held(90))
    var poses = manager.makeAsyncIterator()
    #expect(await poses.next() == .right)
    hand.give.finish()
  }

  // The documentation of the samples warns of this: a stop finishes a stream that is kept.
  @Test func aStreamThatIsKeptEndsAtOnceAfterAStop() async {
    let hand = RecordingWriter<GravitySample>()
    let (ends, end) = AsyncStream<Void>.makeStream()
    hand.give.onTermination = { _ in end.finish() }
    let manager = OrientationManager(Self.device, samples: { hand.stream })
    var poses = manager.makeAsyncIterator()
    await manager.start()
    hand.give.yield(.held(90))
    #expect(await poses.next() == .right)
    await manager.stop()
    for await _ in ends {}
    await manager.start()
    #expect(await poses.next() == nil)
    #expect(await manager.failure == nil)
    #expect(await manager.current == .right)
  }

  @Test func aListenerThatLeavesItsLoopIsForgotten() async {
    let hand = RecordingWriter<GravitySample>()
    let manager = OrientationManager(Self.device, seed: .natural, samples: { hand.stream })
    for await pose in manager {
      #expect(pose == .natural)
      #expect(await manager.listenerCount == 1)
      break
    }
    while await manager.listenerCount > 0 { await Task.yield() }
    await manager.start()
    hand.give.yield(.held(90))
    while await manager.current != .right { await Task.yield() }
    #expect(await manager.listenerCount == 0)
  }

  @Test func aListenerThatIsGoneIsForgotten() async {
    let hand = RecordingWriter<GravitySample>()
    let manager = OrientationManager(Self.device, seed: .natural, samples: { hand.stream })
    let listening = Task { for await _ in manager {} }
    while await manager.listenerCount == 0 { await Task.yield() }
    listening.cancel()
    while await manager.listenerCount > 0 { await Task.yield() }
    await listening.value
  }

  @Test func aManagerThatNobodyHoldsFollowsNothing() async {
    let hand = RecordingWriter<GravitySample>()
    let (ends, end) = AsyncStream<Void>.makeStream()
    hand.give.onTermination = { _ in end.finish() }
    do {
      let manager = OrientationManager(Self.device, samples: { hand.stream })
      await manager.start()
      var poses = manager.makeAsyncIterator()
      hand.give.yield(.held(0))
      #expect(await poses.next() == .natural)
    }
    for await _ in ends {}
  }

  @Test func manyListenersAndStartsAtOnceAgree() async {
    let hand = RecordingWriter<GravitySample>()
    let manager = OrientationManager(Self.device, samples: { hand.stream })
    await withTaskGroup(of: DevicePose?.self) { group in
      for _ in 0..<16 {
        group.addTask {
          await manager.start()
          var last: DevicePose?
          for await pose in manager {
            #expect(pose != last)
            last = pose
          }
          return last
        }
      }
      group.addTask {
        for step in 0..<400 { hand.give.yield(.held(Double(step % 4) * 90, at: .milliseconds(step))) }
        hand.give.finish()
        return .left
      }
      for await last in group { #expect(last == .left) }
    }
    #expect(await manager.current == .left)
    #expect(await manager.listenerCount == 0)
  }
}
