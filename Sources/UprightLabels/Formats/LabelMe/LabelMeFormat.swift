// LabelMe's JSON (github.com/labelmeai/labelme, label_file.py): one file per image, shapes by their points in pixels
// between edges.

public import UprightGeometry

/// Reads, reorients and writes LabelMe's JSON.
///
/// A rectangle is two opposite corners; a circle is its center and a point on its circumference. Polygons with the
/// same label and `group_id` are parts of one object. Masks, which are embedded images, need ``masks``; without it, they
/// become findings. So does an image in the file when labels are reoriented. Shapes of X-AnyLabeling are read too.
public struct LabelMeFormat: LabelCoding {
  /// The limits for reading a file.
  public var limits: LabelLimits
  /// What decodes and reorients masks; nil if nothing does.
  public var masks: MaskImages?

  /// LabelMe with these limits.
  public init(limits: LabelLimits = LabelLimits(), masks: MaskImages? = nil) {
    (self.limits, self.masks) = (limits, masks)
  }

  /// One file per image, for the same folder; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.refusingBroken { set in
      var writer = LabelMeWriter()
      return writer.write(set)
    }
  }
}

extension LabelMeFormat: ImageListing {
  var plane: LabelPlane { .pixels }

  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError) {
    var scan = LabelMeScan(scanner: try JSONScanner(file, limits), masks: masks)
    take(try scan.image(orNamed: file.stem))
  }
}

/// Writes a set as one file per image.
private struct LabelMeWriter {
  private var output = LabelOutput()
  private var text = JSONOutput()
  private var nextGroup = 1

  mutating func write<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    for image in set.images {
      guard let name = output.name(for: image.name, extension: "json") else { continue }
      text = JSONOutput()
      document(image, set.names)
      output.files.append(LabelFile(name: name, bytes: text.bytes))
    }
    return output
  }

  private mutating func document<S: Space>(_ image: LabelledImage<S>, _ names: [String]) {
    nextGroup = 1 + (image.regions.compactMap { $0.group }.max() ?? 0)
    text.put("{\"version\":\"5.5.0\",\"flags\":{},\"shapes\":[")
    var count = 0
    for region in image.regions {
      let label = region.className(in: names) ?? "object"
      let shapes = shapes(of: region, image.name)
      var group = region.group
      if shapes.count > 1, group == nil { (group, nextGroup) = (nextGroup, nextGroup + 1) }
      for shape in shapes {
        text.put(count == 0 ? "\n" : ",\n")
        count += 1
        self.shape(shape, label, group, region)
      }
    }
    text.put("],\n\"imagePath\":")
    text.put(text: String(image.name.split(separator: "/").last ?? ""))
    text.put(",\"imageData\":null,\"imageHeight\":")
    text.put(image.size?.height)
    text.put(",\"imageWidth\":")
    text.put(image.size?.width)
    text.put("}\n")
  }

  private mutating func shape<S: Space>(
    _ shape: (type: StaticString, points: [[UInt8]]), _ label: String, _ group: Int?, _ region: Region<S>
  ) {
    text.put("{\"label\":")
    text.put(text: label)
    text.put(",\"points\":[")
    for index in stride(from: 0, to: shape.points.count, by: 2) {
      text.put(index == 0 ? "[" : ",[")
      text.put(bytes: shape.points[index])
      text.put(",")
      text.put(bytes: shape.points[index + 1])
      text.put("]")
    }
    text.put("],\"group_id\":")
    text.put(group)
    text.put(",\"description\":")
    text.put(text: region.attributes.first { $0.name == "description" }?.value ?? "")
    text.put(",\"shape_type\":\"")
    text.put(shape.type)
    text.put("\",\"flags\":{},\"mask\":null}")
  }

  private mutating func shapes<S: Space>(
    of region: Region<S>, _ image: String
  ) -> [(type: StaticString, points: [[UInt8]])] {
    func numbers(_ points: [Point2D<S>]) -> [[UInt8]] {
      points.flatMap {
        [JSONOutput.number($0.x, region.precision.across), JSONOutput.number($0.y, region.precision.down)]
      }
    }
    let box = ("rectangle" as StaticString, BoxText.edges(region.box, region.precision))
    if !region.keypoints.isEmpty { output.findings.lost("its keypoints are not written", region, image) }
    switch region.outline {
    case nil: return [box]
    case .polygon(let polygon) where polygon.rings.allSatisfy({ $0.count >= 3 }):
      if polygon.filling == .evenOdd { output.findings.lost("holes are filled", region, image) }
      return polygon.rings.map { ("polygon", numbers($0)) }
    case .rotated(let rect): return [("polygon", numbers(rect.corners))]
    case .ellipse(let rect) where rect.size.width == rect.size.height:
      let rim = Point2D<S>(x: rect.center.x + rect.size.width / 2, y: rect.center.y)
      return [("circle", numbers([rect.center, rim]))]
    case .line(let points) where points.count >= 2: return [(points.count == 2 ? "line" : "linestrip", numbers(points))]
    case .points(let points) where !points.isEmpty: return [(points.count == 1 ? "point" : "points", numbers(points))]
    default:
      output.findings.lost("only its box is written", region, image)
      return [box]
    }
  }
}

extension Region {
  /// Its group number from a LabelMe file.
  fileprivate var group: Int? {
    attributes.first { $0.name == "group_id" }.flatMap { Int($0.value) }.flatMap {
      (0..<1 << 32).contains($0) ? $0 : nil
    }
  }
}
