// Formats of images and videos that Upright recognizes by their first bytes and does not support; one row each.

/// A format that is recognized, so that a file is called by its name, and is not supported.
///
/// The raw values are stable and appear in JSON.
public enum KnownFormat: String, Hashable, Sendable, CaseIterable {
  /// Canon's raw photos since 2018: boxes (ISO 14496-12) with the brand `crx `.
  case cr3
  /// Canon's raw photos until 2004 (CIFF).
  case crw
  /// Fujifilm's raw photos.
  case raf
  /// Panasonic's raw photos, also Leica's.
  case rw2
  /// Olympus' raw photos.
  case orf
  /// Minolta's raw photos.
  case mrw
  /// Sigma's raw photos.
  case x3f
  /// JPEG 2000 in boxes (ISO 15444-1, Annex I; 15444-2, Annex M).
  case jp2
  /// A JPEG 2000 codestream without boxes (ISO 15444-1, Annex A).
  case j2k
  /// JPEG XR, also HD Photo (ISO 29199-2, Annex A).
  case jxr
  /// Adobe Photoshop, below 30,000 pixels a side.
  case psd
  /// Adobe Photoshop, large documents.
  case psb
  /// Encapsulated PostScript, also with a preview, and PostScript; older Illustrator files.
  case eps
  /// PDF (ISO 32000); newer Illustrator files.
  case pdf
  /// SVG.
  case svg
  /// GIMP's own format.
  case xcf
  /// Windows icons and cursors.
  case ico
  /// Apple icons.
  case icns
  /// Netpbm: PBM, PGM, PPM, PAM; PFM.
  case pnm
  /// Radiance (RGBE).
  case hdr
  /// OpenEXR.
  case exr
  /// DirectDraw surfaces.
  case dds
  /// Truevision TGA; older files have no signature, and are recognized by their names and plausible headers.
  case tga
  /// QOI.
  case qoi
  /// BPG.
  case bpg
  /// FLIF.
  case flif
  /// FITS (IAU).
  case fits
  /// DICOM (PS3.10).
  case dicom
  /// Digital Picture Exchange (SMPTE 268M).
  case dpx
  /// Windows metafiles.
  case wmf
  /// DjVu.
  case djvu
  /// Matroska and WebM (RFC 9559).
  case matroska = "mkv"
  /// AVI.
  case avi
  /// Flash Video.
  case flv
  /// Windows Media (ASF).
  case asf = "wmv"
  /// Ogg with a video (RFC 3533).
  case ogg = "ogv"
  /// MPEG program streams and elementary video.
  case mpeg = "mpg"
  /// MPEG transport streams, also of camcorders (AVCHD).
  case transportStream = "mts"
  /// MXF (SMPTE 377).
  case mxf

  /// Its common name.
  public var name: String { row.name }

  /// The format that a file's first bytes identify; nil for none. 4,096 bytes suffice.
  ///
  /// - Parameter fileExtension: The extension of the file's name, which decides only where the bytes cannot.
  public init?(signature bytes: [UInt8], fileExtension: String = "") {
    guard ContainerFormat(signature: bytes) == nil,
      let format = Self.rows.first(where: { $0.opens(bytes) })?.format
        ?? (fileExtension.lowercased() == "tga" && Self.isPlausibleTGA(bytes) ? .tga : nil)
    else { return nil }
    self = format
  }

  /// The format that a file extension belongs to, or nil.
  public init?(fileExtension: String) {
    let asked = fileExtension.lowercased()
    guard let row = Self.rows.first(where: { $0.extensions.contains(asked) }) else { return nil }
    self = row.format
  }

  /// The start of files of this format, enough to recognize it; used by tests.
  package var sample: [UInt8] { row.sample }
}

extension KnownFormat {
  /// How a format is recognized.
  private struct Row: Sendable {
    let format: KnownFormat
    let name: String
    let extensions: [String]
    let sample: [UInt8]
    let opens: @Sendable ([UInt8]) -> Bool
  }

  private static let rows = allCases.map(\.newRow)

  private var row: Row { Self.rows.first { $0.format == self } ?? newRow }

  /// A row for a format that begins with one of several byte sequences.
  private func row(_ name: String, _ extensions: [String], _ signatures: [[UInt8]]) -> Row {
    Row(format: self, name: name, extensions: extensions, sample: signatures[0]) { bytes in
      signatures.contains { bytes.starts(with: $0) }
    }
  }

  /// A row for a format with a rule of its own.
  private func row(
    _ name: String, _ extensions: [String], sample: [UInt8], _ rule: @escaping @Sendable ([UInt8]) -> Bool
  ) -> Row { Row(format: self, name: name, extensions: extensions, sample: sample, opens: rule) }

  private var newRow: Row {
    switch self {
    case .cr3, .crw, .raf, .rw2, .orf, .mrw, .x3f: rawRow
    case .matroska, .avi, .flv, .asf, .ogg, .mpeg, .transportStream, .mxf: videoRow
    case .jp2, .j2k, .jxr, .psd, .psb, .eps, .pdf, .svg, .xcf, .djvu, .wmf: documentRow
    case .ico, .icns, .pnm, .hdr, .exr, .dds, .tga, .qoi, .bpg, .flif, .fits, .dicom, .dpx: pixelRow
    }
  }

  private var rawRow: Row {
    switch self {
    case .crw:
      row("Canon CRW raw", ["crw"], sample: Array("II\u{1A}\0\0\0HEAPCCDR".utf8)) { Self.has("HEAPCCDR", at: 6, $0) }
    case .raf: row("Fujifilm RAF raw", ["raf"], [Array("FUJIFILMCCD-RAW".utf8)])
    case .rw2: row("Panasonic RW2 raw", ["rw2", "rwl"], [Array("IIU\0".utf8)])
    case .orf: row("Olympus ORF raw", ["orf"], ["IIRO", "IIRS", "MMOR"].map { Array($0.utf8) })
    case .mrw: row("Minolta MRW raw", ["mrw"], [Array("\0MRM".utf8)])
    case .x3f: row("Sigma X3F raw", ["x3f"], [Array("FOVb".utf8)])
    default:
      row("Canon CR3 raw", ["cr3"], sample: [0, 0, 0, 24] + "ftypcrx ".utf8) {
        Self.has("ftyp", at: 4, $0) && Self.has("crx ", at: 8, $0)
      }
    }
  }

  private var documentRow: Row {
    switch self {
    case .jp2:
      row(
        "JPEG 2000", ["jp2", "jpx", "jpf", "jpm", "mj2"],
        [[0, 0, 0, 12] + Array("jP  ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]])
    case .j2k: row("JPEG 2000", ["j2k", "j2c", "jpc"], [[0xFF, 0x4F, 0xFF, 0x51]])
    case .jxr: row("JPEG XR", ["jxr", "wdp", "hdp"], [Array("II".utf8) + [0xBC, 1], Array("II".utf8) + [0xBC, 0]])
    case .psd: row("Photoshop PSD", ["psd"], [Array("8BPS".utf8) + [0, 1]])
    case .psb: row("Photoshop PSB", ["psb"], [Array("8BPS".utf8) + [0, 2]])
    case .eps: row("PostScript", ["eps", "epsf", "ps"], [Array("%!PS".utf8), [0xC5, 0xD0, 0xD3, 0xC6]])
    case .pdf:
      // Readers accept other bytes before it (ISO 32000-2, Annex I, note 14).
      row("PDF", ["pdf", "ai"], sample: Array("%PDF-1.7\n".utf8)) { Self.contains("%PDF-", $0.prefix(1_024)) }
    case .svg:
      row("SVG", ["svg"], sample: Array("<?xml version=\"1.0\"?>\n<svg xmlns=\"\">".utf8)) { Self.isSVG($0) }
    case .xcf: row("GIMP XCF", ["xcf"], [Array("gimp xcf ".utf8)])
    case .djvu: row("DjVu", ["djvu", "djv"], [Array("AT&TFORM".utf8)])
    default: row("Windows metafile", ["wmf", "emf"], sample: [0xD7, 0xCD, 0xC6, 0x9A]) { Self.isMetafile($0) }
    }
  }

  private var pixelRow: Row {
    switch self {
    case .ico:
      row(
        "Windows icon", ["ico", "cur"], sample: [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 9, 0, 0, 0, 22, 0, 0, 0]
      ) {
        Self.isIcon($0)
      }
    case .icns: row("Apple icon", ["icns"], [Array("icns".utf8)])
    case .pnm:
      row("Netpbm", ["pbm", "pgm", "ppm", "pnm", "pam", "pfm"], sample: Array("P6\n3 2\n255\n".utf8)) {
        Self.isNetpbm($0)
      }
    case .hdr: row("Radiance HDR", ["hdr", "rgbe"], ["#?RADIANCE", "#?RGBE"].map { Array($0.utf8) })
    case .exr: row("OpenEXR", ["exr"], [[0x76, 0x2F, 0x31, 0x01]])
    case .dds: row("DDS", ["dds"], [Array("DDS ".utf8) + [124, 0, 0, 0]])
    case .qoi: row("QOI", ["qoi"], [Array("qoif".utf8)])
    case .bpg: row("BPG", ["bpg"], [Array("BPG".utf8) + [0xFB]])
    case .flif: row("FLIF", ["flif"], [Array("FLIF".utf8)])
    case .fits: row("FITS", ["fits", "fit", "fts"], [Array("SIMPLE  =".utf8)])
    case .dicom:
      row("DICOM", ["dcm", "dicom"], sample: [UInt8](repeating: 0, count: 128) + "DICM".utf8) {
        Self.has("DICM", at: 128, $0)
      }
    case .dpx: row("DPX", ["dpx"], [Array("SDPX".utf8), Array("XPDS".utf8)])
    default:
      row("Truevision TGA", ["tga", "targa"], sample: []) { _ in false }
    }
  }

  private var videoRow: Row {
    switch self {
    case .avi:
      row("AVI", ["avi"], sample: Array("RIFF\0\0\0\0AVI LIST".utf8)) {
        $0.starts(with: "RIFF".utf8) && Self.has("AVI ", at: 8, $0)
      }
    case .flv: row("Flash Video", ["flv"], [Array("FLV".utf8) + [1]])
    case .asf:
      row("Windows Media", ["wmv", "asf"], [[0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9]])
    case .ogg:
      row(
        "Ogg video", ["ogv"],
        sample: Array("OggS\0\u{2}".utf8) + [UInt8](repeating: 0, count: 22)
          + "\u{1}*\u{80}theora".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      ) {
        $0.starts(with: "OggS".utf8) && Self.contains("theora", $0.prefix(512))
      }
    case .mpeg:
      row("MPEG video", ["mpg", "mpeg", "vob"], [[0, 0, 1, 0xBA], [0, 0, 1, 0xB3]])
    case .transportStream:
      row("MPEG transport stream", ["mts", "m2ts", "ts"], sample: Self.transportSample) { Self.isTransportStream($0) }
    case .mxf: row("MXF", ["mxf"], [[0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01]])
    default: row("Matroska or WebM", ["mkv", "webm"], [[0x1A, 0x45, 0xDF, 0xA3]])
    }
  }
}

extension KnownFormat {
  private static func has(_ text: String, at offset: Int, _ bytes: [UInt8]) -> Bool {
    bytes.count >= offset + text.utf8.count && bytes[offset...].starts(with: text.utf8)
  }

  private static func contains(_ text: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (bytes.startIndex...bytes.endIndex - wanted.count).contains { bytes[$0...].starts(with: wanted) }
  }

  /// XML, or a comment or a document type, with the element `svg`, perhaps with a prefix.
  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let text = marked.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard text.first == UInt8(ascii: "<") else { return false }
    return (contains("<svg", text) || contains("<svg:svg", text)) && !contains("<html", text)
  }

  /// A directory of at least one entry, all of whose reserved bytes are 0.
  private static func isIcon(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 22, bytes[0] == 0, bytes[1] == 0, [1, 2].contains(bytes[2]), bytes[3] == 0 else {
      return false
    }
    let count = LittleEndian.number(bytes[4..<6])
    guard (1...256).contains(count), bytes[9] == 0 else { return false }
    let offset = LittleEndian.number(bytes[18..<22])
    return offset >= 6 + 16 * count
  }

  /// `P1` … `P7`, `PF` or `Pf`, then white space, then a digit, a comment, or a name as in PAM.
  private static func isNetpbm(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 4, bytes[0] == UInt8(ascii: "P"), "1234567Ff".utf8.contains(bytes[1]),
      [0x0A, 0x0D, 0x20, 0x09].contains(bytes[2])
    else { return false }
    let next = bytes[3]
    return (0x30...0x39).contains(next) || next == UInt8(ascii: "#") || bytes[1] == UInt8(ascii: "7")
  }

  /// A placeable metafile, or an enhanced one, which has ` EMF` at byte 40.
  private static func isMetafile(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xD7, 0xCD, 0xC6, 0x9A]) || bytes.starts(with: [1, 0, 0, 0]) && has(" EMF", at: 40, bytes)
  }

  private static let transportSample = (0..<8).flatMap { _ in [0x47] + [UInt8](repeating: 0xFF, count: 187) }

  /// The byte 0x47 every 188 bytes; in the files of camcorders every 192, after 4 bytes of time.
  private static func isTransportStream(_ bytes: [UInt8]) -> Bool {
    [(0, 188), (4, 192)].contains { start, step in
      (0..<5).allSatisfy { index in
        let place = start + index * step
        return place < bytes.count && bytes[place] == 0x47
      }
    }
  }

  /// A header whose fields have values that the format allows (TGA 2.0).
  private static func isPlausibleTGA(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 18 else { return false }
    let width = LittleEndian.number(bytes[12..<14])
    let height = LittleEndian.number(bytes[14..<16])
    return bytes[1] <= 1 && [1, 2, 3, 9, 10, 11].contains(bytes[2]) && width > 0 && height > 0
      && [8, 15, 16, 24, 32].contains(bytes[16]) && bytes[17] & 0xC0 == 0
  }
}
