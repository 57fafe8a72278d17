// What is wrong in label files by themselves, without their pictures: by file, line and field.

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// Something in a label file that breaks a rule, or that is worth a look.
struct LabelFault: Hashable, Sendable {
  /// A stable code.
  let code: String
  let file: String
  let line: Int?
  let field: String
  /// The id that the file gives the row; empty where it gives none.
  var id = ""
  let note: String
  /// Whether the row cannot be used as it is; otherwise it only asks for a look.
  let isBroken: Bool
  /// How many rows it stands for: more than one where not all are named.
  var count = 1
}

/// A set of label files that was checked.
struct LabelCheck: Sendable {
  /// By file and line, as they come.
  let faults: [LabelFault]
  let fileCount: Int
  let imageCount: Int
  let regionCount: Int

  /// Checks files; the size that shares count in does not matter for that.
  init(_ files: LabelFiles) {
    let one = PixelSize<Labelled>(width: 1, height: 1)
    var (set, findings) = files.unplaced { _ in one }
    if files.format.unit == .sharesOfStatedSize {
      for index in set.images.indices where set.images[index].size == nil { set.images[index].size = one }
    }
    let audit = LabelAudit(set, unit: files.format.unit) { _ in nil }
    let defects = audit.defects.filter { ![.imageMissing, .space, .classUnlisted].contains($0.code) }
    let found =
      findings.map(LabelFault.init) + files.named(defects, set.files).map { LabelFault($0, set.files, files.format) }
    faults = found.ordered(by: set.files)
    (fileCount, imageCount, regionCount) = (files.files.count, set.images.count, set.regionCount)
  }

  /// How many rows break a rule.
  var brokenCount: Int { faults.lazy.filter(\.isBroken).reduce(0) { $0 + $1.count } }

  /// How many only ask for a look.
  var remarkCount: Int { faults.lazy.filter { !$0.isBroken }.reduce(0) { $0 + $1.count } }
}

extension LabelFiles {
  /// The rows that break a rule by themselves: those that ``LabelCheck`` calls broken.
  ///
  /// - Throws: `.malformedText` where a file cannot be read as a whole.
  func brokenRows() throws(UprightError) -> [LabelFault] {
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
  /// Takes out the regions that no picture can have, and says why.
  mutating func takeBroken(_ source: LabelFiles) -> [LabelFault] {
    var faults = LabelDefectList()
    for picture in images.indices {
      let name = images[picture].name
      var isValid = true
      for region in images[picture].regions {
        guard let (code, note) = region.boxDefect else { continue }
        faults.add(code, of: name, at: region.location, note)
        isValid = false
      }
      if !isValid { images[picture].regions.removeAll { $0.boxDefect != nil } }
    }
    return source.named(faults.all, files).map { LabelFault($0, files, source.format) }
  }
}

extension [LabelFault] {
  /// By file and line, as they come.
  fileprivate func ordered(by files: [String]) -> Self {
    let order = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: Swift.min)
    return enumerated().sorted { one, other in
      let (first, second) = (order[one.element.file] ?? .max, order[other.element.file] ?? .max)
      return (first, one.element.line ?? 0, one.offset) < (second, other.element.line ?? 0, other.offset)
    }.map(\.element)
  }
}

extension LabelFault {
  /// A row that could not be read, or only in part.
  init(_ finding: LabelFinding) {
    self.init(
      code: finding.code.rawValue, file: finding.file, line: finding.line, field: finding.field, id: finding.id,
      note: finding.note.isEmpty ? finding.code.sentence : finding.note, isBroken: finding.code.dropsRow)
  }

  /// A row that was read and that no picture can bear.
  init(_ defect: LabelDefect, _ files: [String], _ format: LabelFormatName) {
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

  /// It without its words, which may differ where the same field is looked at twice.
  var withoutNote: Self { Self(code: code, file: file, line: line, field: field, note: "", isBroken: isBroken) }

  /// The line for people.
  var text: String {
    let row = field + (id.isEmpty ? "" : (field.isEmpty ? "" : " ") + "(id \(id))")
    let place = [file, line.map { "line \($0)" } ?? "", row].filter { !$0.isEmpty }
    let head = place.isEmpty ? "" : place.joined(separator: ", ") + ": "
    return TerminalText.plain(head + note + " (\(code))")
  }

  /// The line for programs.
  var json: JSONLine {
    var members: [JSONLine.Member] = [.init("schema", .number(1)), .init("code", .text(code))]
    members.append(.init("broken", .flag(isBroken)))
    if !file.isEmpty { members += JSONLine.pathMembers(file) }
    if let line { members.append(.init("line", .number(line))) }
    if !field.isEmpty { members.append(.init("field", .text(field))) }
    if !id.isEmpty { members.append(.init("id", .text(id))) }
    return .object(members + [.init("message", .text(note))])
  }
}
