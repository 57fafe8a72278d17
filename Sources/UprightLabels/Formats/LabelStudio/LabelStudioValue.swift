// The value of one result of Label Studio (labelstud.io/tags: rectangle, polygon, keypoint, ellipse, brush).

/// The contents of a `value`.
struct LabelStudioValue {
  private static let keys = JSONKeys([
    "x", "y", "width", "height", "rotation", "radiusX", "radiusY", "points", "rle", "vertices", "sequence",
    "imageDataURL",
  ])
  /// Types of results that are regions, with or without a class.
  private static let regions: Set<String> = [
    "rectanglelabels", "rectangle", "polygonlabels", "polygon", "keypointlabels", "keypoint", "ellipselabels",
    "ellipse",
  ]

  private var numbers: [Int: NumberToken] = [:]
  private var points: [NumberToken]?
  private var labels: [String] = []
  private var labelKind: String?
  private var foreign: String?

  /// Reads the next object.
  init(_ scanner: inout JSONScanner, _ faults: inout [FieldFault]) throws(LabelError) {
    var keys = Self.keys
    var seen: Set<Int> = []
    try scanner.openObject()
    while let place = try scanner.key() {
      guard let key = keys.index(of: place, in: scanner.bytes) else {
        try other(place, &scanner)
        continue
      }
      guard seen.insert(key).inserted else {
        faults.append(FieldFault(.rowMalformed, ".value." + JSONText.decoded(scanner.bytes, place), JSONKeys.twice))
        try scanner.skip()
        continue
      }
      switch key {
      case 0...6: try number(key, place, &scanner, &faults)
      case 7: points = try scanner.points(".value.points", &faults)
      default:
        if try scanner.kind() != .null { foreign = JSONText.decoded(scanner.bytes, place) }
        try scanner.skip()
      }
    }
  }

  private mutating func number(
    _ key: Int, _ place: Range<Int>, _ scanner: inout JSONScanner, _ faults: inout [FieldFault]
  ) throws(LabelError) {
    let number = try scanner.numberOrSkip()
    if let number, number.isPlace {
      numbers[key] = number
    } else {
      faults.append(
        FieldFault(
          .numberInvalid, ".value." + JSONText.decoded(scanner.bytes, place), "expected a percentage"))
    }
  }

  /// Reads a list of classes, such as `rectanglelabels`; skips anything else.
  private mutating func other(_ place: Range<Int>, _ scanner: inout JSONScanner) throws(LabelError) {
    let name = JSONText.decoded(scanner.bytes, place)
    guard name.hasSuffix("labels"), try scanner.kind() == .array else {
      try scanner.skip()
      return
    }
    labelKind = name
    try scanner.openArray()
    while try scanner.element() { if let label = try scanner.wordOrSkip() { labels.append(label) } }
  }

  /// Adds its contents to a row of a type.
  func complete(_ row: inout ListedRow, _ type: String?) {
    let type = type ?? labelKind ?? ""
    row.label = labels.first
    row.attributes += labels.dropFirst().map { LabelAttribute("label", $0) }
    if let foreign {
      let note = "masks, curves and videos are not read; left unchanged"
      return row.faults.append(FieldFault(.notExpressible, ".value.\(foreign)", note))
    }
    guard Self.regions.contains(type) else {
      row.omission = .regionless
      row.shape = shape(type)
      return
    }
    if let points, points.count < 6 || !points.count.isMultiple(of: 2) {
      row.faults.append(FieldFault(.rowMalformed, ".value.points", "a polygon needs at least three points"))
    } else if let shape = shape(type) {
      row.shape = shape
    } else if row.faults.isEmpty {
      row.faults.append(FieldFault(.fieldMissing, ".value", "the coordinates of a \(type) are missing"))
    }
  }

  private func shape(_ type: String) -> ListedShape? {
    if let points { return points.count.isMultiple(of: 2) ? ListedShape(kind: .polygon, numbers: points) : nil }
    guard let x = numbers[0], let y = numbers[1] else { return nil }
    let angle = numbers[4].map { [$0] } ?? []
    if let across = numbers[5], let down = numbers[6] {
      return ListedShape(kind: .ellipse, numbers: [x, y, across, down] + angle)
    }
    if let width = numbers[2], let height = numbers[3] {
      return ListedShape(kind: .turnedBox, numbers: [x, y, width, height] + angle)
    }
    return type.hasPrefix("keypoint") ? ListedShape(kind: .points, numbers: [x, y]) : nil
  }
}
