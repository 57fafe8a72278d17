// Pictures with shapes as a JSON file lists them, one at a time: what LabelMe, Label Studio, Create ML and JSON Lines have in common.

import UprightGeometry

/// A field that is not what it should be.
struct FieldFault {
  let code: LabelFinding.Code
  let field: String
  let note: String

  init(_ code: LabelFinding.Code, _ field: String = "", _ note: String = "") {
    (self.code, self.field, self.note) = (code, field, note)
  }
}

/// One shape and what is said of it.
struct ListedRow {
  /// Its place; nil where it has none, or none that can be read.
  var shape: ListedShape?
  var label: String?
  var attributes: [LabelAttribute] = []
  /// What rows of one thing have in common: parts of it, or its place said again.
  var thing: String?
  /// What the row says that it lies on, where a picture has several (Label Studio's `to_name`).
  var target: String?
  /// The picture's width and height, as the row states them.
  var size: [NumberToken]?
  /// Whether it only repeats or proposes a place, which is turned, but no region of its own.
  var isHidden = false
  var faults: [FieldFault] = []
  var line: Int
  var index: Int
  /// Where the row stands: `shapes[3]`.
  var field: String

  init(line: Int, index: Int, field: String) { (self.line, self.index, self.field) = (line, index, field) }

  /// Whether a rule is broken, so that it is left out.
  var isLost: Bool { faults.contains { $0.code.dropsRow } }
}

/// One picture and its rows.
struct ListedImage {
  /// Its name; nil where the file does not say it.
  var name: String?
  /// Widths and heights that are stated, in pairs.
  var sizes: [[NumberToken]] = []
  var rows: [ListedRow] = []
  /// Whether the rows of the next picture may stand between those of this one.
  var isContinued = false
  /// Whether a key of the picture stands twice, so that nobody can tell which of them other readers take; nothing of it is read or turned.
  private(set) var isAmbiguous = false
  /// What is odd about the picture as a whole.
  var remarks: [FieldFault] = []
  var line: Int
  /// Where it stands.
  var field: String

  /// Whether nothing of it can be read, so that it matters to nobody that it has no name.
  var isLost: Bool { name == nil && !rows.isEmpty && rows.allSatisfy(\.isLost) }

  /// Whether it states a size that no picture can have.
  var isSizeMalformed: Bool { remarks.contains { $0.code == .sizeMalformed } }

  /// Keeps the first fault in a size that is stated.
  mutating func noteSize(_ fault: FieldFault?) {
    if let fault, !isSizeMalformed { remarks.append(fault) }
  }

  /// Takes over what the keys of an object leave open.
  mutating func takeAmbiguities(_ fields: JSONFields) {
    if fields.isAmbiguous { isAmbiguous = true }
    if fields.isNameless { name = nil }
  }

  init(name: String? = nil, line: Int, field: String) { (self.name, self.line, self.field) = (name, line, field) }
}

/// A format whose files list pictures.
protocol ImageListing {
  /// What a file may cost.
  var limits: LabelLimits { get }
  /// Whether a row is a line, so that its number says which one it is.
  var hasLines: Bool { get }
  /// In what places are counted.
  var plane: LabelPlane { get }
  /// Goes through a file, picture by picture.
  ///
  /// - Throws: `LabelError` where it cannot be read as a whole.
  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError)
}

extension ImageListing {
  var hasLines: Bool { false }

  /// The names of rows; see ``LabelCoding``.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] {
    guard !hasLines, !numbers.isEmpty else { return [:] }
    var (rows, count): ([Int: LabelRow], Int) = ([:], 0)
    try? list(file) { listed in
      for row in listed.rows {
        if numbers.contains(count) { rows[count] = LabelRow(field: row.field) }
        count += 1
      }
    }
    return rows
  }

  /// Adds what a file says to a set; see ``LabelCoding``. The size counts that a caller knows, else the one that is stated.
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ picture: String) -> PixelSize<S>?
  ) throws(LabelError) {
    try ImageListReader.read(file, into: &set, as: self, size)
  }

  /// The same file after its pictures have been turned; see ``LabelCoding``.
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ picture: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    try ImageListReorienter.reoriented(file, as: self, turn)
  }
}
