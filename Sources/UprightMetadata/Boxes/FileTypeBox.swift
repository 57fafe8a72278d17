// The brands of a file in boxes (ISO 14496-12, 4.3), and what is told apart by them.

/// `ftyp`, or the boxes that open a QuickTime movie from before there was one.
enum FileTypeBox {
  /// The format that a file's first bytes announce, or nil where they open no box that could come first.
  static func format(of bytes: [UInt8]) -> ContainerFormat? {
    guard bytes.count >= 12 else { return nil }
    let kind = FourCC(Array(bytes[4..<8]))
    guard kind == "ftyp" else { return opensOldMovie(kind) ? .quickTime : nil }
    let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    let end = min(bytes.count, length)
    let brands = [8] + stride(from: 16, to: max(16, end - 3), by: 4)
    return format(ofBrands: brands.filter { $0 + 4 <= bytes.count }.map { FourCC(Array(bytes[$0..<$0 + 4])) })
  }

  /// By the brands, the major one first; a brand that says less than another gives way to it.
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

  private static func format(ofBrand brand: FourCC) -> ContainerFormat? { formats[brand] }

  /// Canon's raw photos (CR3) have tracks as movies do, and say elsewhere how they lie.
  private static let rawPhoto: FourCC = "crx "

  /// The brands that say a format by themselves; a table, because a file may list a thousand.
  private static let formats: [FourCC: ContainerFormat] = {
    let brands: [(ContainerFormat, [FourCC])] = [
      (.avif, ["avif", "avis"]),
      (.heif, ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "jpeg", "j2ki", "avci"]),
      (.quickTime, ["qt  "]),
      (.mp4, ["isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "3gp4", "3gp5", "3gp6"]),
    ]
    return Dictionary(uniqueKeysWithValues: brands.flatMap { format, names in names.map { ($0, format) } })
  }()

  private static func opensOldMovie(_ kind: FourCC) -> Bool {
    ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(kind)
  }
}
