// A HEIF or AVIF file built box by box, in any layout that the standards allow (ISO 23008-12; ISO 14496-12, 8.11; AVIF
// 1.1).

public import UprightGeometry
import UprightMetadata

/// A file of items.
public struct TinyHEIF: Sendable {
  /// How the tables are written.
  public struct Layout: Sendable {
    /// The version of `iloc`: 0, 1 or 2.
    public var locationVersion = 0
    /// Bytes of each field of `iloc`: 0, 4 or 8.
    public var offsetSize = 4
    /// Bytes of an extent's length.
    public var lengthSize = 4
    /// Bytes of the base offset.
    public var baseSize = 0
    /// Bytes of an extent's index.
    public var indexSize = 0
    /// Whether the base offset is the position and the extents' offsets are relative to it.
    public var usesBase = false
    /// The version of `ipma`: 0 or 1.
    public var associationVersion = 0
    /// Whether `ipma` has two bytes per association.
    public var isWide = false
    /// Whether item numbers have four bytes in `pitm`, `infe` and `iref`.
    public var hasLongIDs = false
    /// Whether `mdat` is before `meta`.
    public var isDataFirst = false
    /// Whether `iprp` is after `iloc`.
    public var arePropertiesLast = true
    /// How the lengths of `meta`, `iprp`, `ipco` and `ipma` are written.
    public var length = TinyBoxLength.short

    /// The simplest layout.
    public init() {}
  }

  /// The brands, the major one first.
  public var brands = ["avif", "mif1", "miaf", "MA1B"]
  /// The handler type.
  public var handler = "pict"
  /// The primary item; nil for no `pitm`.
  public var primary: Int? = 1
  /// The items in order.
  public var items: [TinyItem] = []
  /// The properties in order.
  public var properties: [TinyProperty] = []
  /// The references between items.
  public var references: [(kind: String, from: Int, to: [Int])] = []
  /// The groups of items.
  public var groups: [(kind: String, ids: [Int])] = []
  /// How the tables are written.
  public var layout = Layout()
  /// Boxes after all others.
  public var trailer: [UInt8] = []

  /// A file without items.
  public init() {}

  /// `TinyImage.sixColors.enlarged(by: 8)`, stored upright, with these transforms in this order, and metadata.
  public init(_ transforms: [HEIFProperty], exif: TinyTIFF? = nil, xmp: [UInt8]? = nil) {
    properties = [.size(width: 24, height: 16), .depths, .coding] + transforms.map { .transform($0) }
    let propertyLinks = transforms.indices.map { TinyItem.PropertyLink($0 + 4, essential: true) }
    items = [
      TinyItem(
        1, "av01", Self.codedImage, propertyLinks: [.init(1), .init(2), .init(3, essential: true)] + propertyLinks)
    ]
    if let exif { describe(with: .exif(2, exif)) }
    if let xmp { describe(with: .xmp(3, xmp)) }
  }

  /// The same, with the transforms that libavif writes for a tag.
  public init(_ tag: ExifOrientation, exif: TinyTIFF? = nil, xmp: [UInt8]? = nil) {
    self.init(HEIFProperty.operations(for: tag), exif: exif, xmp: xmp)
  }

  /// Adds an item with metadata of the image.
  public mutating func describe(with item: TinyItem) {
    items.append(item)
    references.append(("cdsc", item.id, [primary ?? 1]))
  }

  /// 24 × 16, six squares of 8 in the colors of `TinyImage.sixColors`: AV1, 4:2:0, full range, BT.601, coded by
  /// `avifenc -s 0 --min 20 --max 30 -y 420` (libavif 0.11.1, aom 3.6.0).
  public static let codedImage: [UInt8] = [
    0x12, 0x00, 0x0A, 0x09, 0x18, 0x10, 0xEF, 0xFC, 0x90, 0x10, 0xD0, 0x68, 0x40, 0x32, 0x27, 0x45, 0x90, 0x00,
    0x00, 0x10, 0x10, 0xDA, 0x71, 0x38, 0xDD, 0x87, 0x48, 0x95, 0xCA, 0x81, 0xB9, 0xEC, 0xE1, 0x65, 0xFB, 0x21,
    0x6A, 0x3C, 0xC5, 0x35, 0x15, 0x2D, 0x41, 0xBF, 0xD9, 0x78, 0x73, 0xF2, 0x80, 0xBE, 0xD6, 0x20, 0x62, 0x80,
  ]

  /// The same with the colors in reverse order, white first.
  public static let reversedImage: [UInt8] = [
    0x12, 0x00, 0x0A, 0x09, 0x18, 0x10, 0xEF, 0xFC, 0x90, 0x10, 0xD0, 0x68, 0x40, 0x32, 0x27, 0x45, 0x90, 0x00,
    0x00, 0x10, 0x10, 0xE6, 0x29, 0x81, 0xF0, 0xCA, 0x0F, 0x9D, 0x90, 0xA6, 0x0E, 0xFA, 0x6E, 0xA4, 0x44, 0xB4,
    0x3E, 0x84, 0x83, 0x9D, 0x41, 0xEE, 0x8C, 0x14, 0x70, 0x49, 0xD6, 0xF5, 0xA1, 0xE6, 0x0E, 0x07, 0xD4, 0x80,
  ]

  /// The whole file.
  public var bytes: [UInt8] {
    let head = TinyBox.bytes("ftyp", brands.prefix(1).flatMap(\.utf8) + [0, 0, 0, 0] + brands.flatMap(\.utf8))
    let data = TinyBox.bytes("mdat", items.flatMap { $0.storage.isFile ? $0.data : [] })
    let length = meta(dataStart: 0).count
    let start = head.count + 8 + (layout.isDataFirst ? 0 : length)
    let meta = meta(dataStart: start)
    return head + (layout.isDataFirst ? data + meta : meta + data) + trailer
  }
}

extension TinyItem.Storage {
  fileprivate var isFile: Bool { if case .file = self { true } else { false } }
}

extension TinyHEIF {
  private var idSize: Int { layout.hasLongIDs ? 4 : 2 }

  private func meta(dataStart: Int) -> [UInt8] {
    var boxes = TinyBox.full("hdlr", [0, 0, 0, 0] + handler.utf8 + [UInt8](repeating: 0, count: 13))
    if let primary {
      boxes += TinyBox.full("pitm", version: layout.hasLongIDs ? 1 : 0, TinyBox.number(primary, idSize))
    }
    if !layout.arePropertiesLast { boxes += itemProperties }
    boxes += locations(dataStart: dataStart) + infos
    if !references.isEmpty { boxes += referenceBox }
    if layout.arePropertiesLast { boxes += itemProperties }
    if !groups.isEmpty { boxes += groupBox }
    let inside = items.flatMap { $0.storage.isFile ? [] : $0.data }
    if !inside.isEmpty { boxes += TinyBox.bytes("idat", inside) }
    return TinyBox.full("meta", boxes, length: layout.length == .open && !layout.isDataFirst ? .short : layout.length)
  }

  private var infos: [UInt8] {
    let entries = items.flatMap { item in
      let mime = item.kind == "mime" ? item.contentType.utf8 + [0] : []
      return TinyBox.full(
        "infe", version: layout.hasLongIDs ? 3 : 2, flags: item.isHidden ? 1 : 0,
        TinyBox.number(item.id, idSize) + [0, 0] + item.kind.utf8 + [0] + mime)
    }
    return TinyBox.full("iinf", TinyBox.number(items.count, 2) + entries)
  }

  private var referenceBox: [UInt8] {
    let entries = references.flatMap { reference in
      TinyBox.bytes(
        reference.kind,
        TinyBox.number(reference.from, idSize) + TinyBox.number(reference.to.count, 2)
          + reference.to.flatMap { TinyBox.number($0, idSize) })
    }
    return TinyBox.full("iref", version: layout.hasLongIDs ? 1 : 0, entries)
  }

  private var groupBox: [UInt8] {
    TinyBox.bytes(
      "grpl",
      groups.enumerated().flatMap { number, group in
        TinyBox.full(
          group.kind,
          TinyBox.number(1_000 + number, 4) + TinyBox.number(group.ids.count, 4)
            + group.ids.flatMap { TinyBox.number($0, 4) })
      })
  }

  private var itemProperties: [UInt8] {
    let length = layout.length == .open ? TinyBoxLength.short : layout.length
    let container = TinyBox.bytes("ipco", properties.flatMap(\.bytes), length: length)
    let lists = items.filter { !$0.propertyLinks.isEmpty }
    let entries = lists.flatMap { item in
      TinyBox.number(item.id, layout.associationVersion == 0 ? 2 : 4) + [UInt8(item.propertyLinks.count)]
        + item.propertyLinks.flatMap { link in
          TinyBox.number(link.index | (link.isEssential ? (layout.isWide ? 0x8000 : 0x80) : 0), layout.isWide ? 2 : 1)
        }
    }
    let table = TinyBox.full(
      "ipma", version: layout.associationVersion, flags: layout.isWide ? 1 : 0,
      TinyBox.number(lists.count, 4) + entries, length: length)
    return TinyBox.bytes("iprp", container + table, length: length)
  }

  private func locations(dataStart: Int) -> [UInt8] {
    let sizes = layout.offsetSize << 12 | layout.lengthSize << 8 | layout.baseSize << 4 | layout.indexSize
    let idSize = layout.locationVersion < 2 ? 2 : 4
    var (file, inside) = (dataStart, 0)
    var entries: [UInt8] = []
    for item in items {
      let start = item.storage.isFile ? file : inside
      if item.storage.isFile { file += item.data.count } else { inside += item.data.count }
      entries += TinyBox.number(item.id, idSize) + location(of: item, start: start)
    }
    return TinyBox.full(
      "iloc", version: layout.locationVersion,
      TinyBox.number(sizes, 2) + TinyBox.number(items.count, idSize) + entries)
  }

  private func location(of item: TinyItem, start: Int) -> [UInt8] {
    var pieces = 1
    if case .file(let count) = item.storage { pieces = max(1, min(count, item.data.count)) }
    let method = layout.locationVersion == 0 ? [] : TinyBox.number(item.storage.isFile ? 0 : 1, 2)
    let base = layout.usesBase ? start : 0
    var bytes = method + [0, 0] + TinyBox.number(base, layout.baseSize) + TinyBox.number(pieces, 2)
    for piece in 0..<pieces {
      let (from, to) = (item.data.count * piece / pieces, item.data.count * (piece + 1) / pieces)
      bytes += TinyBox.number(piece + 1, layout.locationVersion == 0 ? 0 : layout.indexSize)
      bytes += TinyBox.number(start - base + from, layout.offsetSize) + TinyBox.number(to - from, layout.lengthSize)
    }
    return bytes
  }
}

// An item of a HEIF or AVIF file: an image, a tile, or metadata (ISO 23008-12, 6; ISO 14496-12, 8.11).

/// An item.
public struct TinyItem: Sendable {
  /// Where its bytes are.
  public enum Storage: Sendable {
    /// In `mdat`, in this number of extents.
    case file(pieces: Int)
    /// In `idat`.
    case itemData
  }

  /// An association with a property.
  public struct PropertyLink: Sendable {
    /// The property's index from 1; 0 for none.
    public var index: Int
    /// Whether it is essential: a reader must support it.
    public var isEssential: Bool

    /// An association.
    public init(_ index: Int, essential: Bool = false) { (self.index, isEssential) = (index, essential) }
  }

  /// Its ID.
  public var id: Int
  /// Its type.
  public var kind: String
  /// The MIME type of a `mime` item.
  public var contentType = ""
  /// Its bytes.
  public var data: [UInt8]
  /// Where they are.
  public var storage = Storage.file(pieces: 1)
  /// Whether it is a part of another image, not an image to show.
  public var isHidden = false
  /// Its properties in order.
  public var propertyLinks: [PropertyLink] = []

  /// An item.
  public init(_ id: Int, _ kind: String, _ data: [UInt8], propertyLinks: [PropertyLink] = []) {
    (self.id, self.kind, self.data, self.propertyLinks) = (id, kind, data, propertyLinks)
  }

  /// An Exif block after its four-byte offset, with a prefix before the TIFF header.
  public static func exif(_ id: Int, _ block: TinyTIFF, prefix: [UInt8] = []) -> TinyItem {
    TinyItem(id, "Exif", TinyBox.number(prefix.count, 4) + prefix + block.bytes)
  }

  /// An XMP packet.
  public static func xmp(_ id: Int, _ packet: [UInt8]) -> TinyItem {
    var item = TinyItem(id, "mime", packet)
    item.contentType = "application/rdf+xml"
    return item
  }
}

/// A property of items.
public enum TinyProperty: Sendable {
  /// `ispe`.
  case size(width: Int, height: Int)
  /// `irot` or `imir`.
  case transform(HEIFProperty)
  /// `clap`: a centered clean aperture of this size.
  case aperture(width: Int, height: Int)
  /// `pixi`: three channels of eight bits.
  case depths
  /// `av1C` of `TinyHEIF.codedImage`.
  case coding
  /// Any other box.
  case box([UInt8])

  /// The box.
  public var bytes: [UInt8] {
    switch self {
    case .size(let width, let height):
      TinyBox.full("ispe", TinyBox.number(width, 4) + TinyBox.number(height, 4))
    case .transform(.rotation(let angle)): TinyBox.bytes("irot", [angle.rawValue])
    case .transform(.mirror(let axis)): TinyBox.bytes("imir", [axis.rawValue])
    case .aperture(let width, let height):
      TinyBox.bytes("clap", [width, 1, height, 1, 0, 1, 0, 1].flatMap { TinyBox.number($0, 4) })
    case .depths: TinyBox.full("pixi", [3, 8, 8, 8])
    case .coding: TinyBox.bytes("av1C", [0x81, 0, 0x0C, 0])
    case .box(let bytes): bytes
    }
  }
}

// The bytes of an overlay item, which places images on a canvas (ISO 23008-12, 6.6.2.2).

/// An overlay.
package struct TinyOverlay: Sendable {
  /// Red, green, blue and alpha of the canvas, 0 to 65,535 each.
  package var fill = [0, 0, 0, 0xFFFF]
  /// Columns and rows of the canvas.
  package var width, height: Int
  /// The position of each image: columns and rows from the canvas's top left corner.
  package var offsets: [[Int]]
  /// Whether sizes and offsets have four bytes rather than two.
  package var isWide = false

  /// An opaque black canvas.
  package init(width: Int, height: Int, offsets: [[Int]]) {
    (self.width, self.height, self.offsets) = (width, height, offsets)
  }

  /// The item's data.
  package var bytes: [UInt8] {
    let numbers = ([width, height] + offsets.flatMap { $0 }).flatMap { TinyBox.number($0, isWide ? 4 : 2) }
    return [0, isWide ? 1 : 0] + fill.flatMap { TinyBox.number($0, 2) } + numbers
  }
}

// An HEVC-coded image, for files like those of phones (ISO 14496-15, 8.3.3.1; ITU-T H.265).

/// 64 × 64, of which the top left 48 × 32 are six squares of 16: red, green, blue, yellow, magenta, cyan, of 220 and 30
/// (green 200). Coded by `heif-enc -q 60` (libheif 1.15.1, x265 3.5), 4:2:0.
package enum TinyHEVC {
  /// The box `hvcC`.
  package static let configuration = bytes(
    """
    00000076687663430103700000000000000000001ef000fcfdf8f800000f03200001001840010c01ffff03700000030090000003000003001eba
    0240210001002a42010103700000030090000003000003001ea020810596eae4a6b9b8101030200000030020000003002122000100064401c173
    c089
    """)

  /// The coded image.
  package static let codedImage = bytes(
    """
    0000013a2801af09e02139341fffec91cfffb969d97e9f5fbc2df204adfed3e7ffe7361bd7ffc2c11dff3b025ff58f3fb57fd6aa74faa18b17da
    7aa8cfffe8657bfef3c21fe53d035c11607f4aeb7feb25edfc09c1171177c40e50d5cf3d31bfbbc75e18e856c57a94326d0bd24fe3fd22a14635
    964ce29202a9e89066e64419537a08f66284e1ba974a874780915ebef77a283be6539ecc7da8a05ada88e7b763bb4fded4d5698c805977c60624
    4c18c2427dd3d03dd751c9e7c0ed13e2ce5f29e3f87a75fd385fd13236495cdaf23949905903c6f6bae5e4af5e6cdcebbd2302c3029b3983d403
    5442ff9a0658e2fa020630eda542e7d34511052fecbbeaf58f78d28bd0177206b0deb1370e8faa95bd906f5232b47c0705321db11b14944c8782
    11b800313b48c3705d3e727f819aee370c9d1cc3b654e2ea4475fcf0
    """)

  /// The box `hvcC` of ``codedBlocks``.
  package static let blockConfiguration = bytes(
    """
    00000078687663430103700000000000000000001ef000fcfdf8f800000f03200001001840010c01ffff0370000003009000000300000300
    1eba0240210001002b42010103700000030090000003000003001ea0182030596ea4929ae6e04040c0800000030080000003008422000100
    074401c172b06240
    """)

  /// 192 × 192, nine blocks of 64 in different colors, coded as above at quality 30.
  package static let codedBlocks = bytes(
    """
    000000a22801af1966d728f77c8537b4eefe567fb5b4fffaad0905613f6c0b4fcbc5524e6561beeb1eea629df43165d0aecf20afe9dec2f6
    1ca7a68d5a54f6e240aba15bfff03364f8a8f9377c70c069d6dfecb7a05ffe8a19ff33800d6960e137d17648111ac726dafd4776ae50d9a0
    7921324da8ceb82c6e988fcb5044a00c4ecd8b4d24dfd7544b7560453deb363c403c023d6b8b0ffcb6e67e24f174ad63e037cf782160
    """)

  private static func bytes(_ digits: String) -> [UInt8] {
    Hex.bytes(digits.filter { !$0.isNewline }) ?? []
  }
}
