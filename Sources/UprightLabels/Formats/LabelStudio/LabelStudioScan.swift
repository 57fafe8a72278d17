// Scans Label Studio's tasks sequentially (labelstud.io/guide/task_format and /guide/export, "Label Studio JSON
// format").

/// One pass over a file.
struct LabelStudioScan {
  private var scanner: JSONScanner
  private static let taskKeys = JSONKeys(
    ["id", "data", "annotations", "completions", "predictions", "drafts"],
    places: ["annotations", "completions", "predictions", "drafts"], names: ["data"])
  private static let listKeys = JSONKeys(
    ["result", "was_cancelled", "prediction", "draft", "drafts"],
    places: ["result", "prediction", "draft", "drafts"])
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
    var (data, rows): (LabelStudioData?, [ListedRow]) = (nil, [])
    var (drafts, proposals): ([ListedRow], [ListedRow]) = ([], [])
    var fields = JSONFields(Self.taskKeys)
    try scanner.openObject()
    while let key = try fields.next(&scanner, &image.remarks) {
      switch key {
      case 1: data = try LabelStudioData(&scanner)
      case 2: try lists(&image, field + ".annotations", "", &rows)
      case 3: try lists(&image, field + ".completions", "", &rows)
      case 4: try lists(&image, field + ".predictions", "prediction ", &proposals)
      case 5: try lists(&image, field + ".drafts", "draft ", &drafts)
      default: try scanner.skip()
      }
    }
    image.takeAmbiguities(fields)
    if fields.isNameless { data = LabelStudioData() }
    rows += drafts.omitted(.drafted, if: rows.hasRegions)
    rows += proposals.omitted(.predicted, if: rows.hasRegions)
    image.rows = rows
    guard data != nil || !image.rows.isEmpty else { return nil }
    return (data ?? LabelStudioData()).images(of: image, uploads)
  }

  /// Annotations, drafts or predictions: each is a list of results.
  private mutating func lists(
    _ image: inout ListedImage, _ field: String, _ list: String, _ rows: inout [ListedRow]
  ) throws(LabelError) {
    guard try scanner.kind() == .array else { return try skipNull(&image, field) }
    try scanner.openArray()
    var index = 0
    while try scanner.element() {
      let inner = "\(field)[\(index)]"
      index += 1
      try self.list(&image, inner, "\(list)\(index)", &rows)
    }
  }

  /// One annotation, draft or prediction, with the drafts and the prediction that it may contain.
  private mutating func list(
    _ image: inout ListedImage, _ field: String, _ list: String, _ rows: inout [ListedRow]
  ) throws(LabelError) {
    guard try scanner.kind() == .object else { return try skipNull(&image, field) }
    let (first, line) = (rows.count, scanner.line)
    var isCancelled = false
    var faults: [FieldFault] = []
    var (drafts, proposals): ([ListedRow], [ListedRow]) = ([], [])
    var fields = JSONFields(Self.listKeys)
    try scanner.openObject()
    while let key = try fields.next(&scanner, &faults, in: field.dropping(image.field)) {
      switch key {
      case 0: try results(&image, field + ".result", list, &rows)
      case 1: isCancelled = try scanner.wordOrSkip() == "true"
      case 2 where try scanner.kind() == .object:
        try self.list(&image, field + ".prediction", list + " prediction", &proposals)
      case 3: try draft(&image, field + ".draft", list + " draft", &drafts)
      case 4 where try scanner.kind() == .array: try lists(&image, field + ".drafts", list + " draft ", &drafts)
      default: try scanner.skip()
      }
    }
    image.takeAmbiguities(fields)
    for fault in faults {
      let note = fault.note.isEmpty ? fault.code.sentence : fault.note
      image.remarks.append(FieldFault(fault.code, fault.field, "\(note) (line \(line))"))
    }
    for row in rows.indices[first...] where isCancelled { rows[row].omission = .cancelled }
    rows += drafts.omitted(.drafted) + proposals.omitted(.predicted)
  }

  /// A draft: a list of results, or an object with one.
  private mutating func draft(
    _ image: inout ListedImage, _ field: String, _ list: String, _ rows: inout [ListedRow]
  ) throws(LabelError) {
    switch try scanner.kind() {
    case .array: try results(&image, field, list, &rows)
    case .object: try self.list(&image, field, list, &rows)
    default: try scanner.skip()
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

extension [ListedRow] {
  /// Whether one of them is a region.
  fileprivate var hasRegions: Bool { contains { $0.shape != nil && !$0.isHidden } }

  /// The rows, left out for this reason if `condition` is true.
  fileprivate func omitted(_ omission: RowOmission, if condition: Bool = true) -> Self {
    guard condition else { return self }
    return map { row in
      var row = row
      row.omission = omission
      return row
    }
  }
}

extension String {
  /// The rest after the prefix `beginning`, or everything if there is no such prefix.
  fileprivate func dropping(_ beginning: String) -> String {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : self
  }
}
