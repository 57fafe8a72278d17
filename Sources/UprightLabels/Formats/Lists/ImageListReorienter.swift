// Reorients listed images in place (TIFF 6.0, tag 274): only coordinates and stated sizes change.

import UprightGeometry

/// Rewrites a file with reoriented coordinates.
struct ImageListReorienter<From: Space, To: Space> {
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
