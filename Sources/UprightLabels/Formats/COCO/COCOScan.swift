// Scans COCO's JSON sequentially (cocodataset.org, "Data format"): images, classes and annotations, one at a time,
// with their ranges.

/// One of `images`.
struct COCOImage {
  var id: COCOIdentity?
  var name = ""
  var width: NumberToken?
  var height: NumberToken?
  /// Duplicate keys, for which readers differ in which one they use.
  var duplicates: [String] = []
  var line = 0
  var row = 0
}

/// One of `categories`.
struct COCOCategory {
  var id: COCOIdentity?
  var name = ""
  var keypoints: [String] = []
  var duplicates: [String] = []
  var line = 0
}

/// One of `annotations`; a single value is reused, to avoid allocations.
struct COCORow {
  /// Runs and their range.
  struct Mask {
    var size: [NumberToken] = []
    var counts = 0..<0
    var numbers: [NumberToken]?
  }

  /// An invalid or unexpected field.
  struct Fault {
    let code: LabelFinding.Code
    let field: String
    let note: String
  }

  /// The range of its ID, including quotes; empty if it has none.
  var id = 0..<0
  var image: COCOIdentity?
  var category: COCOIdentity?
  var box: [NumberToken] = []
  var hasBox = false
  var points: [NumberToken] = []
  var ringEnds: [Int] = []
  var mask: Mask?
  /// Rotation of the box about its center in degrees clockwise, as CVAT exports it (`attributes.rotation`).
  var rotation: NumberToken?
  var keypoints: [NumberToken] = []
  var attributes: [LabelAttribute] = []
  var faults: [Fault] = []
  var line = 0
  var row = 0

  mutating func reset(line: Int, row: Int) {
    (image, category, hasBox, mask, rotation, self.line, self.row) = (nil, nil, false, nil, nil, line, row)
    id = 0..<0
    box.removeAll(keepingCapacity: true)
    if !points.isEmpty { points.removeAll(keepingCapacity: true) }
    if !ringEnds.isEmpty { ringEnds.removeAll(keepingCapacity: true) }
    if !keypoints.isEmpty { keypoints.removeAll(keepingCapacity: true) }
    if !attributes.isEmpty { attributes = [] }
    if !faults.isEmpty { faults = [] }
  }
}

extension COCORow {
  /// The row's ID as text; empty if it has none, or one that is neither a number nor a string.
  func idText(in bytes: [UInt8]) -> String {
    guard let first = bytes[id].first, first == 0x22 || first == 0x2D || first &- 0x30 < 10 else { return "" }
    let isText = first == 0x22
    return JSONText.decoded(bytes, isText ? id.lowerBound + 1..<id.upperBound - 1 : id)
  }
}

/// Receives the contents of a file from a scan.
protocol COCOConsumer {
  mutating func take(_ image: COCOImage)
  mutating func take(_ category: COCOCategory)
  mutating func take(_ row: borrowing COCORow)
  mutating func takeDuplicate(_ key: String, line: Int)
}

/// One pass over a COCO file.
struct COCOScan {
  private var scanner: JSONScanner
  private var imageKeys = JSONKeys(["id", "width", "height", "file_name"])
  private var categoryKeys = JSONKeys(["id", "name", "keypoints"])
  private var rowKeys = JSONKeys([
    "id", "image_id", "category_id", "segmentation", "area", "bbox", "iscrowd", "keypoints", "num_keypoints", "score",
    "attributes", "segments_info",
  ])
  private var row = COCORow()
  /// Maximum number of numbers or texts in the lists of one row.
  private let limit: Int
  private let memory: Int

  /// The bytes of memory for a number of a row that is being read and reoriented.
  private static let bytesPerNumber = 240

  /// Maximum number of numbers or texts in one row within this many bytes.
  private static func maxNumbers(within bytes: Int) -> Int { bytes == .max ? .max : max(64, bytes / bytesPerNumber) }

  /// The message about a duplicate COCO list.
  static func note(ofTwice key: String) -> String {
    key == "categories"
      ? "duplicate list; the first is used"
      : "duplicate list; readers differ in which one they use, so nothing in this file is read or converted"
  }

  /// Scans a file. Annotations that precede the images are delivered last, or, if `inOrder`, in the file's order.
  ///
  /// - Throws: `LabelError` if it is not JSON, or has none of COCO's lists.
  static func run(
    _ file: LabelFile, _ limits: LabelLimits, inOrder: Bool = false, _ consumer: inout some COCOConsumer
  ) throws(LabelError) {
    var scan = Self(scanner: try JSONScanner(file, limits), limits)
    try scan.document(inOrder, &consumer)
  }

  private init(scanner: JSONScanner, _ limits: LabelLimits) {
    self.scanner = scanner
    (limit, memory) = (Self.maxNumbers(within: limits.memory), limits.memory)
  }

  /// Fails if a list exceeds the memory limit.
  private func check(_ count: Int) throws(LabelError) {
    guard count > limit else { return }
    let asked = memory.addingReportingOverflow(1).partialValue
    throw .tooMuchMemory(scanner.file, at: scanner.at, line: scanner.line, asked: asked, allowed: memory)
  }

  private mutating func document(_ inOrder: Bool, _ consumer: inout some COCOConsumer) throws(LabelError) {
    var keys = JSONKeys(["images", "annotations", "categories"])
    var seen: Set<Int> = []
    var later: (offset: Int, line: Int)?
    if try scanner.kind() == .array { return try rows(&consumer, toEnd: true) }
    try scanner.openObject()
    while let place = try scanner.key() {
      guard let key = keys.index(of: place, in: scanner.bytes) else {
        try scanner.skip()
        continue
      }
      guard seen.insert(key).inserted else {
        consumer.takeDuplicate(JSONText.decoded(scanner.bytes, place), line: scanner.line)
        try scanner.skip()
        continue
      }
      switch key {
      case 0: try images(&consumer)
      case 2: try categories(&consumer)
      case _ where inOrder || seen.contains(0): try rows(&consumer)
      default:
        _ = try scanner.kind()
        later = (scanner.at, scanner.line)
        try scanner.skip()
      }
    }
    try scanner.finish()
    guard !seen.isEmpty else {
      throw scanner.error(
        .wrongFormat,
        "a COCO file needs \"images\", \"annotations\" and \"categories\"", 0
      ).ofOtherFormat
    }
    guard let later else { return }
    scanner = scanner.moved(to: later.offset, line: later.line)
    try rows(&consumer)
  }

  // MARK: Images and classes

  private mutating func images(_ consumer: inout some COCOConsumer) throws(LabelError) {
    try scanner.openArray()
    var index = 0
    while try scanner.element() {
      var image = COCOImage(line: scanner.line, row: index)
      index += 1
      guard try scanner.kind() == .object else {
        try scanner.skip()
        consumer.take(image)
        continue
      }
      image.line = scanner.line
      var seen: UInt8 = 0
      try scanner.openObject()
      while let place = try scanner.key() {
        let key = imageKeys.index(of: place, in: scanner.bytes)
        switch try unseen(key, place, &seen, &image.duplicates) {
        case 0: image.id = try COCOIdentity(&scanner)
        case 1: image.width = try scanner.sideOrSkip()
        case 2: image.height = try scanner.sideOrSkip()
        case 3: image.name = try scanner.textOrSkip() ?? ""
        default: try scanner.skip()
        }
      }
      consumer.take(image)
    }
  }

  private mutating func categories(_ consumer: inout some COCOConsumer) throws(LabelError) {
    try scanner.openArray()
    while try scanner.element() {
      guard try scanner.kind() == .object else {
        try scanner.skip()
        continue
      }
      var category = COCOCategory(line: scanner.line)
      var seen: UInt8 = 0
      try scanner.openObject()
      while let place = try scanner.key() {
        let key = categoryKeys.index(of: place, in: scanner.bytes)
        switch try unseen(key, place, &seen, &category.duplicates) {
        case 0: category.id = try COCOIdentity(&scanner)
        case 1: category.name = try scanner.textOrSkip() ?? ""
        case 2: category.keypoints = try texts()
        default: try scanner.skip()
        }
      }
      consumer.take(category)
    }
  }

  /// The key at its first occurrence; nil for unknown keys, and for duplicates, which are recorded.
  private func unseen(
    _ key: Int?, _ place: Range<Int>, _ seen: inout UInt8, _ duplicates: inout [String]
  ) throws(LabelError) -> Int? {
    guard let key else { return nil }
    defer { seen |= 1 << UInt8(key) }
    if seen & 1 << UInt8(key) == 0 { return key }
    duplicates.append(JSONText.decoded(scanner.bytes, place))
    return nil
  }

  private mutating func texts() throws(LabelError) -> [String] {
    guard try scanner.kind() == .array else {
      try scanner.skip()
      return []
    }
    var texts: [String] = []
    try scanner.openArray()
    while try scanner.element() {
      if let text = try scanner.textOrSkip() { texts.append(text) }
      try check(texts.count)
    }
    return texts
  }

  // MARK: Annotations

  private mutating func rows(_ consumer: inout some COCOConsumer, toEnd: Bool = false) throws(LabelError) {
    try scanner.openArray()
    var index = 0
    while try scanner.element() {
      let kind = try scanner.kind()
      row.reset(line: scanner.line, row: index)
      index += 1
      if kind == .object {
        try annotation()
      } else {
        try scanner.skip()
        row.faults.append(.init(code: .rowMalformed, field: "", note: "an annotation must be an object"))
      }
      consumer.take(row)
    }
    if toEnd { try scanner.finish() }
  }

  private mutating func annotation() throws(LabelError) {
    var seen: UInt32 = 0
    try scanner.openObject()
    while let place = try scanner.key() {
      guard let key = rowKeys.index(of: place, in: scanner.bytes) else {
        try scanner.skip()
        continue
      }
      guard seen & (1 << UInt32(key)) == 0 else {
        let (name, isPlace) = (JSONText.decoded(scanner.bytes, place), [1, 3, 5, 7, 10, 11].contains(key))
        fault(isPlace ? .rowMalformed : .duplicateKey, name, isPlace ? JSONKeys.twice : "")
        try scanner.skip()
        continue
      }
      seen |= 1 << UInt32(key)
      switch key {
      case 0: row.id = try scanner.skip()
      case 1: row.image = try COCOIdentity(&scanner)
      case 2: row.category = try COCOIdentity(&scanner)
      case 3: try segmentation()
      case 5:
        row.hasBox = try scanner.kind() != .null
        try numbers(\.box, "bbox")
      case 6, 9: try attribute(place)
      case 7: try numbers(\.keypoints, "keypoints")
      case 10: try attributes()
      case 11:
        if try scanner.kind() != .null {
          fault(.notExpressible, "segments_info", "the areas of a panoptic annotation are in a separate image")
        }
        try scanner.skip()
      default: try scanner.skip()
      }
    }
  }

  /// Appends the numbers of an array to a list; any other value is a fault.
  private mutating func numbers(
    _ list: WritableKeyPath<COCORow, [NumberToken]>, _ field: StaticString, _ ring: Int? = nil
  ) throws(LabelError) {
    func name(_ index: Int?) -> String { "\(field)\(ring.map { "[\($0)]" } ?? "")\(index.map { "[\($0)]" } ?? "")" }
    guard try scanner.kind() == .array else {
      if try scanner.kind() != .null { fault(.rowMalformed, name(nil), "expected an array of numbers") }
      try scanner.skip()
      return
    }
    try scanner.openArray()
    var index = 0
    while try scanner.element() {
      if try scanner.kind() == .number {
        let number = try scanner.number()
        if !number.isPlace { fault(.numberInvalid, name(index), "the number is larger than any image") }
        row[keyPath: list].append(number)
      } else {
        try scanner.skip()
        fault(.numberInvalid, name(index), "expected a number")
      }
      index &+= 1
      if index > limit { try check(index) }
    }
  }

  /// Maximum number of faults kept per row; a fault that drops the row is always kept.
  private static let maxFaults = 100

  private mutating func fault(_ code: LabelFinding.Code, _ field: String, _ note: String) {
    guard row.faults.count < Self.maxFaults || code.dropsRow && !row.faults.contains(where: { $0.code.dropsRow })
    else { return }
    row.faults.append(.init(code: code, field: field, note: note))
  }

  private mutating func segmentation() throws(LabelError) {
    switch try scanner.kind() {
    case .object: try mask()
    case .null: try scanner.skip()
    case .array:
      try scanner.openArray()
      var ring = 0
      while try scanner.element() {
        if try scanner.kind() == .array {
          try numbers(\.points, "segmentation", ring)
          row.ringEnds.append(row.points.count)
          try check(row.points.count + row.ringEnds.count)
        } else if try scanner.kind() == .number {
          row.points.append(try scanner.number())
          if row.ringEnds.isEmpty { row.ringEnds.append(0) }
          row.ringEnds[row.ringEnds.count - 1] = row.points.count
        } else {
          try scanner.skip()
          fault(.rowMalformed, "segmentation[\(ring)]", "expected a list of numbers")
        }
        ring += 1
        if ring > limit { try check(ring) }
      }
    default:
      try scanner.skip()
      fault(.rowMalformed, "segmentation", "expected polygons or runs")
    }
  }

  private mutating func mask() throws(LabelError) {
    var mask = COCORow.Mask()
    var keys = JSONKeys(["size", "counts"])
    var (seen, duplicates): (UInt8, [String]) = (0, [])
    try scanner.openObject()
    while let place = try scanner.key() {
      switch try unseen(keys.index(of: place, in: scanner.bytes), place, &seen, &duplicates) {
      case 0: mask.size = try plainNumbers()
      case 1 where try scanner.kind() == .string: mask.counts = try scanner.string()
      case 1 where try scanner.kind() == .array:
        let first = scanner.at
        mask.numbers = try plainNumbers()
        mask.counts = first..<scanner.at
      default: try scanner.skip()
      }
    }
    row.mask = mask
    for key in duplicates { fault(.rowMalformed, "segmentation.\(key)", JSONKeys.twice) }
  }

  private mutating func plainNumbers() throws(LabelError) -> [NumberToken] {
    var numbers: [NumberToken] = []
    guard try scanner.kind() == .array else {
      try scanner.skip()
      return []
    }
    try scanner.openArray()
    while try scanner.element() {
      if let number = try scanner.numberOrSkip() { numbers.append(number) }
      try check(numbers.count)
    }
    return numbers
  }

  private mutating func attributes() throws(LabelError) {
    guard try scanner.kind() == .object else {
      try scanner.skip()
      return
    }
    var keys = JSONKeys(["rotation"])
    try scanner.openObject()
    while let place = try scanner.key() {
      guard keys.index(of: place, in: scanner.bytes) == 0, try scanner.kind() == .number else {
        try attribute(place)
        continue
      }
      if row.rotation != nil { fault(.rowMalformed, "attributes.rotation", JSONKeys.twice) }
      row.rotation = try scanner.number()
      if row.rotation?.isPlace == false { fault(.numberInvalid, "attributes.rotation", "the angle is too large") }
    }
  }

  /// Records a scalar as an attribute; `iscrowd` 0 is ignored.
  private mutating func attribute(_ key: Range<Int>) throws(LabelError) {
    let kind = try scanner.kind()
    let place = try scanner.skip()
    guard kind != .object, kind != .array, kind != .null else { return }
    let inner = kind == .string ? place.lowerBound + 1..<place.upperBound - 1 : place
    if kind == .number, place.count == 1, scanner.bytes[place.lowerBound] == 0x30 { return }
    try check(row.attributes.count)
    row.attributes.append(
      LabelAttribute(JSONText.decoded(scanner.bytes, key), JSONText.decoded(scanner.bytes, inner)))
  }
}
