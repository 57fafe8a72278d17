// The registry of containers: one row of static facts each. The brands of a file made of boxes (ISO 14496-12, 4.3), and
// the formats that they identify.

/// How files of a container begin.
enum ContainerSignature: Sendable {
  /// Any of these byte sequences, at the start.
  case bytes([[UInt8]])
  /// A box of ISO 14496-12, whose brands identify the format.
  case brands
  /// Any other rule on the first bytes.
  case rule(@Sendable ([UInt8]) -> Bool)
}

/// How to recognize a container, and how to read it.
struct ContainerRow: Sendable {
  /// Which one it is.
  let format: ContainerFormat
  /// Its common name.
  let name: String
  /// File extensions in lowercase; results get the first.
  let extensions: [String]
  /// Its media type (RFC 6838).
  let mediaType: String
  /// Whether it is a movie format.
  var isMovie = false
  /// The bytes that it begins with; 64 suffice except for boxes with very many brands.
  let opens: ContainerSignature
  /// Reads its header.
  let header: @Sendable (any ByteSource) throws(MetadataError) -> any ContainerHeader
}

extension ContainerFormat {
  /// All rows, built once, because every probed file is compared with all signatures.
  private static let rows = allCases.map(\.newRow)

  /// Its row of the registry.
  var row: ContainerRow {
    for index in Self.rows.indices where Self.rows[index].format == self { return Self.rows[index] }
    return newRow
  }

  /// The format whose signature `bytes` begin with; nil for none. Brands are read once, and last, because several
  /// formats share the box.
  static func opening(_ bytes: [UInt8]) -> ContainerFormat? {
    for index in rows.indices {
      switch rows[index].opens {
      case .bytes(let all):
        if all.contains(where: { bytes.starts(with: $0) }) { return rows[index].format }
      case .rule(let isTrue):
        if isTrue(bytes) { return rows[index].format }
      case .brands: continue
      }
    }
    return FileTypeBox.format(of: bytes)
  }

  /// The registry.
  private var newRow: ContainerRow {
    switch self {
    case .jpeg:
      ContainerRow(
        format: self, name: "JPEG", extensions: ["jpg", "jpeg", "jpe", "jfif"], mediaType: "image/jpeg",
        opens: .bytes([[0xFF, 0xD8, 0xFF]]),
        header: { source throws(MetadataError) in try JPEGHeader(source) })
    case .png:
      ContainerRow(
        format: self, name: "PNG", extensions: ["png"], mediaType: "image/png",
        opens: .bytes([[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]),
        header: { source throws(MetadataError) in try PNGHeader(source) })
    case .webp:
      ContainerRow(
        format: self, name: "WebP", extensions: ["webp"], mediaType: "image/webp",
        opens: .rule { $0.starts(with: "RIFF".utf8) && $0.dropFirst(8).starts(with: "WEBP".utf8) },
        header: { source throws(MetadataError) in try WebPHeader(source) })
    case .tiff:
      ContainerRow(
        format: self, name: "TIFF",
        extensions: ["tif", "tiff", "dng", "nef", "nrw", "cr2", "arw", "sr2", "pef", "srw"],
        mediaType: "image/tiff", opens: .rule { TIFFLayout(header: $0) != nil },
        header: { source throws(MetadataError) in try TIFFHeader(source) })
    case .heif:
      ContainerRow(
        format: self, name: "HEIC", extensions: ["heic", "heif", "hif", "heics", "heifs"], mediaType: "image/heic",
        opens: .brands,
        header: { source throws(MetadataError) in try HEIFHeader.itemsOrSequence(source) })
    case .avif:
      ContainerRow(
        format: self, name: "AVIF", extensions: ["avif", "avifs"], mediaType: "image/avif",
        opens: .brands,
        header: { source throws(MetadataError) in try HEIFHeader.itemsOrSequence(source) })
    case .jpegXL:
      ContainerRow(
        format: self, name: "JPEG XL", extensions: ["jxl"], mediaType: "image/jxl",
        opens: .bytes([[0xFF, 0x0A], JPEGXLHeader.signature]),
        header: { source throws(MetadataError) in try JPEGXLHeader(source) })
    case .gif:
      ContainerRow(
        format: self, name: "GIF", extensions: ["gif"], mediaType: "image/gif",
        opens: .bytes([Array("GIF87a".utf8), Array("GIF89a".utf8)]),
        header: { source throws(MetadataError) in try GIFHeader(source) })
    case .bmp:
      ContainerRow(
        format: self, name: "BMP", extensions: ["bmp", "dib"], mediaType: "image/bmp",
        opens: .rule { BMPHeader.opens($0) },
        header: { source throws(MetadataError) in try BMPHeader(source) })
    case .mp4:
      ContainerRow(
        format: self, name: "MP4", extensions: ["mp4", "m4v", "3gp", "3g2"], mediaType: "video/mp4", isMovie: true,
        opens: .brands,
        header: { source throws(MetadataError) in try MovieHeader(source) })
    case .quickTime:
      ContainerRow(
        format: self, name: "MOV", extensions: ["mov", "qt"], mediaType: "video/quicktime", isMovie: true,
        opens: .brands,
        header: { source throws(MetadataError) in try MovieHeader(source) })
    }
  }
}

extension AnyHeader {
  /// The header if the container is JPEG.
  var jpeg: JPEGHeader? { container as? JPEGHeader }
  /// The header if the container is PNG.
  var png: PNGHeader? { container as? PNGHeader }
  /// The header if the container is TIFF.
  var tiff: TIFFHeader? { container as? TIFFHeader }
  /// The header if the container is WebP.
  var webp: WebPHeader? { container as? WebPHeader }
  /// The header if the container is JPEG XL.
  var jpegXL: JPEGXLHeader? { container as? JPEGXLHeader }
  /// The header if the container is a HEIF or AVIF with items.
  var items: HEIFHeader? { container as? HEIFHeader }
}

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
