// One capture explained, for people and for programs: its rotations, its outputs, its names.

package import Upright
import UprightBatch
package import UprightCamera
package import UprightFiles

/// What `camera explain` prints.
package struct ExplainedCapture {
  package let capture: CaptureSnapshot
  package let facing: String
  /// The interface's pose, which the preview follows.
  package let interface: DevicePose
  package let view: Rect2D<Viewport>?
  package let fit: PreviewFit

  /// Memberwise initializer.
  package init(
    capture: CaptureSnapshot, facing: String, interface: DevicePose, view: Rect2D<Viewport>?, fit: PreviewFit
  ) {
    self.capture = capture
    self.facing = facing
    self.interface = interface
    self.view = view
    self.fit = fit
  }

  // MARK: For people

  package var text: String {
    let sections = [chain, outputs, words, CameraDrawing.lines(capture.orientation, capture.storedSize)]
    return sections.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private var steps: [(from: String, to: String, tag: ExifOrientation)] {
    [
      ("sensor", "device", Self.tag(capture.mount.sensorToDevice)),
      ("device", "interface", Self.tag(capture.deviceToInterface)),
      ("interface", "displayed", Self.tag(capture.interfaceToDisplayed)),
    ]
  }

  private var chain: [String] {
    steps.map { step in
      let meaning = step.tag == .topLeft ? "nothing" : step.tag.meaning
      return Self.line("\(step.from) → \(step.to)", meaning)
    } + [Self.line("sensor → displayed", Self.tag(capture.sensorToDisplayed).meaning)] + rest
  }

  /// What remains of the orientation if the pixels were already changed.
  private var rest: [String] {
    guard !capture.applied.isIdentity else { return [] }
    return [
      Self.line("already applied", Self.tag(capture.applied).meaning),
      Self.line("stored → displayed", capture.orientation.exif.meaning),
    ]
  }

  private var outputs: [String] {
    let exif = capture.orientation.exif
    let turns = capture.mirrorFirst
    let mirrored = turns.mirrorsPixels ? "mirror its pixels left to right, then rotate" : "rotate"
    let pixels = exif == .topLeft ? "nothing to rotate" : exif.meaning
    let rows = [
      ("photo", "tag \(exif.rawValue) (\(exif.word))"), ("photo, upright pixels", "\(pixels), tag 1"),
      ("size", "\(capture.storedSize) as stored, \(capture.displayedSize) as displayed"),
      ("track matrix", track), ("rotation-only players", "\(mirrored) \(turns.turn.degrees)° clockwise"),
    ]
    let map = preview.map { Self.numbers($0).joined(separator: " ") }
    let screen = [
      ("interface", "\(interface.turn.degrees)°" + (interface == capture.pose ? ", like the device" : "")),
      ("preview, \(fit.rawValue)", map ?? "add \(option: .viewport, "WxH")"),
      ("controls", controlWords),
    ]
    return (rows + screen).map(Self.line)
  }

  /// The capture for the interface's pose, in the view.
  private var preview: Transform2D<Stored, Viewport>? {
    view.map { view in
      var shown = capture
      shown.pose = interface
      return shown.preview(in: view, mode: fit.mode)
    }
  }

  private var controlWords: String {
    switch controls {
    case .zero: "not rotated on the screen"
    case .clockwise, .half: "rotate \(controls.degrees)° clockwise on the screen"
    case .counterclockwise: "rotate 90° counterclockwise on the screen"
    }
  }

  private var controls: QuarterTurn { controlTurn(device: capture.pose, interface: interface) }

  private var track: String {
    capture.trackMatrix.map { Self.numbers($0.transform).joined(separator: " ") } ?? "none: \(Self.tooLong)"
  }

  private static let tooLong = "a side is longer than 32767"

  private var words: [String] {
    Interop.terms(for: capture).map { word in
      (word.losesMirror ? "* " : "  ") + Columns.padded(word.title, to: 30) + word.text
    } + (capture.orientation.isMirrored ? ["* does not express the mirror"] : [])
  }

  // MARK: For programs

  package var json: JSONLine {
    .object([.schema] + inputs + results + previews + [.init("words", .list(wordsForPrograms))])
  }

  private var inputs: [JSONLine.Member] {
    [
      .init("sensor", .number(capture.mount.sensorTurn.degrees)), .init("facing", .text(facing)),
      .init("pose", .number(capture.pose.turn.degrees)), .init("interface", .number(interface.turn.degrees)),
      .init("applied", .number(Int(Self.tag(capture.applied).rawValue))),
      .init("mirror", .text(capture.mirror.rawValue)),
      .init("stored", .size(capture.storedSize)), .init("displayed", .size(capture.displayedSize)),
    ]
  }

  private var results: [JSONLine.Member] {
    let chain = steps.map { step in
      JSONLine.object([
        .init("from", .text(step.from)), .init("to", .text(step.to)),
        .init("orientation", .number(Int(step.tag.rawValue))), .init("word", .text(step.tag.word)),
      ])
    }
    let (exif, turns) = (capture.orientation.exif, capture.mirrorFirst)
    return [
      .init("chain", .list(chain)), .init("orientation", .number(Int(exif.rawValue))), .init("word", .text(exif.word)),
      .init("trackMatrix", .list(capture.trackMatrix.map { $0.words.map { .number(Int($0)) } } ?? [])),
    ] + (capture.trackMatrix == nil ? [.init("noTrackMatrix", .text(Self.tooLong))] : []) + [
      .init("mirrorsPixelsFirst", .flag(turns.mirrorsPixels)), .init("thenClockwise", .number(turns.turn.degrees)),
      .init("controlTurn", .number(controls.signedDegrees)),
    ]
  }

  private var previews: [JSONLine.Member] {
    guard let preview else { return [] }
    return [.init("fit", .text(fit.rawValue)), .init("preview", .list(Self.numbers(preview).map(JSONLine.decimal)))]
  }

  private var wordsForPrograms: [JSONLine] {
    Interop.terms(for: capture).map { word in
      .object([
        .init("title", .text(word.title)), .init("subject", .text(word.subject.rawValue)),
        .init("text", .text(word.text)), .init("losesMirror", .flag(word.losesMirror)),
      ])
    }
  }

  // MARK: Parts

  private static func line(_ title: String, _ text: String) -> String { Columns.padded(title, to: 24) + text }

  private static func tag<From: Space, To: Space>(_ step: Orientation<From, To>) -> ExifOrientation {
    Orientation<Stored, Displayed>(mirrored: step.isMirrored, clockwise: step.clockwiseQuarters).exif
  }

  /// a, b, c, d, tx, ty in the fewest digits that parse to the same values.
  private static func numbers<From: Space, To: Space>(_ map: Transform2D<From, To>) -> [String] {
    [map.a, map.b, map.c, map.d, map.tx, map.ty].map(ShortestNumber.text)
  }
}

// A stored buffer beside its displayed image, drawn in characters.

/// Two frames with lettered corners and an arrow that points to the sky.
package enum CameraDrawing {
  /// The lines of the drawing: A, B, C and D are the stored image's corners, clockwise from its first pixel.
  package static func lines(_ orientation: Orientation<Stored, Displayed>, _ size: PixelSize<Stored>) -> [String] {
    let matrix = OrientationMatrix(orientation)
    let stored = frame(
      "as stored", isTall: size.height > size.width, corners: ["A", "B", "C", "D"], arrow: (-matrix.b, -matrix.d))
    let shown = orientation.applied(to: size)
    let displayed = frame(
      "as displayed", isTall: shown.height > shown.width, corners: corners(under: matrix), arrow: (0, -1))
    let height = max(stored.count, displayed.count)
    let width = stored.map(\.count).max() ?? 0
    return (0..<height).map { row in
      let left = row < stored.count ? stored[row] : ""
      let right = row < displayed.count ? displayed[row] : ""
      return right.isEmpty ? left : Columns.padded(left, to: width + 4) + right
    }
  }

  /// The letters of the displayed corners, clockwise from the top left.
  package static func corners(under matrix: OrientationMatrix) -> [Character] {
    let places = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    let shown = places.map { (matrix.a * $0.0 + matrix.c * $0.1, matrix.b * $0.0 + matrix.d * $0.1) }
    return places.map { place in
      let letter = shown.firstIndex { $0 == place } ?? 0
      return ["A", "B", "C", "D"][letter]
    }
  }

  private static func frame(_ title: String, isTall: Bool, corners: [Character], arrow: (Int, Int)) -> [String] {
    let (width, height) = isTall ? (9, 7) : (17, 5)
    let edge = "+" + String(repeating: "-", count: width) + "+"
    let blank = "|" + String(repeating: " ", count: width) + "|"
    func row(_ left: Character, _ right: Character) -> String {
      "|" + String(left) + String(repeating: " ", count: width - 2) + String(right) + "|"
    }
    let margin = String(repeating: " ", count: width / 2)
    let middle = "|" + margin + arrowSign(arrow) + margin + "|"
    let between = Array(repeating: blank, count: (height - 3) / 2)
    return [title, edge, row(corners[0], corners[1])] + between + [middle] + between
      + [row(corners[3], corners[2]), edge]
  }

  private static func arrowSign(_ arrow: (Int, Int)) -> String {
    switch arrow {
    case (0, -1): "↑"
    case (1, 0): "→"
    case (0, 1): "↓"
    default: "←"
    }
  }
}

/// How a preview fills its view, in the terms of camera libraries.
package enum PreviewFit: String, CaseIterable, Sendable {
  case cover, contain, stretch

  package var mode: FittingMode {
    switch self {
    case .cover: .fill
    case .contain: .fit
    case .stretch: .stretch
    }
  }
}
