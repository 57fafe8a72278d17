// The segments in which thermal cameras store what they measured, as Exif's maker and the segments' first bytes tell
// them (ExifTool's tables of JPEG, DJI and InfiRay tags).

/// Whose cameras write a thermal image into a JPEG's segments.
enum ThermalMaker: String, Hashable, Sendable, CaseIterable {
  case flir = "FLIR"
  case parrot = "Parrot"
  /// The header in APP2 names itself; the image, its measurements and its camera follow in APP3 to APP9, unnamed.
  case infiRay = "InfiRay"
  /// The image in APP3, its parameters in APP4, its calibration in APP5, all unnamed; a named analysis in APP6.
  case dji = "DJI"

  /// What begins a segment of FLIR's file, before its version, its number and that of the last.
  static let flirIdentifier = Array("FLIR\0".utf8)
  /// What begins the segment with Parrot's thermal image, a TIFF.
  static let parrotIdentifier = Array("PARROT\0".utf8)
  /// What follows the version in InfiRay's header.
  static let infiRayIdentifier = Array("IJPEG\0".utf8)
  /// What begins the record of an analysis, by DJI's own program.
  static let analysisIdentifier = Array("DTAT\0\0".utf8)

  /// Length of what precedes the content in a segment.
  var identifierCount: Int {
    switch self {
    case .flir: Self.flirIdentifier.count + 3
    case .parrot: Self.parrotIdentifier.count
    case .infiRay, .dji: 0
    }
  }

  /// The maker that a segment names; nil if it names none.
  static func named(marker: UInt8, head: [UInt8]) -> ThermalMaker? {
    switch marker {
    case 0xE1 where head.starts(with: flirIdentifier): .flir
    case 0xE1 where isParrot(head): .parrot
    case 0xE2 where head.dropFirst(4).starts(with: infiRayIdentifier): .infiRay
    default: nil
    }
  }

  private static func isParrot(_ head: [UInt8]) -> Bool {
    let content = Array(head.dropFirst(parrotIdentifier.count))
    return head.starts(with: parrotIdentifier) && TIFFLayout(header: content) != nil
  }

  /// The makers that may have written a segment which names none.
  static func possible(marker: UInt8, head: [UInt8]) -> Set<ThermalMaker> {
    guard (0xE3...0xE9).contains(marker), !namesOther(marker: marker, head: head) else { return [] }
    let isDJI = marker <= 0xE5 || marker == 0xE6 && head.starts(with: analysisIdentifier)
    return isDJI ? [.infiRay, .dji] : [.infiRay]
  }

  /// Whether a segment names a content that is no thermal image.
  private static func namesOther(marker: UInt8, head: [UInt8]) -> Bool {
    otherIdentifiers[marker]?.contains { head.starts(with: $0.utf8) } == true
  }

  private static let otherIdentifiers: [UInt8: [String]] = [
    0xE3: ["Meta\0\0", "META\0\0", "Exif\0\0", "Stim\0", "_JPSJPS_"],
    0xE4: ["SCALADO\0", "FPXR\0"],
    0xE5: ["RMETA\0", "ssuniqueid\0"],
    0xE6: ["EPPIM\0", "NITF\0", "TDHD\u{1}\0\0\0", "GoPro\0"],
    0xE7: ["PENTAX \0", "HUAWEI\0\0", "\u{1A}Qualcomm Camera Attributes"],
    0xE8: ["SPIFF\0"],
    0xE9: ["Media Jukebox\0"],
  ]
}
