// CVAT for images 1.1 (docs.cvat.ai, "XML annotation format"): one file, shapes in pixels between edges, from the top
// left.

public import UprightGeometry

/// Reads, reorients and writes CVAT's XML for images; rejects its XML for video.
public struct CVATFormat: LabelCoding {
  /// The limits for reading a file.
  public var limits: LabelLimits
  /// The name of the written file.
  public var fileName: String

  /// CVAT with these limits.
  public init(limits: LabelLimits = LabelLimits(), fileName: String = "annotations.xml") {
    (self.limits, self.fileName) = (limits, fileName)
  }

  /// Adds a file's labels to a set; see ``LabelCoding``.
  ///
  /// Adjacent shapes of one group and class that together form one object, as ``written(_:)`` writes them, become one
  /// region.
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    let document = try CVATDocument(file, limits)
    var findings = FindingList(file.name, limits)
    for name in document.labels { _ = set.index(of: name) }
    var reader = CVATReader<S>(set, file: file.name)
    for image in document.images {
      let listed = findings.listed(image.name, image.width, image.height, line: image.line, image.field, size)
      reader.begin(listed)
      for shape in document.shapes(of: image, within: listed.size, &findings) {
        reader.take(shape, image.field, &findings)
      }
      findings.leaveOut(.imageTag, line: image.line, image.field + ".tag", count: document.tagCount(of: image))
    }
    findings.leaveOut(.track, line: document.trackLines.first, "track", count: document.trackLines.count)
    set = reader.set
    set.findings += findings.all
  }

  /// Reorients a file in place; see ``LabelCoding``.
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    let document = try CVATDocument(file, limits)
    var findings = FindingList(file.name, limits)
    var edit = LabelEdit(file.bytes)
    var places: [ByteEdit] = []
    for image in document.images {
      let declared = PixelSize<From>(image.width, image.height)
      let turn = turn(image.name)
      if turn != nil, let fault = FieldFault(size: image.width, image.height) {
        findings.add(fault.code, line: image.line, "\(image.field).\(fault.field)", fault.note)
        edit.unchangedRows += document.shapeCount(of: image)
        continue
      }
      guard let turn, let change = turn.change(of: declared) else {
        findings.add(
          .imageUnknown, line: image.line, image.field,
          "'\(image.name)': its orientation is unknown, or its header states another size; left unchanged")
        edit.unchangedRows += document.shapeCount(of: image)
        continue
      }
      let shapes = document.shapes(of: image, within: turn.size, &findings)
      if declared != nil, shapes.count < document.shapeCount(of: image) {
        findings.add(.imageUnknown, line: image.line, image.field, partialNote(image.name))
        edit.unchangedRows += document.shapeCount(of: image)
        continue
      }
      if turn.orientation.swapsAxes, change == .reoriented, let width = image.width, let height = image.height {
        places += [width, height].places([.kept(1), .kept(0)], in: file.bytes)
      }
      let reorienter = CVATReorienter(turn, file.bytes)
      for shape in shapes { places += reorienter.places(shape) }
      edit.reorientedRows += shapes.count
      edit.unchangedRows += document.shapeCount(of: image) - shapes.count
    }
    edit.change(places)
    edit.findings = findings.all
    return edit
  }

  /// The positions of elements; see ``LabelCoding``.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] { LabelRow.numbered("shape", numbers) }

  /// One file for all images; see ``LabelCoding``.
  ///
  /// A box that differs from its outline's bounding box, and the rings of a polygon, become shapes of one group.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.written(by: CVATWriter(), as: fileName)
  }
}

/// The images and shapes of a file.
struct CVATDocument {
  /// One `image`.
  struct Image {
    let element: Int
    let name: String
    let width: NumberToken?
    let height: NumberToken?
    let line: Int
    let field: String
  }

  private let document: XMLDocument
  let images: [Image]

  init(_ file: LabelFile, _ limits: LabelLimits) throws(LabelError) {
    let document = try XMLDocument(file, limits)
    self.document = document
    func wrong(_ note: String) -> LabelError { LabelError(.wrongFormat, in: file.name, at: 0, line: 1, note) }
    guard document.isNamed(0, "annotations") else { throw wrong("CVAT files start with <annotations>") }
    let elements = document.children(of: 0, "image")
    if elements.isEmpty, document.child(of: 0, "track") != nil {
      throw wrong("these are video tracks; export them as 'CVAT for images 1.1'")
    }
    images = elements.enumerated().map { index, element in
      let attributes = XMLAttributes(document, element)
      return Image(
        element: element, name: attributes.text("name") ?? "", width: attributes.side("width"),
        height: attributes.side("height"), line: document.line(element), field: "image[\(index)]")
    }
  }

  /// The classes that the file lists, without the points of skeletons.
  var labels: [String] {
    document.children(of: 0, "meta").flatMap { document.children(of: $0) }
      .flatMap { document.children(of: $0, "labels") }.flatMap { document.children(of: $0, "label") }
      .filter { document.child(of: $0, "parent") == nil }
      .compactMap { document.child(of: $0, "name").flatMap { document.text(of: $0) } }
  }

  /// All elements of an image that should have a position; excludes tags of the whole image.
  private func shapeElements(of image: Image) -> [Int] {
    document.children(of: image.element).filter { !document.isNamed($0, "tag") }
  }

  /// Number of tags of the whole image.
  func tagCount(of image: Image) -> Int { document.children(of: image.element, "tag").count }

  /// The lines of video tracks beside the images.
  var trackLines: [Int] { document.children(of: 0, "track").map { document.line($0) } }

  func shapeCount(of image: Image) -> Int { shapeElements(of: image).count }

  /// The readable shapes, whose masks must be inside an image of `size`; the others become findings.
  func shapes<S: Space>(
    of image: Image, within size: PixelSize<S>?, _ findings: inout FindingList
  ) -> [CVATShape] {
    var shapes: [CVATShape] = []
    for (index, element) in shapeElements(of: image).enumerated() {
      let field = "\(image.field).\(document.name(element))[\(index)]"
      guard let shape = CVATShapeReader(document, element, field: field).shape(&findings) else { continue }
      if shape.kind == .mask, CVATMask<S>.box(shape.numbers).map({ size?.bounds.contains($0) != true }) ?? true {
        findings.add(.maskInvalid, line: shape.line, field, "the mask extends outside the image")
        continue
      }
      shapes.append(shape)
    }
    return shapes
  }
}
