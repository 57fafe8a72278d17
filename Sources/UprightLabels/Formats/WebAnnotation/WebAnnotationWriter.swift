// Regions as a page of Web annotations (W3C Web Annotation Data Model, 2017, 5.2), each with a box and, for an
// outline, an SVG shape.

import UprightGeometry

/// Writes a set as one page.
struct WebAnnotationWriter: SingleFileWriter {
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
      let numbers = [rect.center.x, rect.center.y, rect.size.width / 2, rect.size.height / 2]
      let texts = zip(["cx", "cy", "rx", "ry"], numbers).map { "\($0)=\"\(NumberText.text($1))\"" }
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
