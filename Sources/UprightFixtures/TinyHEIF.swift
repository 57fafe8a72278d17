// A HEIF or AVIF file built box by box, in any layout that the standards allow (ISO 23008-12; ISO 14496-12, 8.11; AVIF
// 1.1).

public import UprightGeometry

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
