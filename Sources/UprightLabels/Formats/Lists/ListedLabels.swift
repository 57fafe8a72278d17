// The operations of the label formats whose files list images: what they list is read as regions, or reoriented in
// place.

import UprightGeometry

extension ImageListing {
  /// The positions and IDs of rows; see ``LabelCoding``.
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

  /// Adds a file's labels to a set; see ``LabelCoding``. The caller's size takes precedence over a stated one.
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    try ImageListReader.read(file, into: &set, as: self, size)
  }

  /// Reorients a file in place; see ``LabelCoding``.
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    try ImageListReorienter.reoriented(file, as: self, turn)
  }
}
