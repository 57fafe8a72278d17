// Core Motion: the accelerometer. x to the right edge, y to the top edge, z out of the screen, in g; a device that is held
// upright measures y = -1.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import Foundation

public struct CMAcceleration: Sendable {
  public var x, y, z: Double

  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

public final class CMAccelerometerData {
  public let acceleration: CMAcceleration
  public let timestamp: TimeInterval

  /// Only of the stand-in.
  public init(standIn acceleration: CMAcceleration, timestamp: TimeInterval) {
    (self.acceleration, self.timestamp) = (acceleration, timestamp)
  }
}

public typealias CMAccelerometerHandler = (CMAccelerometerData?, (any Error)?) -> Void

public final class CMMotionManager {
  /// Only of the stand-in: what every manager measures, once.
  public nonisolated(unsafe) static var standInSamples: [CMAccelerometerData] = []

  public init() {}

  public var isAccelerometerAvailable: Bool { !Self.standInSamples.isEmpty }
  public var accelerometerUpdateInterval: TimeInterval = 0.01
  public private(set) var isAccelerometerActive = false

  public func startAccelerometerUpdates(to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler)
  {
    isAccelerometerActive = true
    for sample in Self.standInSamples { handler(sample, nil) }
  }

  public func stopAccelerometerUpdates() { isAccelerometerActive = false }
}
