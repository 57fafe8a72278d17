// One marker segment of a JPEG (ITU T.81, B.1.1.4).

/// A marker and its payload, as file offsets.
struct JPEGSegment: Hashable, Sendable {
  /// The marker's second byte.
  let marker: UInt8
  /// Offset of the preceding 0xFF.
  let offset: Int
  /// The range after the two length bytes.
  let payload: Range<Int>

  /// Maximum payload size in bytes; the length field includes itself.
  static let longestPayload = 65_533

  /// The kind of an application segment or comment, by its identifier.
  enum Kind: Hashable, Sendable {
    case jfif, jfifExtension, exif, xmp, extendedXMP, icc, multiPicture, gainMap, jumbf, flashPix, photoshop, adobe,
      other
    /// A piece of a thermal image.
    case thermal(ThermalMaker)

    /// Whether this is a piece of a thermal image.
    var isThermal: Bool { if case .thermal = self { true } else { false } }
  }

  /// The kind for the identifier that a payload begins with. A thermal image may have segments without one.
  static func kind(marker: UInt8, head: [UInt8]) -> Kind {
    switch marker {
    case 0xE0 where head.starts(with: Identifier.jfif): .jfif
    case 0xE0 where head.starts(with: Identifier.jfifExtension): .jfifExtension
    case 0xE1 where head.starts(with: Identifier.exif): .exif
    case 0xE1 where head.starts(with: Identifier.xmp): .xmp
    case 0xE1 where head.starts(with: Identifier.extendedXMP): .extendedXMP
    case 0xE2 where head.starts(with: Identifier.icc): .icc
    case 0xE2 where head.starts(with: Identifier.multiPicture): .multiPicture
    case 0xE2 where head.starts(with: Identifier.gainMap): .gainMap
    case 0xE2 where head.starts(with: Identifier.flashPix): .flashPix
    case 0xEB where isJUMBF(head): .jumbf
    case 0xED where head.starts(with: Identifier.photoshop): .photoshop
    case 0xEE where head.starts(with: Identifier.adobe): .adobe
    default: ThermalMaker.named(marker: marker, head: head).map(Kind.thermal) ?? .other
    }
  }

  /// Whether the payload begins with part of a JUMBF superbox, as in content credentials: "JP", two numbers, a length
  /// and the box's type (ISO 19566-5, D.2; C2PA 1.3, A.3.1).
  private static func isJUMBF(_ head: [UInt8]) -> Bool {
    head.count >= 16 && head.starts(with: "JP".utf8) && head[12..<16].elementsEqual("jumb".utf8)
  }

  /// The identifiers of application segments.
  enum Identifier {
    static let jfif = Array("JFIF\0".utf8)
    static let jfifExtension = Array("JFXX\0".utf8)
    static let exif = Array("Exif\0\0".utf8)
    static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    static let icc = Array("ICC_PROFILE\0".utf8)
    static let multiPicture = Array("MPF\0".utf8)
    /// XMP that did not fit into the XMP segment (XMP part 3, 1.1.3.1).
    static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    /// Announces a gain map (ISO 21496-1, annex C).
    static let gainMap = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    /// FlashPix streams, including previews (EXIF 2.32, 4.7.3).
    static let flashPix = Array("FPXR\0".utf8)
    static let photoshop = Array("Photoshop 3.0\0".utf8)
    static let adobe = Array("Adobe".utf8)
    /// Length of the longest identifier.
    static let longest = 35
  }
}
