// The device's and the interface's pose from UIKit, for orientation managers (UIDevice.h, UIWindowScene.h).

#if canImport(UIKit) && !os(visionOS) && !os(tvOS) && !os(watchOS)
  import Foundation
  public import UIKit
  public import UprightCamera

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
