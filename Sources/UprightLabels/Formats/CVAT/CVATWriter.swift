// Regions as CVAT's XML for images (docs.cvat.ai, "XML annotation format", 1.1).

import UprightGeometry

/// Writes a set as one file.
struct CVATWriter: SingleFileWriter {
  private var xml = XMLWriter()
  private(set) var findings: [LabelFinding] = []
  private var groups = 0

  var bytes: [UInt8] { xml.bytes }

  mutating func write<S: Space>(_ set: LabelSet<S>) {
    xml.put("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
    xml.open("annotations")
    xml.element("version", "1.1")
    meta(set)
    for (id, image) in set.images.enumerated() {
      var attributes = [("id", String(id)), ("name", image.name)]
      if let size = image.size { attributes += [("width", String(size.width)), ("height", String(size.height))] }
      xml.open("image", attributes)
      for region in image.regions { write(region, image.name, set) }
      xml.close("image")
    }
    xml.close("annotations")
  }

  /// Other readers need the list of classes first.
  private mutating func meta<S: Space>(_ set: LabelSet<S>) {
    xml.open("meta")
    xml.open("task")
    xml.element("size", String(set.images.count))
    xml.element("mode", "annotation")
    xml.open("labels")
    let isAllNamed = set.images.allSatisfy { $0.regions.allSatisfy { $0.label != nil } }
    for name in set.names + (isAllNamed ? [] : [Self.nameless]) {
      xml.open("label")
      xml.element("name", name)
      xml.close("label")
    }
    xml.close("labels")
    xml.close("task")
    xml.close("meta")
  }

  /// The class of regions without one; CVAT has no shapes without a class.
  private static let nameless = "object"

  /// The common attributes of a region's shapes.
  private struct Frame {
    let label: String
    let group: Int?
    let region: [LabelAttribute]

    func attributes(_ own: [(String, String)]) -> [(String, String)] {
      let remarks = [("source", "manual"), ("occluded", "0"), ("z_order", "0")].map { name, standard in
        (name, region.first { $0.name == name }?.value ?? standard)
      }
      return [("label", label)] + remarks[..<2] + own + remarks[2...]
        + (group.map { [("group_id", String($0))] } ?? [])
    }
  }

  private mutating func write<S: Space>(_ region: Region<S>, _ image: String, _ set: LabelSet<S>) {
    var shapes = outline(region, image)
    if !region.keypoints.isEmpty { shapes.append(skeleton(region, set)) }
    let own = region.outline?.box ?? Rect2D(around: region.keypoints)
    if shapes.isEmpty || shapes[0].name != "box" && own.map({ !$0.isNear(region.box) }) ?? true {
      shapes.insert(Shape(name: "box", own: box(region.box, region.precision)), at: 0)
    }
    let label = region.className(in: set.names) ?? Self.nameless
    if shapes.count > 1 { groups += 1 }
    let frame = Frame(label: label, group: shapes.count > 1 ? groups : nil, region: region.attributes)
    for shape in shapes { append(shape, frame) }
  }

  /// An element and its specific attributes.
  private struct Shape {
    let name: String
    let own: [(String, String)]
    var joints: [[(String, String)]] = []
  }

  private mutating func append(_ shape: Shape, _ frame: Frame) {
    let attributes = frame.attributes(shape.own)
    let remarks = frame.region.filter { !CVATShape.ownAttributes.contains($0.name) }
    guard !remarks.isEmpty || !shape.joints.isEmpty else { return xml.empty(shape.name, attributes) }
    xml.open(shape.name, attributes)
    for joint in shape.joints { xml.empty("points", joint) }
    for remark in remarks { xml.element("attribute", remark.value, [("name", remark.name)]) }
    xml.close(shape.name)
  }

  private mutating func outline<S: Space>(_ region: Region<S>, _ image: String) -> [Shape] {
    let precision = region.precision
    switch region.outline {
    case nil: return region.keypoints.isEmpty ? [Shape(name: "box", own: box(region.box, precision))] : []
    case .rotated(let rect):
      return [Shape(name: "box", own: box(rect.unrotated, precision) + rotation(rect))]
    case .ellipse(let rect):
      return [Shape(name: "ellipse", own: NumberText.ellipse(rect) + (rect.degrees == 0 ? [] : rotation(rect)))]
    case .polygon(let polygon):
      if polygon.filling == .evenOdd { findings.lost("holes are filled", region, image) }
      return polygon.rings.map { Shape(name: "polygon", own: [("points", Self.points($0, precision))]) }
    case .line(let points): return [Shape(name: "polyline", own: [("points", Self.points(points, precision))])]
    case .points(let points): return [Shape(name: "points", own: [("points", Self.points(points, precision))])]
    case .mask(let mask):
      guard let mask = CVATMask(mask) else {
        findings.lost("its mask is empty, so only its box is written", region, image)
        return []
      }
      let numbers = [mask.box.x, mask.box.y, mask.box.width, mask.box.height]
      let runs = mask.rows.runs.map { String($0) }.joined(separator: ", ")
      return [
        Shape(name: "mask", own: [("rle", runs)] + zip(["left", "top", "width", "height"], numbers.map { String($0) }))
      ]
    }
  }

  private func skeleton<S: Space>(_ region: Region<S>, _ set: LabelSet<S>) -> Shape {
    let names = region.label.flatMap { set.keypointNames[$0] } ?? []
    let joints = region.keypoints.enumerated().map { index, keypoint in
      [
        ("label", index < names.count ? names[index] : String(index + 1)),
        ("outside", keypoint.visibility == .absent ? "1" : "0"),
        ("occluded", keypoint.visibility == .hidden ? "1" : "0"),
        ("points", Self.points([keypoint.point], region.precision)),
      ]
    }
    return Shape(name: "skeleton", own: [], joints: joints)
  }

  private func box<S: Space>(_ box: Rect2D<S>, _ precision: LabelPrecision<S>) -> [(String, String)] {
    Array(
      zip(["xtl", "ytl", "xbr", "ybr"], BoxText.edges(box, precision).map { String(decoding: $0, as: UTF8.self) }))
  }

  /// The rotation, clockwise, within one turn.
  private func rotation<S: Space>(_ rect: RotatedRect<S>) -> [(String, String)] {
    let rest = rect.degrees.truncatingRemainder(dividingBy: 360)
    return [("rotation", NumberText.text(rest < 0 ? rest + 360 : rest))]
  }

  private static func points<S: Space>(_ points: [Point2D<S>], _ precision: LabelPrecision<S>) -> String {
    NumberText.points(points, precision, separator: ";")
  }
}

extension RotatedRect {
  /// The rectangle before rotation.
  fileprivate var unrotated: Rect2D<S> {
    Rect2D(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
  }
}

extension Rect2D {
  /// The bounding box of the labeled keypoints; nil if there are none.
  init?(around keypoints: [Keypoint<S>]) {
    self.init(around: keypoints.lazy.filter { $0.visibility != .absent }.map(\.point))
  }

  /// Whether another box has the same edges, up to rounding errors.
  func isNear(_ other: Rect2D<S>) -> Bool {
    zip([x, y, maxX, maxY], [other.x, other.y, other.maxX, other.maxY]).allSatisfy {
      ($0 - $1).magnitude <= 1e-6
    }
  }
}
