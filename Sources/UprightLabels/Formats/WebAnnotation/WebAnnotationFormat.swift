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
    edit.change(reorienters.flatMap { $0.places(in: file.bytes, evidence.style) })
    (edit.findings, edit.reorientedRows) = (findings.all, reorienters.count)
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
private struct WebAnnotationReorienter<From: Space, To: Space> {
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

// Web annotations as regions (W3C Web Annotation Data Model, 2017, 4.2).

/// Builds regions from targets.
private struct WebAnnotationReader<S: Space> {
  private let file: LabelFile
  private let fileIndex: Int
  private let size: (String) -> PixelSize<S>?
  private var set: LabelSet<S>
  private var findings: FindingList
  private var images: [String: Int] = [:]
  private var row = 0

  init(
    _ set: LabelSet<S>, _ file: LabelFile, _ limits: LabelLimits, _ size: @escaping (_ image: String) -> PixelSize<S>?
  ) {
    (self.set, self.file, self.size) = (set, file, size)
    fileIndex = set.files.count
    self.set.files.append(file.name)
    findings = FindingList(file.name, limits, isJSON: true)
  }

  consuming func finished() -> LabelSet<S> {
    set.findings += findings.all
    return set
  }

  mutating func take(_ annotation: WebAnnotation, _ index: Int) {
    for key in annotation.duplicates {
      findings.add(.duplicateKey, line: annotation.line, "annotation[\(index)].\(key)")
    }
    for (number, target) in annotation.targets.enumerated() {
      take(WebAnnotationRow(target, field: "annotation[\(index)].target[\(number)]"), of: annotation)
      row += 1
    }
  }

  private mutating func take(_ row: WebAnnotationRow, of annotation: WebAnnotation) {
    if let fault = row.sizeFault {
      return findings.add(fault.code, line: row.target.line, row.field + fault.field, fault.note)
    }
    let image = image(row)
    guard let parts = row.parts(in: file.bytes, &findings) else { return }
    let shape = parts.shape?.outline(in: S.self)
    var box = parts.shape?.box(in: S.self) ?? shape?.box
    for (numbers, isPercent) in [(parts.region, parts.regionIsPercent), (parts.box?.numbers, parts.box?.isPercent)] {
      guard let values = numbers?.map(\.value) else { continue }
      let stated = MediaFragment(
        Rect2D<S>(x: values[0], y: values[1], width: values[2], height: values[3]),
        in: isPercent == true ? .percent : .pixel)
      guard stated.unit == .pixel || set.images[image].size != nil else {
        return findings.add(
          .imageUnknown, line: row.target.line, row.field, "percentages of an image of unknown size")
      }
      box = stated.pixels(of: set.images[image].size ?? PixelSize(width: 0, height: 0))
    }
    guard let box else { return }
    set.images[image].regions.append(
      Region(
        box: box, outline: shape, label: annotation.label.map { set.index(of: $0) }, attributes: annotation.attributes,
        location: LabelLocation(file: fileIndex, line: row.target.line, row: self.row)))
  }

  /// The index of a row's image, which is added if it is new.
  private mutating func image(_ row: WebAnnotationRow) -> Int {
    if let index = images[row.image] { return index }
    let declared = PixelSize<S>(row.target.width, row.target.height)
    images[row.image] = set.images.count
    let size = findings.size(size(row.image), stated: declared, line: row.target.line, row.field)
    set.images.append(LabelledImage(name: row.image, size: size))
    return set.images.count - 1
  }
}

// Regions as a page of Web annotations (W3C Web Annotation Data Model, 2017, 5.2), each with a box and, for an
// outline, an SVG shape.

/// Writes a set as one page.
private struct WebAnnotationWriter: SingleFileWriter {
  /// Whether boxes are written in percent of the image, and not in pixels.
  private let isPercent: Bool
  private(set) var bytes: [UInt8] = []
  private(set) var findings: [LabelFinding] = []

  init(isPercent: Bool) { self.isPercent = isPercent }

  mutating func write<S: Space>(_ set: LabelSet<S>) {
    bytes.reserveCapacity(set.regionCount * 260)
    put("{\"@context\":\"http://www.w3.org/ns/anno.jsonld\",\"type\":\"AnnotationPage\",\"items\":[")
    var count = 0
    for image in set.images {
      let address = ImageIRI.of(image.name)
      for region in image.regions {
        guard !isPercent || image.size.map({ !$0.isEmpty }) ?? false else {
          findings.append(LabelFinding(.imageUnknown, in: image.name, line: Int(region.location.line)))
          continue
        }
        put(count == 0 ? "\n" : ",\n")
        count += 1
        annotation(region, in: image, address, count, set.names)
      }
    }
    put("\n]}\n")
  }

  private mutating func put(_ text: String) { bytes += text.utf8 }

  private mutating func annotation<S: Space>(
    _ region: Region<S>, in image: LabelledImage<S>, _ address: String, _ id: Int, _ names: [String]
  ) {
    put("{\"id\":\"#annotation-\(id)\",\"type\":\"Annotation\",")
    if let label = region.className(in: names) {
      put("\"body\":[{\"type\":\"TextualBody\",\"purpose\":\"tagging\",\"value\":")
      JSONText.append(label, to: &bytes)
      put("}],")
    }
    put("\"target\":{\"source\":")
    JSONText.append(address, to: &bytes)
    put(",\"selector\":")
    let shape = svg(region, image.name)
    if shape != nil { put("[") }
    put("{\"type\":\"FragmentSelector\",\"conformsTo\":\"http://www.w3.org/TR/media-frags/\",\"value\":\"")
    put(fragment(region, in: image.size))
    put("\"}")
    if let shape {
      put(",{\"type\":\"SvgSelector\",\"value\":")
      JSONText.append("<svg xmlns=\"http://www.w3.org/2000/svg\">\(shape)</svg>", to: &bytes)
      put("}]")
    }
    put("}}")
  }

  /// The box, with the precision of its file.
  private func fragment<S: Space>(_ region: Region<S>, in size: PixelSize<S>?) -> String {
    if isPercent, let size { return MediaFragment(region.box, of: size, in: .percent).text }
    let numbers = BoxText.corner(region.box, region.precision).map { String(decoding: $0, as: UTF8.self) }
    return "xywh=pixel:" + numbers.joined(separator: ",")
  }

  private mutating func svg<S: Space>(_ region: Region<S>, _ image: String) -> String? {
    if !region.keypoints.isEmpty { findings.lost("keypoints are not written", region, image) }
    switch region.outline {
    case nil: return nil
    case .rotated(let rect): return element("polygon", rect.corners, region.precision)
    case .polygon(let polygon) where polygon.rings.count == 1:
      return element("polygon", polygon.rings[0], region.precision)
    case .polygon(let polygon) where polygon.filling == .union:
      return polygon.rings.map { element("polygon", $0, region.precision) }.joined()
    case .polygon(let polygon):
      let rings = polygon.rings.map { "M" + NumberText.points($0, region.precision, separator: " ") + "Z" }
      return "<path fill-rule=\"evenodd\" d=\"\(rings.joined())\"/>"
    case .line(let points): return element("polyline", points, region.precision)
    case .ellipse(let rect) where rect.degrees.truncatingRemainder(dividingBy: 180) == 0:
      let texts = NumberText.ellipse(rect).map { "\($0)=\"\($1)\"" }
      return "<ellipse \(texts.joined(separator: " "))/>"
    case .ellipse, .mask, .points:
      findings.lost("only its box is written", region, image)
      return nil
    }
  }

  private func element<S: Space>(
    _ name: String, _ points: [Point2D<S>], _ precision: LabelPrecision<S>
  ) -> String {
    "<\(name) points=\"\(NumberText.points(points, precision, separator: " "))\"/>"
  }
}
