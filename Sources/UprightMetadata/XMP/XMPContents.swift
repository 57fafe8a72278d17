// What XMP says about the geometry of a file besides its orientation: regions, films and gain maps (MWG 2.0, 5.9; Motion Photo 1.0; Ultra HDR 1.1).

internal import UprightGeometry

/// Facts of one packet, or of several together.
struct XMPContents: Hashable, Sendable {
  /// One file of several that lie one behind the other (Ultra HDR 1.1, "GContainer").
  struct Item: Hashable, Sendable {
    /// What it is for: Primary, MotionPhoto, GainMap …
    let semantic: String
    /// How many bytes it has; 0 where that is not said.
    let length: Int
    /// Bytes behind it that belong to nothing.
    let padding: Int
  }

  /// The size that face regions were made for.
  var regionsSize: PixelSize<Stored>?
  /// The files, the picture itself first.
  var items: [Item] = []
  /// How many bytes before the file's end a film starts, as early motion photos say it.
  var videoLength: Int?
  /// Whether it describes a gain map, its own or another picture's.
  var hasGainMap = false
  /// The packets that name places in the picture.
  var marked: [[UInt8]] = []

  /// No file lists more.
  private static let itemLimit = 64
  /// How far behind its name the two numbers of a size stand at most.
  private static let sizeReach = 256

  init() {}

  /// What a packet says.
  init(_ packet: [UInt8]) {
    regionsSize = Self.regionsSize(in: packet)
    items = Self.items(in: packet)
    videoLength = XMPProperty.number("Camera:MicroVideoOffset", in: packet)
    hasGainMap = XMPProperty.text("hdrgm:Version", in: packet) != nil
    marked = Self.marks(packet) ? [packet] : []
  }

  /// No file has more packets.
  private static let markedLimit = 4

  /// Whether a packet names places in the picture, or holds pictures.
  static func marks(_ packet: [UInt8]) -> Bool {
    [
      "/schemas/regions/", "/photo/1.2/t/RegionInfo#", "/1.0/panorama/", "/xap/1.0/g/img/", "/photos/1.0/image/",
      "/photos/1.0/depthmap/",
    ].contains { XMPProperty.firstRange(of: Array($0.utf8), in: packet, from: 0) != nil }
  }

  /// Adds what a further packet says; what was said first stays.
  mutating func add(_ other: XMPContents) {
    regionsSize = regionsSize ?? other.regionsSize
    if items.isEmpty { items = other.items }
    videoLength = videoLength ?? other.videoLength
    hasGainMap = hasGainMap || other.hasGainMap
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
}

extension XMPContents.Item {
  /// The item that an entry of the list describes, or nil where it says not what it is for.
  fileprivate init?(_ entry: [UInt8]) {
    guard let semantic = XMPProperty.text("Item:Semantic", in: entry) else { return nil }
    self.semantic = semantic
    length = XMPProperty.number("Item:Length", in: entry) ?? 0
    padding = XMPProperty.number("Item:Padding", in: entry) ?? 0
  }
}

extension XMPContents {
  /// Regions count in parts of the size that they were made for; where that is the picture's with its sides exchanged, they lie elsewhere.
  func regionsFinding(for size: PixelSize<Stored>) -> Finding? {
    guard let made = regionsSize, Shape(made) != .square, Shape(size) != .square, Shape(made) != Shape(size) else {
      return nil
    }
    let (one, other) = (Double(made.width) * Double(size.width), Double(made.height) * Double(size.height))
    guard abs(one - other) <= 0.02 * max(one, other) else { return nil }
    return Finding(.regionsElsewhere, "face regions were made for \(made), and the picture is stored as \(size)")
  }
}
