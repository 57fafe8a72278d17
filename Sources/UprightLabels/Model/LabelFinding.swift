// Unusual or invalid parts of a label file that do not stop reading (RFC 8259 and the formats' documentation define
// what is valid), and the rows that they are about.

import UprightGeometry

/// An unusual or invalid part of a label file, and its position.
public struct LabelFinding: Hashable, Sendable {
  /// Stable codes, as they appear in JSON.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A row has too few, too many or invalid fields; it is left out.
    case rowMalformed = "row-malformed"
    /// A field is not a number, or the number is larger than any image; its row is left out.
    case numberInvalid = "number-invalid"
    /// A required field is missing; its row is left out.
    case fieldMissing = "field-missing"
    /// A row refers to an image that the file does not list; it is left out.
    case imageMissing = "picture-missing"
    /// A row refers to a class that the file does not list; it is kept without a class.
    case classMissing = "class-missing"
    /// The runs of a mask do not add up to its size; its row is left out.
    case maskInvalid = "mask-invalid"
    /// An object contains a key twice; the first is used.
    case duplicateKey = "duplicate-key"
    /// Neither the labels nor the caller provide the image's size or orientation; its labels are left out.
    case imageUnknown = "picture-unknown"
    /// The labels state another size than the image's header; the header's size is used.
    case sizeContradicts = "size-contradicts"
    /// The labels state a size that no image can have; its labels are not reoriented, and may be left out.
    case sizeMalformed = "size-malformed"
    /// The file contains the image itself, which is not reoriented with its labels.
    case imageEmbedded = "picture-embedded"
    /// The format cannot express the row; it is left out.
    case notExpressible = "not-expressible"
    /// The format cannot express all of the row; the rest is written.
    case detailLost = "detail-lost"
    /// Rows that the format deliberately marks as no regions, such as those of a cancelled annotation; they are left
    /// out.
    case rowSkipped = "row-skipped"
    /// A name or text exceeds 4 KB, which most programs truncate or reject; it is kept unchanged.
    case textLong = "text-long"
    /// There are more findings than the limit; none of them drops a row.
    case more
    /// There are more findings than the limit; some of them drop rows.
    case moreLost = "more-lost"

    /// Whether the row, or all rows of the image, are missing from the result although they should be in it.
    public var dropsRow: Bool {
      switch self {
      case .classMissing, .duplicateKey, .sizeContradicts, .imageEmbedded, .detailLost, .rowSkipped, .textLong, .more:
        false
      default: true
      }
    }
  }

  /// The kind of finding.
  public var code: Code
  /// What helps; nil if nothing is known to. Beside the code it takes no room, and there may be one finding per row.
  public var remedy: LabelRemedy?
  /// The file name given by the caller, or the image's name.
  public var file: String
  /// The 1-based line; nil if the finding concerns the whole file.
  public var line: Int?
  /// The field in the format's notation: `annotations[17].bbox[2]`, `column 3`.
  public var field: String
  /// The row's ID in the file; empty if it has none.
  public var id: String
  /// What was found, and what was expected.
  public var note: String
  /// The number of rows it represents; the position is that of the first.
  public var count = 1

  /// A finding with a code, at a position.
  public init(_ code: Code, in file: String, line: Int? = nil, field: String = "", id: String = "", note: String = "") {
    (self.code, self.file, self.line, self.field, self.id, self.note) = (code, file, line, field, id, note)
    remedy = code == .imageUnknown && note.isEmpty ? .images : nil
  }
}

extension LabelFinding: CustomStringConvertible {
  /// `labels.txt, line 3, column 2: 'x' is not a number`.
  public var description: String {
    let place =
      file + (line.map { ", line \($0)" } ?? "") + (field.isEmpty ? "" : ", \(field)")
      + (id.isEmpty ? "" : " (id \(id))")
    let rows = count > 1 ? "\(CountedNoun("row", count)), the first in " : ""
    return rows + place + ": " + (note.isEmpty ? code.sentence : note)
  }
}

extension LabelFinding.Code {
  /// The default sentence for its code.
  public var sentence: String {
    switch self {
    case .rowMalformed: "this row does not have its format's fields"
    case .numberInvalid: "invalid number"
    case .fieldMissing: "a required field is missing"
    case .imageMissing: "this row's image is not listed"
    case .classMissing: "this row's class is not listed"
    case .maskInvalid: "the runs of this mask do not add up to its size"
    case .duplicateKey: "duplicate key; the first is used"
    case .imageUnknown: "image not found, so its size is unknown; its labels are left out"
    case .sizeContradicts: "the labels and the image header state different sizes"
    case .sizeMalformed: "invalid image size, so its labels are not rotated"
    case .imageEmbedded: "the file contains the image itself, which is not rotated"
    case .notExpressible: "the format cannot express this, so the row is left out"
    case .detailLost: "the format cannot express all of this row; the rest is written"
    case .rowSkipped: "the file marks this row as no region, so it is left out"
    case .textLong: "a name or string has more than 4 KB; left unchanged"
    case .more: "there are more findings than are listed"
    case .moreLost: "there are more findings than are listed, and some drop rows"
    }
  }
}

extension LabelFinding {
  /// The note about an image whose labels are not read because the size that they state is malformed.
  static var malformedSizeNote: String {
    "the labels state a size that no image can have, so they are left out; correct that size"
  }
}

extension [LabelFinding] {
  /// Adds a finding that a format cannot express all of a region.
  mutating func lost<S: Space>(_ note: String, _ region: Region<S>, _ image: String) {
    append(LabelFinding(.detailLost, in: image, line: Int(region.location.line), note: note))
  }

  /// Adds a finding if a region has more than a box, and the format can express only the box.
  mutating func lostAllButBox<S: Space>(_ region: Region<S>, _ image: String) {
    if region.hasMoreThanBox || !region.keypoints.isEmpty { lost("only its box is written", region, image) }
  }
}

/// An invalid or unexpected field.
struct FieldFault {
  let code: LabelFinding.Code
  let field: String
  let note: String

  init(_ code: LabelFinding.Code, _ field: String = "", _ note: String = "") {
    (self.code, self.field, self.note) = (code, field, note)
  }
}

/// The position and ID of a row.
public struct LabelRow: Hashable, Sendable {
  /// Its position: `annotations[17]`, `shapes[3]`.
  public var field: String
  /// Its ID in the file; empty if it has none.
  public var id: String

  /// A row at `field`, with an ID.
  public init(field: String, id: String = "") { (self.field, self.id) = (field, id) }
}

extension LabelRow {
  /// Rows identified by their index among the elements of their kind.
  static func numbered(_ kind: String, _ numbers: Set<Int>) -> [Int: LabelRow] {
    Dictionary(uniqueKeysWithValues: numbers.map { ($0, LabelRow(field: "\(kind)[\($0)]")) })
  }
}

// The findings of one file, up to a limit, and images that stay unchanged as a whole.

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

// Rows that are no regions on purpose: they rotate with their image, but are not read.

/// Why rows are not read as regions.
enum RowOmission: Hashable {
  /// They belong to an annotation that was cancelled (Label Studio).
  case cancelled
  /// They are drafts of annotations, and there are annotations (Label Studio).
  case drafted
  /// They are predictions, and there are annotations or drafts (Label Studio).
  case predicted
  /// They belong to no region: classes and texts of the whole image, relations (Label Studio).
  case regionless
  /// They are tags of the whole image (CVAT).
  case imageTag
  /// They are video tracks beside images (CVAT).
  case track
  /// They are flags of the whole image (LabelMe).
  case imageFlag
  /// They are parts of an object (Pascal VOC).
  case part

  /// The sentence for people.
  var note: String {
    switch self {
    case .cancelled: "the results of a cancelled annotation are left out"
    case .drafted: "drafts beside annotations are left out"
    case .predicted: "predictions beside annotations are left out"
    case .regionless: "results that belong to no region are left out"
    case .imageTag: "tags of the whole image are left out"
    case .track: "video tracks are left out"
    case .imageFlag: "flags of the whole image are left out"
    case .part: "the parts of an object are left out"
    }
  }
}

/// A number and its noun in the right form: 1 image, 2 images.
package struct CountedNoun: Hashable, Sendable, CustomStringConvertible {
  /// The noun in the singular; its plural ends in "s", or in "es" after an x.
  let noun: String
  /// The number.
  let count: Int

  /// A number of `noun`.
  package init(_ noun: String, _ count: Int) { (self.noun, self.count) = (noun, count) }

  /// `1 image`, `2 boxes`.
  package var description: String { "\(count) \(noun)" + (count == 1 ? "" : noun.hasSuffix("x") ? "es" : "s") }

  /// With a verb: `1 image differs`, `2 images differ`.
  package func withVerb(_ verb: String) -> String {
    guard count == 1 else { return "\(self) \(verb)" }
    return "\(self) \(verb)" + (verb.hasSuffix("ch") ? "es" : "s")
  }
}
