// What is odd or wrong in a label file without stopping the rest (RFC 8259 and the formats' own pages say what is right).

import UprightGeometry

/// Something odd or wrong in a label file, and where.
public struct LabelFinding: Hashable, Sendable {
  /// Stable codes, as they appear in JSON.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A row has too few, too many or the wrong kind of fields; it is left out.
    case rowMalformed = "row-malformed"
    /// A field that should be a number is none, or one that no picture is large enough for; its row is left out.
    case numberInvalid = "number-invalid"
    /// A field that has to be there is missing; its row is left out.
    case fieldMissing = "field-missing"
    /// A row names a picture that the file does not list; it is left out.
    case imageMissing = "picture-missing"
    /// A row names a class that the file does not list; the row counts, without a name.
    case classMissing = "class-missing"
    /// A mask whose runs do not add up to its size; its row is left out.
    case maskInvalid = "mask-invalid"
    /// A key stands twice in an object; the first counts.
    case duplicateKey = "duplicate-key"
    /// Neither the labels nor the caller know the picture's size or how it lies; its labels are left out.
    case imageUnknown = "picture-unknown"
    /// The labels state another size of the picture than its header does; the header counts.
    case sizeContradicts = "size-contradicts"
    /// The labels state a size that no picture can have; its labels are not turned.
    case sizeMalformed = "size-malformed"
    /// The file holds the picture itself, which does not turn along with its labels.
    case imageEmbedded = "picture-embedded"
    /// The format has no way to say this; the row is left out.
    case notExpressible = "not-expressible"
    /// The format says less than the row; what it can say is written.
    case detailLost = "detail-lost"
    /// A name or a text of more than 4 KB, which most programs cut or refuse; it is kept as it is.
    case textLong = "text-long"
    /// More findings than are kept, none of which loses a row.
    case more
    /// More findings than are kept, some of which lose rows.
    case moreLost = "more-lost"

    /// Whether the row, or all rows of the picture, are missing from the result.
    public var dropsRow: Bool {
      switch self {
      case .classMissing, .duplicateKey, .sizeContradicts, .imageEmbedded, .detailLost, .textLong, .more: false
      default: true
      }
    }
  }

  /// Which rule.
  public var code: Code
  /// The file, by the name that the caller gave it, or the picture's name.
  public var file: String
  /// The line, from 1; nil where it is about the file as a whole.
  public var line: Int?
  /// The field, as the format writes it: `annotations[17].bbox[2]`, `column 3`.
  public var field: String
  /// The id that the file gives the row; empty where it gives none.
  public var id: String
  /// What stands there, and what was expected, in words.
  public var note: String

  /// A finding of `code` at a place.
  public init(_ code: Code, in file: String, line: Int? = nil, field: String = "", id: String = "", note: String = "") {
    (self.code, self.file, self.line, self.field, self.id, self.note) = (code, file, line, field, id, note)
  }
}

extension LabelFinding: CustomStringConvertible {
  /// `labels.txt, line 3, column 2: 'x' is no number`.
  public var description: String {
    let place =
      file + (line.map { ", line \($0)" } ?? "") + (field.isEmpty ? "" : ", \(field)")
      + (id.isEmpty ? "" : " (id \(id))")
    return place + ": " + (note.isEmpty ? code.sentence : note)
  }
}

extension LabelFinding.Code {
  /// What it says where there is nothing to add.
  public var sentence: String {
    switch self {
    case .rowMalformed: "this row does not have the fields of its format"
    case .numberInvalid: "this is no number that a place in a picture can have"
    case .fieldMissing: "a field that has to be there is missing"
    case .imageMissing: "the picture that this row belongs to is not listed"
    case .classMissing: "the class of this row is not listed"
    case .maskInvalid: "the runs of this mask do not add up to its size"
    case .duplicateKey: "this key stands twice; the first counts"
    case .imageUnknown: "nobody says how large this picture is and how it lies, so its labels are left out"
    case .sizeContradicts: "the labels state another size than the picture's header"
    case .sizeMalformed: "this size is none that a picture can have, so its labels are not turned"
    case .imageEmbedded: "the file holds the picture itself, which is not turned along"
    case .notExpressible: "the format cannot say this, so the row is left out"
    case .detailLost: "the format says less than this row did"
    case .textLong: "a name or text of more than 4 KB; it is kept as it is"
    case .more: "there are more findings than are kept"
    case .moreLost: "there are more findings than are kept, and rows are lost"
    }
  }
}

extension [LabelFinding] {
  /// Adds that a format says less than a region of a picture does.
  mutating func lost<S: Space>(_ note: String, _ region: Region<S>, _ picture: String) {
    append(LabelFinding(.detailLost, in: picture, line: Int(region.location.line), note: note))
  }

  /// Adds that a format says no more than the box of a region, where there is more.
  mutating func lostAllButBox<S: Space>(_ region: Region<S>, _ picture: String) {
    if region.outline != nil || !region.keypoints.isEmpty { lost("only its box is written", region, picture) }
  }
}
