// Gravity from Core Motion, for orientation managers (CMMotionManager.h). Core Motion's axes and signs are those of
// `GravitySample`.

#if canImport(CoreMotion) && !os(macOS)
  public import CoreMotion
  import Foundation
  public import UprightCamera

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
