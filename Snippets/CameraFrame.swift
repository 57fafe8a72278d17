// Which way is up in a photo, a video, the preview and a frame, for each way to
// hold the phone: `swift run CameraFrame`.

import UprightCamera
import UprightGeometry

// A phone whose sensors are mounted at 90 and 270 degrees. Its interface is
// locked; selfies are mirrored.
let cameras = [
  CameraMount(sensorTurn: .clockwise, facing: .back),
  CameraMount(sensorTurn: .counterclockwise, facing: .front),
]
let view = Rect2D<Viewport>(x: 0, y: 0, width: 360, height: 640)
print(
  "| camera | device | photo | movie: matrix and shift "
    + "| preview: first pixel | frame | controls |")
print("|---|---|---|---|---|---|---|")

for camera in cameras {
  for pose in DevicePose.allCases {
    let capture = CaptureSnapshot(
      mount: camera, pose: pose, mirror: .frontOnly,
      storedSize: PixelSize(width: 1920, height: 1080))
    let photo = capture.orientation.exif.rawValue
    guard let track = capture.trackMatrix?.transform else {
      fatalError("a side is longer than a track can say")
    }
    let movie = [track.a, track.b, track.c, track.d, track.tx, track.ty].map {
      "\(Int($0))"
    }.joined(separator: " ")

    // The preview follows the interface, which stays; all else follows the
    // device.
    var onScreen = capture
    onScreen.pose = .natural
    let corner = onScreen.preview(in: view, mode: .fill).apply(
      Point2D<Stored>(x: 0, y: 0))

    // The orientation that remains to be applied to a frame, in VisionCamera's
    // word and in degrees clockwise.
    let frame = Interop.VisionCameraFrame(capture.orientation)
    let (turn, mirrorsThen) = capture.rotateFirst
    let recipe =
      "\(frame.orientation): turn \(turn.degrees)"
      + (mirrorsThen ? ", mirror" : "")
    let controls = controlTurn(device: pose, interface: onScreen.pose)
      .signedDegrees
    let cells = [
      "\(camera.facing.side)", "\(pose.turn.degrees)", "\(photo)", movie,
      "\(Int(corner.x)),\(Int(corner.y))", recipe,
      "\(controls)",
    ]
    print("| " + cells.joined(separator: " | ") + " |")
  }
}
