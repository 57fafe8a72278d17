// What XMP states about a file's geometry besides its orientation: regions, videos and gain maps (MWG 2.0, 5.9; Motion
// Photo 1.0; Ultra HDR 1.1; Dynamic Depth 1.0). The range of a gain map's samples, as its own XMP states it (Ultra HDR
// 1.1, "Gain map metadata").

internal import UprightGeometry

/// The facts from one packet or several.
struct XMPContents: Hashable, Sendable {
  /// One of several contiguous items in a file (Ultra HDR 1.1, "GContainer").
  struct Item: Hashable, Sendable {
    /// Its semantic: Primary, MotionPhoto, GainMap, Original, Depth, Confidence …
    let semantic: String
    /// Its length in bytes; 0 if not stated.
    let length: Int
    /// Number of padding bytes after it.
    let padding: Int
  }

  /// The size for which face regions were made.
  var regionsSize: PixelSize<Stored>?
  /// The items, the main image first.
  var items: [Item] = []
  /// The items of a list for depth photos, which names them by addresses; the main image first.
  var deviceItems: [Item] = []
  /// Whether it says that there is a video.
  var claimsVideo = false
  /// Distance in bytes from the video's start to the file's end, as early motion photos state it.
  var videoLength: Int?
  /// Whether it describes a gain map, of this or another image.
  var hasGainMap = false
  /// The range of this gain map's samples; nil for another image.
  var gainRange: [GainMapRange]?
  /// The packets that contain positions in the image.
  var marked: [[UInt8]] = []

  /// Maximum number of listed items; real files have fewer.
  private static let itemLimit = 64
  /// Maximum distance in bytes from a size's name to its two numbers.
  private static let sizeReach = 256

  init() {}

  /// The facts from a packet.
  init(_ packet: [UInt8]) {
    regionsSize = Self.regionsSize(in: packet)
    items = Self.items(in: packet)
    deviceItems = Self.deviceItems(in: packet)
    videoLength = XMPProperty.number("Camera:MicroVideoOffset", in: packet)
    claimsVideo =
      videoLength != nil
      || ["Camera:MicroVideo", "Camera:MotionPhoto"].contains { XMPProperty.number($0, in: packet) == 1 }
    hasGainMap = XMPProperty.text("hdrgm:Version", in: packet) != nil
    gainRange = hasGainMap ? GainMapRange.all(in: packet) : nil
    marked = Self.marks(packet) ? [packet] : []
  }

  /// Maximum number of packets kept; real files have fewer.
  private static let markedLimit = 4

  /// Whether a packet contains positions in the image, or embedded images.
  static func marks(_ packet: [UInt8]) -> Bool {
    [
      "/schemas/regions/", "/photo/1.2/t/RegionInfo#", "/1.0/panorama/", "/xap/1.0/g/img/", "/photos/1.0/image/",
      "/photos/1.0/depthmap/", "/photos/1.0/focus/", "ImageRegion", "acdsee.com/regions/", "SubjectArea",
      "SubjectLocation", "/camera-raw-settings/",
    ].contains { XMPProperty.firstRange(of: Array($0.utf8), in: packet, from: 0) != nil }
  }

  /// The packet in UTF-8 if it contains positions in the image, or embedded images; otherwise none.
  static func marked(_ packet: [UInt8]) -> [[UInt8]] {
    let text = XMPEncoding.utf8(packet)
    return marks(text) ? [text] : []
  }

  /// Adds the facts of another packet; earlier facts take precedence.
  mutating func add(_ other: XMPContents) {
    regionsSize = regionsSize ?? other.regionsSize
    if items.isEmpty { items = other.items }
    if deviceItems.isEmpty { deviceItems = other.deviceItems }
    claimsVideo = claimsVideo || other.claimsVideo
    videoLength = videoLength ?? other.videoLength
    hasGainMap = hasGainMap || other.hasGainMap
    gainRange = gainRange ?? other.gainRange
    if marked.count < Self.markedLimit { marked += other.marked }
  }

  private static func regionsSize(in packet: [UInt8]) -> PixelSize<Stored>? {
    let name = Array("mwg-rs:AppliedToDimensions".utf8)
    guard let found = XMPProperty.firstRange(of: name, in: packet, from: 0) else { return nil }
    let near = Array(packet[found.upperBound...].prefix(sizeReach))
    guard let width = XMPProperty.number("stDim:w", in: near), let height = XMPProperty.number("stDim:h", in: near),
      (1...1 << 31).contains(width), (1...1 << 31).contains(height)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  private static func items(in packet: [UInt8]) -> [Item] {
    guard let list = XMPProperty.firstRange(of: Array("Container:Directory".utf8), in: packet, from: 0) else {
      return []
    }
    let start = Array("<rdf:li".utf8)
    var (items, next): ([Item], Range<Int>?) = (
      [], XMPProperty.firstRange(of: start, in: packet, from: list.upperBound)
    )
    while let found = next, items.count < itemLimit {
      next = XMPProperty.firstRange(of: start, in: packet, from: found.upperBound)
      if let item = Item(Array(packet[found.upperBound..<(next?.lowerBound ?? packet.count)])) { items.append(item) }
    }
    return items
  }

  /// The items of the first list in several packets, in any encoding.
  static func listedItems(in packets: [[UInt8]]) -> [Item] {
    packets.lazy.map { items(in: XMPEncoding.utf8($0)) }.first { !$0.isEmpty } ?? []
  }

  /// A list by Dynamic Depth 1.0. An item without a length shares the one before it.
  private static func deviceItems(in packet: [UInt8]) -> [Item] {
    let space = Array("/photos/dd/1.0/container/".utf8)
    guard XMPProperty.firstRange(of: space, in: packet, from: 0) != nil, let root = XMPElement(packet) else {
      return []
    }
    for directory in root.all("Container:Directory") {
      let items = directory.items.prefix(itemLimit).compactMap { Item($0.child("Container:Item") ?? $0, in: packet) }
      if let first = items.first { return [first] + items.dropFirst().filter { $0.length > 0 } }
    }
    return []
  }
}

extension XMPContents.Item {
  /// The item that an entry of a list for depth photos describes; nil if it has no address.
  fileprivate init?(_ entry: XMPElement, in packet: [UInt8]) {
    guard let place = entry.value("Item:DataURI", in: packet), entry.value("Item:Semantic", in: packet) == nil else {
      return nil
    }
    let number = { (name: String) in entry.value(name, in: packet).flatMap { Int(XMPNumber.text($0, in: packet)) } }
    let address = XMPNumber.text(place, in: packet)
    let meanings = [("depthmap", "Depth"), ("confidencemap", "Confidence"), ("original", "Original")]
    semantic = meanings.first { address.lowercased().contains($0.0) }?.1 ?? address
    length = max(0, number("Item:Length") ?? 0)
    padding = max(0, number("Item:Padding") ?? 0)
  }

  /// The item that a list entry describes; nil if it has no semantic.
  fileprivate init?(_ entry: [UInt8]) {
    guard let semantic = XMPProperty.text("Item:Semantic", in: entry) else { return nil }
    self.semantic = semantic
    length = XMPProperty.number("Item:Length", in: entry) ?? 0
    padding = XMPProperty.number("Item:Padding", in: entry) ?? 0
  }
}

extension XMPContents {
  /// Regions are relative to the size for which they were made. The finding if that is the image's size with its
  /// sides swapped.
  func regionsFinding(for size: PixelSize<Stored>) -> Finding? {
    guard let made = regionsSize, Shape(made) != .square, Shape(size) != .square, Shape(made) != Shape(size) else {
      return nil
    }
    let (one, other) = (Double(made.width) * Double(size.width), Double(made.height) * Double(size.height))
    guard abs(one - other) <= 0.02 * max(one, other) else { return nil }
    return Finding(.regionsElsewhere, "face regions were made for \(made), but the image is stored as \(size)")
  }
}

/// The gains between which a channel's samples lie, as logarithms to base 2, and the exponent of stored samples.
package struct GainMapRange: Hashable, Sendable {
  /// The gain of a sample of 0.
  package let min: Double
  /// The gain of the largest sample.
  package let max: Double
  /// The exponent.
  package let gamma: Double

  /// Maximum distance in bytes from a property's name to the last value of its list.
  private static let reach = 512

  /// The ranges of red, green and blue; nil if the packet describes no gain map of its own image.
  static func all(in packet: [UInt8]) -> [GainMapRange]? {
    guard let highest = values("hdrgm:GainMapMax", in: packet) else { return nil }
    let lowest = values("hdrgm:GainMapMin", in: packet) ?? [0, 0, 0]
    let gamma = values("hdrgm:Gamma", in: packet) ?? [1, 1, 1]
    return (0..<3).map { GainMapRange(min: lowest[$0], max: highest[$0], gamma: gamma[$0]) }
  }

  /// A property's three values, or its only one three times; nil if it has none.
  private static func values(_ name: String, in packet: [UInt8]) -> [Double]? {
    if let value = XMPProperty.text(name, in: packet).flatMap(Double.init) { return [value, value, value] }
    guard let found = XMPProperty.firstRange(of: Array(name.utf8), in: packet, from: 0) else { return nil }
    var near = Array(packet[found.upperBound...].prefix(reach))
    if let end = XMPProperty.firstRange(of: Array(name.utf8), in: near, from: 0) {
      near = Array(near[..<end.lowerBound])
    }
    let listed = XMPProperty.valueRanges(of: "rdf:li", in: near)
      .compactMap { Double(String(decoding: near[$0], as: UTF8.self)) }
    if let only = listed.first, listed.count == 1 { return [only, only, only] }
    return listed.count == 3 ? listed : nil
  }
}
