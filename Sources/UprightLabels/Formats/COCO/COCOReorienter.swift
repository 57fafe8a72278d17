// Reorients COCO's annotations in place (cocodataset.org, "Data format"; TIFF 6.0, tag 274): only coordinates change.

import UprightGeometry

/// Collects the images and the number style in a first pass.
struct COCOSurvey<From: Space, To: Space>: COCOConsumer {
  private let reorientation: (String) -> LabelReorientation<From, To>?
  private(set) var reorientations: [COCOIdentity: LabelReorientation<From, To>] = [:]
  /// Images that would be reoriented if their size were valid.
  private(set) var malformed: Set<COCOIdentity> = []
  private(set) var evidence = NumberStyleEvidence()
  /// Whether the list of images or of rows appears twice, so that nothing is reoriented.
  private(set) var isAmbiguous = false
  /// Images whose stated size is that of the result already.
  private(set) var correct: Set<COCOIdentity> = []
  /// Images with a stated size of which a row cannot be reoriented, so that nothing of them is.
  private(set) var partial: Set<COCOIdentity> = []
  private var sized: Set<COCOIdentity> = []
  private var broken: Set<COCOIdentity> = []
  private var hasImages = false
  private let source: [UInt8]

  init(_ source: [UInt8], _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?) {
    (self.source, reorientation) = (source, turn)
  }

  mutating func take(_ image: COCOImage) {
    hasImages = true
    let turn = reorientation(image.name)
    guard let id = image.id, reorientations[id] == nil, let turn, image.duplicates.isEmpty else { return }
    guard FieldFault(size: image.width, image.height) == nil else {
      malformed.insert(id)
      return
    }
    let stated = PixelSize<From>(image.width, image.height)
    guard let change = turn.change(of: stated) else { return }
    if change == .kept { correct.insert(id) }
    reorientations[id] = turn
    guard stated != nil else { return }
    sized.insert(id)
    if broken.contains(id) { partial.insert(id) }
  }

  mutating func take(_ category: COCOCategory) {}
  mutating func takeDuplicate(_ key: String, line: Int) { isAmbiguous = isAmbiguous || key != "categories" }
  mutating func take(_ row: borrowing COCORow) {
    if !hasImages, let id = row.image, reorientations[id] == nil { reorientations[id] = reorientation(id.name) }
    for token in row.points { evidence.see(token, inBox: false) }
    if let id = row.image, isBroken(row) {
      broken.insert(id)
      if sized.contains(id) { partial.insert(id) }
    }
    guard row.box.count == 4 else { return }
    for index in 0..<4 { evidence.see(row.box[index]) }
  }

  /// Whether a row cannot be reoriented.
  private func isBroken(_ row: borrowing COCORow) -> Bool {
    if row.faults.contains(where: { $0.code.dropsRow }) { return true }
    if row.hasBox, row.box.count != 4 { return true }
    guard row.points.count.isMultiple(of: 2), row.keypoints.count.isMultiple(of: 3) else { return true }
    guard let mask = row.mask else { return false }
    guard let id = row.image, let size = reorientations[id]?.size else { return false }
    return RunMask<From>(mask, in: source)?.size != size
  }
}

/// Rewrites the file with the coordinates of a survey's images reoriented.
struct COCOReorienter<From: Space, To: Space>: COCOConsumer {
  private let source: [UInt8]
  private let reorientations: [COCOIdentity: LabelReorientation<From, To>]
  private let malformed: Set<COCOIdentity>
  private let isAmbiguous: Bool
  private let correct, partial: Set<COCOIdentity>
  private let style: NumberStyle
  private var copy: PatchedBytes
  private var edit = LabelEdit([])
  private var findings: FindingList
  private var patches: [ByteEdit] = []

  init(_ file: LabelFile, _ limits: LabelLimits, _ survey: COCOSurvey<From, To>) {
    (source, style, copy) = (file.bytes, survey.evidence.style, PatchedBytes(file.bytes))
    (malformed, isAmbiguous) = (survey.malformed, survey.isAmbiguous)
    (correct, partial) = (survey.correct, survey.partial)
    reorientations = isAmbiguous ? [:] : survey.reorientations
    findings = FindingList(file.name, limits, isJSON: true)
  }

  consuming func finished() -> LabelEdit {
    edit.bytes = copy.finished()
    edit.findings = findings.all
    return edit
  }

  mutating func takeDuplicate(_ key: String, line: Int) {
    findings.add(key == "categories" ? .duplicateKey : .rowMalformed, line: line, key, COCOScan.note(ofTwice: key))
    if key == "annotations" { edit.unchangedRows += 1 }
  }
  mutating func take(_ category: COCOCategory) {}

  mutating func take(_ image: COCOImage) {
    if isAmbiguous { return }
    if let id = image.id, malformed.contains(id), let fault = FieldFault(size: image.width, image.height) {
      return findings.add(fault.code, line: image.line, "images[\(image.row)].\(fault.field)", fault.note)
    }
    guard let id = image.id, let turn = reorientations[id], image.duplicates.isEmpty else {
      let field = "images[\(image.row)]"
      return findings.add(
        .imageUnknown, line: image.line, field,
        "'\(image.name)': its orientation is unknown, or its header states another size; left unchanged")
    }
    if partial.contains(id) {
      return findings.add(.imageUnknown, line: image.line, "images[\(image.row)]", partialNote(image.name))
    }
    guard turn.orientation.swapsAxes, !correct.contains(id), let width = image.width, let height = image.height else {
      return
    }
    let sizes = [width, height]
    copy.replace(sizes.places([.kept(1), .kept(0)], in: source))
  }

  mutating func take(_ row: borrowing COCORow) {
    for fault in row.faults {
      let field = "annotations[\(row.row)]" + (fault.field.isEmpty ? "" : "." + fault.field)
      findings.add(fault.code, line: row.line, field, id: row.idText(in: source), fault.note)
    }
    guard !row.faults.contains(where: { $0.code.dropsRow }), let id = row.image, let turn = reorientations[id],
      append(row, turn), !partial.contains(id)
    else {
      edit.unchangedRows += 1
      patches.removeAll(keepingCapacity: true)
      return
    }
    edit.reorientedRows += 1
    copy.replace(patches)
    patches.removeAll(keepingCapacity: true)
  }

  /// Collects the changes; returns whether the whole row could be reoriented.
  private mutating func append(_ row: borrowing COCORow, _ turn: LabelReorientation<From, To>) -> Bool {
    let grid = GridReorientation(turn, style: style, source: source)
    let field = "annotations[\(row.row)]"
    if row.hasBox {
      guard row.box.count == 4 else {
        findings.add(
          .rowMalformed, line: row.line, field + ".bbox", id: row.idText(in: source), "expected four numbers")
        return false
      }
      patches += row.box.places(grid.cornerBox(row.box), in: source)
    }
    if let rotation = row.rotation, turn.orientation.isMirrored { patches += rotation.mirroredAngle(in: source) }
    guard row.points.count.isMultiple(of: 2), row.keypoints.count.isMultiple(of: 3) else {
      findings.add(
        .rowMalformed, line: row.line, field, id: row.idText(in: source),
        "points need two numbers each, keypoints three")
      return false
    }
    appendPoints(row.points, step: 2, grid)
    appendPoints(row.keypoints, step: 3, grid)
    return appendMask(row, turn)
  }

  /// Points of two numbers each, or keypoints of three; unlabeled keypoints stay unchanged.
  private mutating func appendPoints(_ tokens: [NumberToken], step: Int, _ grid: GridReorientation) {
    guard !tokens.isEmpty else { return }
    var numbers = tokens.indices.map { ReorientedNumber.kept($0) }
    for index in stride(from: 0, to: tokens.count, by: step) {
      if step == 3, tokens[index + 2].value == 0 { continue }
      (numbers[index], numbers[index + 1]) = grid.point(index, index + 1, of: tokens)
    }
    patches += tokens.places(numbers, in: source)
  }

  private mutating func appendMask(_ row: borrowing COCORow, _ turn: LabelReorientation<From, To>) -> Bool {
    guard let mask = row.mask else { return true }
    let runs = RunMask<From>(mask, in: source)
    guard let runs, runs.size == turn.size else {
      let (field, note) = ("annotations[\(row.row)].segmentation", runs?.note(on: turn.size) ?? "")
      findings.add(.maskInvalid, line: row.line, field, id: row.idText(in: source), note)
      return false
    }
    guard !turn.orientation.isIdentity else { return true }
    let turned = runs.applying(turn.orientation)
    if turn.orientation.swapsAxes { patches += mask.size.places([.kept(1), .kept(0)], in: source) }
    if mask.numbers == nil {
      var text: [UInt8] = []
      JSONText.append(String(decoding: turned.text, as: UTF8.self), to: &text)
      patches.append(ByteEdit(range: mask.counts, text: Array(text.dropFirst().dropLast())))
    } else {
      patches.append(ByteEdit(range: mask.counts, text: listed(turned.runs, like: mask)))
    }
    return true
  }

  /// Runs as an array, with the separator of the source's first two runs.
  private func listed(_ runs: [Int], like mask: COCORow.Mask) -> [UInt8] {
    var between: [UInt8] = Array(", ".utf8)
    var ends = (Array("[".utf8), Array("]".utf8))
    if let numbers = mask.numbers, let first = numbers.first, let last = numbers.last {
      ends = (
        Array(source[mask.counts.lowerBound..<first.range.lowerBound]),
        Array(source[last.range.upperBound..<mask.counts.upperBound])
      )
      if numbers.count > 1 { between = Array(source[first.range.upperBound..<numbers[1].range.lowerBound]) }
    }
    return ends.0 + runs.map { Array(String($0).utf8) }.joined(separator: between) + ends.1
  }
}
