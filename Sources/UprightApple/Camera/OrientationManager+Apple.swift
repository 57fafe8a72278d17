// Orientation managers on Apple's sensors, by the source of the pose.

#if canImport(CoreMotion) && canImport(UIKit) && !os(macOS) && !os(visionOS) && !os(tvOS) && !os(watchOS)
  public import UprightCamera

  extension OrientationManager {
    /// A manager on Core Motion and the interface, whichever its source needs; not started.
    ///
    ///     let interface = InterfacePoses()                          // kept by the scene's delegate, which updates it
    ///     let manager = OrientationManager(apple: .device(.visionCameraIOS), interface: interface)
    ///     await manager.start()
    ///     for await pose in manager { … }
    public init(
      apple source: PoseSource, seed: DevicePose? = nil, motion: MotionSource = MotionSource(),
      interface: InterfacePoses
    ) {
      self.init(source, seed: seed, samples: { motion.samples() }, interface: { interface.poses() })
    }

    /// A manager that follows what `UIDevice` reports, in place of samples; not started. Its `source` is `.interface`:
    /// whole poses, which no policy classifies.
    public init(device: DevicePoses, seed: DevicePose? = nil) {
      self.init(.interface, seed: seed, interface: { device.poses() })
    }
  }
#endif

#if canImport(CoreMotion) && !os(macOS)
  public import CoreMotion
  import Foundation
  public import UprightCamera

  // Gravity from Core Motion, for orientation managers (CMMotionManager.h). Core Motion's axes and signs are those of
  // `GravitySample`.

  /// The accelerometer as a sequence of gravity samples.
  ///
  ///     let manager = OrientationManager(.device(.visionCameraIOS), samples: MotionSource().samples)
  ///
  /// Where there is no accelerometer, as in the simulator, a manager of `.device` ends at once: its loops end, and so does
  /// what `setCustom` could tell them.
  ///
  /// An app should have one motion manager, so keep one source for all orientation managers that do not run together.
  public actor MotionSource {
    private let interval: Double
    private var manager: CMMotionManager?
    private let numbers = Numbers()
    private var latest = 0
    private var current: AsyncStream<GravitySample>.Continuation?
    private var endedEarly: Set<Int> = []

    /// A source with this many samples per second.
    public init(samplesPerSecond: Double = 25) { interval = samplesPerSecond > 0 ? 1 / samplesPerSecond : 0.04 }

    /// A new sequence of samples, which starts the accelerometer and ends the sequence before. Without an accelerometer,
    /// or after an error, it ends.
    public nonisolated func samples() -> AsyncStream<GravitySample> {
      let (stream, continuation) = AsyncStream.makeStream(of: GravitySample.self, bufferingPolicy: .bufferingNewest(64))
      let number = numbers.next()
      continuation.onTermination = { _ in Task { await self.stop(number) } }
      Task { await self.start(continuation, number) }
      return stream
    }

    /// Tasks may run in another order than sequences were asked for, or ended.
    private func start(_ continuation: AsyncStream<GravitySample>.Continuation, _ number: Int) {
      guard endedEarly.remove(number) == nil else { return }
      guard number > latest else { return continuation.finish() }
      latest = number
      current?.finish()
      current = continuation
      let manager = self.manager ?? CMMotionManager()
      manager.stopAccelerometerUpdates()
      guard manager.isAccelerometerAvailable else { return continuation.finish() }
      self.manager = manager
      manager.accelerometerUpdateInterval = interval
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      manager.startAccelerometerUpdates(to: queue) { @Sendable data, _ in
        guard let data else { return continuation.finish() }
        continuation.yield(GravitySample(data))
      }
    }

    private func stop(_ number: Int) {
      if number > latest { endedEarly.insert(number) }
      guard number == latest else { return }
      current = nil
      manager?.stopAccelerometerUpdates()
    }

    /// Numbers sequences in the order in which they are asked for.
    private final class Numbers: @unchecked Sendable {
      private let lock = NSLock()
      private var last = 0

      func next() -> Int {
        lock.withLock {
          last += 1
          return last
        }
      }
    }
  }

  extension GravitySample {
    /// A sample of Core Motion, which measures the direction of the ground in g.
    public init(_ data: CMAccelerometerData) {
      self.init(
        x: data.acceleration.x, y: data.acceleration.y, z: data.acceleration.z, time: .seconds(data.timestamp))
    }
  }
#endif

#if canImport(UIKit) && !os(visionOS) && !os(tvOS) && !os(watchOS)
  import Foundation
  public import UIKit
  public import UprightCamera

  // The device's and the interface's pose from UIKit, for orientation managers (UIDevice.h, UIWindowScene.h).

  /// The pose that `UIDevice` reports: by gravity, whatever the interface's lock. Flat screens are left out.
  ///
  ///     for await pose in DevicePoses().poses() { … }
  ///
  /// For several listeners, or poses that the app sets itself: `OrientationManager(device: DevicePoses())`.
  @MainActor public final class DevicePoses {
    private var observers: [UUID: any NSObjectProtocol] = [:]
    private var endedEarly: Set<UUID> = []

    /// A source for any number of sequences.
    public init() {}

    /// A new sequence: the known pose, if any, then each that is reported.
    public nonisolated func poses() -> AsyncStream<DevicePose> {
      let (stream, continuation) = AsyncStream.makeStream(of: DevicePose.self, bufferingPolicy: .bufferingNewest(1))
      let id = UUID()
      continuation.onTermination = { _ in Task { @MainActor in self.stop(id) } }
      Task { @MainActor in self.start(continuation, id) }
      return stream
    }

    private func start(_ continuation: AsyncStream<DevicePose>.Continuation, _ id: UUID) {
      guard endedEarly.remove(id) == nil else { return }
      UIDevice.current.beginGeneratingDeviceOrientationNotifications()
      if let pose = DevicePose(UIDevice.current.orientation) { continuation.yield(pose) }
      observers[id] = NotificationCenter.default.addObserver(
        forName: UIDevice.orientationDidChangeNotification, object: nil, queue: nil
      ) { _ in
        Task { @MainActor in
          if let pose = DevicePose(UIDevice.current.orientation) { continuation.yield(pose) }
        }
      }
    }

    private func stop(_ id: UUID) {
      guard let observer = observers.removeValue(forKey: id) else {
        endedEarly.insert(id)
        return
      }
      NotificationCenter.default.removeObserver(observer)
      UIDevice.current.endGeneratingDeviceOrientationNotifications()
    }
  }

  /// The pose in which a window scene's interface is upright. UIKit posts no notification when it changes; the scene's
  /// delegate reports it, or an observer of its `effectiveGeometry`, which is key-value observable from iOS 16 on:
  ///
  ///     func windowScene(
  ///       _ scene: UIWindowScene, didUpdate previous: any UICoordinateSpace,
  ///       interfaceOrientation: UIInterfaceOrientation, traitCollection: UITraitCollection
  ///     ) { interface.update(from: scene) }
  ///
  /// Call `update(from:)` once when the scene connects, too. From iOS 26 on, `didUpdateEffectiveGeometry` replaces that
  /// method.
  @MainActor public final class InterfacePoses {
    /// The pose that was reported last; nil before the first.
    public private(set) var current: DevicePose?
    private var listeners: [UUID: AsyncStream<DevicePose>.Continuation] = [:]
    private var endedEarly: Set<UUID> = []

    /// A source for any number of sequences, without a pose.
    public init() {}

    /// Takes the scene's interface orientation; an unknown one changes nothing.
    public func update(from scene: UIWindowScene) { update(scene.effectiveGeometry.interfaceOrientation) }

    /// Takes an interface orientation; an unknown one changes nothing.
    public func update(_ orientation: UIInterfaceOrientation) {
      guard let pose = DevicePose(orientation), pose != current else { return }
      current = pose
      for listener in listeners.values { listener.yield(pose) }
    }

    /// A new sequence: the known pose, if any, then each that is reported.
    public nonisolated func poses() -> AsyncStream<DevicePose> {
      let (stream, continuation) = AsyncStream.makeStream(of: DevicePose.self, bufferingPolicy: .bufferingNewest(1))
      let id = UUID()
      continuation.onTermination = { _ in Task { @MainActor in self.stop(id) } }
      Task { @MainActor in self.start(continuation, id) }
      return stream
    }

    private func start(_ continuation: AsyncStream<DevicePose>.Continuation, _ id: UUID) {
      guard endedEarly.remove(id) == nil else { return }
      if let current { continuation.yield(current) }
      listeners[id] = continuation
    }

    private func stop(_ id: UUID) {
      if listeners.removeValue(forKey: id) == nil { endedEarly.insert(id) }
    }
  }
#endif

#if canImport(UIKit) && !os(visionOS)
  public import UIKit
  public import UprightCamera
  import UprightGeometry

  // UIKit's two orientations of a device, in which the landscape names are swapped (UIDevice.h, UIApplication.h).
  extension DevicePose {
    /// How the device is held; nil for flat and unknown.
    public init?(_ orientation: UIDeviceOrientation) {
      switch orientation {
      case .portrait: self = .natural
      case .landscapeRight: self.init(turn: .clockwise)
      case .portraitUpsideDown: self.init(turn: .half)
      case .landscapeLeft: self.init(turn: .counterclockwise)
      default: return nil
      }
    }

    /// The pose in which an interface of this orientation is upright; nil for unknown.
    public init?(_ orientation: UIInterfaceOrientation) {
      switch orientation {
      case .portrait: self = .natural
      case .landscapeLeft: self.init(turn: .clockwise)
      case .portraitUpsideDown: self.init(turn: .half)
      case .landscapeRight: self.init(turn: .counterclockwise)
      default: return nil
      }
    }
  }

  extension UIDeviceOrientation {
    /// The value for a pose.
    public init(_ pose: DevicePose) {
      switch pose.turn {
      case .zero: self = .portrait
      case .clockwise: self = .landscapeRight
      case .half: self = .portraitUpsideDown
      case .counterclockwise: self = .landscapeLeft
      }
    }
  }

  extension UIInterfaceOrientation {
    /// The value for the pose in which the interface is upright.
    public init(_ pose: DevicePose) {
      switch pose.turn {
      case .zero: self = .portrait
      case .clockwise: self = .landscapeLeft
      case .half: self = .portraitUpsideDown
      case .counterclockwise: self = .landscapeRight
      }
    }
  }
#endif
