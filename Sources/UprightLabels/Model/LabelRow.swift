// Identifies a row of a label file for people: by its position and its ID (RFC 8259; cocodataset.org, "Data format").

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
