// Small files that claim or unpack to far more than their size: each must be refused before it costs anything.

import Testing
import Upright
import UprightFixtures

/// A file that would cost much if its claims were trusted.
struct Bomb: Sendable, CustomTestStringConvertible {
  /// What it claims.
  let name: String
  /// The extension of its format.
  let suffix: String
  /// A part of the refusal's message: the name of the limit or the rule.
  let refusal: String
  /// The file.
  let bytes: [UInt8]

  var testDescription: String { name }

  private init(_ name: String, _ suffix: String, _ refusal: String, _ bytes: [UInt8]) {
    (self.name, self.suffix, self.refusal, self.bytes) = (name, suffix, refusal, bytes)
  }

  static let all = jpegs + pngs + webps + tiffs + heifs + jxls
}

// MARK: JPEG

extension Bomb {
  /// A JPEG of one gray component that is truncated after its first scan's header, with this frame.
  private static func jpeg(_ frame: UInt8, width: Int, height: Int, scans: Int = 1) -> [UInt8] {
    let sides = TinyBox.number(height, 2) + TinyBox.number(width, 2)
    let table = TinySegment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    let code = TinySegment(0xC4, [0, 1] + [UInt8](repeating: 0, count: 15) + [0])
    let scan = TinySegment(0xDA, [1, 1, 0, 0, 0, 0]).bytes + [0x7F]
    let head = [table, TinySegment(frame, [8] + sides + [1, 1, 0x11, 0]), code]
    return [0xFF, 0xD8] + head.flatMap(\.bytes) + (0..<scans).flatMap { _ in scan } + [0xFF, 0xD9]
  }

  private static let jpegs = [
    Bomb(
      "JPEG, progressive, 65500 x 65500", "jpg", "4290250000 pixels, ",
      jpeg(0xC2, width: 65_500, height: 65_500)),
    Bomb(
      "JPEG, sequential, 65535 x 65535", "jpg", "4294836225 pixels, ",
      jpeg(0xC0, width: 65_535, height: 65_535)),
    Bomb(
      "JPEG, arithmetic, 65535 x 65535", "jpg", "4294836225 pixels, ", jpeg(0xC9, width: 65_535, height: 65_535)),
    Bomb(
      "JPEG, 10,000 scans", "jpg", "101 scans, 100 allowed", jpeg(0xC2, width: 800, height: 800, scans: 10_000)),
    Bomb("JPEG, height said behind the scan", "jpg", "image (DNL segment)", jpeg(0xC0, width: 65_535, height: 0)),
    Bomb(
      "JPEG, 300,000 comments and no picture", "jpg", "more markers than the limit allows",
      [0xFF, 0xD8] + (0..<300_000).flatMap { _ in [0xFF, 0xFE, 0, 2] as [UInt8] } + [0xFF, 0xD9]),
  ]
}

// MARK: PNG

extension Bomb {
  /// A PNG of 8-bit RGB that claims these sides, with further chunks and these packed pixels.
  private static func png(_ width: Int, _ height: Int, _ chunks: [TinyPNG.Chunk] = [], data: [UInt8]) -> [UInt8] {
    let header = TinyPNG.Chunk("IHDR", TinyBox.number(width, 4) + TinyBox.number(height, 4) + [8, 2, 0, 0, 0])
    let all = [header] + chunks + [TinyPNG.Chunk("IDAT", data), TinyPNG.Chunk("IEND", [])]
    return TinyPNG.signature + all.flatMap(\.bytes)
  }

  /// Zeros, 258 of them for each 13 bits (RFC 1951, 3.2.6: length 285 and distance 1 of the fixed codes).
  private static func zeros(_ count: Int) -> [UInt8] {
    let run = [true, true, false, false, false, true, false, true] + [Bool](repeating: false, count: 5)
    let start = [true, true, false] + [false, false, true, true, false, false, false, false]
    // Eight runs are whole bytes; the first bits shift them all equally.
    var bits = start
    let body = (0..<8).flatMap { _ in run }
    bits += body
    let head = TinyJXL.packed(Array(bits.prefix(bits.count / 8 * 8)))
    let carried = Array(bits.suffix(bits.count % 8))
    let period = TinyJXL.packed(Array((carried + body).prefix(body.count)))
    return [0x78, 0x01] + head + (0..<max(0, count / (258 * 8) - 1)).flatMap { _ in period }
      + TinyJXL.packed(carried + [Bool](repeating: false, count: 7)) + [0, 0, 0, 0]
  }

  private static let pngs = [
    Bomb("PNG, (2^31 - 1)^2", "png", "4611686014132420609 pixels, ", png(0x7FFF_FFFF, 0x7FFF_FFFF, data: [])),
    Bomb(
      "PNG, sides of 2^31, which none may have", "png",
      "no image or track with a size was found", png(1 << 31, 1 << 31, data: [])),
    Bomb("PNG, one row of 2^31 - 1", "png", "2147483647 pixels, ", png(0x7FFF_FFFF, 1, data: [])),
    Bomb(
      "PNG, 30000 x 30000 of packed zeros", "png", "900000000 pixels, ",
      png(30_000, 30_000, data: zeros(2_000_000))),
    Bomb(
      "PNG, a profile of 32 MiB, packed, and no pixels", "png", "image data is damaged",
      png(100, 100, [TinyPNG.Chunk("iCCP", Array("p".utf8) + [0, 0] + zeros(32 << 20))], data: [])),
    Bomb(
      "PNG, a text of 32 MiB, packed, and no pixels", "png", "image data is damaged",
      png(100, 100, [TinyPNG.Chunk("zTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0] + zeros(32 << 20))], data: [])),
  ]
}

// MARK: WebP

extension Bomb {
  /// A lossless WebP with these sides whose stream ends after its header (RFC 9649, 3.4).
  private static func webp(_ width: Int, _ height: Int) -> TinyWebP {
    var file = TinyWebP(TinyImage(width: 1, height: 1, filledWith: [0, 0, 0]))
    let header = TinyJXL.packed(TinyJXL.bits((0x2F, 8), (width - 1, 14), (height - 1, 14), (0, 4)))
    (file.imageChunks, file.size) = ([TinyWebP.Chunk("VP8L", header)], (width, height))
    return file
  }

  private static let webps: [Bomb] = {
    var canvas = webp(16_383, 16_383)
    (canvas.size, canvas.isExtended) = ((1 << 24, 1 << 24), true)
    return [
      Bomb("WebP, 16383 x 16383", "webp", "image data is damaged", webp(16_383, 16_383).bytes),
      Bomb("WebP, 16384 x 16384", "webp", "268435456 pixels, ", webp(16_384, 16_384).bytes),
      Bomb("WebP, a canvas of 2^24 x 2^24", "webp", "281474976710656 pixels, ", canvas.bytes),
    ]
  }()
}

// MARK: TIFF

extension Bomb {
  private static func tiff(_ entries: [TinyEntry], isBig: Bool = false) -> [UInt8] {
    let image = TinyImage(width: 4, height: 4, filledWith: [9])
    return TinyTIFFFile(isBigTIFF: isBig, pages: [TinyTIFFFile.Subfile(image, entries: entries)]).bytes
  }

  private static let sides = [TinyEntry(256, .long, [0xFFFF_FFFF]), TinyEntry(257, .long, [0xFFFF_FFFF])]

  private static let tiffs = [
    Bomb("TIFF, (2^32 - 1)^2", "tif", "no image or track with a size was found", tiff(sides)),
    Bomb(
      "BigTIFF, sides of 2^62", "tif", "no image or track with a size was found",
      tiff([TinyEntry(256, .long8, [1 << 62]), TinyEntry(257, .long8, [1 << 62])], isBig: true)),
    Bomb(
      "TIFF, 10^9 strips", "tif", "1000000000 pixels, ",
      tiff([
        TinyEntry(257, .long, [1_000_000_000]), TinyEntry(256, .long, [1]), TinyEntry(278, .long, [1]),
        TinyEntry(273, .long, [8], statedCount: 1_000_000_000),
        TinyEntry(279, .long, [1], statedCount: 1_000_000_000),
      ])),
    Bomb(
      "TIFF, 10^8 tiles of 1 x 1", "tif", "the file is truncated: it ends inside a structure",
      tiff([
        TinyEntry(256, .long, [10_000]), TinyEntry(257, .long, [10_000]), TinyEntry(322, .long, [1]),
        TinyEntry(323, .long, [1]), TinyEntry(324, .long, [8], statedCount: 100_000_000),
        TinyEntry(325, .long, [1], statedCount: 100_000_000),
      ])),
    Bomb(
      "TIFF, 65535 samples of 64 bits per pixel", "tif",
      "64 bits per sample are not supported; save it as 8- or 16-bit RGB",
      tiff([TinyEntry(277, .short, [65_535]), TinyEntry(258, .short, [64])])),
    Bomb(
      "BigTIFF, pixels behind the end of all files", "tif", "the file is truncated: it ends inside a structure",
      tiff([TinyEntry(273, .long8, [Int.max]), TinyEntry(279, .long8, [Int.max])], isBig: true)),
  ]
}

// MARK: HEIF and AVIF

extension Bomb {
  private static func heif(_ change: (inout TinyHEIF) -> Void) -> [UInt8] {
    var file = TinyHEIF(.topLeft)
    change(&file)
    return file.bytes
  }

  /// A grid of 256 × 256 tiles that are all the same item (ISO/IEC 23008-12, 6.6.2.3).
  private static let grid = heif { file in
    let side = TinyBox.number(65_535, 4)
    file.properties.append(.size(width: 65_535, height: 65_535))
    file.items.append(
      TinyItem(2, "grid", [0, 1, 255, 255] + side + side, propertyLinks: [.init(file.properties.count)]))
    file.references.append(("dimg", 2, [Int](repeating: 1, count: 65_535)))
    file.primary = 2
  }

  /// 8,000 items, and a grid of 256 × 255 tiles that are all the last of them: searching the tables for each would take
  /// minutes.
  private static let listedLast = heif { file in
    let (last, tiles) = (8_001, 256 * 255)
    file.brands = ["heic", "mif1"]
    file.properties = [.size(width: 64 * 256, height: 64 * 255), .size(width: 64, height: 64), .coding]
    let sides = TinyBox.number(64 * 256, 2) + TinyBox.number(64 * 255, 2)
    file.items = [TinyItem(1, "grid", [0, 0, 254, 255] + sides, propertyLinks: [.init(1)])]
    file.items += (2...last).map { TinyItem($0, "av01", [1], propertyLinks: [.init(2), .init(3, essential: true)]) }
    file.references = [("dimg", 1, [Int](repeating: last, count: tiles))]
  }

  /// A file whose list claims 2^32 - 1 items.
  private static let items =
    TinyBox.bytes("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
    + TinyBox.full(
      "meta",
      TinyBox.full("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
        + TinyBox.full("pitm", [0, 1])
        + TinyBox.full("iinf", version: 1, [255, 255, 255, 255])
        + TinyBox.full("iloc", version: 2, [0x44, 0, 255, 255, 255, 255]))

  private static let heifs = [
    Bomb(
      "HEIC, 65535 x 65535", "heic", "4294836225 pixels, ",
      heif { file in
        file.brands = ["heic", "mif1"]
        file.properties[0] = .size(width: 65_535, height: 65_535)
      }),
    Bomb(
      "AVIF, (2^32 - 1)^2", "avif", " pixels, ",
      heif { $0.properties[0] = .size(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF) }),
    Bomb("HEIF, a grid of 256 x 256 tiles, one of them missing", "heic", "or the item is incomplete", grid),
    Bomb(
      "HEIF, a grid of 256 x 255 tiles, each the last of 8,000 items", "heic", "image data is damaged",
      listedLast),
    Bomb("HEIF, 2^32 - 1 items", "heic", "more boxes, chunks or fields than the limit allows", items),
    Bomb(
      "HEIF, 20,000 boxes inside one another", "heic", "no image or track with a size was found",
      TinyBox.bytes("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
        + (0..<20_000).flatMap { TinyBox.number((20_000 - $0) * 12, 4) + Array("meta".utf8) + [0, 0, 0, 0] }),
  ]
}

// MARK: JPEG XL

extension Bomb {
  /// A codestream whose header claims these sides of up to 30 bits, and nothing after it (ISO/IEC 18181-1, D.2).
  private static func jxl(_ width: Int, _ height: Int) -> [UInt8] {
    let sides = TinyJXL.bits((0, 1), (3, 2), (height - 1, 30), (0, 3), (3, 2), (width - 1, 30))
    return [0xFF, 0x0A] + TinyJXL.packed(sides + TinyJXL.bits((1, 1), (1, 1))) + [0, 0, 0, 0]
  }

  private static let jxls = [
    Bomb("JPEG XL, 2^30 x 2^30", "jxl", "1152921504606846976 pixels, ", jxl(1 << 30, 1 << 30)),
    Bomb("JPEG XL, one row of 2^30", "jxl", "1073741824 pixels, ", jxl(1 << 30, 1)),
  ]
}
