// The brands of a file made of boxes (ISO 14496-12, 4.3), and the formats that they identify.

/// `ftyp`, or the first boxes of a QuickTime movie that predates it.
enum FileTypeBox {
  /// The format that a file's first bytes identify; nil if they are not a box that can come first.
  static func format(of bytes: [UInt8]) -> ContainerFormat? {
    guard bytes.count >= 12 else { return nil }
    let kind = FourCC(bytes[4..<8])
    guard kind == "ftyp" else { return opensOldMovie(kind) ? .quickTime : nil }
    let length = BigEndian.number(bytes[..<4])
    let end = min(bytes.count, length)
    let brands = [8] + stride(from: 16, to: max(16, end - 3), by: 4)
    return format(ofBrands: brands.filter { $0 + 4 <= bytes.count }.map { FourCC(bytes[$0..<$0 + 4]) })
  }

  /// The format by brands, the major brand first; a more specific brand overrides a less specific one.
  private static func format(ofBrands brands: [FourCC]) -> ContainerFormat? {
    guard let major = brands.first else { return .mp4 }
    if major == rawPhoto { return nil }
    if let known = format(ofBrand: major) { return known }
    if ["mif1", "mif3", "msf1", "miaf"].contains(major) {
      return brands.contains { $0 == "avif" || $0 == "avis" } ? .avif : .heif
    }
    let others = brands.dropFirst().compactMap(format(ofBrand:))
    return others.first { $0 == .avif || $0 == .heif } ?? others.first ?? .mp4
  }

  private static func format(ofBrand brand: FourCC) -> ContainerFormat? {
    if avif.contains(brand) { return .avif }
    if heif.contains(brand) { return .heif }
    if mp4.contains(brand) { return .mp4 }
    return brand == quickTime ? .quickTime : nil
  }

  /// Canon's raw photos (CR3) have tracks like movies, but state their orientation elsewhere.
  private static let rawPhoto: FourCC = "crx "

  // The brands that identify a format by themselves.

  private static let avif: [FourCC] = ["avif", "avis"]
  private static let heif: [FourCC] = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "jpeg", "j2ki", "avci",
  ]
  private static let quickTime: FourCC = "qt  "
  private static let mp4: [FourCC] = [
    "isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "3gp4", "3gp5", "3gp6",
  ]

  private static func opensOldMovie(_ kind: FourCC) -> Bool {
    ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(kind)
  }
}
