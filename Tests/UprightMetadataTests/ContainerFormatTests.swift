// Containers by their first bytes and by the format in a name.

import Testing
import UprightFixtures
import UprightMetadata

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
}
