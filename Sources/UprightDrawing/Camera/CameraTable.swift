// All captures with mounts in multiples of 90 degrees, as a table with a row for each.

package import Upright
import UprightBatch
package import UprightCamera
package import UprightFiles

/// The 64 captures: four mounts, two sides, four poses, mirrored and not.
package enum CameraTable {
  /// One cell.
  package enum Cell: Hashable {
    case number(Int)
    case text(String)

    package var text: String {
      switch self {
      case .number(let number): "\(number)"
      case .text(let text): text
      }
    }

    package var json: JSONLine {
      switch self {
      case .number(let number): .number(number)
      case .text(let text): .text(text)
      }
    }
  }

  /// The captures, mounts outermost.
  package static func captures(_ size: PixelSize<Stored>) -> [CaptureSnapshot] {
    QuarterTurn.allCases.flatMap { sensor in
      [Facing.back, .front].flatMap { facing in
        DevicePose.allCases.flatMap { pose in
          [MirrorMode.off, .on].map { mirror in
            CaptureSnapshot(
              mount: CameraMount(sensorTurn: sensor, facing: facing), pose: pose, mirror: mirror, storedSize: size)
          }
        }
      }
    }
  }

  /// Titles and cells, in the order of the columns.
  package static func row(_ capture: CaptureSnapshot) -> [(title: String, cell: Cell)] {
    inputs(capture) + orientation(capture) + map(capture) + words(capture)
  }

  private static func inputs(_ capture: CaptureSnapshot) -> [(title: String, cell: Cell)] {
    [
      ("sensor_cw", .number(capture.mount.sensorTurn.degrees)), ("facing", .text(capture.mount.facing.side.rawValue)),
      ("target", .text(Interop.VisionCameraOrientation(capture.pose, on: .iOS).rawValue)),
      ("target_cw", .number(capture.pose.turn.degrees)), ("mirror", .number(capture.mirror == .on ? 1 : 0)),
    ]
  }

  private static func orientation(_ capture: CaptureSnapshot) -> [(title: String, cell: Cell)] {
    let (exif, stored, displayed) = (capture.orientation.exif, capture.storedSize, capture.displayedSize)
    return [
      ("rotate_cw", .number(capture.rotateFirst.turn.degrees)),
      ("flip_first_rotate_cw", .number(capture.mirrorFirst.turn.degrees)), ("exif", .number(Int(exif.rawValue))),
      ("cg_orientation", .text(AppleOrientation(exif: exif).rawValue)), ("stored_w", .number(stored.width)),
      ("stored_h", .number(stored.height)), ("display_w", .number(displayed.width)),
      ("display_h", .number(displayed.height)),
    ]
  }

  private static func map(_ capture: CaptureSnapshot) -> [(title: String, cell: Cell)] {
    let (matrix, size) = (OrientationMatrix(capture.orientation), capture.storedSize)
    let shift = matrix.translation(width: size.width, height: size.height, zero: 0)
    let numbers = zip(
      ["a", "b", "c", "d", "tx", "ty"], [matrix.a, matrix.b, matrix.c, matrix.d, shift.x, shift.y])
    let displayed = CameraDrawing.corners(under: matrix)
    func place(_ letter: Character) -> Cell { .text(["TL", "TR", "BR", "BL"][displayed.firstIndex(of: letter) ?? 0]) }
    return numbers.map { ($0, .number($1)) }
      + [("stored_TL_at", place("A")), ("stored_TR_at", place("B"))]
  }

  private static func words(_ capture: CaptureSnapshot) -> [(title: String, cell: Cell)] {
    let frame = Interop.VisionCameraFrame(capture.orientation)
    return [
      ("frame_orientation", .text(frame.orientation.rawValue)),
      ("frame_is_mirrored", .number(frame.isMirrored ? 1 : 0)),
      ("android_surface_rotation", .number(Interop.SurfaceRotation(capture.pose).degrees)),
      ("android_orientation_degrees", .number(Interop.SurfaceRotation(capture.pose).listenerDegrees)),
      ("ui_device_orientation", .text("\(DeviceOrientation(capture.pose))")),
      ("ui_interface_orientation", .text("\(CaptureVideoOrientation(capture.pose))")),
    ]
  }
}

// The table of captures as text, CSV records and JSON Lines.
extension CameraTable {
  /// One line per capture, for programs.
  package static func json(_ size: PixelSize<Stored>) -> String {
    captures(size).map(row).map { row in
      let members = row.map { JSONLine.Member($0.title, $0.cell.json) }
      return JSONLine.object([.schema] + members).line + "\n"
    }.joined()
  }

  /// A record of titles, and one per capture.
  package static func csv(_ size: PixelSize<Stored>) -> String {
    let rows = captures(size).map(row)
    return CommaSeparated.record((rows.first ?? []).map(\.title))
      + rows.map { CommaSeparated.record($0.map(\.cell.text)) }.joined()
  }

  /// The main columns as text.
  package static func text(_ size: PixelSize<Stored>) -> String {
    let shown = [
      ("sensor_cw", "sensor"), ("facing", "facing"), ("target_cw", "pose"), ("mirror", "mirror"),
      ("rotate_cw", "rotate"), ("exif", "tag"), ("cg_orientation", "Apple"), ("frame_orientation", "frame"),
      ("android_surface_rotation", "Surface"), ("ui_interface_orientation", "interface"),
    ]
    let lines =
      [shown.map(\.1)]
      + captures(size).map(row).map { row in
        shown.map { title, _ in row.first { $0.title == title }?.cell.text ?? "" }
      }
    let widths = shown.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = line.dropLast().enumerated().map { Columns.padded($1, to: widths[$0] + 2) }
      return cells.joined() + (line.last ?? "") + "\n"
    }.joined()
  }
}
