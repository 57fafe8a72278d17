// Regions as COCO's JSON (cocodataset.org, "Data format"), with the fields that pycocotools needs.

import UprightGeometry

/// Writes a set as one file.
struct COCOWriter: SingleFileWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var findings: [LabelFinding] = []

  mutating func write<S: Space>(_ set: LabelSet<S>) {
    bytes.reserveCapacity(set.regionCount * 160 + set.images.count * 80)
    put("{\"images\":[")
    list(set.images.indices) { writer, index in writer.image(set.images[index], id: index + 1) }
    put("],\n\"annotations\":[")
    annotations(set)
    put("],\n\"categories\":[")
    list(names(set).indices) { writer, index in writer.category(set, index) }
    put("]}\n")
  }

  /// COCO has no annotations without a class: regions without one get a special class.
  private func names<S: Space>(_ set: LabelSet<S>) -> [String] {
    let isAllNamed = set.images.allSatisfy { $0.regions.allSatisfy { $0.label != nil } }
    return isAllNamed ? set.names : set.names + ["object"]
  }

  private mutating func list(_ indices: Range<Int>, _ write: (inout Self, Int) -> Void) {
    for index in indices {
      put(index == indices.lowerBound ? "\n" : ",\n")
      write(&self, index)
    }
  }

  private mutating func put(_ text: StaticString) { bytes += text.description.utf8 }
  private mutating func put(_ number: Int) { ExactDecimal(number).append(to: &bytes) }

  private mutating func image<S: Space>(_ image: LabelledImage<S>, id: Int) {
    put("{\"id\":")
    put(id)
    if let size = image.size {
      put(",\"width\":")
      put(size.width)
      put(",\"height\":")
      put(size.height)
    }
    put(",\"file_name\":")
    JSONText.append(image.name, to: &bytes)
    put("}")
  }

  private mutating func category<S: Space>(_ set: LabelSet<S>, _ index: Int) {
    put("{\"id\":")
    put(index + 1)
    put(",\"name\":")
    JSONText.append(index < set.names.count ? set.names[index] : "object", to: &bytes)
    if let names = set.keypointNames[index] {
      put(",\"keypoints\":[")
      for (position, name) in names.enumerated() {
        if position > 0 { put(",") }
        JSONText.append(name, to: &bytes)
      }
      put("],\"skeleton\":[]")
    }
    put("}")
  }

  private mutating func annotations<S: Space>(_ set: LabelSet<S>) {
    var id = 0
    for (index, image) in set.images.enumerated() {
      for region in image.regions {
        put(id == 0 ? "\n" : ",\n")
        id += 1
        put("{\"id\":")
        put(id)
        put(",\"image_id\":")
        put(index + 1)
        put(",\"category_id\":")
        put((region.label ?? set.names.count) + 1)
        annotation(region, in: image)
        put("}")
      }
    }
  }

  private mutating func annotation<S: Space>(_ region: Region<S>, in image: LabelledImage<S>) {
    put(",\"bbox\":")
    numbers(BoxText.corner(region.box, region.precision))
    put(",\"segmentation\":")
    let area = segmentation(region, in: image)
    put(",\"area\":")
    NumberText.append(area, tolerance: 0, to: &bytes)
    put(",\"iscrowd\":")
    put(region.attributes.contains { $0.name == "iscrowd" && $0.value == "1" } ? 1 : 0)
    if let score = region.attributes.first(where: { $0.name == "score" }), NumberToken(score.value) != nil {
      put(",\"score\":")
      bytes += score.value.utf8
    }
    guard !region.keypoints.isEmpty else { return }
    put(",\"num_keypoints\":")
    put(region.keypoints.count { $0.visibility != .absent })
    put(",\"keypoints\":[")
    for (index, keypoint) in region.keypoints.enumerated() {
      if index > 0 { put(",") }
      append([keypoint.point], region.precision)
      put(",")
      put(Int(keypoint.visibility.rawValue))
    }
    put("]")
  }

  private mutating func numbers(_ texts: [[UInt8]]) {
    put("[")
    bytes += texts.joined(separator: [0x2C])
    put("]")
  }

  private mutating func append<S: Space>(_ points: [Point2D<S>], _ precision: LabelPrecision<S>) {
    for (index, point) in points.enumerated() {
      if index > 0 { put(",") }
      NumberText.append(point.x, tolerance: Double(precision.across), to: &bytes)
      put(",")
      NumberText.append(point.y, tolerance: Double(precision.down), to: &bytes)
    }
  }

  /// Writes the outline and returns its area; 0 if there is no outline with an area.
  private mutating func segmentation<S: Space>(_ region: Region<S>, in image: LabelledImage<S>) -> Double {
    switch region.outline {
    case .polygon(let polygon):
      rings(polygon.rings, region.precision)
      if polygon.filling == .evenOdd { lost("holes are filled", region, image) }
      return polygon.rings.reduce(0) { $0 + Self.area($1) }
    case .rotated(let rect):
      rings([rect.corners], region.precision)
      return rect.size.width * rect.size.height
    case .mask(let mask):
      put("{\"size\":[")
      put(mask.size.height)
      put(",")
      put(mask.size.width)
      put("],\"counts\":")
      JSONText.append(String(decoding: mask.text, as: UTF8.self), to: &bytes)
      put("}")
      return Double(mask.area)
    case .line, .points, .ellipse:
      lost("only its box is written", region, image)
      put("[]")
    case nil: put("[]")
    }
    return region.box.width * region.box.height
  }

  private mutating func rings<S: Space>(_ rings: [[Point2D<S>]], _ precision: LabelPrecision<S>) {
    put("[")
    for (index, ring) in rings.enumerated() {
      put(index == 0 ? "[" : ",[")
      append(ring, precision)
      put("]")
    }
    put("]")
  }

  private mutating func lost<S: Space>(_ note: String, _ region: Region<S>, _ image: LabelledImage<S>) {
    findings.append(LabelFinding(.detailLost, in: image.name, line: Int(region.location.line), note: note))
  }

  /// The area within a ring (the shoelace formula).
  private static func area<S: Space>(_ ring: [Point2D<S>]) -> Double {
    guard var before = ring.last else { return 0 }
    var twice = 0.0
    for point in ring {
      twice += before.x * point.y - point.x * before.y
      before = point
    }
    return twice.magnitude / 2
  }
}

extension NumberToken {
  /// The JSON number for a text.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices, strictly: true)
  }
}
