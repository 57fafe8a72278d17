// Containers by their first bytes and by the format in a name. Formats that are recognized, not supported: each by its
// first bytes, none of ours.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ContainerFormatTests {
  @Test func signaturesNeedAllTheirBytes() {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let jpeg = TinyJPEG(.sixGrays).bytes
    #expect(ContainerFormat(signature: png) == .png)
    #expect(ContainerFormat(signature: jpeg) == .jpeg)
    for count in 0..<8 { #expect(ContainerFormat(signature: Array(png.prefix(count))) == nil) }
    for count in 0..<3 { #expect(ContainerFormat(signature: Array(jpeg.prefix(count))) == nil) }
    for place in 0..<8 {
      var other = png
      other[place] ^= 0x20
      #expect(ContainerFormat(signature: other) == nil)
    }
  }

  @Test func extensionsOfEitherCase() {
    for name in ["jpg", "JPG", "jpeg", "Jpeg", "jpe", "jfif"] { #expect(ContainerFormat(fileExtension: name) == .jpeg) }
    for name in ["png", "PNG"] { #expect(ContainerFormat(fileExtension: name) == .png) }
    let others: [(String, ContainerFormat)] = [
      ("webp", .webp), ("TIF", .tiff), ("tiff", .tiff), ("dng", .tiff), ("NEF", .tiff), ("cr2", .tiff), ("arw", .tiff),
      ("heic", .heif), ("HEIF", .heif), ("hif", .heif), ("avif", .avif), ("jxl", .jpegXL), ("gif", .gif), ("bmp", .bmp),
      ("mp4", .mp4), ("3GP", .mp4), ("m4v", .mp4), ("mov", .quickTime),
    ]
    for (name, format) in others { #expect(ContainerFormat(fileExtension: name) == format) }
    for name in ["", "gift", ".jpg", "jpg ", "pngx"] { #expect(ContainerFormat(fileExtension: name) == nil) }
  }

  @Test(arguments: ContainerFormat.allCases) func everyRowIsOfOneFormat(_ format: ContainerFormat) {
    #expect(ContainerFormat(fileExtension: format.fileExtension) == format)
    #expect(format.mediaType.hasPrefix(format.isMovie ? "video/" : "image/"))
    let others = ContainerFormat.allCases.filter { $0 != format }
    #expect(!others.contains { $0.name == format.name || $0.mediaType == format.mediaType })
  }

  private static let bitmapHead = Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0]

  /// The brands of a file in boxes, the major one first.
  private static func brands(_ brands: String...) -> [UInt8] {
    let bytes = brands.prefix(1).flatMap(\.utf8) + [0, 0, 0, 0] + brands.dropFirst().flatMap(\.utf8)
    return [0, 0, 0, UInt8(bytes.count + 8)] + "ftyp".utf8 + bytes
  }

  @Test(
    arguments: [
      (Array("RIFF\0\0\0\0WEBP".utf8), .webp), ([0x49, 0x49, 42, 0], .tiff), ([0x4D, 0x4D, 0, 42], .tiff),
      ([0x49, 0x49, 43, 0], .tiff), ([0x4D, 0x4D, 0, 43], .tiff), ([0xFF, 0x0A], .jpegXL),
      ([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jpegXL), (Array("GIF87a".utf8), .gif),
      (Array("GIF89a".utf8), .gif), (bitmapHead, .bmp), (brands("heic", "mif1"), .heif),
      (brands("mif1", "heic"), .heif), (brands("mif3"), .heif),
      (brands("mif1", "miaf", "avif"), .avif), (brands("avif", "mif1"), .avif), (brands("avis", "avif"), .avif),
      (brands("qt  ", "qt  "), .quickTime), (brands("isom", "mp41"), .mp4), (brands("3gp5"), .mp4),
      (brands("XAVC", "mp42"), .mp4), (brands("zzzz"), .mp4), (brands("zzzz", "heic"), .heif),
      ([0, 0, 0, 8] + Array("wide".utf8) + [0, 0, 0, 0], .quickTime),
      ([0, 0, 1, 8] + Array("moovmvhd".utf8), .quickTime),
    ] as [([UInt8], ContainerFormat)])
  func contentDecides(head: [UInt8], format: ContainerFormat) {
    #expect(ContainerFormat(signature: head) == format)
    for count in 0..<head.count {
      let found = ContainerFormat(signature: Array(head.prefix(count)))
      #expect(
        found == nil || found == format || (format == .heif && found == .mp4) || (format == .avif && found != nil))
    }
  }

  @Test func whatOpensNoContainerIsNone() {
    for text in ["", "RIFF....WAVE", "II", "BM: a letter that begins so", "\0\0\0\u{8}free", "%PDF-1.7 and more text"] {
      #expect(ContainerFormat(signature: Array(text.utf8)) == nil, "\(text)")
    }
    #expect(ContainerFormat(signature: Self.brands("crx ", "isom")) == nil, "a raw photo that looks like a movie")
  }

  @Test(arguments: KnownFormat.allCases.filter { $0 != .tga })
  func theFirstBytesAreEnough(_ format: KnownFormat) throws {
    #expect(KnownFormat(signature: format.sample) == format)
    #expect(KnownFormat(signature: format.sample + [UInt8](repeating: 0x5A, count: 4_000)) == format)
    let error = #expect(throws: MetadataError.self) { try Probe(format.sample) }
    #expect(error?.code == .unsupportedFormat && error?.known == format)
    #expect(error?.sentence == "\(format.name): recognized, not supported")
  }

  @Test(arguments: KnownFormat.allCases) func noPrefixIsATrap(_ format: KnownFormat) {
    for count in 0...format.sample.count {
      let found = KnownFormat(signature: Array(format.sample.prefix(count)))
      #expect(found == nil || found == format, "\(count) bytes of \(format)")
    }
  }

  @Test func namesAndExtensionsAreUnique() {
    for format in KnownFormat.allCases where format != .tga {
      #expect(ContainerFormat(signature: format.sample) == nil, "\(format)")
    }
    #expect(KnownFormat(fileExtension: "PSD") == .psd && KnownFormat(fileExtension: "txt") == nil)
    for name in ["cr3", "raf", "rw2", "orf", "jp2", "jpx", "j2k", "jxr", "psd", "psb", "eps", "ai", "pdf", "mkv"] {
      #expect(KnownFormat(fileExtension: name) != nil && ContainerFormat(fileExtension: name) == nil, "\(name)")
    }
  }

  @Test func oursAreOurs() {
    let own: [[UInt8]] = [
      TinyJPEG(.sixColors).bytes, TinyPNG(.sixColors).bytes, TinyWebP(.sixColors).bytes, TinyGIF(.sixColors).bytes,
      TinyHEIF(.rightTop).bytes, TinyMovie(.sixColors, as: .rightTop).bytes,
    ]
    for bytes in own { #expect(KnownFormat(signature: bytes) == nil) }
  }

  @Test func othersAreUnknown() {
    for text in ["words", "<html><svg></svg></html>", "P6", "P9 1", "RIFF\0\0\0\0WAVE", "OggS", "%", "8BPS\0\u{3}", ""]
    {
      #expect(KnownFormat(signature: Array(text.utf8)) == nil, "\(text)")
    }
    #expect(KnownFormat(signature: [UInt8](repeating: 0, count: 400)) == nil)
    let targa: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 2, 0, 24, 0] + [UInt8](repeating: 7, count: 18)
    #expect(KnownFormat(signature: targa) == nil && KnownFormat(signature: targa, fileExtension: "TGA") == .tga)
    #expect(KnownFormat(signature: [UInt8](repeating: 0, count: 40), fileExtension: "tga") == nil)
  }
}
