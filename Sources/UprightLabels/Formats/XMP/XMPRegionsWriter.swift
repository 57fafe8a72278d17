// Regions as XMP packets (MWG 2.0, 5.9; Microsoft Photo 1.2, RegionInfo; XMP Specification Part 1, 7).

import UprightGeometry

/// Writes a set as one packet per image.
struct XMPRegionsWriter {
  private var output = LabelOutput()

  mutating func write<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    for image in set.images where !image.regions.isEmpty {
      guard let name = output.name(for: image.name, extension: "xmp") else { continue }
      guard let size = image.size, !size.isEmpty else {
        output.findings.append(LabelFinding(.imageUnknown, in: image.name))
        continue
      }
      output.files.append(LabelFile(name: name, bytes: packet(image, size, set.names)))
    }
    return output
  }

  private mutating func packet<S: Space>(
    _ image: LabelledImage<S>, _ size: PixelSize<S>, _ names: [String]
  ) -> [UInt8] {
    var xml = XMLWriter()
    xml.open("x:xmpmeta", [("xmlns:x", "adobe:ns:meta/")])
    xml.open("rdf:RDF", [("xmlns:rdf", XMPFields.Namespace.rdf.rawValue)])
    let bound: [(String, XMPFields.Namespace)] = [
      ("mwg-rs", .regions), ("stArea", .area), ("stDim", .dimensions), ("MP", .microsoft), ("MPRI", .regionInfo),
      ("MPReg", .region),
    ]
    xml.open("rdf:Description", [("rdf:about", "")] + bound.map { ("xmlns:\($0)", $1.rawValue) })
    metadataWorkingGroup(image, size, names, to: &xml)
    microsoft(image, size, names, to: &xml)
    for name in ["rdf:Description", "rdf:RDF", "x:xmpmeta"] { xml.close(name) }
    return xml.bytes
  }

  private static let structure = [("rdf:parseType", "Resource")]

  private mutating func metadataWorkingGroup<S: Space>(
    _ image: LabelledImage<S>, _ size: PixelSize<S>, _ names: [String], to xml: inout XMLWriter
  ) {
    xml.open("mwg-rs:Regions", Self.structure)
    xml.empty(
      "mwg-rs:AppliedToDimensions",
      [("stDim:w", String(size.width)), ("stDim:h", String(size.height)), ("stDim:unit", "pixel")])
    xml.open("mwg-rs:RegionList")
    xml.open("rdf:Bag")
    for region in image.regions {
      let box = region.box
      let numbers = [
        Self.share(box.x + box.width / 2, of: size.width), Self.share(box.y + box.height / 2, of: size.height),
        Self.share(box.width, of: size.width), Self.share(box.height, of: size.height),
      ]
      xml.open("rdf:li", Self.structure)
      xml.empty(
        "mwg-rs:Area",
        zip(["stArea:x", "stArea:y", "stArea:w", "stArea:h"], numbers) + [("stArea:unit", "normalized")])
      let words = Self.words(of: region, names)
      if let name = words.name { xml.element("mwg-rs:Name", name) }
      if let type = words.type { xml.element("mwg-rs:Type", type) }
      xml.close("rdf:li")
      output.findings.lostAllButBox(region, image.name)
    }
    for name in ["rdf:Bag", "mwg-rs:RegionList", "mwg-rs:Regions"] { xml.close(name) }
  }

  private func microsoft<S: Space>(
    _ image: LabelledImage<S>, _ size: PixelSize<S>, _ names: [String], to xml: inout XMLWriter
  ) {
    xml.open("MP:RegionInfo", Self.structure)
    xml.open("MPRI:Regions")
    xml.open("rdf:Bag")
    for region in image.regions {
      let box = region.box
      let numbers = [
        Self.share(box.x, of: size.width), Self.share(box.y, of: size.height), Self.share(box.width, of: size.width),
        Self.share(box.height, of: size.height),
      ]
      xml.open("rdf:li", Self.structure)
      xml.element("MPReg:Rectangle", numbers.joined(separator: ", "))
      if let name = Self.words(of: region, names).name { xml.element("MPReg:PersonDisplayName", name) }
      xml.close("rdf:li")
    }
    for name in ["rdf:Bag", "MPRI:Regions", "MP:RegionInfo"] { xml.close(name) }
  }

  /// The types that MWG defines (2.0, 5.9).
  private static let types: Set<String> = ["Face", "Pet", "Focus", "BarCode"]

  /// A class that is an MWG type is written as a type, any other class as a name.
  private static func words<S: Space>(of region: Region<S>, _ names: [String]) -> (type: String?, name: String?) {
    let label = region.className(in: names)
    guard let label, Self.types.contains(label) else { return (nil, label) }
    return (label, region.attributes.first { $0.name == "name" }?.value)
  }

  /// A relative coordinate with as few decimals as restore it to a thousandth of a pixel.
  private static func share(_ value: Double, of extent: Int) -> String {
    NumberText.text(value / Double(extent), tolerance: 0.0005 / Double(extent))
  }
}
