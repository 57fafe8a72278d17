// Regions as Pascal VOC's XML (host.robots.ox.ac.uk/pascal/VOC, devkit 2012, 4.1).

import UprightGeometry

/// Writes a set as one file per image.
struct VOCWriter {
  private let numbering: VOCFormat.Numbering
  private var output = LabelOutput()

  init(numbering: VOCFormat.Numbering) { self.numbering = numbering }

  mutating func write<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    for image in set.images {
      guard let name = output.name(for: image.name, extension: "xml") else { continue }
      output.files.append(LabelFile(name: name, bytes: document(image, set.names)))
    }
    return output
  }

  private mutating func document<S: Space>(_ image: LabelledImage<S>, _ names: [String]) -> [UInt8] {
    var xml = XMLWriter()
    xml.open("annotation")
    xml.element("filename", String(image.name.split(separator: "/").last ?? ""))
    if let size = image.size {
      xml.open("size")
      xml.element("width", String(size.width))
      xml.element("height", String(size.height))
      xml.element("depth", "3")
      xml.close("size")
    }
    for region in image.regions {
      xml.open("object")
      xml.element("name", region.className(in: names) ?? "object")
      for (name, standard) in [("pose", "Unspecified"), ("truncated", "0"), ("difficult", "0")] {
        xml.element(name, region.attributes.first { $0.name == name }?.value ?? standard)
      }
      xml.open("bndbox")
      for (name, text) in zip(["xmin", "ymin", "xmax", "ymax"], numbering.edges(of: region.box, region.precision)) {
        xml.element(name, String(decoding: text, as: UTF8.self))
      }
      xml.close("bndbox")
      xml.close("object")
      output.findings.lostAllButBox(region, image.name)
    }
    xml.close("annotation")
    return xml.bytes
  }
}

extension VOCFormat.Numbering {
  /// Left, top, right and bottom of a box between edges.
  func edges<S: Space>(of box: Rect2D<S>, _ precision: LabelPrecision<S>) -> [[UInt8]] {
    var box = box
    if self == .fromOne {
      (box.x, box.y, box.width, box.height) = (box.x + 1, box.y + 1, box.width - 1, box.height - 1)
    }
    return BoxText.edges(box, precision)
  }
}

/// Writes XML, indented by two spaces per level.
struct XMLWriter {
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  private mutating func indent() { bytes += [UInt8](repeating: 0x20, count: depth * 2) }

  /// Appends text unchanged.
  mutating func put(_ text: String) { bytes += text.utf8 }

  /// A start tag on its line.
  mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    tag(name, attributes, end: ">\n")
    depth += 1
  }

  /// An end tag on its line.
  mutating func close(_ name: String) {
    depth -= 1
    indent()
    bytes += "</\(name)>\n".utf8
  }

  /// An empty element.
  mutating func empty(_ name: String, _ attributes: [(String, String)]) { tag(name, attributes, end: "/>\n") }

  private mutating func tag(_ name: String, _ attributes: [(String, String)], end: String) {
    indent()
    bytes += "<\(name)".utf8
    for (name, value) in attributes {
      bytes += " \(name)=\"".utf8
      XMLText.append(value, to: &bytes)
      bytes.append(0x22)
    }
    bytes += end.utf8
  }

  /// An element with text on its line.
  mutating func element(_ name: String, _ text: String, _ attributes: [(String, String)] = []) {
    tag(name, attributes, end: ">")
    XMLText.append(text, to: &bytes)
    bytes += "</\(name)>\n".utf8
  }
}
