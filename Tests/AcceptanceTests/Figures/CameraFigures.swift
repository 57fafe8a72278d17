// The figures of the camera: an image on its way from the sensor to the screen, four ways to hold a phone, and a
// preview's layouts.

import Upright
import UprightCamera

enum CameraFigures {
  private static let ink = "#c2185b"
  private static let buffer = PixelSize<Stored>(width: 96, height: 54)
  private static let body = Size2D<Device>(width: 74, height: 132)

  private static func capture(_ facing: Facing, _ pose: DevicePose) -> CaptureSnapshot {
    let sensor: QuarterTurn = facing == .back ? .clockwise : .counterclockwise
    return CaptureSnapshot(
      mount: CameraMount(sensorTurn: sensor, facing: facing), pose: pose, mirror: .frontOnly, storedSize: buffer)
  }

  /// A step's operation, mirror first.
  private static func words<From: Space, To: Space>(_ step: Orientation<From, To>) -> String {
    let turns = ["", "turn 90°", "turn 180°", "turn 270°"]
    let (mirrored, quarters) = step.mirrorFirst
    let parts = [mirrored ? "mirror" : "", turns[quarters]].filter { !$0.isEmpty }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  /// The scene in a space from which an orientation leads to the displayed image; a mirror shows it mirrored.
  private static func draw<S: Space>(
    _ rest: Orientation<S, Displayed>, of capture: CaptureSnapshot, x: Double, y: Double, on svg: inout SVG
  ) {
    let size = capture.displayedSize
    let mirror: Orientation<Displayed, Displayed> =
      capture.mirror.mirrors(capture.mount.facing) ? .mirrorHorizontal : .identity
    let map = Transform2D<Displayed, S>(mirror.then(rest.inverse), in: size)
      .then(Transform2D<S, Sheet>(scaleX: 1, scaleY: 1))
    svg.image(size, through: map.centred(size, x: x, y: y))
  }

  /// A phone rotated from its natural pose.
  private static func drawPhone(_ pose: DevicePose, x: Double, y: Double, on svg: inout SVG) {
    let size = PixelSize<Device>(width: Int(body.width), height: Int(body.height))
    let turned = Transform2D<Device, Interface>(pose.deviceToInterface, in: size)
    svg.phone(body, through: turned.then(Transform2D<Interface, Sheet>(scaleX: 1, scaleY: 1)).centred(size, x: x, y: y))
  }

  // MARK: The chain

  /// The four spaces and the three steps, for a camera on each side of a phone that is held a quarter clockwise.
  static var chain: String {
    var svg = SVG(width: 1000, height: 430)
    for (column, title) in ["sensor", "device", "interface", "displayed"].enumerated() {
      svg.write(title, x: 190 + 230 * Double(column), y: 28, bold: true)
    }
    for (row, facing) in [Facing.back, .front].enumerated() {
      drawChain(capture(facing, DevicePose(turn: .clockwise)), y: 130 + 200 * Double(row), on: &svg)
    }
    return svg.text
  }

  private static func drawChain(_ capture: CaptureSnapshot, y: Double, on svg: inout SVG) {
    let (first, second, third) = (
      capture.mount.sensorToDevice, capture.pose.deviceToInterface, capture.interfaceToDisplayed
    )
    svg.write("\(capture.mount.facing)", x: 54, y: y - 18, bold: true)
    svg.write("mounted at \(capture.mount.sensorTurn.degrees)°", x: 62, y: y + 2, color: "#555")
    svg.write("held at \(capture.pose.turn.degrees)°", x: 62, y: y + 22, color: "#555")
    drawPhone(.natural, x: 420, y: y, on: &svg)
    drawPhone(capture.pose, x: 650, y: y, on: &svg)
    draw(first.then(second).then(third), of: capture, x: 190, y: y, on: &svg)
    draw(second.then(third), of: capture, x: 420, y: y, on: &svg)
    draw(third, of: capture, x: 650, y: y, on: &svg)
    draw(Orientation<Displayed, Displayed>.identity, of: capture, x: 880, y: y, on: &svg)
    for (column, step) in [words(first), words(second), words(third)].enumerated() {
      let x = 305 + 230 * Double(column)
      svg.arrow(x: x + (column == 2 ? 12 : 0), y: y)
      svg.write(step, x: x, y: y + 94, color: "#555")
    }
  }

  // MARK: Poses

  /// Each pose: the phone as held, the stored image, the displayed image.
  static var poses: String {
    let card = (width: 324.0, height: 224.0)
    var svg = SVG(width: Int(card.width) * 4, height: Int(card.height) * 2)
    for (row, facing) in [Facing.back, .front].enumerated() {
      for (column, pose) in DevicePose.allCases.enumerated() {
        let (left, top) = (card.width * Double(column), card.height * Double(row))
        let capture = capture(facing, pose)
        let frame = Interop.VisionCameraFrame(capture.orientation)
        svg.write(
          "\(facing), held at \(pose.turn.degrees)°: tag \(capture.orientation.exif.rawValue)", x: left + 160,
          y: top + 24, bold: true)
        drawPhone(pose, x: left + 72, y: top + 110, on: &svg)
        draw(capture.orientation, of: capture, x: left + 202, y: top + 66, on: &svg)
        draw(Orientation<Displayed, Displayed>.identity, of: capture, x: left + 202, y: top + 154, on: &svg)
        svg.write("stored", x: left + 286, y: top + 70, color: "#555")
        svg.write("displayed", x: left + 286, y: top + 158, color: "#555")
        svg.write(
          "frame: \(frame.orientation)\(frame.isMirrored ? ", mirrored" : "")", x: left + 72, y: top + 204,
          color: "#555")
      }
    }
    return svg.text
  }

  // MARK: Preview

  /// One buffer in a view in each mode: its visible part, and the view.
  static var preview: String {
    let capture = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .clockwise, facing: .back), pose: .natural,
      storedSize: PixelSize(width: 1920, height: 1080))
    let view = Rect2D<Viewport>(x: 0, y: 0, width: 300, height: 400)
    var svg = SVG(width: 900, height: 470)
    let modes: [(FittingMode, String)] = [(.fill, "cover"), (.fit, "contain"), (.stretch, "stretch")]
    for (column, (mode, name)) in modes.enumerated() {
      let x = 150 + 300 * Double(column)
      let map = capture.preview(in: view, mode: mode)
      guard let back = map.inverse else { return "" }
      svg.write(name, x: x, y: 26, bold: true)
      let shown = capture.displayedSize
      let stored = Transform2D<Stored, Sheet>(scaleX: 0.1, scaleY: 0.1).centred(capture.storedSize, x: x, y: 100)
      svg.image(shown, through: Transform2D<Displayed, Stored>(capture.orientation.inverse, in: shown).then(stored))
      let all = capture.storedSize.bounds.rect
      if let seen = view.applying(back).intersection(all) { svg.box(seen.applying(stored), stroke: ink, dashed: true) }
      let onSheet = Transform2D<Viewport, Sheet>(scaleX: 0.45, scaleY: 0.45, tx: x - 67.5, ty: 226)
      let toDisplayed = Transform2D<Displayed, Stored>(capture.orientation.inverse, in: shown)
      svg.image(shown, through: toDisplayed.then(map).then(onSheet))
      svg.box(view.applying(onSheet), stroke: ink, dashed: true)
    }
    svg.write("stored, and the part of it that is seen", x: 450, y: 182, color: "#555")
    svg.write("the view, and what lies beyond it", x: 450, y: 456, color: "#555")
    return svg.text
  }
}
