// Marked regions in XMP sidecar files (MWG 2.0, 5.9; Microsoft Photo 1.2, RegionInfo): relative coordinates, one
// packet per image.

public import UprightGeometry

/// Reads, reorients and writes regions in XMP files, such as `photo.xmp` or `photo.jpg.xmp`.
///
/// A region's class is its type (`Face`), or its name if it has no type. Both lists, MWG's and Microsoft's, are read
/// and written.
public struct XMPRegionsFormat: LabelCoding {
  /// The limits for reading a file.
  public var limits: LabelLimits

  /// XMP with these limits.
  public init(limits: LabelLimits = LabelLimits()) { self.limits = limits }

  /// Adds the regions of one image; see ``LabelCoding``.
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    var findings = FindingList(file.name, limits)
    defer { set.findings += findings.all }
    let regions = try XMPRegionFile(file, limits, &findings)
    let index = set.files.count
    set.files.append(file.name)
    let declared = PixelSize<S>(regions.width, regions.height)
    let known = size(file.stem)
    if let known, let declared, !declared.isShaped(like: known) {
      findings.add(
        .sizeContradicts, "AppliedToDimensions", "the labels state \(declared), the image header \(known)")
    }
    guard let size = known ?? declared, !size.isEmpty else {
      if !regions.rows.isEmpty { findings.add(.imageUnknown) }
      return
    }
    var image = LabelledImage(name: file.stem, size: size)
    for (number, row) in regions.rows.enumerated() {
      let box = regions.shares(row, in: declared ?? size).denormalized(in: size)
      var region = Region<S>(box: box, location: LabelLocation(file: index, line: row.line, row: number))
      if row.kind == .point { region.outline = Self.outline(box, isCircle: row.diameter != nil) }
      region.label = (row.type ?? row.name).map { set.index(of: $0) }
      if row.type != nil, let name = row.name { region.attributes = [LabelAttribute("name", name)] }
      let unit = row.isInPixels ? 0 : row.numbers.map(\.halfUnit).min() ?? 0
      region.precision = LabelPrecision(across: unit * Double(size.width), down: unit * Double(size.height))
      image.regions.append(region)
    }
    set.images.append(image)
  }

  private static func outline<S: Space>(_ box: Rect2D<S>, isCircle: Bool) -> Outline<S> {
    let center = Point2D<S>(x: box.x + box.width / 2, y: box.y + box.height / 2)
    guard isCircle else { return .points([center]) }
    return .ellipse(
      RotatedRect(center: center, size: Size2D(width: box.width, height: box.height), degrees: 0))
  }

  /// Reorients a packet in place; see ``LabelCoding``.
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    var findings = FindingList(file.name, limits)
    let regions = try XMPRegionFile(file, limits, &findings)
    var edit = LabelEdit(file.bytes)
    let declared = PixelSize<From>(regions.width, regions.height)
    let turn = turn(file.stem)
    if turn != nil, declared != nil, regions.brokenCount > 0 {
      findings.add(.imageUnknown, "", partialNote(file.stem))
      edit.unchangedRows = regions.rows.count + regions.brokenCount
    } else if let turn, declared.map({ $0.isShaped(like: turn.size) }) ?? true {
      var places: [ByteEdit] = []
      if turn.orientation.swapsAxes, declared != nil, let width = regions.width, let height = regions.height {
        places += [width, height].places([.kept(1), .kept(0)], in: file.bytes)
      }
      var evidence = NumberStyleEvidence()
      for row in regions.rows + regions.repetitions where row.kind == .corner {
        row.numbers.forEach { evidence.see($0) }
      }
      for row in regions.rows + regions.repetitions {
        places += row.numbers.places(
          row.reoriented(turn.orientation, regions.width, regions.height, evidence.style, file.bytes), in: file.bytes)
      }
      edit.change(places)
      (edit.reorientedRows, edit.unchangedRows) = (regions.rows.count, regions.brokenCount)
    } else {
      findings.add(.imageUnknown, "", "the image's orientation is unknown, or its header states another shape")
      edit.unchangedRows = regions.rows.count + regions.brokenCount
    }
    edit.findings = findings.all
    return edit
  }

  /// The positions of elements; see ``LabelCoding``.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] { LabelRow.numbered("region", numbers) }

  /// One packet for each image with regions; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.refusingBroken { set in
      var writer = XMPRegionsWriter()
      return writer.write(set)
    }
  }
}

extension XMPRegionFile.Row {
  /// The reoriented numbers; `width` and `height` are those of the image for which the regions were made.
  fileprivate func reoriented<From: Space, To: Space>(
    _ orientation: Orientation<From, To>, _ width: NumberToken?, _ height: NumberToken?, _ style: NumberStyle,
    _ source: [UInt8]
  ) -> [ReorientedNumber] {
    let one = ExactDecimal(1)
    let across = isInPixels ? width?.exact ?? one : one
    let down = isInPixels ? height?.exact ?? one : one
    let grid = GridReorientation(orientation, across: across, down: down, style: style, source: source)
    switch kind {
    case .center: return grid.centerBox(numbers)
    case .corner: return grid.cornerBox(numbers)
    case .point:
      let (x, y) = grid.point(0, 1, of: numbers)
      return [x, y]
    }
  }
}

extension PixelSize {
  /// Whether aspect ratios match to within 2 %, since images are scaled down after they are marked. Not if the
  /// transposed ratio is closer, because regions in the other space state that one.
  fileprivate func isShaped(like other: PixelSize<S>) -> Bool {
    let upright = deviation(other.width, other.height)
    return upright <= 0.02 && upright <= deviation(other.height, other.width)
  }

  private func deviation(_ otherWidth: Int, _ otherHeight: Int) -> Double {
    let (one, two) = (Double(width) * Double(otherHeight), Double(height) * Double(otherWidth))
    return abs(one - two) / max(one, two, 1)
  }
}

// Regions as XMP packets (MWG 2.0, 5.9; Microsoft Photo 1.2, RegionInfo; XMP Specification Part 1, 7).

/// Writes a set as one packet per image.
private struct XMPRegionsWriter {
  private var output = LabelOutput()

  mutating func write<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    for image in set.images where !image.regions.isEmpty {
      guard let (name, size) = output.place(for: image, extension: "xmp") else { continue }
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
