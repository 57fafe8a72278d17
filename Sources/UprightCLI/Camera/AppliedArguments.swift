// What was already done to a capture's pixels, as typed.

import ArgumentParser
import Upright
import UprightCamera

/// What a platform, or the program that wrote the file, did to the sensor's pixels: that part need not be done again.
struct AppliedArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What was already done to the sensor's pixels, as `upright names` writes it: mirror-horizontal, cw, 6. \
      (default: nothing)
      """,
      valueName: "orientation"))
  var applied: OrientationArgument?

  /// From the sensor's image to the buffer.
  var orientation: Orientation<Sensor, Stored> {
    let whole = Orientation<Stored, Displayed>(exif: applied?.exif ?? .topLeft)
    return Orientation(mirrored: whole.isMirrored, clockwise: whole.clockwiseQuarters)
  }
}

extension CameraArguments {
  /// The capture of a buffer whose pixels were already changed.
  func snapshot(_ size: PixelSize<Stored>, after applied: AppliedArguments) -> CaptureSnapshot {
    var capture = snapshot(size)
    capture.applied = applied.orientation
    return capture
  }
}
