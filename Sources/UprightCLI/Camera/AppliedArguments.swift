// What was done already to the pixels of a capture, as typed.

import ArgumentParser
import Upright
import UprightBatch
import UprightCamera

/// What a platform, or whoever made the file, did to the sensor's pixels: what is left to do is less by that.
struct AppliedArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What was done to the sensor's pixels already, as `upright names` lists it: mirror-horizontal, cw, 6. Nothing unless said.",
      valueName: "orientation"))
  var applied: OrientationArgument?

  /// From the sensor's picture to the buffer.
  var orientation: Orientation<Sensor, Stored> {
    let whole = Orientation<Stored, Displayed>(exif: applied?.exif ?? .topLeft)
    return Orientation(mirrored: whole.isMirrored, clockwise: whole.clockwiseQuarters)
  }
}

extension CameraArguments {
  /// The capture of a buffer to whose pixels something was done.
  func snapshot(_ size: PixelSize<Stored>, after applied: AppliedArguments) -> CaptureSnapshot {
    var capture = snapshot(size)
    capture.applied = applied.orientation
    return capture
  }
}
