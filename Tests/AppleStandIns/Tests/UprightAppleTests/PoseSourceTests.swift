// Poses from Core Motion, UIDevice and a window scene, through orientation managers.

#if canImport(UIKit) && canImport(CoreMotion) && !canImport(Darwin)
  import CoreMotion
  import Foundation
  import Testing
  import UIKit
  import UprightApple
  import UprightCamera

  /// The stand-ins' sensors are shared.
  @MainActor @Suite(.serialized) struct PoseSourceTests {
    private func hold(_ orientation: UIDeviceOrientation) {
      UIDevice.current.orientation = orientation
      NotificationCenter.default.post(name: UIDevice.orientationDidChangeNotification, object: nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func theDeviceReportsEachPoseOnce() async throws {
      UIDevice.current.orientation = .portrait
      let manager = OrientationManager(device: DevicePoses())
      await manager.start()
      var poses = manager.makeAsyncIterator()
      #expect(await poses.next() == .natural)
      #expect(UIDevice.current.isGeneratingDeviceOrientationNotifications)
      hold(.faceUp)
      hold(.landscapeLeft)
      #expect(await poses.next() == DevicePose(turn: .counterclockwise))
      hold(.portraitUpsideDown)
      #expect(await poses.next() == DevicePose(turn: .half))
      await manager.stop()
      while UIDevice.current.isGeneratingDeviceOrientationNotifications { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test(.timeLimit(.minutes(1)))
    func aSceneReportsToAnyNumberOfManagers() async throws {
      let interface = InterfacePoses()
      interface.update(from: UIWindowScene(standIn: .landscapeRight))
      let managers = [
        OrientationManager(apple: .interface, interface: interface),
        OrientationManager(apple: .interface, interface: interface),
      ]
      for manager in managers {
        await manager.start()
        var poses = manager.makeAsyncIterator()
        #expect(await poses.next() == DevicePose(turn: .counterclockwise))
      }
      interface.update(.unknown)
      #expect(interface.current == DevicePose(turn: .counterclockwise))
      interface.update(.portrait)
      for manager in managers {
        while await manager.current != .natural { try await Task.sleep(for: .milliseconds(1)) }
      }
    }

    @Test(.timeLimit(.minutes(1)))
    func gravityIsClassified() async throws {
      CMMotionManager.standInSamples = [(0.0, -1.0), (1, 0)].enumerated().map { index, place in
        CMAccelerometerData(
          standIn: CMAcceleration(x: place.0, y: place.1, z: 0), timestamp: Double(index))
      }
      let manager = OrientationManager(apple: .device(.visionCameraIOS), interface: InterfacePoses())
      await manager.start()
      while await manager.current != DevicePose(turn: .clockwise) { try await Task.sleep(for: .milliseconds(1)) }
      await manager.stop()
    }

    @Test(.timeLimit(.minutes(1)))
    func aNewSequenceEndsTheOneBefore() async throws {
      CMMotionManager.standInSamples = [
        CMAccelerometerData(standIn: CMAcceleration(x: 0, y: -1, z: 0), timestamp: 1)
      ]
      let source = MotionSource()
      var first = source.samples().makeAsyncIterator()
      #expect(await first.next() != nil)
      var second = source.samples().makeAsyncIterator()
      #expect(await second.next() != nil)
      #expect(await first.next() == nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func withoutAnAccelerometerTheSequenceEnds() async throws {
      CMMotionManager.standInSamples = []
      for await _ in MotionSource().samples() { Issue.record("there is no sample") }
    }
  }
#endif
