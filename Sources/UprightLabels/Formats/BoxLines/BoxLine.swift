// One line of boxes in JSON Lines; see BoxLinesFormat for its fields.

import UprightGeometry

/// Reads one line.
struct BoxLine {
  private static let boxKeys = JSONKeys([
    "image", "x", "y", "w", "h", "width", "height", "label", "bbox", "boundingBox", "confidence", "score", "class",
  ])
  private static let listKeys = JSONKeys(
    [
      "image", "boxes", "classes", "scores", "detection_boxes", "detection_classes", "detection_scores", "width",
      "height",
    ] + EdgeBox.keys)
  private static let names = ["x", "y", "width", "height"]

  private var image: ListedImage
  private var row: ListedRow
  private var numbers: [Int: NumberToken] = [:]
  /// The numbers of a box in a nested object or array.
  private var list: [NumberToken]?
  private var inner: [Int: NumberToken]?

  init(index: Int, line: Int) {
    image = ListedImage(line: line, field: "")
    row = ListedRow(line: line, index: index, field: "")
  }

  /// The image that the line refers to, with its boxes.
  ///
  /// - Parameter measure: The measure of its one box; nil for all boxes of an image.
  /// - Throws: `LabelError` if it is not a JSON object.
  mutating func image(_ scanner: inout JSONScanner, _ measure: BoxMeasure?) throws(LabelError) -> ListedImage {
    try scanner.openObject()
    if let measure { try box(&scanner, measure) } else { try boxes(&scanner) }
    return image
  }

  // MARK: One box

  private mutating func box(_ scanner: inout JSONScanner, _ measure: BoxMeasure) throws(LabelError) {
    var fields = JSONFields(Self.boxKeys)
    while let key = try fields.next(&scanner, &row.faults) {
      switch key {
      case 0: image.name = try scanner.textOrSkip()
      case 1...6: try Self.number(key, &numbers, &row.faults, &scanner)
      case 7, 12: row.label = try scanner.wordOrSkip() ?? row.label
      case 8, 9: try nested(&scanner)
      case 10, 11:
        if let score = try scanner.wordOrSkip() { row.attributes.append(LabelAttribute("score", score)) }
      default: try scanner.skip()
      }
    }
    loseDuplicates()
    if list != nil || inner != nil { takeSize() }
    numbers = inner ?? numbers
    if fields.count == 1, image.name != nil { return }
    if let list {
      if list.count == 4 { row.shape = measure.shape(list) } else { malformed("expected four numbers") }
    } else if let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3] {
      row.shape = measure.shape([x, y, width, height])
    } else if !row.isLost {
      let missing = Self.names.indices.filter { numbers[$0] == nil }.map { Self.names[$0] }
      row.faults.append(FieldFault(.fieldMissing, missing.joined(separator: ", "), "a box needs four numbers"))
    }
    image.rows = [row]
  }

  /// Besides a nested box, `width` and `height` are the image's size; any other number repeats the position.
  private mutating func takeSize() {
    guard !numbers.isEmpty else { return }
    if let width = numbers[2], let height = numbers[3], numbers.count == 2, PixelSize<Stored>(width, height) != nil {
      image.sizes.append([width, height])
    } else {
      malformed("duplicate box field")
    }
  }

  /// Readers differ in which of two equal keys they use, so that a box with duplicates is not reoriented.
  private mutating func loseDuplicates() {
    let isPlace = row.faults.contains { $0.code == .duplicateKey && !Self.remarks.contains($0.field) }
    if isPlace { malformed("duplicate key") }
  }

  private static let remarks: Set<String> = [".label", ".class", ".confidence", ".score"]

  private mutating func malformed(_ note: String) { row.faults.append(FieldFault(.rowMalformed, "box", note)) }

  /// A box in a nested object, or in an array.
  private mutating func nested(_ scanner: inout JSONScanner) throws(LabelError) {
    if list != nil || inner != nil { malformed("duplicate box field") }
    guard try scanner.kind() == .object else {
      list = try scanner.numbers("box", &row.faults)
      return
    }
    var numbers: [Int: NumberToken] = [:]
    defer { inner = numbers }
    var fields = JSONFields(Self.boxKeys)
    try scanner.openObject()
    while let key = try fields.next(&scanner, &row.faults) {
      if (1...6).contains(key) {
        try Self.number(key, &numbers, &row.faults, &scanner)
      } else {
        try scanner.skip()
      }
    }
  }

  /// The number for one of the keys from `x` to `height`.
  private static func number(
    _ key: Int, _ numbers: inout [Int: NumberToken], _ faults: inout [FieldFault], _ scanner: inout JSONScanner
  ) throws(LabelError) {
    let index = key > 4 ? key - 3 : key - 1
    let number = try scanner.numberOrSkip()
    guard let number, number.isPlace else {
      return faults.append(FieldFault(.numberInvalid, names[index], "expected a number"))
    }
    if numbers.updateValue(number, forKey: index) != nil {
      faults.append(FieldFault(.rowMalformed, "box", "duplicate \(names[index])"))
    }
  }

  // MARK: All boxes of an image

  private mutating func boxes(_ scanner: inout JSONScanner) throws(LabelError) {
    var (boxes, labels, scores): ([ListedRow], [String?], [String?]) = ([], [], [])
    var (edges, hasList, size) = (EdgeBox(), false, [NumberToken?](repeating: nil, count: 2))
    var fields = JSONFields(Self.listKeys)
    while let key = try fields.next(&scanner, &image.remarks) {
      switch key {
      case 0: image.name = try scanner.textOrSkip()
      case 1, 4:
        hasList = true
        guard boxes.isEmpty else {
          boxes[0].faults.append(FieldFault(.rowMalformed, "", "duplicate list of boxes"))
          try scanner.skip()
          continue
        }
        boxes = try list(&scanner)
      case 2, 5: labels = try words(&scanner)
      case 3, 6: scores = try words(&scanner)
      case 7, 8: size[key - 7] = try scanner.sideOrSkip()
      default: try edges.take(key - 9, &scanner)
      }
    }
    takeSides(size[0], size[1])
    if edges.isStated || !hasList && !(fields.count == 1 && image.name != nil) {
      boxes = [edges.row(line: row.line, index: row.index, beside: boxes, image.remarks)]
      return image.rows = boxes
    }
    for index in boxes.indices {
      boxes[index].label = index < labels.count ? labels[index] : nil
      if boxes[index].label == nil { boxes[index].faults.append(FieldFault(.classMissing)) }
      if index < scores.count, let score = scores[index] { boxes[index].attributes = [LabelAttribute("score", score)] }
    }
    image.rows = boxes
  }

  /// Besides relative boxes, `width` and `height` are the image's size.
  private mutating func takeSides(_ width: NumberToken?, _ height: NumberToken?) {
    image.noteSize(FieldFault(size: width, height))
    if let width, let height { image.sizes.append([width, height]) }
  }

  private mutating func list(_ scanner: inout JSONScanner) throws(LabelError) -> [ListedRow] {
    guard try scanner.kind() == .array else {
      try scanner.skip()
      row.faults = [FieldFault(.rowMalformed, "boxes", "expected a list of boxes")]
      return [row]
    }
    var rows: [ListedRow] = []
    try scanner.openArray()
    while try scanner.element() {
      var row = ListedRow(line: row.line, index: rows.count, field: "boxes[\(rows.count)]")
      let numbers = try scanner.numbers("", &row.faults)
      if numbers.count == 4 {
        row.shape = ListedShape(kind: .edgeBox, numbers: [numbers[1], numbers[0], numbers[3], numbers[2]])
      } else if row.faults.isEmpty {
        row.faults.append(FieldFault(.rowMalformed, "", "expected ymin, xmin, ymax and xmax"))
      }
      rows.append(row)
    }
    return rows
  }

  private func words(_ scanner: inout JSONScanner) throws(LabelError) -> [String?] {
    guard try scanner.kind() == .array else {
      try scanner.skip()
      return []
    }
    var words: [String?] = []
    try scanner.openArray()
    while try scanner.element() { words.append(try scanner.wordOrSkip()) }
    return words
  }
}

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
