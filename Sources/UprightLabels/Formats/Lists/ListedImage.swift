// Images with shapes as a JSON file lists them, one at a time; shared by LabelMe, Label Studio, Create ML and JSON
// Lines.

import UprightGeometry

/// One shape and its fields.
struct ListedRow {
  /// Its shape; nil if it is missing or cannot be read.
  var shape: ListedShape?
  var label: String?
  var attributes: [LabelAttribute] = []
  /// Its mask, if the shape is one.
  var mask: ListedMask?
  /// Identifies the object, which several rows may share as parts or repetitions.
  var thing: String?
  /// The image that the row belongs to, if a task has several (Label Studio's `to_name`).
  var target: String?
  /// The image's width and height, as stated in the row.
  var size: [NumberToken]?
  /// Why it is not a region, although it is reoriented; nil if it is one.
  var omission: RowOmission?
  var faults: [FieldFault] = []
  var line: Int
  var index: Int
  /// Its position: `shapes[3]`.
  var field: String

  init(line: Int, index: Int, field: String) { (self.line, self.index, self.field) = (line, index, field) }

  /// The row without the image's size, for another image.
  var withoutSize: Self {
    var row = self
    row.size = nil
    return row
  }

  /// Whether it is not a region.
  var isHidden: Bool { omission != nil }

  /// Whether it is invalid and therefore left out.
  var isLost: Bool { faults.contains { $0.code.dropsRow } }
}

/// One image and its rows.
struct ListedImage {
  /// Its name; nil if the file does not state it.
  var name: String?
  /// Stated widths and heights, in pairs.
  var sizes: [[NumberToken]] = []
  var rows: [ListedRow] = []
  /// Whether rows of the next image may be interleaved with those of this one.
  var isContinued = false
  /// Whether a key of the image appears twice, so that readers differ in which one they use; nothing of the image is
  /// read or reoriented.
  private(set) var isAmbiguous = false
  /// Number of classes of the whole image, which are not regions (LabelMe).
  var flagCount = 0
  /// Unusual facts about the image as a whole.
  var remarks: [FieldFault] = []
  var line: Int
  /// Its position.
  var field: String

  /// Whether none of it can be read, so that its missing name does not matter.
  var isLost: Bool { name == nil && !rows.isEmpty && rows.allSatisfy(\.isLost) }

  /// Whether it states its size, for all rows or in one of them.
  var statesSize: Bool { !sizes.isEmpty || rows.contains { $0.size != nil } }

  /// Whether it states a size that no image can have.
  var isSizeMalformed: Bool { remarks.contains { $0.code == .sizeMalformed } }

  /// Keeps the first fault in a stated size.
  mutating func noteSize(_ fault: FieldFault?) {
    if let fault, !isSizeMalformed { remarks.append(fault) }
  }

  /// Adopts the ambiguities in the keys of an object.
  mutating func takeAmbiguities(_ fields: JSONFields) {
    if fields.isAmbiguous { isAmbiguous = true }
    if fields.isNameless { name = nil }
  }

  init(name: String? = nil, line: Int, field: String) { (self.name, self.line, self.field) = (name, line, field) }
}

/// A format whose files list images.
protocol ImageListing {
  /// The limits for reading a file.
  var limits: LabelLimits { get }
  /// Whether each row is a line, so that the line number identifies it.
  var hasLines: Bool { get }
  /// The coordinate system of positions.
  var plane: LabelPlane { get }
  /// What decodes embedded masks; nil if nothing does.
  var masks: MaskImages? { get }
  /// Reads a file image by image.
  ///
  /// - Throws: `LabelError` if it cannot be read as a whole.
  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError)
}

extension ImageListing {
  var hasLines: Bool { false }
  var masks: MaskImages? { nil }
}
