// The findings of one file, up to a limit, and images that stay unchanged as a whole.

import UprightGeometry

/// The note about an image of which a row cannot be reoriented.
func partialNote(_ image: String) -> String {
  "'\(image)': a row cannot be rotated, so all rows and the stated size of this image are left unchanged"
}

/// Collects the findings of a file.
struct FindingList {
  private let file: String
  private let limit: Int
  private let isJSON: Bool
  private var more = 0
  private var lost = 0
  private var list: [LabelFinding] = []
  private var omissions: [LabelFinding] = []

  /// - Parameter isJSON: Whether fields alone identify a row. Then line 1 is omitted, because most of these files
  ///   have only one line.
  init(_ file: String, _ limits: LabelLimits, isJSON: Bool = false) {
    (self.file, limit, self.isJSON) = (file, max(1, limits.findings), isJSON)
  }

  mutating func add(
    _ code: LabelFinding.Code, line: Int? = nil, _ field: String = "", id: String = "", _ note: String = "",
    remedy: LabelRemedy? = nil
  ) {
    guard list.count < limit else {
      more += 1
      if code.dropsRow { lost += 1 }
      return
    }
    let line = isJSON && line == 1 ? nil : line
    var finding = LabelFinding(code, in: file, line: line, field: field, id: id, note: note)
    finding.remedy = remedy ?? finding.remedy
    list.append(finding)
  }

  /// Adds rows that are deliberately not read; those with the same reason become one finding, outside the limit.
  mutating func leaveOut(_ omission: RowOmission, line: Int? = nil, _ field: String = "", count: Int = 1) {
    guard count > 0 else { return }
    if let index = omissions.firstIndex(where: { $0.note == omission.note }) {
      omissions[index].count += count
      return
    }
    let line = isJSON && line == 1 ? nil : line
    var finding = LabelFinding(.rowSkipped, in: file, line: line, field: field, note: omission.note)
    finding.count = count
    omissions.append(finding)
  }

  /// The size that an image's header states, or else the labels; adds a finding if they differ.
  mutating func size<S: Space>(
    _ known: PixelSize<S>?, stated: PixelSize<S>?, line: Int? = nil, _ field: String
  ) -> PixelSize<S>? {
    if let known, let stated, known != stated {
      add(.sizeContradicts, line: line, field, "the labels state \(stated), the image header \(known)")
    }
    return known ?? stated
  }

  /// All findings within the limit. Beyond it, one states how many more there are, and whether any of them drops rows.
  /// Rows that are deliberately not read come last.
  var all: [LabelFinding] {
    guard more > 0 else { return list + omissions }
    let last =
      lost > 0
      ? LabelFinding(.moreLost, in: file, note: "\(more) more findings, \(lost) of which lose a row")
      : LabelFinding(.more, in: file, note: "\(more) more findings")
    return list + [last] + omissions
  }
}

/// Collects the images that state their size and of which a row cannot be reoriented, by name and in a first pass,
/// because the rows of an image may be anywhere in a file.
struct WholeImages {
  private var sized: Set<String> = []
  private var broken: Set<String> = []

  /// The images of which nothing may be reoriented.
  var partial: Set<String> { broken.intersection(sized) }

  /// Adds rows of an image.
  mutating func see(_ image: String, statesSize: Bool, isBroken: Bool) {
    if statesSize { sized.insert(image) }
    if isBroken { broken.insert(image) }
  }
}
