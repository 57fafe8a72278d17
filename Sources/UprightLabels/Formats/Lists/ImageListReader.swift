// Reads listed images as regions: merges the rows of an image, and the parts of an object.

import UprightGeometry

/// Builds regions from the rows of a file.
struct ImageListReader<S: Space> {
  private let plane: LabelPlane
  private let fileIndex: Int
  private let hasLines: Bool
  private let size: (String) -> PixelSize<S>?
  private var set: LabelSet<S>
  private var findings: FindingList
  private var images: [String: Int] = [:]
  private var unknown: Set<String> = []
  /// Number of rows read so far, in all images.
  private var rowCount = 0
  /// Indices of regions by their object, for the current image.
  private var things: [String: Int] = [:]

  /// Adds a file of `format` to a set.
  static func read(
    _ file: LabelFile, into set: inout LabelSet<S>, as format: some ImageListing,
    _ size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    var reader = Self(file, format, set, size)
    set = LabelSet()
    defer { set = reader.finished() }
    try format.list(file) { reader.take($0) }
  }

  private init(
    _ file: LabelFile, _ format: some ImageListing, _ set: LabelSet<S>, _ size: @escaping (String) -> PixelSize<S>?
  ) {
    (plane, fileIndex, self.set, self.size) = (format.plane, set.files.count, set, size)
    hasLines = format.hasLines
    self.set.files.append(file.name)
    findings = FindingList(file.name, format.limits, isJSON: !format.hasLines)
  }

  private func finished() -> LabelSet<S> {
    var result = set
    result.findings += findings.all
    return result
  }

  private mutating func take(_ listed: ListedImage) {
    for remark in listed.remarks where remark.code != .imageEmbedded {
      findings.add(remark.code, line: listed.line, listed.field + remark.field, remark.note)
    }
    for row in listed.rows {
      for fault in row.faults { findings.add(fault.code, line: row.line, row.field + fault.field, fault.note) }
    }
    let first = rowCount
    rowCount += listed.rows.count
    guard !listed.isLost, !listed.isAmbiguous, let image = image(listed) else { return }
    findings.leaveOut(.imageFlag, line: listed.line, listed.field + "flags", count: listed.flagCount)
    things.removeAll(keepingCapacity: true)
    var loose: [ListedRow] = []
    for (index, row) in listed.rows.enumerated() where !row.isLost {
      if row.omission == .regionless, region(of: row) == nil {
        loose.append(row)
      } else {
        take(row, number: first + index, in: image)
      }
    }
    for row in loose {
      if let index = region(of: row) { join(row, image, index) } else { leaveOut(row, because: .regionless) }
    }
  }

  /// The index of the region that a row repeats or adds to; nil for none so far.
  private func region(of row: ListedRow) -> Int? { row.thing.flatMap { things[$0] } }

  private mutating func leaveOut(_ row: ListedRow, because omission: RowOmission) {
    findings.leaveOut(omission, line: row.line, row.field)
  }

  private mutating func image(_ listed: ListedImage) -> Int? {
    guard let name = listed.name else {
      findings.add(.fieldMissing, line: listed.line, listed.field, "the image's name is missing")
      return nil
    }
    let declared = listed.sizes.compactMap { PixelSize<S>($0[0], $0[1]) }
    let known = listed.isSizeMalformed ? nil : size(name)
    for size in declared where known.map({ $0 != size }) ?? (size != declared[0]) {
      let other = known.map { "the image header \($0)" } ?? "before \(declared[0])"
      findings.add(.sizeContradicts, line: listed.line, listed.field, "the labels state \(size), \(other)")
      break
    }
    if let index = images[name] { return index }
    let size = known ?? (listed.isSizeMalformed ? nil : declared.first)
    guard plane == .pixels || size.map({ !$0.isEmpty }) ?? false else {
      if unknown.insert(name).inserted {
        let isMalformed = listed.isSizeMalformed
        findings.add(
          isMalformed ? .sizeMalformed : .imageUnknown, line: listed.line, listed.field,
          "'\(name)': " + (isMalformed ? LabelFinding.malformedSizeNote : LabelFinding.Code.imageUnknown.sentence),
          remedy: isMalformed ? nil : .images)
      }
      return nil
    }
    images[name] = set.images.count
    var image = LabelledImage(name: name, size: size)
    image.statesMalformedSize = listed.isSizeMalformed
    set.images.append(image)
    return images[name]
  }

  private mutating func take(_ row: ListedRow, number: Int, in image: Int) {
    if let omission = row.omission, omission != .regionless { return leaveOut(row, because: omission) }
    if let index = region(of: row) { return join(row, image, index) }
    guard let shape = row.shape else { return }
    var region = shape.region(on: set.images[image].size, plane)
    if let mask = row.mask {
      let box = region.box
      let size = set.images[image].size ?? PixelSize(width: Int(box.maxX), height: Int(box.maxY))
      guard let runs = RunMask(mask.pixels, x: Int(box.x), y: Int(box.y), in: size) else {
        return findings.add(.maskInvalid, line: row.line, row.field + ".mask", "the mask extends outside the image")
      }
      region.outline = .mask(runs)
    }
    region.label = row.label.map { set.index(of: $0) }
    region.attributes = row.attributes
    region.location = LabelLocation(file: fileIndex, line: row.line, row: hasLines ? row.index : number)
    if let thing = row.thing { things[thing] = set.images[image].regions.count }
    set.images[image].regions.append(region)
  }

  /// Merges another row of an object: a part of its area, or its class.
  private mutating func join(_ row: ListedRow, _ image: Int, _ index: Int) {
    var region = set.images[image].regions[index]
    if region.label == nil { region.label = row.label.map { set.index(of: $0) } }
    if !row.isHidden, let shape = row.shape, case .polygon(var polygon) = region.outline,
      case .polygon(let part) = shape.region(on: set.images[image].size, plane).outline
    {
      polygon.rings += part.rings
      region.outline = .polygon(polygon)
      region.box = polygon.box ?? region.box
    }
    set.images[image].regions[index] = region
  }
}
