// One box of TensorFlow's Object Detection API per line: ymin, xmin, ymax and xmax in relative coordinates; see
// BoxLinesFormat.

/// Collects the fields of a box given by its edges.
struct EdgeBox {
  /// The keys of the edges, in the order in which shapes keep them, then of the other fields.
  static let keys = ["xmin", "ymin", "xmax", "ymax", "label", "class", "score", "confidence"]

  private var edges = [NumberToken?](repeating: nil, count: 4)
  private var faults: [FieldFault] = []
  private var label: String?
  private var score: String?
  /// Whether any edge is stated.
  private(set) var isStated = false

  /// Reads the value of one of the keys.
  mutating func take(_ key: Int, _ scanner: inout JSONScanner) throws(LabelError) {
    switch key {
    case 0..<4:
      isStated = true
      edges[key] = try scanner.numberOrSkip()
      if edges[key]?.isPlace != true {
        faults.append(FieldFault(.numberInvalid, Self.keys[key], "expected a number"))
      }
    case 4, 5: label = try scanner.wordOrSkip() ?? label
    default: score = try scanner.wordOrSkip() ?? score
    }
  }

  /// The box as a row; `remarks` are faults of its line, and `list` contains other boxes on the line.
  func row(line: Int, index: Int, beside list: [ListedRow], _ remarks: [FieldFault]) -> ListedRow {
    var row = ListedRow(line: line, index: index, field: "")
    (row.label, row.faults) = (label, faults)
    if let score { row.attributes = [LabelAttribute("score", score)] }
    let missing = Self.keys[..<4].indices.filter { edges[$0] == nil }.map { Self.keys[$0] }
    let twice = remarks.first { fault in
      fault.code == .duplicateKey && Self.keys[..<4].contains { fault.field == "." + $0 }
    }
    if !list.isEmpty || twice != nil {
      row.faults.append(FieldFault(.rowMalformed, "box", "duplicate box field"))
    } else if faults.isEmpty, !missing.isEmpty {
      row.faults.append(
        FieldFault(.fieldMissing, missing.joined(separator: ", "), "a box needs ymin, xmin, ymax and xmax"))
    }
    if row.faults.isEmpty { row.shape = ListedShape(kind: .edgeBox, numbers: edges.compactMap { $0 }) }
    return row
  }
}
