// Regions of the image with their own metadata (IPTC Photo Metadata Standard 2023.1, "Image Region" and "Region
// Boundary").

internal import UprightGeometry

/// The image regions of a packet. Their boundaries apply to the image as stored, like other regions without a size.
struct XMPImageRegions {
  private let packet: [UInt8]
  private let regions: [Region]

  /// A region, and the ranges of its boundary's numbers.
  private struct Region {
    let element: XMPElement
    let boundary: Boundary
    let isInPixels: Bool
  }

  /// The form of a boundary, with the ranges of its numbers.
  private enum Boundary {
    /// The top left corner, width and height.
    case rectangle([Range<Int>])
    /// The center and the radius along the x axis.
    case circle([Range<Int>])
    /// Vertices, in their list.
    case polygon([(x: Range<Int>, y: Range<Int>)], list: XMPElement)
  }

  private static let prefix = "Iptc4xmpExt:"

  /// From a packet with the root element `root`.
  init(_ root: XMPElement, in packet: [UInt8]) {
    self.packet = packet
    regions = root.all(Self.prefix + "ImageRegion").flatMap(\.items).compactMap { Self.region($0, in: packet) }
  }

  /// Number of regions.
  var count: Int { regions.count }

  /// How many of them the new image still shows.
  func keptCount(_ move: ImageMove) -> Int { regions.count { moved($0, move) != nil } }

  /// The changes that keep the regions in place.
  func changes(_ move: ImageMove) -> [XMPChange] {
    move.isUnmoved ? [] : regions.flatMap { changes(of: $0, move) }
  }

  private func moved(_ region: Region, _ move: ImageMove) -> MarkedShape? {
    shape(of: region, move).flatMap { RegionMap(stored: move).moved($0) }
  }

  private func changes(of region: Region, _ move: ImageMove) -> [XMPChange] {
    guard let shape = moved(region, move) else { return [region.element.removal(in: packet)] }
    let size = move.edit.size
    let (width, height) = region.isInPixels ? (Double(size.width), Double(size.height)) : (1, 1)
    switch (shape, region.boundary) {
    case (.rectangle(let rect), .rectangle(let places)):
      return changes(places, [rect.x * width, rect.y * height, rect.width * width, rect.height * height])
    case (.circle(let x, let y, let diameter), .circle(let places)):
      let radius = diameter * Double(min(size.width, size.height)) / 2
      let across = region.isInPixels ? radius : radius / Double(max(1, size.width))
      return changes(places, [x * width, y * height, across])
    case (.polygon(let points), .polygon(let places, let list)):
      guard points.count == places.count else { return [rewritten(list, points.map { ($0.x * width, $0.y * height) })] }
      return zip(points, places).flatMap { changes([$1.x, $1.y], [$0.x * width, $0.y * height]) }
    default: return []
    }
  }

  private func changes(_ places: [Range<Int>], _ values: [Double]) -> [XMPChange] {
    zip(places, values).compactMap { XMPNumber.change($0, to: $1, in: packet) }
  }

  /// A list of other vertices than before, because the image's edge cuts the polygon.
  private func rewritten(_ list: XMPElement, _ points: [(x: Double, y: Double)]) -> XMPChange {
    let space = "xmlns:Iptc4xmpExt=\"http://iptc.org/std/Iptc4xmpExt/2008-02-29/\""
    let items = points.map { point in
      "<rdf:li rdf:parseType=\"Resource\"><Iptc4xmpExt:rbX>\(XMPNumber.text(point.x))</Iptc4xmpExt:rbX>"
        + "<Iptc4xmpExt:rbY>\(XMPNumber.text(point.y))</Iptc4xmpExt:rbY></rdf:li>"
    }
    return XMPChange(
      list.content,
      "<rdf:Seq xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \(space)>\(items.joined())</rdf:Seq>")
  }

  // MARK: Reading

  private static func region(_ item: XMPElement, in packet: [UInt8]) -> Region? {
    guard let boundary = item.child(prefix + "RegionBoundary") else { return nil }
    let text = { (name: String) in
      boundary.value(prefix + name, in: packet).map { XMPNumber.text($0, in: packet).lowercased() }
    }
    let numbers = { (names: [String]) -> [Range<Int>]? in
      let places = names.compactMap { boundary.value(prefix + $0, in: packet) }
      return places.count == names.count && places.allSatisfy { XMPNumber.value($0, in: packet) != nil } ? places : nil
    }
    let isInPixels = text("rbUnit") == "pixel"
    let found: Boundary? =
      switch text("rbShape") {
      case "circle": numbers(["rbX", "rbY", "rbRx"]).map(Boundary.circle)
      case "polygon": boundary.child(prefix + "rbVertices").flatMap { polygon($0, in: packet) }
      default: numbers(["rbX", "rbY", "rbW", "rbH"]).map(Boundary.rectangle)
      }
    return found.map { Region(element: item, boundary: $0, isInPixels: isInPixels) }
  }

  private static func polygon(_ list: XMPElement, in packet: [UInt8]) -> Boundary? {
    var places: [(x: Range<Int>, y: Range<Int>)] = []
    for item in list.items {
      guard let x = item.value(prefix + "rbX", in: packet), let y = item.value(prefix + "rbY", in: packet),
        XMPNumber.value(x, in: packet) != nil, XMPNumber.value(y, in: packet) != nil
      else { return nil }
      places.append((x, y))
    }
    return places.isEmpty ? nil : .polygon(places, list: list)
  }

  private func shape(of region: Region, _ move: ImageMove) -> MarkedShape? {
    let (width, height) = (Double(max(1, move.storedSize.width)), Double(max(1, move.storedSize.height)))
    let unit = region.isInPixels ? (width, height) : (1, 1)
    let value = { (place: Range<Int>) in XMPNumber.value(place, in: packet) ?? 0 }
    switch region.boundary {
    case .rectangle(let places):
      return .rectangle(
        Rect2D(
          x: value(places[0]) / unit.0, y: value(places[1]) / unit.1, width: value(places[2]) / unit.0,
          height: value(places[3]) / unit.1))
    case .circle(let places):
      let radius = value(places[2]) * (region.isInPixels ? 1 : width)
      return .circle(
        x: value(places[0]) / unit.0, y: value(places[1]) / unit.1, diameter: 2 * radius / min(width, height))
    case .polygon(let places, _):
      return .polygon(places.map { Point2D(x: value($0.x) / unit.0, y: value($0.y) / unit.1) })
    }
  }
}
