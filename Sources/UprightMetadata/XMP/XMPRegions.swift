// Regions marked on the image, such as faces (MWG 2.0, 5.9; Microsoft Photo 1.2, RegionInfo; ACDSee's regions; IPTC's;
// Lightroom's and Apple's fields).

package import UprightGeometry

/// The marked regions of one packet.
struct XMPRegions {
  private let packet: [UInt8]
  private let lists: [List]
  private let imageRegions: XMPImageRegions

  /// Whose properties a list has.
  private enum Schema { case mwg, microsoft, acdsee }

  /// One list of regions, with the properties that apply to all of them.
  private struct List {
    var schema = Schema.mwg
    let regions: [Region]
    let dimensions: Dimensions?
    /// Whether Lightroom wrote it, which always uses the image as stored, whatever dimensions it states.
    let isRotated: Bool
  }

  /// The size for which regions were made, and its ranges.
  private struct Dimensions {
    let width, height: Range<Int>
    let size: PixelSize<Marked>
  }

  /// One region, and the ranges of its numbers.
  private struct Region {
    let element: XMPElement
    let shape: MarkedShape
    let numbers: [Range<Int>]
    var isInPixels = false
    /// Whether it is another boundary of the preceding region.
    var isSecondary = false
    /// Its name, or "".
    var name = ""
  }

  /// From a packet with the root element `root`.
  init(_ root: XMPElement, in packet: [UInt8]) {
    self.packet = packet
    imageRegions = XMPImageRegions(root, in: packet)
    lists =
      root.all("mwg-rs:Regions").map { Self.list($0, in: packet) }
      + root.all("MP:RegionInfo").map { info in
        let regions = (info.child("MPRI:Regions")?.items ?? []).compactMap { Self.rectangle($0, in: packet) }
        return List(schema: .microsoft, regions: regions, dimensions: nil, isRotated: false)
      } + root.all("acdsee-rs:Regions").map { Self.listOfACDSee($0, in: packet) }
  }

  /// Number of regions.
  var count: Int { lists.reduce(imageRegions.count) { $0 + $1.regions.count { !$0.isSecondary } } }

  /// How many of them the new image still shows.
  func keptCount(_ move: ImageMove) -> Int {
    lists.reduce(imageRegions.keptCount(move)) { sum, list in
      let map = map(of: list, move)
      return sum + list.regions.count { !$0.isSecondary && map.moved($0.shape) != nil }
    }
  }

  /// The changes that keep the regions in place.
  func changes(_ move: ImageMove) -> [XMPChange] {
    imageRegions.changes(move)
      + lists.flatMap { list in
        let map = map(of: list, move)
        let size = list.dimensions.map { newSize($0, move, map) }
        let regions = list.regions.flatMap { changes(of: $0, by: map, newSize: size) }
        guard let dimensions = list.dimensions, let size else { return regions }
        return regions
          + [
            XMPNumber.change(dimensions.width, to: size.width, in: packet),
            XMPNumber.change(dimensions.height, to: size.height, in: packet),
          ].compactMap(\.self)
      }
  }

  /// Regions refer to the image as stored (MWG 2.0, 5.9), unless they were made for a size that is clearly the
  /// displayed one.
  private func map(of list: List, _ move: ImageMove) -> RegionMap {
    guard !list.isRotated, let made = list.dimensions?.size,
      made.belongs(to: move.displayedSize, notTo: move.storedSize)
    else { return RegionMap(stored: move) }
    return RegionMap(displayed: move)
  }

  /// The new image's size if the regions were made for the source's size; otherwise one with the same error.
  private func newSize(_ old: Dimensions, _ move: ImageMove, _ map: RegionMap) -> (width: Double, height: Double) {
    let (size, made, stored) = (move.edit.size, old.size, move.storedSize)
    let new = (width: Double(size.width), height: Double(size.height))
    guard !made.isShaped(like: stored), !made.isShaped(like: move.displayedSize) else { return new }
    let excess = (Double(made.width) / Double(stored.width), Double(made.height) / Double(stored.height))
    return move.edit.swapsAxes
      ? ((new.width * excess.1).rounded(), (new.height * excess.0).rounded())
      : ((new.width * excess.0).rounded(), (new.height * excess.1).rounded())
  }

  private func changes(
    of region: Region, by map: RegionMap, newSize: (width: Double, height: Double)?
  ) -> [XMPChange] {
    guard let moved = map.moved(region.shape) else { return [region.element.removal(in: packet)] }
    let scale = region.isInPixels ? newSize ?? (1, 1) : (1, 1)
    return reorients(of: region.element, by: map.reorientation) + place(moved, of: region, scale: scale)
  }

  /// Lists of separate numbers begin with the center. Microsoft's format is one text that begins with the top left
  /// corner.
  private func place(
    _ shape: MarkedShape, of region: Region, scale: (width: Double, height: Double)
  ) -> [XMPChange] {
    var values: [Double]
    switch shape {
    case .polygon: values = []
    case .point(let x, let y): values = [x * scale.width, y * scale.height]
    case .circle(let x, let y, let diameter):
      values = [x * scale.width, y * scale.height, diameter * min(scale.width, scale.height)]
    case .rectangle(let rect):
      if region.numbers.count == 1 {
        let text = [rect.x, rect.y, rect.width, rect.height].map { XMPNumber.text($0) }.joined(separator: ", ")
        return Self.numbers(region.numbers[0], in: packet).map { XMPNumber.text($0) }.joined(separator: ", ") == text
          ? [] : [XMPChange(region.numbers[0], text)]
      }
      values = [
        (rect.x + rect.width / 2) * scale.width, (rect.y + rect.height / 2) * scale.height, rect.width * scale.width,
        rect.height * scale.height,
      ]
    }
    return zip(region.numbers, values).compactMap { XMPNumber.change($0, to: $1, in: packet) }
  }

  /// The rotation of a face: radians in Lightroom's field, integer degrees in Apple's. Both are clockwise in the
  /// space of the region.
  private func reorients(of element: XMPElement, by turn: RegionReorientation) -> [XMPChange] {
    guard !turn.isIdentity else { return [] }
    var changes: [XMPChange] = []
    if let place = element.value("mwg-rs:Rotation", in: packet), let angle = XMPNumber.value(place, in: packet) {
      let turned = turn.applied(to: angle, full: 2 * .pi)
      changes += [XMPNumber.change(place, to: turned > .pi ? turned - 2 * .pi : turned, in: packet)].compactMap(\.self)
    }
    let extensions = element.child("mwg-rs:Extensions")
    if let place = extensions?.value("apple-fi:AngleInfoRoll", in: packet),
      let angle = XMPNumber.value(place, in: packet)
    {
      changes += [XMPNumber.change(place, to: turn.applied(to: angle, full: 360), in: packet)].compactMap(\.self)
    }
    return changes
  }
}

// MARK: - Contradictions

extension XMPRegions {
  /// The name of a region that the Metadata Working Group's list and Microsoft's place differently, or "" if no region
  /// of one list is where one of the other is; nil if the lists agree, or only one has rectangles.
  func contradiction(_ move: ImageMove) -> String? {
    let (mwg, microsoft) = (rectangles(.mwg, move), rectangles(.microsoft, move))
    guard !mwg.isEmpty, !microsoft.isEmpty else { return nil }
    for (name, rect) in mwg where !name.isEmpty && mwg.count(where: { $0.name == name }) == 1 {
      let others = microsoft.filter { $0.name == name }
      if others.count == 1, others.allSatisfy({ Self.overlap(rect, $0.rect) < Self.leastOverlap }) { return name }
    }
    let areNamed = (mwg + microsoft).contains { !$0.name.isEmpty }
    let meet = mwg.contains { one in microsoft.contains { Self.overlap(one.rect, $0.rect) >= Self.leastOverlap } }
    return areNamed || mwg.count != microsoft.count || meet ? nil : ""
  }

  /// The common part of two boxes of the same face, as a fraction of both together, is larger even if two programs
  /// found them.
  private static let leastOverlap = 0.1

  private func rectangles(_ schema: Schema, _ move: ImageMove) -> [(name: String, rect: Rect2D<Normalized<Marked>>)] {
    lists.filter { $0.schema == schema }.flatMap { list in
      let map = map(of: list, move)
      return list.regions.compactMap { region -> (name: String, rect: Rect2D<Normalized<Marked>>)? in
        guard case .rectangle(let rect)? = map.moved(region.shape) else { return nil }
        return (region.name, rect)
      }
    }
  }

  private static func overlap(_ one: Rect2D<Normalized<Marked>>, _ other: Rect2D<Normalized<Marked>>) -> Double {
    let common = one.intersection(other).map { $0.width * $0.height } ?? 0
    let both = one.width * one.height + other.width * other.height - common
    return both > 0 ? common / both : 0
  }
}

extension Finding {
  /// The finding if two lists of regions contradict each other.
  static func regions(
    _ packets: [[UInt8]], of size: PixelSize<Stored>, _ orientation: Orientation<Stored, Displayed>
  ) -> Finding? {
    let edit = MetadataEdit(
      size: PixelSize(width: size.width, height: size.height), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil,
      keepsProfile: true, keepsCoding: true)
    let move = ImageMove(storedSize: size, orientation: orientation, edit: edit)
    let both = ["/schemas/regions/", "/photo/1.2/t/RegionInfo#"].map { Array($0.utf8) }
    for packet in packets where both.allSatisfy({ XMPProperty.firstRange(of: $0, in: packet, from: 0) != nil }) {
      guard let root = XMPElement(packet), let name = XMPRegions(root, in: packet).contradiction(move) else { continue }
      let whose = name.isEmpty ? "regions" : "the region \u{201C}\(name)\u{201D}"
      return Finding(.regionsContradict, "MWG and Microsoft's list place \(whose) differently")
    }
    return nil
  }
}

// MARK: - Reading

extension XMPRegions {
  private static func list(_ element: XMPElement, in packet: [UInt8]) -> List {
    let dimensions = element.child("mwg-rs:AppliedToDimensions").flatMap { Self.dimensions($0, "stDim:", in: packet) }
    let items = element.child("mwg-rs:RegionList")?.items ?? []
    let regions = items.compactMap { item -> Region? in
      guard let area = item.child("mwg-rs:Area"),
        var region = Self.area(item, area, "stArea:", madeFor: dimensions?.size, in: packet)
      else { return nil }
      region.name = item.value("mwg-rs:Name", in: packet).map { XMPNumber.text($0, in: packet) } ?? ""
      return region
    }
    let isRotated = items.contains { $0.value("mwg-rs:Rotation", in: packet) != nil }
    return List(regions: regions, dimensions: dimensions, isRotated: isRotated)
  }

  /// ACDSee's list: an area that a person confirmed, or the one that the program found, or both.
  private static func listOfACDSee(_ element: XMPElement, in packet: [UInt8]) -> List {
    let dimensions = element.child("acdsee-rs:AppliedToDimensions").flatMap {
      Self.dimensions($0, "acdsee-stDim:", in: packet)
    }
    let items = element.child("acdsee-rs:RegionList")?.items ?? []
    let regions = items.flatMap { item -> [Region] in
      let areas = ["acdsee-rs:DLYArea", "acdsee-rs:ALGArea"].compactMap { item.child($0) }
      return areas.enumerated().compactMap { index, place in
        let owner = index == 0 ? item : place
        var region = area(owner, place, "acdsee-stArea:", madeFor: dimensions?.size, in: packet)
        region?.isSecondary = index > 0
        return region
      }
    }
    return List(schema: .acdsee, regions: regions, dimensions: dimensions, isRotated: false)
  }

  private static func dimensions(_ element: XMPElement, _ prefix: String, in packet: [UInt8]) -> Dimensions? {
    guard let width = element.value(prefix + "w", in: packet), let height = element.value(prefix + "h", in: packet),
      let across = XMPNumber.value(width, in: packet), let down = XMPNumber.value(height, in: packet),
      across >= 1, down >= 1
    else { return nil }
    return Dimensions(
      width: width, height: height, size: PixelSize(width: Int(across.rounded()), height: Int(down.rounded())))
  }

  /// A point, a circle or a rectangle given by its center, normalized or in pixels of the size for which it was made.
  private static func area(
    _ item: XMPElement, _ area: XMPElement, _ prefix: String, madeFor size: PixelSize<Marked>?, in packet: [UInt8]
  ) -> Region? {
    let unit = area.value(prefix + "unit", in: packet).map { XMPNumber.text($0, in: packet) }
    let isInPixels = unit == "pixel"
    if isInPixels, size == nil { return nil }
    let (width, height) = isInPixels ? (Double(size?.width ?? 1), Double(size?.height ?? 1)) : (1, 1)
    var places: [String: (Range<Int>, Double)] = [:]
    for name in ["x", "y", "w", "h", "d"] {
      guard let place = area.value(prefix + name, in: packet), let value = XMPNumber.value(place, in: packet) else {
        continue
      }
      places[name] = (place, value)
    }
    guard let x = places["x"], let y = places["y"] else { return nil }
    let centre = (x.1 / width, y.1 / height)
    if let w = places["w"], let h = places["h"], w.1 > 0, h.1 > 0 {
      let rect = Rect2D<Normalized<Marked>>(
        x: centre.0 - w.1 / width / 2, y: centre.1 - h.1 / height / 2, width: w.1 / width, height: h.1 / height)
      return Region(
        element: item, shape: .rectangle(rect), numbers: [x.0, y.0, w.0, h.0], isInPixels: isInPixels)
    }
    if let d = places["d"], d.1 > 0 {
      let shape = MarkedShape.circle(x: centre.0, y: centre.1, diameter: d.1 / min(width, height))
      return Region(element: item, shape: shape, numbers: [x.0, y.0, d.0], isInPixels: isInPixels)
    }
    return Region(
      element: item, shape: .point(x: centre.0, y: centre.1), numbers: [x.0, y.0], isInPixels: isInPixels)
  }

  /// Microsoft's format: the top left corner, width and height as one text.
  private static func rectangle(_ item: XMPElement, in packet: [UInt8]) -> Region? {
    guard let place = item.value("MPReg:Rectangle", in: packet) else { return nil }
    let numbers = numbers(place, in: packet)
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    let rect = Rect2D<Normalized<Marked>>(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    let name = item.value("MPReg:PersonDisplayName", in: packet).map { XMPNumber.text($0, in: packet) }
    return Region(element: item, shape: .rectangle(rect), numbers: [place], name: name ?? "")
  }

  private static func numbers(_ place: Range<Int>, in packet: [UInt8]) -> [Double] {
    guard place.count <= 256 else { return [] }
    return packet[place].split(separator: UInt8(ascii: ",")).compactMap {
      XMPNumber.value(XMPProperty.trimmed($0.indices, in: packet), in: packet)
    }
  }
}

extension PixelSize {
  /// Whether this size matches `one` and not `other`: it is equal to it, or only `one` has its aspect ratio.
  func belongs<One: Space, Other: Space>(to one: PixelSize<One>, notTo other: PixelSize<Other>) -> Bool {
    if (width, height) == (other.width, other.height) { return false }
    return (width, height) == (one.width, one.height) || isShaped(like: one) && !isShaped(like: other)
  }

  /// Whether aspect ratios match to within 2 %.
  package func isShaped<Other: Space>(like other: PixelSize<Other>) -> Bool {
    let (one, two) = (Double(width) * Double(other.height), Double(height) * Double(other.width))
    return abs(one - two) <= 0.02 * max(one, two)
  }
}
