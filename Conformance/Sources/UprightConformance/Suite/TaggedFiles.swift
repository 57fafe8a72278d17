// The picture with each of the eight tags, stored where each format stores them (EXIF 2.32, 4.6.4.A; PNG 3rd edition,
// eXIf; RFC 9649, 2.7.1.5; TIFF 6.0, page 36; ISO 23008-12, 6.5.10 and 6.5.12; ISO 18181-1, D.3; ISO 14496-12, 8.3.2).

import UprightFixtures
package import UprightGeometry
import UprightMetadata

/// Well-formed files.
package enum TaggedFiles {
  /// The text that removing metadata must remove, as Artist.
  package static let privateText = "upright-conformance-private"

  /// The sizes in which each format is written: JPEG's blocks make sizes matter, and coded images of HEIC, AVIF and
  /// JPEG XL are fixed.
  package static func sizes(of format: ConformanceCase.Format) -> [CaseSize] {
    switch format {
    case .jpeg: CaseSize.allCases
    case .png, .webp, .tiff, .avif, .jxl: [.odd]
    case .heic, .mp4, .mov: [.whole]
    }
  }

  /// The file of a format, in a size, with a tag.
  package static func file(_ format: ConformanceCase.Format, _ size: CaseSize, _ tag: ExifOrientation) -> CaseFile {
    let name = "\(format.rawValue)-\(size.rawValue)-\(tag.rawValue).\(format.fileExtension)"
    if let (bytes, stored) = coded(format, tag) {
      return CaseFile(name: name, bytes: bytes, stored: stored, accepted: [tag])
    }
    let picture = size.picture
    let stored = picture.stored(as: tag)
    let bytes: [UInt8] =
      switch format {
      case .png: TinyPNG(stored, exif: block(tag)).bytes
      case .webp: TinyWebP(stored, exif: block(tag)).bytes
      case .tiff: TinyTIFFFile(pages: [.init(displaying: picture, as: tag)]).bytes
      case .mp4, .mov: movie(format, picture, tag).bytes
      default: jpeg(stored, [.exif(block(tag))])
      }
    return CaseFile(name: name, bytes: bytes, stored: stored, accepted: [tag])
  }

  /// An orientation that contradicts a tag: it is neither the tag nor 1, so reading it in place of the tag shows, and so
  /// does reading it besides. It swaps the sides if the tag does not, so that it also shows in the size.
  static func contradiction(of tag: ExifOrientation) -> ExifOrientation {
    tag.rawValue > 4 ? .bottomRight : .rightTop
  }

  /// The same image with the private text in Exif, for formats whose files otherwise have no metadata; nil for others.
  /// Exif's orientation contradicts the one that decides.
  static func described(_ format: ConformanceCase.Format, _ size: CaseSize, _ tag: ExifOrientation) -> CaseFile? {
    let transforms = HEIFProperty.operations(for: tag)
    let bytes: [UInt8]
    let stored: TinyImage
    switch format {
    case .heic, .avif:
      var file = format == .heic ? CodedPictures.heic(transforms) : CodedPictures.avif(transforms)
      file.describe(with: .exif(9, block(contradiction(of: tag))))
      (bytes, stored) = (file.bytes, format == .heic ? CodedPictures.heicStored : CodedPictures.oddStored)
    case .jxl: (bytes, stored) = (CodedPictures.jxl(tag, exif: block(contradiction(of: tag))), CodedPictures.oddStored)
    default: return nil
    }
    let name = "\(format.rawValue)-\(size.rawValue)-\(tag.rawValue)-exif.\(format.fileExtension)"
    return CaseFile(name: name, bytes: bytes, stored: stored, accepted: [tag])
  }

  /// A movie of one frame, which is a JPEG, with the private text as the artist in QuickTime's user data.
  static func movie(_ format: ConformanceCase.Format, _ picture: TinyImage, _ tag: ExifOrientation) -> TinyMovie {
    var movie = TinyMovie(picture, as: tag)
    movie.brand = format == .mov ? "qt  " : "isom"
    let text = TinyBox.number(privateText.utf8.count, 2) + TinyBox.number(0x55C4, 2) + privateText.utf8
    let artist = TinyBox.number(text.count + 8, 4) + [0xA9] + "ART".utf8 + text
    movie.boxesInside = TinyBox.bytes("udta", artist)
    return movie
  }

  /// A JPEG as cameras write them: chroma halved in both directions.
  static func jpeg(_ stored: TinyImage, _ segments: [TinySegment], trailer: [UInt8] = []) -> [UInt8] {
    var file = TinyJPEG(stored, segments: segments)
    (file.quality, file.sampling, file.trailer) = (92, .half, trailer)
    return file.bytes
  }

  /// Exif with the tag and the private text.
  static func block(_ tag: ExifOrientation) -> TinyTIFF {
    TinyTIFF(
      tag.rawValue % 2 == 0 ? .little : .big,
      ifd0: [.orientation(Int(tag.rawValue)), TinyEntry(315, text: privateText)])
  }

  /// A file whose coded image is always the same, so that the stored picture is, too.
  private static func coded(_ format: ConformanceCase.Format, _ tag: ExifOrientation) -> ([UInt8], TinyImage)? {
    let transforms = HEIFProperty.operations(for: tag)
    return switch format {
    case .heic: (CodedPictures.heic(transforms).bytes, CodedPictures.heicStored)
    case .avif: (CodedPictures.avif(transforms).bytes, CodedPictures.oddStored)
    case .jxl: (CodedPictures.jxl(tag), CodedPictures.oddStored)
    default: nil
    }
  }
}

// Bits in the order of JPEG XL's headers: the lowest of each number and of each byte first (ISO 18181-1, B.2).

/// Numbers as bits, and bits as bytes.
enum HeaderBits {
  /// Numbers as bits, each with this many.
  static func bits(_ numbers: (value: Int, count: Int)...) -> [Bool] {
    numbers.flatMap { number in (0..<number.count).map { number.value >> $0 & 1 == 1 } }
  }

  /// Bits as bytes, the last one padded with zeros.
  static func packed(_ bits: [Bool]) -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) }
    }
  }
}

// Bytes as hexadecimal digits.

/// Reads digits.
enum HexDigits {
  /// The bytes that digits code, two each; spaces and ends of lines are skipped, and any other character ends them.
  static func bytes(_ text: some Sequence<UInt8>) -> [UInt8] {
    var (bytes, high): ([UInt8], UInt8?) = ([], nil)
    for character in text where ![0x20, 0x0A, 0x0D].contains(character) {
      guard let digit = Character(UnicodeScalar(character)).hexDigitValue.map({ UInt8($0) }) else { break }
      if let first = high { bytes.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    return bytes
  }
}
