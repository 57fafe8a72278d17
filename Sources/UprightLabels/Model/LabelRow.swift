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

/// Finds the IDs of annotations.
struct COCORowFinder: COCOConsumer {
  private let bytes: [UInt8]
  private let wanted: Set<Int>
  private(set) var rows: [Int: LabelRow] = [:]

  init(_ bytes: [UInt8], _ wanted: Set<Int>) { (self.bytes, self.wanted) = (bytes, wanted) }

  mutating func take(_ image: COCOImage) {}
  mutating func take(_ category: COCOCategory) {}
  mutating func takeDuplicate(_ key: String, line: Int) {}
  mutating func take(_ row: borrowing COCORow) {
    guard wanted.contains(row.row) else { return }
    rows[row.row] = LabelRow(field: "annotations[\(row.row)]", id: row.idText(in: bytes))
  }
}
