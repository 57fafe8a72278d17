// The containers, identified by their first bytes and never by file name.

internal import UprightGeometry

/// A container of images or of a movie.
public enum ContainerFormat: String, Hashable, Sendable, CaseIterable {
  /// ITU T.81 / ISO 10918.
  case jpeg
  /// ISO 15948 (W3C PNG).
  case png
  /// RFC 9649.
  case webp
  /// TIFF 6.0 and BigTIFF, and the raw formats based on TIFF (DNG, NEF, CR2, ARW …).
  case tiff
  /// ISO 23008-12 with any coding except AV1 (HEIC).
  case heif
  /// ISO 23008-12 with AV1 (AVIF 1.1).
  case avif
  /// ISO 18181.
  case jpegXL = "jxl"
  /// GIF 89a.
  case gif
  /// Windows bitmaps.
  case bmp
  /// ISO 14496-12 with a brand of MP4 or 3GPP.
  case mp4
  /// QuickTime File Format.
  case quickTime = "mov"

  /// Whether it is a movie format.
  public var isMovie: Bool { row.isMovie }

  /// Its common name.
  package var name: String { row.name }

  /// The file extension for results in this format.
  package var fileExtension: String { row.extensions[0] }

  /// All its extensions, in lower case.
  package var fileExtensions: [String] { row.extensions }

  /// Its media type (RFC 6838), as IANA lists it or as browsers accept it.
  public var mediaType: String { row.mediaType }

  /// The format whose signature `bytes` begin with, or nil. 64 bytes suffice, except for boxes with very many brands.
  public init?(signature bytes: [UInt8]) {
    guard let format = Self.opening(bytes) else { return nil }
    self = format
  }

  /// The format that a file extension belongs to, or nil.
  public init?(fileExtension: String) {
    let asked = fileExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.row.extensions.contains(asked) }) else { return nil }
    self = format
  }
}

// File names whose extension belongs to another format.

extension ContainerFormat {
  /// The finding if a file of this format has the extension `fileExtension` of another one; otherwise nil.
  ///
  /// Unknown extensions give no finding. `.heif` and `.hif` fit any coding (ISO 23008-12, C.2). The two movie formats
  /// are read alike under either extension, since ISO 14496-12 derives from QuickTime's format.
  public func finding(fileExtension: String) -> Finding? {
    guard let named = ContainerFormat(fileExtension: fileExtension), named != self else { return nil }
    if named.isMovie, isMovie { return nil }
    let ending = fileExtension.lowercased()
    if self == .avif, ["heif", "heifs", "hif"].contains(ending) { return nil }
    return Finding(.wrongExtension, "the file name ends in .\(ending), but the format is \(rawValue)")
  }
}

extension ContainerFormat: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a format") }
}
