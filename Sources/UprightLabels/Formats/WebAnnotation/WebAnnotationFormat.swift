// Web annotations of images (W3C Web Annotation Data Model, 2017; Media Fragments URI 1.0, 4.2.2): JSON-LD, boxes and
// SVG from the top left.

public import UprightGeometry

/// Reads, reorients and writes Web annotations: `xywh=` fragments, SVG shapes, and IIIF regions.
///
/// Each target is a row. An annotation with an unsupported selector (a position in a text, a shape with a transform)
/// stays unchanged.
public struct WebAnnotationFormat: LabelCoding {
  /// The unit of written boxes; both are read.
  public var unit: Unit
  /// The limits for reading a file.
  public var limits: LabelLimits
  /// The name of the written file.
  public var fileName: String

  /// The unit of boxes.
  public enum Unit: Hashable, Sendable {
    /// Pixels.
    case pixel
    /// Percent of the image.
    case percent
  }

  /// Web annotations with these limits.
  public init(unit: Unit = .pixel, limits: LabelLimits = LabelLimits(), fileName: String = "annotations.json") {
    (self.unit, self.limits, self.fileName) = (unit, limits, fileName)
  }

  /// Adds a file's labels to a set; see ``LabelCoding``. Percentages need the image's size.
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    let annotations = try WebAnnotationScan.all(in: file, limits)
    var reader = WebAnnotationReader<S>(set, file, limits, size)
    for (index, annotation) in annotations.enumerated() { reader.take(annotation, index) }
    set = reader.finished()
  }

  /// Reorients a file in place; see ``LabelCoding``.
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    let annotations = try WebAnnotationScan.all(in: file, limits)
    var findings = FindingList(file.name, limits, isJSON: true)
    var edit = LabelEdit(file.bytes)
    var reorienters: [WebAnnotationReorienter<From, To>] = []
    let partial = Self.partial(annotations, in: file.bytes, limits)
    var named: Set<String> = []
    for (index, annotation) in annotations.enumerated() {
      for key in annotation.duplicates {
        findings.add(.duplicateKey, line: annotation.line, "annotation[\(index)].\(key)")
      }
      for (number, target) in annotation.targets.enumerated() {
        let row = WebAnnotationRow(target, field: "annotation[\(index)].target[\(number)]")
        let turn = turn(row.image)
        if turn != nil, let fault = row.sizeFault {
          findings.add(fault.code, line: target.line, row.field + fault.field, fault.note)
        } else if let turn, turn.change(of: row.statedSize()) != nil {
          let parts = row.parts(in: file.bytes, &findings)
          if partial.contains(row.image) {
            guard named.insert(row.image).inserted else { continue }
            findings.add(.imageUnknown, line: target.line, row.field, partialNote(row.image))
          } else if let parts {
            reorienters.append(.init(row, parts, turn))
          }
        } else {
          findings.add(
            .imageUnknown, line: target.line, row.field,
            "'\(row.image)': its orientation is unknown, or its header states another size")
        }
      }
    }
    var evidence = NumberStyleEvidence()
    for reorienter in reorienters { reorienter.parts.show(to: &evidence) }
    var copy = PatchedBytes(file.bytes)
    copy.replace(reorienters.flatMap { $0.places(in: file.bytes, evidence.style) })
    (edit.bytes, edit.findings, edit.reorientedRows) = (copy.finished(), findings.all, reorienters.count)
    edit.unchangedRows = annotations.reduce(0) { $0 + $1.targets.count } - reorienters.count
    return edit
  }

  /// The images that state their size and have a target that cannot be reoriented.
  private static func partial(_ all: [WebAnnotation], in bytes: [UInt8], _ limits: LabelLimits) -> Set<String> {
    var (whole, unused) = (WholeImages(), FindingList("", limits))
    for target in all.lazy.flatMap(\.targets) {
      let row = WebAnnotationRow(target, field: "")
      let isSized = target.width != nil && target.height != nil
      whole.see(row.image, statesSize: isSized, isBroken: row.parts(in: bytes, &unused) == nil)
    }
    return whole.partial
  }

  /// The positions and IDs of targets; see ``LabelCoding``.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] {
    guard !numbers.isEmpty, let annotations = try? WebAnnotationScan.all(in: file, limits) else { return [:] }
    var (rows, count): ([Int: LabelRow], Int) = ([:], 0)
    for (index, annotation) in annotations.enumerated() {
      for number in annotation.targets.indices {
        if numbers.contains(count) { rows[count] = LabelRow(field: "annotation[\(index)].target[\(number)]") }
        count += 1
      }
    }
    return rows
  }

  /// One page with all annotations; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.written(by: WebAnnotationWriter(isPercent: unit == .percent), as: fileName)
  }
}

/// Reorients the numbers of a target.
struct WebAnnotationReorienter<From: Space, To: Space> {
  let parts: WebAnnotationRow.Parts
  private let row: WebAnnotationRow
  private let reorientation: LabelReorientation<From, To>

  init(_ row: WebAnnotationRow, _ parts: WebAnnotationRow.Parts, _ turn: LabelReorientation<From, To>) {
    (self.row, self.parts, self.reorientation) = (row, parts, turn)
  }

  /// The edits; `style` is that of the file.
  func places(in source: [UInt8], _ style: NumberStyle) -> [ByteEdit] {
    var places: [ByteEdit] = []
    if let box = parts.box { places += boxPlaces(box.numbers, box.isPercent, source, style) }
    if let region = parts.region { places += boxPlaces(region, parts.regionIsPercent, source, style) }
    if let shape = parts.shape {
      var own = NumberStyleEvidence()
      if shape.kind == .rect { shape.numbers.forEach { own.see($0) } }
      let grid = GridReorientation(reorientation, style: own.style.orElse(style), source: source)
      places += shape.numbers.places(shape.reoriented(grid), in: source)
    }
    if reorientation.orientation.swapsAxes, reorientation.change(of: row.statedSize()) == .reoriented,
      let width = row.target.width, let height = row.target.height
    {
      places += [width, height].places([.kept(1), .kept(0)], in: source)
    }
    return places
  }

  private func boxPlaces(
    _ numbers: [NumberToken], _ isPercent: Bool, _ source: [UInt8], _ style: NumberStyle
  ) -> [ByteEdit] {
    var own = NumberStyleEvidence()
    for number in numbers { own.see(number) }
    let style = own.style.orElse(style)
    let hundred = ExactDecimal(100)
    let grid =
      isPercent
      ? GridReorientation(reorientation.orientation, across: hundred, down: hundred, style: style, source: source)
      : GridReorientation(reorientation, style: style, source: source)
    return numbers.places(grid.cornerBox(numbers), in: source)
  }
}

extension NumberStyle {
  /// This style if the few numbers of a box show trailing zeros; otherwise that of the file.
  fileprivate func orElse(_ other: NumberStyle) -> NumberStyle {
    if case .fixed = self { self } else { other }
  }
}
