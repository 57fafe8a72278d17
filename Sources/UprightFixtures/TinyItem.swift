// An item of a HEIF or AVIF file: an image, a tile, or metadata (ISO 23008-12, 6; ISO 14496-12, 8.11).

public import UprightGeometry

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
