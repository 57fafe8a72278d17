// Scans Label Studio's tasks sequentially (labelstud.io/guide/task_format and /guide/export, "Label Studio JSON
// format").

/// One pass over a file.
struct LabelStudioScan {
  private var scanner: JSONScanner
  private static let taskKeys = JSONKeys(
    ["id", "data", "annotations", "completions", "predictions"],
    places: ["annotations", "completions", "predictions"], names: ["data"])
  private static let listKeys = JSONKeys(["result", "was_cancelled"], places: ["result"])
  private static let resultKeys = JSONKeys(
    ["original_width", "original_height", "image_rotation", "value", "id", "from_name", "to_name", "type", "score"],
    places: ["original_width", "original_height", "image_rotation", "value", "to_name", "type"])

  private let uploads: Set<String>

  init(scanner: JSONScanner, uploads: Set<String> = []) { (self.scanner, self.uploads) = (scanner, uploads) }

  /// Delivers one task at a time.
  ///
  /// - Throws: `LabelError` if it is not JSON, or not a task.
  mutating func run(_ take: (ListedImage) -> Void) throws(LabelError) {
    if try scanner.kind() == .object {
      guard let images = try task("") else {
        throw scanner.error(.wrongFormat, "a Label Studio task needs \"data\" and \"annotations\"", 0)
      }
      images.forEach(take)
    } else {
      try scanner.openArray()
      var index = 0
      while try scanner.element() {
        let (line, isTask) = (scanner.line, try scanner.kind() == .object)
        if !isTask { try scanner.skip() }
        if let images = isTask ? try task("[\(index)]") : nil {
          images.forEach(take)
        } else {
          take(Self.noTask(line, "[\(index)]"))
        }
        index += 1
      }
    }
    try scanner.finish()
  }

  private static func noTask(_ line: Int, _ field: String) -> ListedImage {
    var image = ListedImage(line: line, field: field)
    var row = ListedRow(line: line, index: 0, field: field)
    row.faults = [FieldFault(.rowMalformed, "", "a task must be an object with \"data\"")]
    image.rows = [row]
    return image
  }

  /// The images of the next task; nil for an object that is not a task.
  private mutating func task(_ field: String) throws(LabelError) -> [ListedImage]? {
    var image = ListedImage(line: scanner.line, field: field)
    var (data, rows, proposals): (LabelStudioData?, [ListedRow], [ListedRow]) = (nil, [], [])
    var fields = JSONFields(Self.taskKeys)
    try scanner.openObject()
    while let key = try fields.next(&scanner, &image.remarks) {
      switch key {
      case 1: data = try LabelStudioData(&scanner)
      case 2: try lists(&image, field + ".annotations", &rows)
      case 3: try lists(&image, field + ".completions", &rows)
      case 4: try lists(&image, field + ".predictions", &proposals)
      default: try scanner.skip()
      }
    }
    image.takeAmbiguities(fields)
    if fields.isNameless { data = LabelStudioData() }
    let isProposed = !rows.contains { $0.shape != nil && !$0.isHidden }
    image.rows =
      rows
      + proposals.map { row in
        var row = row
        if !isProposed { row.omission = .predicted }
        return row
      }
    guard data != nil || !image.rows.isEmpty else { return nil }
    return (data ?? LabelStudioData()).images(of: image, uploads)
  }

  /// Annotations or predictions: each is a list of results.
  private mutating func lists(
    _ image: inout ListedImage, _ field: String, _ rows: inout [ListedRow]
  ) throws(LabelError) {
    guard try scanner.kind() == .array else { return try skipNull(&image, field) }
    try scanner.openArray()
    var index = 0
    while try scanner.element() {
      let inner = "\(field)[\(index)]"
      index += 1
      guard try scanner.kind() == .object else {
        try skipNull(&image, inner)
        continue
      }
      let (first, line) = (rows.count, scanner.line)
      var isCancelled = false
      var faults: [FieldFault] = []
      var fields = JSONFields(Self.listKeys)
      try scanner.openObject()
      while let key = try fields.next(&scanner, &faults, in: inner.dropping(image.field)) {
        if key == 0 {
          try results(&image, inner + ".result", "\(index)", &rows)
        } else {
          isCancelled = try scanner.wordOrSkip() == "true"
        }
      }
      image.takeAmbiguities(fields)
      for fault in faults {
        let note = fault.note.isEmpty ? fault.code.sentence : fault.note
        image.remarks.append(FieldFault(fault.code, fault.field, "\(note) (line \(line))"))
      }
      for row in rows.indices[first...] where isCancelled { rows[row].omission = .cancelled }
    }
  }

  private mutating func skipNull(_ image: inout ListedImage, _ field: String) throws(LabelError) {
    if try scanner.kind() != .null {
      image.remarks.append(FieldFault(.rowMalformed, field.dropping(image.field), "expected results"))
    }
    try scanner.skip()
  }

  // MARK: Results

  private mutating func results(
    _ image: inout ListedImage, _ field: String, _ list: String, _ rows: inout [ListedRow]
  ) throws(LabelError) {
    guard try scanner.kind() == .array else { return try skipNull(&image, field) }
    try scanner.openArray()
    var index = 0
    while try scanner.element() {
      let kind = try scanner.kind()
      var row = ListedRow(line: scanner.line, index: index, field: "\(field)[\(index)]")
      index += 1
      if kind == .object {
        try result(&image, &row, list)
      } else {
        try scanner.skip()
        row.faults.append(FieldFault(.rowMalformed, "", "a result must be an object"))
      }
      rows.append(row)
    }
  }

  private mutating func result(
    _ image: inout ListedImage, _ row: inout ListedRow, _ list: String
  ) throws(LabelError) {
    var (width, height, value): (NumberToken?, NumberToken?, LabelStudioValue?)
    var type: String?
    var fields = JSONFields(Self.resultKeys)
    try scanner.openObject()
    while let key = try fields.next(&scanner, &row.faults) {
      switch key {
      case 0: width = try scanner.sideOrSkip()
      case 1: height = try scanner.sideOrSkip()
      case 2 where try scanner.kind() == .number:
        guard try scanner.number().value != 0 else { continue }
        row.faults.append(
          FieldFault(
            .notExpressible, ".image_rotation",
            """
            the image was rotated in Label Studio; rotate it back there and export again, so that its coordinates \
            match the file
            """
          ))
      case 3 where try scanner.kind() == .object: value = try LabelStudioValue(&scanner, &row.faults)
      case 4: row.thing = try scanner.wordOrSkip().map { "\(list) \($0)" }
      case 6: row.target = try scanner.textOrSkip()
      case 7: type = try scanner.textOrSkip()
      case 8:
        if let score = try scanner.wordOrSkip() { row.attributes.append(LabelAttribute("score", score)) }
      default: try scanner.skip()
      }
    }
    if let fault = FieldFault(size: width, height, (".original_width", ".original_height")) {
      row.faults.append(fault)
    } else if let width, let height {
      row.size = [width, height]
    }
    guard let value else { return row.omission = .regionless }
    value.complete(&row, type)
  }
}

extension String {
  /// The rest after the prefix `beginning`, or everything if there is no such prefix.
  fileprivate func dropping(_ beginning: String) -> String {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : self
  }
}
