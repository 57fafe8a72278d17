// Scans one LabelMe file sequentially (github.com/labelmeai/labelme, label_file.py).

/// One pass over a file.
struct LabelMeScan {
  private var scanner: JSONScanner
  private static let fileKeys = JSONKeys(
    ["version", "flags", "shapes", "imagePath", "imageData", "imageHeight", "imageWidth"],
    places: ["shapes", "imageData", "imageHeight", "imageWidth"], names: ["imagePath"])
  private static let shapeKeys = JSONKeys(
    ["label", "points", "group_id", "description", "shape_type", "flags", "mask", "direction"],
    places: ["points", "shape_type", "mask", "direction"])
  private let masks: MaskImages?

  init(scanner: JSONScanner, masks: MaskImages? = nil) { (self.scanner, self.masks) = (scanner, masks) }

  /// The image that `imagePath` refers to: relative to the file, with either kind of slash, without anything outside
  /// its folder.
  static func imageName(of path: String) -> String? {
    let parts = path.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." }
    guard let last = parts.last, last != ".." else { return nil }
    if path.first == "/" || path.dropFirst().first == ":" { return String(last) }
    let inner = parts.drop { $0 == ".." }
    return inner.contains("..") ? String(last) : inner.joined(separator: "/")
  }

  /// The file's image; `stem` is its name if the file does not state one.
  ///
  /// - Throws: `LabelError` if it is not JSON, or has no shapes.
  mutating func image(orNamed stem: String) throws(LabelError) -> ListedImage {
    var image = ListedImage(name: stem, line: 1, field: "")
    var (width, height): (NumberToken?, NumberToken?)
    var hasShapes = false
    var fields = JSONFields(Self.fileKeys)
    try scanner.openObject()
    while let key = try fields.next(&scanner, &image.remarks) {
      switch key {
      case 1: image.flagCount = try raisedFlags()
      case 2:
        hasShapes = true
        image.rows = try shapes()
      case 3: image.name = try scanner.textOrSkip().flatMap(Self.imageName) ?? stem
      case 4: if try scanner.kind() != .null { image.remarks.append(try embedded()) } else { try scanner.skip() }
      case 5: height = try scanner.sideOrSkip()
      case 6: width = try scanner.sideOrSkip()
      default: try scanner.skip()
      }
    }
    try scanner.finish()
    image.takeAmbiguities(fields)
    guard hasShapes else {
      throw scanner.error(.wrongFormat, "a LabelMe file needs \"shapes\", \"imagePath\" and \"imageData\"", 0)
    }
    image.noteSize(FieldFault(size: width, height, ("imageWidth", "imageHeight")))
    if let width, let height { image.sizes = [[width, height]] }
    return image
  }

  /// Number of flags of the image that are true.
  private mutating func raisedFlags() throws(LabelError) -> Int {
    guard try scanner.kind() == .object else {
      try scanner.skip()
      return 0
    }
    var count = 0
    try scanner.openObject()
    while try scanner.key() != nil { if try scanner.wordOrSkip() == "true" { count += 1 } }
    return count
  }

  private mutating func embedded() throws(LabelError) -> FieldFault {
    try scanner.skip()
    return FieldFault(
      .imageEmbedded, "imageData",
      "this file contains the image itself, which is not rotated; remove it (null) and name the image in imagePath")
  }

  private mutating func shapes() throws(LabelError) -> [ListedRow] {
    var rows: [ListedRow] = []
    try scanner.openArray()
    while try scanner.element() {
      let kind = try scanner.kind()
      var row = ListedRow(line: scanner.line, index: rows.count, field: "shapes[\(rows.count)]")
      if kind == .object {
        try shape(&row)
      } else {
        try scanner.skip()
        row.faults.append(FieldFault(.rowMalformed, "", "a shape must be an object"))
      }
      rows.append(row)
    }
    return rows
  }

  private mutating func shape(_ row: inout ListedRow) throws(LabelError) {
    var (points, type, group): ([NumberToken]?, String?, String?)
    var (mask, direction): (Range<Int>?, NumberToken?)
    var fields = JSONFields(Self.shapeKeys)
    try scanner.openObject()
    while let key = try fields.next(&scanner, &row.faults) {
      switch key {
      case 0: row.label = try scanner.wordOrSkip()
      case 1: points = try scanner.points(".points", &row.faults)
      case 2:
        group = try scanner.wordOrSkip()
        if let group { row.attributes.append(LabelAttribute("group_id", group)) }
      case 3:
        if let text = try scanner.textOrSkip(), !text.isEmpty {
          row.attributes.append(LabelAttribute("description", text))
        }
      case 4: type = try scanner.textOrSkip()
      case 5: try flags(&row)
      case 6 where try scanner.kind() == .string: mask = try scanner.string()
      case 7 where try scanner.kind() == .number:
        direction = try scanner.number()
        if direction?.isPlace == false { row.faults.append(FieldFault(.numberInvalid, ".direction")) }
      default: try scanner.skip()
      }
    }
    if type == "mask" {
      place(&row, points, mask)
    } else {
      place(&row, points, type ?? "polygon", direction)
    }
    if let group, row.shape?.kind == .polygon { row.thing = "\(group) \(row.label ?? "")" }
  }

  private mutating func flags(_ row: inout ListedRow) throws(LabelError) {
    guard try scanner.kind() == .object else {
      try scanner.skip()
      return
    }
    try scanner.openObject()
    while let place = try scanner.key() {
      let name = JSONText.decoded(scanner.bytes, place)
      if let value = try scanner.wordOrSkip() { row.attributes.append(LabelAttribute(name, value)) }
    }
  }

  /// A mask between the pixels of two points, if it can be decoded and has that size.
  private func place(_ row: inout ListedRow, _ points: [NumberToken]?, _ place: Range<Int>?) {
    guard let place, let masks else {
      return row.faults.append(
        place == nil
          ? FieldFault(.fieldMissing, ".mask", "a mask needs its image")
          : FieldFault(
            .notExpressible, ".mask", "LabelMe masks are separate images, which are not read; left unchanged"))
    }
    let ends = (points ?? []).compactMap(\.whole)
    let text = JSONText.decoded(scanner.bytes, place)
    guard let points, points.count == 4, ends.count == 4, let pixels = masks.pixels(text),
      (pixels.width, pixels.height) == (ends[2] - ends[0] + 1, ends[3] - ends[1] + 1)
    else {
      let note = "expected an image with as many pixels as are between the two points; left unchanged"
      return row.faults.append(FieldFault(.maskInvalid, ".mask", note))
    }
    row.shape = ListedShape(kind: .mask, numbers: points)
    row.mask = ListedMask(place: place, text: text, pixels: pixels)
  }

  /// The shape for points of a type, if there are as many as it needs.
  private func place(
    _ row: inout ListedRow, _ points: [NumberToken]?, _ type: String, _ direction: NumberToken?
  ) {
    guard let points else {
      return row.faults.append(FieldFault(.fieldMissing, ".points", "a shape needs points"))
    }
    let (kind, least, most): (ListedShape.Kind, Int, Int)
    switch type {
    case "rectangle" where points.count == 8: (kind, least, most) = (.polygon, 4, 4)
    case "rectangle": (kind, least, most) = (.corners, 2, 2)
    case "circle": (kind, least, most) = (.circle, 2, 2)
    case "polygon": (kind, least, most) = (.polygon, 3, .max)
    case "oriented_rectangle", "quadrilateral": (kind, least, most) = (.polygon, 4, 4)
    case "rotation": (kind, least, most) = (.turnedCorners, 4, 4)
    case "line": (kind, least, most) = (.line, 2, 2)
    case "linestrip": (kind, least, most) = (.line, 2, .max)
    case "point": (kind, least, most) = (.points, 1, 1)
    case "points": (kind, least, most) = (.points, 1, .max)
    default:
      return row.faults.append(FieldFault(.notExpressible, ".shape_type", "unknown shape type '\(type)'"))
    }
    guard points.count.isMultiple(of: 2), (least...most).contains(points.count / 2) else {
      let wanted = least == most ? "\(least)" : "\(least) or more"
      return row.faults.append(
        FieldFault(.rowMalformed, ".points", "a \(type) needs \(wanted) points, not \(points.count / 2)"))
    }
    let angle = kind == .turnedCorners ? direction.map { [$0] } ?? [] : []
    row.shape = ListedShape(kind: kind, numbers: points + angle)
  }
}
