// How an item's pixels are coded: `hvcC`, `av1C`, `colr`, `auxC`, and the grid of a grid item (ISO 14496-15, 8.3.3.1;
// AV1-ISOBMFF, 2.3; ISO 14496-12, 12.1.5; ISO 23008-12, 6.5.8 and 6.6.2.3). Colors given by CICP code points, and the
// equivalent ICC profile (ITU-T H.273, 8.1 and 8.2; ICC.1:2010, 7.2).

internal import UprightGeometry

/// How an item's properties describe its samples.
struct ItemCoding: Hashable, Sendable {
  /// The code points of a `colr` of type `nclx` (ITU-T H.273, 8.1 to 8.3).
  struct Colors: Hashable, Sendable {
    /// Color primaries and white point.
    let primaries: Int
    /// Transfer characteristics.
    let transfer: Int
    /// Matrix coefficients; 2 if unspecified.
    var matrix = 2
    /// Whether samples use all values, not the limited range.
    var isFullRange = true

    /// Whether they are specified; 2 means unspecified.
    var areStated: Bool { primaries != 2 || transfer != 2 }
  }

  /// Bits per sample; nil if the coding is unknown.
  private(set) var depth: Int?
  /// Whether it is monochrome.
  private(set) var isGray = false
  /// Whether chroma has fewer samples than luma.
  private(set) var isSubsampled = false
  /// The colors as code points.
  private(set) var colors: Colors?
  /// The range of the box that states them.
  private(set) var colorsBox: Range<Int>?
  /// The range of the ICC profile.
  private(set) var profile: Range<Int>?
  /// Whether the item is a layer or operating point other than the one that decoders select by default (AV1-ISOBMFF;
  /// AVIF 1.1, 2.3.2.1; ISO 23008-12, 6.5.11).
  private(set) var isLayer = false
  /// The type of an auxiliary item, from `auxC`.
  private(set) var purpose: [UInt8] = []

  /// Whether it is an alpha plane (ISO 23008-12, 6.9.4; HEVC's own name for it).
  var isOpacity: Bool {
    purpose.elementsEqual(Self.opacityPurpose.utf8)
      || purpose.elementsEqual("urn:mpeg:hevc:2015:auxid:1".utf8)
  }

  /// The auxiliary type of alpha.
  static let opacityPurpose = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"

  /// Reads the properties of an item.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  init(
    _ list: ItemAssociations, in properties: ItemProperties, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) {
    for entry in list.list {
      guard let payload = properties[entry.index]?.box.payload, let kind = properties[entry.index]?.box.kind else {
        continue
      }
      let head = try reader.bytes(at: payload.lowerBound, count: min(64, payload.count))
      let hadColors = colors != nil
      take(kind, head, payload)
      if !hadColors, colors != nil, let box = properties[entry.index]?.box { colorsBox = box.offset..<box.end }
    }
  }

  /// Reads the boxes of a track's sample entry.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  init(_ boxes: [Box], _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    for box in boxes {
      let head = try reader.bytes(at: box.payload.lowerBound, count: min(64, box.payload.count))
      let hadColors = colors != nil
      take(box.kind == "auxi" ? "auxC" : box.kind, head, box.payload)
      if !hadColors, colors != nil { colorsBox = box.offset..<box.end }
    }
  }

  private mutating func take(_ kind: FourCC, _ head: [UInt8], _ payload: Range<Int>) {
    switch kind {
    case "hvcC" where head.count > 18:
      depth = Int(head[17] & 7) + 8
      isGray = head[16] & 3 == 0
      isSubsampled = head[16] & 3 < 3
    case "av1C" where head.count > 2:
      depth = head[2] & 0x40 == 0 ? 8 : head[2] & 0x20 == 0 ? 10 : 12
      isGray = head[2] & 0x10 != 0
      isSubsampled = head[2] & 0x0C != 0
    case "colr" where head.starts(with: "nclx".utf8) && head.count >= 10:
      guard colors == nil else { return }
      colors = Colors(primaries: Int(head[4]) << 8 | Int(head[5]), transfer: Int(head[6]) << 8 | Int(head[7]))
      colors?.matrix = Int(head[8]) << 8 | Int(head[9])
      // Old writers leave the last byte out; libheif reads that as the full range.
      if head.count > 10 { colors?.isFullRange = head[10] & 0x80 != 0 }
    case "colr" where head.starts(with: "prof".utf8) || head.starts(with: "rICC".utf8):
      if profile == nil { profile = payload.lowerBound + 4..<payload.upperBound }
    case "a1op" where head.first.map({ $0 != 0 }) ?? false: isLayer = true
    case "lsel" where head.count >= 2 && !head.starts(with: [0xFF, 0xFF]): isLayer = true
    case "auxC" where head.count > 4: purpose = Array(head[4...].prefix { $0 != 0 })
    default: break
    }
  }
}

/// A grid image, composed of tiles row by row (ISO 23008-12, 6.6.2.3).
struct ItemGrid: Hashable, Sendable {
  /// Tiles across and down.
  let columns, rows: Int
  /// Columns and rows of the whole image, which ends inside the last tiles.
  let size: PixelSize<Stored>

  /// Decodes an item's bytes; nil if they are too short.
  init?(_ bytes: [UInt8]) {
    let width = bytes.count > 1 && bytes[1] & 1 == 1 ? 4 : 2
    guard bytes.count >= 4 + 2 * width else { return nil }
    let number = { (place: Int) in BigEndian.number(bytes[place..<place + width]) }
    (rows, columns) = (Int(bytes[2]) + 1, Int(bytes[3]) + 1)
    size = PixelSize(width: number(4), height: number(4 + width))
  }
}

extension ItemCoding.Colors {
  /// Why an image in these colors has no profile: because of high dynamic range, or unknown colors.
  var unsupportedReason: UnsupportedColors? {
    if let highRange { return .highRange(highRange.curve) }
    guard [1, 2].contains(primaries) || Chromaticities(number: primaries) != nil else { return .primaries(primaries) }
    return curve == nil ? .transfer(transfer) : nil
  }

  /// The dynamic range if it is high and the colors are known; unspecified primaries are those of BT.2100.
  var highRange: HighRange? {
    guard let curve: HighRange.Curve = transfer == 16 ? .pq : transfer == 18 ? .hlg : nil,
      let own = Chromaticities(number: primaries == 2 ? 9 : primaries), let rows = own.toSRGB
    else { return nil }
    return HighRange(curve: curve, toSRGB: rows)
  }

  /// An equivalent profile; nil if that would be sRGB, which readers assume, or if the colors are unknown.
  var profile: [UInt8]? {
    guard unsupportedReason == nil, let curve, let sRGB = Chromaticities.sRGB else { return nil }
    let known = Chromaticities(number: primaries)
    if isUsual, known == nil || known == sRGB { return nil }
    let name = isUsual ? "curve of sRGB" : "curve \(transfer)"
    return ProfileWriter.profile(
      of: "RGB ",
      ProfileWriter.tags(
        "Primaries \(primaries) of H.273, \(name)", colors: (known ?? sRGB).columns, curve: curve))
  }

  /// Whether the curve is sRGB's, or a television curve that viewers treat as sRGB.
  private var isUsual: Bool { [1, 2, 6, 11, 12, 13, 14, 15].contains(transfer) }

  /// The tone curve in the form that profiles use; nil if unknown.
  private var curve: [UInt8]? {
    switch transfer {
    case _ where isUsual: ProfileWriter.curveOfSRGB
    case 4: ProfileWriter.curve(power: 2.2)
    case 5: ProfileWriter.curve(power: 2.8)
    case 7:
      ProfileWriter.curve(power: 1 / 0.45, scale: 1 / 1.1115, offset: 0.1115 / 1.1115, slope: 1 / 4, from: 0.0912)
    case 8: ProfileWriter.curve(power: 1)
    case 9: ProfileWriter.curve(decades: 2)
    case 10: ProfileWriter.curve(decades: 2.5)
    case 17: ProfileWriter.curve(power: 2.6, gain: 52.37 / 48)
    default: nil
    }
  }
}
