// Which way is up in a photo, a movie, the preview and a frame, however the phone is held: `swift run CameraFrame`.

import UprightCamera
import UprightGeometry

// A phone whose sensors are mounted at 90 and 270 degrees. Its interface is locked; selfies are mirrored.
let cameras = [
  CameraMount(sensorTurn: .clockwise, facing: .back), CameraMount(sensorTurn: .counterclockwise, facing: .front),
]
let view = Rect2D<Viewport>(x: 0, y: 0, width: 360, height: 640)

for camera in cameras {
  for pose in DevicePose.allCases {
    let capture = CaptureSnapshot(
      mount: camera, pose: pose, mirror: .frontOnly, storedSize: PixelSize(width: 1920, height: 1080))
    // The preview follows the interface, which stays; all else follows the device.
    var onScreen = capture
    onScreen.pose = .natural
    let preview = onScreen.preview(in: view, mode: .fill)
    guard let track = capture.trackMatrix?.transform else { fatalError("a side is longer than a track can say") }
    let frame = Interop.VisionCameraFrame(capture.orientation)
    let (turn, mirrorsThen) = capture.turnFirst

    print(camera.facing.side.rawValue, "camera, device turned", pose.turn.degrees, "clockwise")
    print("  photo    tag", capture.orientation.exif.rawValue)
    print("  movie    matrix", track.a, track.b, track.c, track.d, "shift", track.tx, track.ty)
    print("  preview ", preview.a, preview.b, preview.c, preview.d, "shift", preview.tx, preview.ty)
    print(
      "  frame   ", frame.orientation.rawValue + ": turn", turn.degrees, mirrorsThen ? "clockwise, mirror" : "clockwise"
    )
    print("  controls turn", controlTurn(device: pose, interface: onScreen.pose).signedDegrees, "clockwise")
  }
}
