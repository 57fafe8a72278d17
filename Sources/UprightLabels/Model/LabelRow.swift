// How a row of a label file is named, so that a person finds it: by its place among the others, and by its own id (RFC 8259; cocodataset.org, "Data format").

/// The name of a row.
public struct LabelRow: Hashable, Sendable {
  /// Where it stands: `annotations[17]`, `shapes[3]`.
  public var field: String
  /// The id that the file gives it; empty where it gives none.
  public var id: String

  /// A row at `field`, with an id.
  public init(field: String, id: String = "") { (self.field, self.id) = (field, id) }
}

extension LabelRow {
  /// Rows that are named by their places among the elements of their kind.
  static func numbered(_ kind: String, _ numbers: Set<Int>) -> [Int: LabelRow] {
    Dictionary(uniqueKeysWithValues: numbers.map { ($0, LabelRow(field: "\(kind)[\($0)]")) })
  }
}

/// Finds the ids of annotations.
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
