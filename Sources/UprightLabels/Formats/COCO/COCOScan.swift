// COCO's JSON from front to back (cocodataset.org, "Data format"): pictures, classes and annotations, one at a time and with their places.

/// One of `images`.
struct COCOImage {
  var id: COCOIdentity?
  var name = ""
  var width: NumberToken?
  var height: NumberToken?
  /// Keys that stand twice, so that nobody can tell which of them other readers take.
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

/// One of `annotations`; a single value is used for all, so that nothing is allocated for each.
struct COCORow {
  /// Runs, and where they stand.
  struct Mask {
    var size: [NumberToken] = []
    var counts = 0..<0
    var numbers: [NumberToken]?
  }

  /// A field that is not what it should be.
  struct Fault {
    let code: LabelFinding.Code
    let field: String
    let note: String
  }

  /// Where its own id stands, with its quotes; empty where it has none.
  var id = 0..<0
  var image: COCOIdentity?
  var category: COCOIdentity?
  var box: [NumberToken] = []
  var hasBox = false
  var points: [NumberToken] = []
  var ringEnds: [Int] = []
  var mask: Mask?
  /// Degrees clockwise that the box is turned by about its middle, as CVAT exports them (`attributes.rotation`).
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
  /// The row's own id as text; empty where it has none, or one that is neither a number nor a text.
  func idText(in bytes: [UInt8]) -> String {
    guard let first = bytes[id].first, first == 0x22 || first == 0x2D || first &- 0x30 < 10 else { return "" }
    let isText = first == 0x22
    return JSONText.decoded(bytes, isText ? id.lowerBound + 1..<id.upperBound - 1 : id)
  }
}

/// Who takes what a scan finds.
protocol COCOConsumer {
  mutating func take(_ image: COCOImage)
  mutating func take(_ category: COCOCategory)
  mutating func take(_ row: borrowing COCORow)
  mutating func takeDuplicate(_ key: String, line: Int)
}

/// One way through a COCO file.
struct COCOScan {
  private var scanner: JSONScanner
  private var imageKeys = JSONKeys(["id", "width", "height", "file_name"])
  private var categoryKeys = JSONKeys(["id", "name", "keypoints"])
  private var rowKeys = JSONKeys([
    "id", "image_id", "category_id", "segmentation", "area", "bbox", "iscrowd", "keypoints", "num_keypoints", "score",
    "attributes", "segments_info",
  ])
  private var row = COCORow()
  /// As many numbers or texts as a list of one row may hold.
  private let limit: Int
  private let memory: Int

  /// What is said of one of COCO's lists that stands twice.
  static func note(ofTwice key: String) -> String {
    key == "categories"
      ? "this list stands twice; the first counts"
      : "this list stands twice, and readers differ in which of them counts; nothing of this file is read or turned"
  }

  /// Goes through a file. Annotations that stand in front of the pictures come last, or, `inOrder`, where they stand.
  ///
  /// - Throws: `LabelError` where it is no JSON, or has none of COCO's lists.
  static func run(
    _ file: LabelFile, _ limits: LabelLimits, inOrder: Bool = false, _ consumer: inout some COCOConsumer
  ) throws(LabelError) {
    var scan = Self(scanner: try JSONScanner(file, limits), limits)
    try scan.document(inOrder, &consumer)
  }

  private init(scanner: JSONScanner, _ limits: LabelLimits) {
    self.scanner = scanner
    (limit, memory) = (COCOCost.maxNumbers(within: limits.memory), limits.memory)
  }

  /// Stops at a list that is too long for the memory that is allowed.
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
        "a COCO file has \"images\", \"annotations\" and \"categories\"; other formats have to be named (--from)", 0)
    }
    guard let later else { return }
    scanner = scanner.moved(to: later.offset, line: later.line)
    try rows(&consumer)
  }

  // MARK: Pictures and classes

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

  /// The key, where it stands for the first time; nil for one that nobody knows, or that is put on the list of duplicates.
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
        row.faults.append(.init(code: .rowMalformed, field: "", note: "an annotation is an object"))
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
          fault(.notExpressible, "segments_info", "the areas of a panoptic annotation stand in a picture of their own")
        }
        try scanner.skip()
      default: try scanner.skip()
      }
    }
  }

  /// Adds the numbers of an array to a list; what is none is a fault.
  private mutating func numbers(
    _ list: WritableKeyPath<COCORow, [NumberToken]>, _ field: StaticString, _ ring: Int? = nil
  ) throws(LabelError) {
    func name(_ index: Int?) -> String { "\(field)\(ring.map { "[\($0)]" } ?? "")\(index.map { "[\($0)]" } ?? "")" }
    guard try scanner.kind() == .array else {
      if try scanner.kind() != .null { fault(.rowMalformed, name(nil), "an array of numbers should be here") }
      try scanner.skip()
      return
    }
    try scanner.openArray()
    var index = 0
    while try scanner.element() {
      if try scanner.kind() == .number {
        let number = try scanner.number()
        if !number.isPlace { fault(.numberInvalid, name(index), "no picture is so large") }
        row[keyPath: list].append(number)
      } else {
        try scanner.skip()
        fault(.numberInvalid, name(index), "a number should be here")
      }
      index &+= 1
      if index > limit { try check(index) }
    }
  }

  /// As many faults of one row as are worth keeping; a row that is lost says so among them.
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
          fault(.rowMalformed, "segmentation[\(ring)]", "a list of numbers should be here")
        }
        ring += 1
        if ring > limit { try check(ring) }
      }
    default:
      try scanner.skip()
      fault(.rowMalformed, "segmentation", "polygons or runs should be here")
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
      if row.rotation?.isPlace == false { fault(.numberInvalid, "attributes.rotation", "no angle is so large") }
    }
  }

  /// A simple value becomes an attribute; 0 for `iscrowd` says nothing.
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
