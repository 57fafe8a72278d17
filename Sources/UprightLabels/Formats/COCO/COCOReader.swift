// COCO's annotations as regions (cocodataset.org, "Data format").

import UprightGeometry

/// Builds regions from a scan.
struct COCOReader<S: Space>: COCOConsumer {
  private let file: LabelFile
  private let limits: LabelLimits
  private let fileIndex: Int
  private let firstImage: Int
  private let size: (String) -> PixelSize<S>?
  private var set: LabelSet<S>
  private var findings: FindingList
  private var images: [COCOIdentity: Int] = [:]
  private var classes: [COCOIdentity: Int] = [:]
  private var last: (id: COCOIdentity, image: Int)?
  private var lastClass: (category: COCOIdentity, label: Int)?
  /// Labels at or above this value represent classes that the file has not listed yet.
  private static var firstEarly: Int { 1 << 30 }
  /// The classes that rows use before the file lists them, in order of occurrence.
  private var early: [COCOIdentity] = []
  private var earlyIndex: [COCOIdentity: Int] = [:]
  private var hasImages = false
  /// Whether the list of images or of rows appears twice, so that nothing is read.
  private var isAmbiguous = false

  init(
    _ file: LabelFile, _ limits: LabelLimits, _ set: LabelSet<S>,
    _ size: @escaping (_ image: String) -> PixelSize<S>?
  ) {
    (self.file, self.limits, self.set, self.size) = (file, limits, set, size)
    fileIndex = set.files.count
    firstImage = set.images.count
    self.set.files.append(file.name)
    findings = FindingList(file.name, limits, isJSON: true)
  }

  consuming func finished() -> LabelSet<S> {
    if !early.isEmpty { nameClasses() }
    set.findings += findings.all
    if isAmbiguous { set.images.removeSubrange(firstImage...) }
    return set
  }

  /// The set without anything from a file that cannot be read.
  consuming func abandoned() -> LabelSet<S> {
    set.images.removeSubrange(firstImage...)
    return set
  }

  /// Assigns labels to rows that came before the list of classes.
  private mutating func nameClasses() {
    let labels = early.map { classes[$0] }
    var missing: [LabelLocation] = []
    for image in set.images.indices {
      for index in set.images[image].regions.indices {
        guard let label = set.images[image].regions[index].label, label >= Self.firstEarly else { continue }
        let known = labels[label - Self.firstEarly]
        set.images[image].regions[index].label = known
        guard known == nil else { continue }
        missing.append(set.images[image].regions[index].location)
      }
    }
    let named = Set(missing.prefix(limits.findings).map { Int($0.row) })
    let rows = COCORowFinder.rows(in: file, of: named, limits)
    for place in missing {
      let id = rows[Int(place.row)]?.id ?? ""
      findings.add(.classMissing, line: Int(place.line), "annotations[\(place.row)].category_id", id: id)
    }
  }

  private func id(_ row: borrowing COCORow) -> String { row.idText(in: file.bytes) }

  mutating func takeDuplicate(_ key: String, line: Int) {
    let code: LabelFinding.Code = ["images": .imageMissing, "categories": .duplicateKey][key] ?? .rowMalformed
    findings.add(code, line: line, key, COCOScan.note(ofTwice: key))
    isAmbiguous = isAmbiguous || key != "categories"
  }

  mutating func take(_ image: COCOImage) {
    let field = "images[\(image.row)]"
    hasImages = true
    guard image.duplicates.isEmpty else {
      let note = "duplicate \(image.duplicates[0]); readers differ in which one they use"
      let isName = image.duplicates.contains("file_name")
      return findings.add(isName ? .imageMissing : .rowMalformed, line: image.line, field, note)
    }
    guard let id = image.id else { return findings.add(.fieldMissing, line: image.line, field + ".id") }
    guard images[id] == nil else {
      return findings.add(.duplicateKey, line: image.line, field + ".id", "duplicate id; the first is used")
    }
    images[id] = set.images.count
    set.images.append(findings.listed(image.name, image.width, image.height, line: image.line, field, size))
  }

  mutating func take(_ category: COCOCategory) {
    for key in category.duplicates { findings.add(.duplicateKey, line: category.line, "categories.\(key)") }
    guard let id = category.id, classes[id] == nil else { return }
    lastClass = nil
    let label = set.index(of: category.name)
    classes[id] = label
    if !category.keypoints.isEmpty { set.keypointNames[label] = category.keypoints }
  }

  mutating func take(_ row: borrowing COCORow) {
    if !row.faults.isEmpty { note(row.faults, of: row) }
    guard !row.faults.contains(where: { $0.code.dropsRow }) else { return }
    guard let image = image(row) else {
      return findings.add(.imageMissing, line: row.line, "annotations[\(row.row)].image_id", id: id(row))
    }
    guard let stated = box(row), let outline = outline(row, image), let keypoints = keypoints(row) else { return }
    let rotated = Self.rotated(stated.value, row.rotation)
    // The sides that a row states beside an angle are those before the rotation.
    let isRotated = rotated != nil
    guard
      let box = (isRotated ? outline.value?.box ?? rotated?.box : stated.value) ?? outline.value?.box
        ?? Rect2D(around: keypoints.map(\.point))
    else {
      let field = "annotations[\(row.row)].bbox"
      return findings.add(.fieldMissing, line: row.line, field, id: id(row), "neither a box nor an outline")
    }
    set.images[image].regions.append(
      Region(
        box: box, outline: outline.value ?? rotated, keypoints: keypoints, label: label(row),
        attributes: row.attributes,
        location: LabelLocation(file: fileIndex, line: row.line, row: row.row)))
  }

  /// The rotated box if the row states a rotation.
  private static func rotated(_ box: Rect2D<S>?, _ rotation: NumberToken?) -> Outline<S>? {
    guard let box, let degrees = rotation?.value, degrees.truncatingRemainder(dividingBy: 360) != 0 else { return nil }
    let center = Point2D<S>(x: box.x + box.width / 2, y: box.y + box.height / 2)
    return .rotated(
      RotatedRect(center: center, size: Size2D(width: box.width, height: box.height), degrees: degrees))
  }

  private mutating func note(_ faults: [COCORow.Fault], of row: borrowing COCORow) {
    for fault in faults {
      let field = "annotations[\(row.row)]" + (fault.field.isEmpty ? "" : "." + fault.field)
      findings.add(fault.code, line: row.line, field, id: id(row), fault.note)
    }
  }

  private mutating func image(_ row: borrowing COCORow) -> Int? {
    guard let id = row.image else { return nil }
    if let last, last.id == id { return last.image }
    guard let image = images[id] ?? listed(id) else { return nil }
    last = (id, image)
    return image
  }

  /// Adds an image of a results list, which refers to images only by ID.
  private mutating func listed(_ id: COCOIdentity) -> Int? {
    guard !hasImages else { return nil }
    images[id] = set.images.count
    set.images.append(LabelledImage(name: id.name, size: size(id.name)))
    return images[id]
  }

  private mutating func label(_ row: borrowing COCORow) -> Int? {
    guard let id = row.category else { return nil }
    if let lastClass, lastClass.category == id { return lastClass.label }
    let label = classes[id] ?? earlyIndex[id] ?? Self.firstEarly + early.count
    if label == Self.firstEarly + early.count {
      earlyIndex[id] = label
      early.append(id)
    }
    lastClass = (id, label)
    return label
  }

  private mutating func box(_ row: borrowing COCORow) -> FieldValue<Rect2D<S>>? {
    guard row.hasBox else { return FieldValue(value: nil) }
    guard row.box.count == 4 else {
      let field = "annotations[\(row.row)].bbox"
      findings.add(.rowMalformed, line: row.line, field, id: id(row), "expected four numbers")
      return nil
    }
    return FieldValue(
      value: Rect2D(x: row.box[0].value, y: row.box[1].value, width: row.box[2].value, height: row.box[3].value))
  }

  /// An optional value; a nil `FieldValue` means that the row is lost.
  private struct FieldValue<Value> { let value: Value? }

  private mutating func outline(_ row: borrowing COCORow, _ image: Int) -> FieldValue<Outline<S>>? {
    if let mask = row.mask {
      let (runs, size) = (RunMask<S>(mask, in: file.bytes), set.images[image].size)
      guard let runs, size.map({ $0 == runs.size }) ?? true else {
        let note = runs?.note(on: size) ?? ""
        findings.add(.maskInvalid, line: row.line, "annotations[\(row.row)].segmentation", id: id(row), note)
        return nil
      }
      return FieldValue(value: .mask(runs))
    }
    if row.ringEnds.isEmpty { return FieldValue(value: nil) }
    guard let rings = Self.rings(row) else {
      let field = "annotations[\(row.row)].segmentation"
      findings.add(
        .rowMalformed, line: row.line, field, id: id(row), "a polygon needs at least three points of two numbers")
      return nil
    }
    return FieldValue(value: .polygon(Polygon(rings: rings)))
  }

  private static func rings(_ row: borrowing COCORow) -> [[Point2D<S>]]? {
    var (rings, first): ([[Point2D<S>]], Int) = ([], 0)
    for end in row.ringEnds {
      guard end - first >= 6, (end - first).isMultiple(of: 2) else { return nil }
      var ring: [Point2D<S>] = []
      for index in stride(from: first, to: end, by: 2) {
        ring.append(Point2D(x: row.points[index].value, y: row.points[index + 1].value))
      }
      rings.append(ring)
      first = end
    }
    return rings
  }

  private mutating func keypoints(_ row: borrowing COCORow) -> [Keypoint<S>]? {
    guard !row.keypoints.isEmpty else { return [] }
    guard row.keypoints.count.isMultiple(of: 3) else {
      let field = "annotations[\(row.row)].keypoints"
      findings.add(.rowMalformed, line: row.line, field, id: id(row), "expected three numbers for each keypoint")
      return nil
    }
    var keypoints: [Keypoint<S>] = []
    for index in stride(from: 0, to: row.keypoints.count, by: 3) {
      let place = Point2D<S>(x: row.keypoints[index].value, y: row.keypoints[index + 1].value)
      let number = row.keypoints[index + 2].value
      keypoints.append(Keypoint(place, number == 0 ? .absent : number == 1 ? .hidden : .visible))
    }
    return keypoints
  }
}

extension PixelSize {
  /// The size that two numbers state, if both are positive integers.
  init?(_ width: NumberToken?, _ height: NumberToken?) {
    guard let width, let height, width.isPlace, height.isPlace, width.value >= 1, height.value >= 1,
      width.value == width.value.rounded(), height.value == height.value.rounded()
    else { return nil }
    self.init(width: Int(width.value), height: Int(height.value))
  }
}

extension RunMask {
  /// Why it is not a mask of an image of `size`.
  func note(on size: PixelSize<S>?) -> String {
    guard let size else { return "" }
    if (self.size.width, self.size.height) == (size.height, size.width) {
      return "the sides of this mask are swapped: its size should be [\(size.height), \(size.width)], height first"
    }
    return "the mask is for an image of \(self.size), and this one has \(size)"
  }

  /// The mask of an annotation; nil if it is invalid.
  init?(_ mask: COCORow.Mask, in bytes: [UInt8]) {
    guard mask.size.count == 2, let size = PixelSize<S>(mask.size[1], mask.size[0]) else { return nil }
    if let numbers = mask.numbers {
      let runs = numbers.compactMap { $0.exact.flatMap { $0.decimals == 0 ? $0.digits : nil } }
      guard runs.count == numbers.count else { return nil }
      self.init(size: size, runs: runs)
    } else {
      self.init(size: size, text: JSONText.decodedBytes(bytes, mask.counts))
    }
  }
}

/// Finds the IDs of annotations.
struct COCORowFinder: COCOConsumer {
  private let bytes: [UInt8]
  private let wanted: Set<Int>
  private(set) var rows: [Int: LabelRow] = [:]

  private init(_ bytes: [UInt8], _ wanted: Set<Int>) { (self.bytes, self.wanted) = (bytes, wanted) }

  /// The positions and IDs of a file's annotations with these numbers.
  static func rows(in file: LabelFile, of numbers: Set<Int>, _ limits: LabelLimits) -> [Int: LabelRow] {
    guard !numbers.isEmpty else { return [:] }
    var finder = Self(file.bytes, numbers)
    try? COCOScan.run(file, limits, inOrder: true, &finder)
    return finder.rows
  }

  mutating func take(_ image: COCOImage) {}
  mutating func take(_ category: COCOCategory) {}
  mutating func takeDuplicate(_ key: String, line: Int) {}
  mutating func take(_ row: borrowing COCORow) {
    guard wanted.contains(row.row) else { return }
    rows[row.row] = LabelRow(field: "annotations[\(row.row)]", id: row.idText(in: bytes))
  }
}
