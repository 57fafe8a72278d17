// The operations of the label formats whose files list images: what they list is read as regions, or reoriented in
// place.

import UprightGeometry

extension ImageListing {
  /// The positions and IDs of rows; see ``LabelCoding``.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] {
    guard !hasLines, !numbers.isEmpty else { return [:] }
    var (rows, count): ([Int: LabelRow], Int) = ([:], 0)
    try? list(file) { listed in
      for row in listed.rows {
        if numbers.contains(count) { rows[count] = LabelRow(field: row.field) }
        count += 1
      }
    }
    return rows
  }

  /// Adds a file's labels to a set; see ``LabelCoding``. The caller's size takes precedence over a stated one.
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    try ImageListReader.read(file, into: &set, as: self, size)
  }

  /// Reorients a file in place; see ``LabelCoding``.
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    try ImageListReorienter.reoriented(file, as: self, turn)
  }
}

// Reads listed images as regions: merges the rows of an image, and the parts of an object.

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

// Reorients listed images in place (TIFF 6.0, tag 274): only coordinates and stated sizes change.

/// Rewrites a file with reoriented coordinates.
private struct ImageListReorienter<From: Space, To: Space> {
  private let source: [UInt8]
  private let plane: LabelPlane
  private let masks: MaskImages?
  private let style: NumberStyle
  private let reorientation: (String) -> LabelReorientation<From, To>?
  private var copy: PatchedBytes
  private var edit = LabelEdit([])
  private var findings: FindingList
  private var patches: [ByteEdit] = []
  private let partial: Set<String>
  private var unknown: Set<String> = []

  /// Reorients a file of `format`.
  static func reoriented(
    _ file: LabelFile, as format: some ImageListing,
    _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    var evidence = NumberStyleEvidence()
    var whole = WholeImages()
    try format.list(file) { image in
      if let name = image.name {
        whole.see(name, statesSize: image.statesSize, isBroken: image.rows.contains(where: \.isLost))
      }
      for shape in image.rows.compactMap(\.shape) {
        for (index, token) in shape.numbers.enumerated() {
          evidence.see(token, inBox: shape.isCornerBox && index < 4)
        }
      }
    }
    var reorienter = Self(file, format, evidence.style, whole.partial, turn)
    try format.list(file) { reorienter.take($0) }
    return reorienter.finished()
  }

  private init(
    _ file: LabelFile, _ format: some ImageListing, _ style: NumberStyle, _ partial: Set<String>,
    _ turn: @escaping (String) -> LabelReorientation<From, To>?
  ) {
    (source, plane, self.style, self.reorientation) = (file.bytes, format.plane, style, turn)
    (masks, self.partial) = (format.masks, partial)
    (copy, findings) = (PatchedBytes(file.bytes), FindingList(file.name, format.limits, isJSON: !format.hasLines))
  }

  private consuming func finished() -> LabelEdit {
    edit.bytes = copy.finished()
    edit.findings = findings.all
    return edit
  }

  private mutating func take(_ image: ListedImage) {
    for remark in image.remarks {
      findings.add(remark.code, line: image.line, image.field + remark.field, remark.note)
    }
    for row in image.rows {
      for fault in row.faults { findings.add(fault.code, line: row.line, row.field + fault.field, fault.note) }
    }
    defer { if !image.isContinued { flush() } }
    guard !image.isLost, let turn = reorientation(of: image) else {
      edit.unchangedRows += image.rows.count { $0.shape != nil || $0.isLost }
      return
    }
    let name = image.name ?? ""
    let isPartial = partial.contains(name)
    let maskEdits = isPartial ? nil : maskPatches(of: image, turn)
    guard let maskEdits else {
      if unknown.insert(name).inserted {
        findings.add(.imageUnknown, line: image.line, image.field, partialNote(name))
      }
      edit.unchangedRows += image.rows.count { $0.shape != nil || $0.isLost }
      return
    }
    if turn.orientation.swapsAxes {
      for size in image.sizes where turn.change(of: PixelSize(size[0], size[1])) == .reoriented {
        patches += size.places([.kept(1), .kept(0)], in: source)
      }
    }
    patches += maskEdits
    let shapeTurn = plane.reorient(turn, style, source)
    for row in image.rows {
      if !row.isLost, let shape = row.shape {
        patches += shape.numbers.places(shape.reoriented(shapeTurn), in: source)
        edit.reorientedRows += 1
      } else if row.isLost {
        edit.unchangedRows += 1
      }
    }
  }

  /// The edits of embedded masks; nil with a finding if one of them cannot be reoriented.
  private mutating func maskPatches(of image: ListedImage, _ turn: LabelReorientation<From, To>) -> [ByteEdit]? {
    var edits: [ByteEdit] = []
    for row in image.rows where !row.isLost {
      guard let mask = row.mask, let shape = row.shape else { continue }
      let box: Rect2D<From> = shape.region(on: turn.size, plane).box
      let inside = box.x >= 0 && box.y >= 0 && Int(box.maxX) <= turn.size.width && Int(box.maxY) <= turn.size.height
      let (isMirrored, quarters) = (turn.orientation.isMirrored, turn.orientation.clockwiseQuarters)
      guard inside,
        let text = turn.orientation.isIdentity ? mask.text : masks?.reoriented(mask.text, isMirrored, quarters)
      else {
        let note = inside ? "this image cannot be rotated" : "the mask extends outside the image"
        findings.add(.maskInvalid, line: row.line, row.field + ".mask", note)
        return nil
      }
      if text != mask.text { edits.append(ByteEdit(range: mask.place, text: Array(text.utf8))) }
    }
    return edits
  }

  private mutating func flush() {
    copy.replace(patches)
    patches.removeAll(keepingCapacity: true)
  }

  /// The reorientation of an image. It is requested even if the image stays unchanged, because callers that collect
  /// names need all of them.
  private mutating func reorientation(of image: ListedImage) -> LabelReorientation<From, To>? {
    guard let name = image.name else {
      if image.isAmbiguous { return nil }
      findings.add(.fieldMissing, line: image.line, image.field, "the image's name is missing")
      return nil
    }
    let turn = reorientation(name)
    guard !image.isSizeMalformed, !image.isAmbiguous else { return nil }
    let declared = image.sizes.compactMap { PixelSize<From>($0[0], $0[1]) }
    if let turn, declared.allSatisfy({ turn.change(of: $0) != nil }) { return turn }
    if unknown.insert(name).inserted {
      findings.add(
        .imageUnknown, line: image.line, image.field,
        "'\(name)': its orientation is unknown, or its header states another size; left unchanged")
    }
    return nil
  }
}
