// Defects of label files that are visible without their images, by file, line and field.

package import Upright
import UprightBatch
package import UprightFiles
package import UprightLabels

/// A row of a label file that is invalid or unusual.
package struct LabelFault: Hashable, Sendable {
  /// A stable code.
  package let code: String
  package let file: String
  package let line: Int?
  package let field: String
  /// The row's id in the file; empty for none.
  package var id = ""
  package let note: String
  /// Whether the row is unusable; otherwise it is only suspicious.
  package let isBroken: Bool
  /// The number of rows it represents; more than one if not all are listed.
  package var count = 1
}

/// The result of checking label files.
package struct LabelCheck: Sendable {
  /// By file and line, in order.
  package let faults: [LabelFault]
  package let fileCount: Int
  package let imageCount: Int
  package let regionCount: Int
  /// Whether all files could be read.
  package let isComplete: Bool

  /// Checks files; the image size for relative coordinates does not matter here.
  package init(_ files: LabelFiles) {
    let one = PixelSize<Labelled>(width: 1, height: 1)
    var (set, findings) = files.unplaced { _ in one }
    if files.format.unit == .sharesOfStatedSize {
      for index in set.images.indices where set.images[index].size == nil { set.images[index].size = one }
    }
    let audit = LabelAudit(set, unit: files.format.unit, knowsClasses: files.showsUnusedClasses) { _ in nil }
    let defects = audit.defects.filter { ![.imageMissing, .space, .classUnlisted].contains($0.code) }
    let faulty = findings.filter { $0.code != .rowSkipped }
    let found =
      faulty.map(LabelFault.init) + files.named(defects, set.files).map { LabelFault($0, set.files, files.format) }
    faults = found.ordered(by: set.files)
    (fileCount, imageCount, regionCount) = (files.files.count, set.images.count, set.regionCount)
    isComplete = files.unread.isEmpty
  }

  /// The number of invalid rows.
  package var brokenCount: Int { faults.lazy.filter(\.isBroken).reduce(0) { $0 + $1.count } }

  /// The number of suspicious rows.
  package var remarkCount: Int { faults.lazy.filter { !$0.isBroken }.reduce(0) { $0 + $1.count } }
}

extension LabelFiles {
  /// The invalid rows: those that ``LabelCheck`` reports as broken.
  ///
  /// - Throws: `.malformedText` if a file cannot be read as a whole.
  package func brokenRows() throws(UprightError) -> [LabelFault] {
    let one = PixelSize<Labelled>(width: 1, height: 1)
    var set = LabelSet<Labelled>(names: names?.names ?? [])
    for file in files {
      do throws(LabelError) {
        try read(file, into: &set, calling: { name, _ in name }, rescaled: false) { _ in one }
      } catch { throw .labels(error) }
    }
    let lost = set.findings.filter { $0.code.dropsRow || $0.code == .textLong }.map(LabelFault.init)
    return (lost + set.takeBroken(self)).ordered(by: set.files)
  }
}

extension LabelSet {
  /// Replaces empty boxes with the bounding box of a nonempty outline, and reports it.
  package mutating func mendBoxes(_ source: LabelFiles) -> [LabelFault] {
    var faults = LabelDefectList()
    for image in images.indices {
      let name = images[image].name
      for index in images[image].regions.indices {
        let region = images[image].regions[index]
        guard let (code, note) = region.boxDefect, code == .empty, let box = region.outlineBox else { continue }
        faults.add(code, of: name, at: region.location, note + "; the box of its outline is used")
        images[image].regions[index].box = box
      }
    }
    return source.named(faults.all, files).map { LabelFault($0, files, source.format) }
  }

  /// Removes invalid regions and returns the reasons.
  package mutating func takeBroken(_ source: LabelFiles) -> [LabelFault] {
    var faults = LabelDefectList()
    for image in images.indices {
      let name = images[image].name
      var isValid = true
      for region in images[image].regions {
        guard let (code, note) = region.boxDefect else { continue }
        faults.add(code, of: name, at: region.location, note)
        isValid = false
      }
      if !isValid { images[image].regions.removeAll { $0.boxDefect != nil } }
    }
    return source.named(faults.all, files).map { LabelFault($0, files, source.format) }
  }
}

extension [LabelFault] {
  /// Sorts by file and line.
  fileprivate func ordered(by files: [String]) -> Self {
    let order = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: Swift.min)
    return enumerated().sorted { one, other in
      let (first, second) = (order[one.element.file] ?? .max, order[other.element.file] ?? .max)
      return (first, one.element.line ?? 0, one.offset) < (second, other.element.line ?? 0, other.offset)
    }.map(\.element)
  }
}

extension [LabelFault] {
  /// Merges faults about details that a format cannot express, and about rows that are deliberately not read: one per
  /// message, with the first row and the number of rows.
  package func mergingLosses() -> Self {
    var places: [String: Int] = [:]
    var merged: Self = []
    for fault in self {
      if fault.mergedNoun != nil, let place = places[fault.note] {
        merged[place].count += fault.count
      } else {
        if fault.mergedNoun != nil { places[fault.note] = merged.count }
        merged.append(fault)
      }
    }
    return merged
  }
}

extension LabelFault {
  /// A row that could not be read, or only partly.
  package init(_ finding: LabelFinding) {
    // Every row may have the same text; appending even nothing would copy it.
    let note = finding.note.isEmpty ? finding.code.sentence : finding.note
    self.init(
      code: finding.code.rawValue, file: finding.file, line: finding.line, field: finding.field, id: finding.id,
      note: finding.remedy.map { note + $0.phrase.description } ?? note, isBroken: finding.code.dropsRow,
      count: finding.count)
  }

  /// What is counted if several such faults are printed as one; nil if each is printed.
  fileprivate var mergedNoun: String? {
    switch LabelFinding.Code(rawValue: code) {
    case .detailLost: "region"
    case .rowSkipped: "row"
    default: nil
    }
  }

  /// A row that was read but is invalid in any image.
  package init(_ defect: LabelDefect, _ files: [String], _ format: LabelFormatName) {
    let isBroken = [.empty, .inverted, .notANumber].contains(defect.code)
    guard let origin = defect.origin(files, format) else {
      self.init(
        code: defect.code.rawValue, file: defect.image, line: nil, field: "", note: defect.note, isBroken: isBroken,
        count: defect.count)
      return
    }
    self.init(
      code: defect.code.rawValue, file: origin.file, line: origin.line,
      field: (origin.row?.field ?? "") + format.boxField, id: origin.row?.id ?? "", note: defect.note,
      isBroken: isBroken)
  }

  /// The fault without its note, which may differ if the same field is checked twice.
  package var withoutNote: Self { Self(code: code, file: file, line: line, field: field, note: "", isBroken: isBroken) }

  /// The line for people.
  package var text: String {
    let row = field + (id.isEmpty ? "" : (field.isEmpty ? "" : " ") + "(id \(id))")
    let place = [file, line.map { "line \($0)" } ?? "", row].filter { !$0.isEmpty }
    let all = count > 1 ? mergedNoun.map { "\(CountedNoun($0, count)), the first in " } ?? "" : ""
    let head = place.isEmpty ? "" : all + place.joined(separator: ", ") + ": "
    return TerminalText.plain(head + note + " (\(code))")
  }

  /// The line for programs.
  package var json: JSONLine {
    var members: [JSONLine.Member] = [.schema, .init("code", .text(code))]
    members.append(.init("broken", .flag(isBroken)))
    if !file.isEmpty { members += JSONLine.pathMembers(file) }
    if let line { members.append(.init("line", .number(line))) }
    if !field.isEmpty { members.append(.init("field", .text(field))) }
    if !id.isEmpty { members.append(.init("id", .text(id))) }
    if code == LabelFinding.Code.rowSkipped.rawValue { members.append(.init("count", .number(count))) }
    return .object(members + [.init("message", .text(note))])
  }
}

extension LabelCheck {
  /// The last line for people.
  package var text: String {
    let (broken, others) = (brokenCount, remarkCount)
    return
      """
      \(CountedNoun("file", fileCount)), \(CountedNoun("region", regionCount)) of \
      \(CountedNoun("image", imageCount)): \(broken) invalid, \(others) to review
      """
  }

  /// The last line for programs.
  package var json: JSONLine {
    .object([
      .schema, .init("files", .number(fileCount)), .init("pictures", .number(imageCount)),
      .init("regions", .number(regionCount)), .init("broken", .number(brokenCount)),
      .init("remarks", .number(remarkCount)), .init("valid", .flag(brokenCount == 0 && isComplete)),
    ])
  }
}

// What helps against problems in label files, by the names of options.

extension LabelRemedy {
  /// The end of a sentence about the problem.
  package var phrase: Phrase {
    switch self {
    case .images: " (use \(option: .images))"
    case .names: ", which \(option: .names) reads"
    case .format: "; for other formats use \(option: .from)"
    }
  }
}

extension LabelFinding {
  /// The finding with its place, and what helps.
  package var phrase: Phrase { Phrase(description) + (remedy?.phrase ?? "") }
}

// The names of rows with defects, in the terms of their files; looked up only for listed rows.

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

// The last line of a dry run of `labels crop` and `labels overlay`.

/// The number of results that would be made.
package struct LabelTotals {
  private let count, failures: Int

  /// The totals of `count` results.
  package init(_ count: Int, _ failures: Int) {
    self.count = count
    self.failures = failures
  }

  /// One line.
  package var line: String {
    "\(CountedNoun("result", count))\(failures > 0 ? ", \(failures) failed" : ""); nothing was written (dry run)"
  }
}
