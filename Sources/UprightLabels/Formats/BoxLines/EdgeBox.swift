// One box of TensorFlow's Object Detection API on a line of its own: ymin, xmin, ymax and xmax as shares; see BoxLinesFormat.

/// Collects the fields of a box that is told by its edges.
struct EdgeBox {
  /// The keys of the edges, in the order in which shapes keep them, and of what is said beside them.
  static let keys = ["xmin", "ymin", "xmax", "ymax", "label", "class", "score", "confidence"]

  private var edges = [NumberToken?](repeating: nil, count: 4)
  private var faults: [FieldFault] = []
  private var label: String?
  private var score: String?
  /// Whether any edge is stated.
  private(set) var isStated = false

  /// Takes the value of one of the keys.
  mutating func take(_ key: Int, _ scanner: inout JSONScanner) throws(LabelError) {
    switch key {
    case 0..<4:
      isStated = true
      edges[key] = try scanner.numberOrSkip()
      if edges[key]?.isPlace != true {
        faults.append(FieldFault(.numberInvalid, Self.keys[key], "a number should be here"))
      }
    case 4, 5: label = try scanner.wordOrSkip() ?? label
    default: score = try scanner.wordOrSkip() ?? score
    }
  }

  /// The box as a row; `remarks` are what is odd about its line, and `list` are boxes that stand there, too.
  func row(line: Int, index: Int, beside list: [ListedRow], _ remarks: [FieldFault]) -> ListedRow {
    var row = ListedRow(line: line, index: index, field: "")
    (row.label, row.faults) = (label, faults)
    if let score { row.attributes = [LabelAttribute("score", score)] }
    let missing = Self.keys[..<4].indices.filter { edges[$0] == nil }.map { Self.keys[$0] }
    let twice = remarks.first { fault in
      fault.code == .duplicateKey && Self.keys[..<4].contains { fault.field == "." + $0 }
    }
    if !list.isEmpty || twice != nil {
      row.faults.append(FieldFault(.rowMalformed, "box", "the box is stated twice"))
    } else if faults.isEmpty, !missing.isEmpty {
      row.faults.append(
        FieldFault(.fieldMissing, missing.joined(separator: ", "), "a box has ymin, xmin, ymax and xmax"))
    }
    if row.faults.isEmpty { row.shape = ListedShape(kind: .edgeBox, numbers: edges.compactMap { $0 }) }
    return row
  }
}
