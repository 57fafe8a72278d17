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

// The data of one Label Studio task (labelstud.io/guide/task_format), and which of its values are images.

/// The texts of a task's data by key.
struct LabelStudioData {
  private var texts: [(key: String, text: String)] = []
  /// Whether a key appears twice, so that readers differ in which one they use.
  private var isAmbiguous = false

  /// Empty data.
  init() {}

  /// Reads the next value.
  init(_ scanner: inout JSONScanner) throws(LabelError) {
    guard try scanner.kind() == .object else {
      try scanner.skip()
      return
    }
    var keys: Set<String> = []
    try scanner.openObject()
    while let place = try scanner.key() {
      let key = JSONText.decoded(scanner.bytes, place)
      if !keys.insert(key).inserted { isAmbiguous = true }
      guard let text = try scanner.textOrSkip() else { continue }
      texts.append((key, text))
    }
  }

  /// One image with all rows of the task, or one image for each value that rows refer to.
  func images(of task: ListedImage, _ uploads: Set<String> = []) -> [ListedImage] {
    var rows: [String?: [ListedRow]] = [:]
    for row in task.rows {
      let target = row.shape == nil && !row.isLost ? nil : row.target.flatMap { address(of: $0) == nil ? nil : $0 }
      rows[target, default: []].append(row)
    }
    let named = texts.map(\.key).filter { rows[$0] != nil }
    let isOne = named.count == 1 && (rows[nil] ?? []).allSatisfy { $0.shape == nil && !$0.isLost }
    if named.isEmpty || isOne {
      return [image(task, isOne ? address(of: named[0]) : likeliest, task.rows, isOne ? nil : ambiguity, uploads)]
    }
    let others = rows[nil] ?? []
    let rest =
      others.contains { $0.shape != nil || $0.isLost } ? [image(task, likeliest, others, ambiguity, uploads)] : []
    if rest.isEmpty { rows[named[0], default: []] += others.map(\.withoutSize) }
    var images = named.map { image(task, address(of: $0), rows[$0] ?? [], nil, uploads) } + rest
    for index in images.indices.dropLast() { images[index].isContinued = true }
    return images
  }

  private func image(
    _ task: ListedImage, _ address: String?, _ rows: [ListedRow], _ ambiguity: FieldFault?, _ uploads: Set<String>
  ) -> ListedImage {
    var image = task
    image.name = address.flatMap { Self.imageName(in: $0, uploads: uploads) }
    (image.rows, image.sizes) = (rows, rows.filter { !$0.isLost }.compactMap(\.size))
    if let ambiguity { image.remarks.append(ambiguity) }
    return image
  }

  private func address(of key: String) -> String? { isAmbiguous ? nil : texts.first { $0.key == key }?.text }

  /// The values that may be the image of rows without a reference: `image`, otherwise file names of images, otherwise
  /// URLs, otherwise all.
  private var candidates: [(key: String, text: String)] {
    let kinds: [((key: String, text: String)) -> Bool] = [
      { $0.key == "image" }, { Self.isImage($0.text) }, { $0.text.contains("://") || $0.text.hasPrefix("/") },
    ]
    for kind in kinds {
      let found = texts.filter(kind)
      if !found.isEmpty { return found }
    }
    return texts
  }

  private var likeliest: String? {
    let candidates = candidates
    return candidates.count == 1 && !isAmbiguous ? candidates[0].text : nil
  }

  private var ambiguity: FieldFault? {
    let candidates = candidates
    guard candidates.count > 1 else {
      let note =
        "duplicate key, and neither it nor the labels' to_name identifies one image"
      return isAmbiguous ? FieldFault(.imageMissing, ".data", note) : nil
    }
    let keys = candidates.map(\.key).joined(separator: ", ")
    return FieldFault(
      .imageMissing, ".data", "each of \(keys) could be the image; the labels' to_name should be its key")
  }

  private static let extensions: Set<String> = [
    "jpg", "jpeg", "jpe", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif", "avif", "jxl", "dng", "jp2",
  ]

  private static func isImage(_ text: String) -> Bool {
    guard let name = imageName(in: text), let dot = name.lastIndex(of: ".") else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}

extension LabelStudioData {
  /// The file name in a URL: without the path before the last slash, the query, and the eight digits that an upload
  /// prepends, unless there is a file with them.
  static func imageName(in address: String, uploads: Set<String> = []) -> String? {
    var path = Substring(address)
    if let query = path.firstIndex(of: "?") {
      let local = path[query...].dropFirst()
      path = local.hasPrefix("d=") && path[..<query].contains("local-files") ? local.dropFirst(2) : path[..<query]
    }
    guard let last = path.split(omittingEmptySubsequences: true, whereSeparator: { $0 == "/" || $0 == "\\" }).last
    else { return nil }
    let name = decoded(last)
    guard path.contains("/upload/"), isUpload(name), !uploads.contains(name) else { return name }
    return String(name.dropFirst(9))
  }

  /// Whether a file name begins with the eight digits and the dash that an upload prepends.
  static func isUpload(_ name: String) -> Bool {
    let digits = name.prefix { $0.isHexDigit }
    return digits.utf8.count == 8 && name.dropFirst(8).first == "-" && name.utf8.count > 9
  }

  /// Percent-decoded, if the result is text.
  private static func decoded(_ text: Substring) -> String {
    let bytes = PercentText.decoded(text.utf8)
    return TextEncoding.fault(in: bytes) == nil && !bytes.contains(0x2F) && !bytes.contains(0)
      ? String(decoding: bytes, as: UTF8.self) : String(text)
  }
}
