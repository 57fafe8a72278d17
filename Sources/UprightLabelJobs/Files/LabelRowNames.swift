// The names of rows with defects, in the terms of their files; looked up only for listed rows.

import Upright
import UprightBatch
package import UprightFiles
package import UprightLabels

extension LabelFiles {
  /// The same defects, with their rows' names if the format names rows (``LabelRow``).
  package func named(_ defects: [LabelDefect], _ files: [String]) -> [LabelDefect] {
    var numbers: [Int32: Set<Int>] = [:]
    for defect in defects where defect.row == nil && defect.location.row >= 0 {
      numbers[defect.location.file, default: []].insert(Int(defect.location.row))
    }
    let byName = Dictionary(self.files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var rows: [Int32: [Int: LabelRow]] = [:]
    for (index, wanted) in numbers where files.indices.contains(Int(index)) {
      rows[index] = byName[files[Int(index)]].map { coding.rows(in: $0, of: wanted) }
    }
    return defects.map { defect in
      guard defect.row == nil else { return defect }
      var named = defect
      named.row = rows[defect.location.file]?[Int(defect.location.row)]
      return named
    }
  }
}

extension LabelFormatName {
  /// Whether line numbers are useless, because most files of the format are a single line.
  package var isJSON: Bool { fileExtension == "json" }

  /// The field of the box, after the row's name; empty if it has no name of its own.
  package var boxField: String {
    switch self {
    case .coco: ".bbox"
    case .voc, .vocFromZero: ".bndbox"
    case .yolo: "columns 2 to 5"
    default: ""
    }
  }
}

extension LabelDefect {
  /// Where it was read: the file, the line if useful, and the row; nil if it concerns more than a row.
  package func origin(_ files: [String], _ format: LabelFormatName) -> (file: String, line: Int?, row: LabelRow?)? {
    guard files.indices.contains(Int(location.file)) else { return nil }
    let line = location.line < 1 || (format.isJSON && location.line == 1) ? nil : Int(location.line)
    return (files[Int(location.file)], line, row)
  }

  /// `a.json, annotations[3] (id 17): this box is 0 wide`.
  package func text(_ files: [String], _ format: LabelFormatName) -> String {
    guard let origin = origin(files, format) else {
      return TerminalText.plain((image.isEmpty ? "" : image + ": ") + note)
    }
    let parts = [origin.file, origin.line.map { "line \($0)" } ?? "", origin.row?.text ?? ""]
    return TerminalText.plain(parts.filter { !$0.isEmpty }.joined(separator: ", ") + ": " + note)
  }
}

extension LabelRow {
  /// Its position, and its id if it has one.
  package var text: String { field + (id.isEmpty ? "" : " (id \(id))") }

  /// The same for programs.
  package var members: [JSONLine.Member] {
    (field.isEmpty ? [] : [.init("row", .text(field))]) + (id.isEmpty ? [] : [.init("id", .text(id))])
  }
}
