// Every mount, pose and mirror of a camera, and the changes its platform may have made to the pixels.

import UprightCamera
import UprightGeometry

/// All existing captures.
enum AllCaptures {
  static let facings: [Facing] = [.back, .front] + Facing.Side.allCases.map(Facing.external)

  /// Every mount, pose, mirror and applied orientation, with a buffer of one size.
  static func captures(_ size: PixelSize<Stored>, applied: [Orientation<Sensor, Stored>] = Orientation.all)
    -> [CaptureSnapshot]
  {
    QuarterTurn.allCases.flatMap { turn in
      facings.flatMap { facing in
        DevicePose.allCases.flatMap { pose in
          MirrorMode.allCases.flatMap { mirror in
            applied.map { applied in
              CaptureSnapshot(
                mount: CameraMount(sensorTurn: turn, facing: facing), pose: pose, mirror: mirror, storedSize: size,
                applied: applied)
            }
          }
        }
      }
    }
  }
}
