// The tag of a photo that a phone's back camera takes while the phone is held upright.

import UprightCamera
import UprightGeometry

let capture = CaptureSnapshot(
  mount: CameraMount(sensorTurn: .clockwise, facing: .back), pose: .natural,
  storedSize: PixelSize(width: 4032, height: 3024))
precondition(capture.orientation.exif == .rightTop)
print(capture.orientation.exif.rawValue, capture.displayedSize)
