// The table of captures as text, CSV records and JSON Lines.

package import Upright
import UprightBatch
import UprightFiles

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
