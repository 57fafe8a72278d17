// The containers that are told apart by their first bytes, never by their name.

/// A container of pictures or of a movie.
public enum ContainerFormat: String, Hashable, Sendable, CaseIterable {
  /// ITU T.81 / ISO 10918.
  case jpeg
  /// ISO 15948 (W3C PNG).
  case png
  /// RFC 9649.
  case webp
  /// TIFF 6.0 and BigTIFF, and the raw formats that are TIFF inside (DNG, NEF, CR2, ARW …).
  case tiff
  /// ISO 23008-12 with any coding but AV1 (HEIC).
  case heif
  /// ISO 23008-12 with AV1 (AVIF 1.1).
  case avif
  /// ISO 18181.
  case jpegXL = "jxl"
  /// GIF 89a.
  case gif
  /// Windows bitmaps.
  case bmp
  /// ISO 14496-12 with MP4's or 3GPP's brands.
  case mp4
  /// QuickTime File Format.
  case quickTime = "mov"

  /// Whether it holds a movie.
  public var isMovie: Bool { self == .mp4 || self == .quickTime }

  /// The format whose signature opens `bytes`, or nil; 64 bytes are enough but for boxes with very many brands.
  public init?(signature bytes: [UInt8]) {
    func opens(_ signature: some Sequence<UInt8>) -> Bool { bytes.starts(with: signature) }
    if opens([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if opens([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if opens("RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if TIFFLayout(header: bytes) != nil {
      self = .tiff
    } else if opens([0xFF, 0x0A]) || opens(Self.jpegXLSignature) {
      self = .jpegXL
    } else if opens("GIF87a".utf8) || opens("GIF89a".utf8) {
      self = .gif
    } else if Self.isBitmap(bytes) {
      self = .bmp
    } else if let format = FileTypeBox.format(of: bytes) {
      self = format
    } else {
      return nil
    }
  }

  /// The format that a file name's extension asks for, or nil.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
    case "png": self = .png
    case "webp": self = .webp
    case "tif", "tiff", "dng", "nef", "nrw", "cr2", "arw", "sr2", "pef", "srw": self = .tiff
    case "heic", "heif", "hif", "heics", "heifs": self = .heif
    case "avif", "avifs": self = .avif
    case "jxl": self = .jpegXL
    case "gif": self = .gif
    case "bmp", "dib": self = .bmp
    case "mp4", "m4v", "3gp", "3g2": self = .mp4
    case "mov", "qt": self = .quickTime
    default: return nil
    }
  }

  /// The box that opens a JPEG XL file in boxes (ISO 18181-2, 9.1).
  static let jpegXLSignature: [UInt8] = [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]

  /// "BM" alone opens many things: the length of the header behind it has to be one that exists.
  private static func isBitmap(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "BM".utf8), bytes.count >= 18 else { return false }
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(bytes[14]) && bytes[15...17].allSatisfy { $0 == 0 }
  }
}
