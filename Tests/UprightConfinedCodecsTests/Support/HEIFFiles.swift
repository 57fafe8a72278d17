// HEIF and AVIF files for tests: tiles, alpha, and reasons not to decode.

import Upright
import UprightConfinedCodecs
import UprightFixtures
import UprightMetadata

enum HEIFFiles {
  /// The colors of the six squares.
  static let colors: [[UInt16]] = [
    [220, 30, 30], [30, 200, 30], [30, 30, 220], [220, 220, 30], [220, 30, 220], [30, 220, 220],
  ]

  /// 24 × 16, six squares of 8 in the grays 255, 200, 150, 100, 50, 0: AV1 with luma only, full range, coded by
  /// `avifenc -y 400 -s 0 --min 10 --max 20 -r full` (libavif 0.11.1, aom 3.6.0).
  static let codedOpacity: [UInt8] = [
    0x12, 0x00, 0x0A, 0x08, 0x18, 0x10, 0xEF, 0xFC, 0xB0, 0x10, 0xD0, 0x6A, 0x32, 0x14, 0x44, 0xF0, 0x00,
    0x00, 0x44, 0xDE, 0x3A, 0x60, 0xA7, 0xD1, 0x82, 0x4C, 0xFD, 0xB0, 0xDC, 0x24, 0xE2, 0x0D, 0xDA, 0x40,
  ]

  /// The same grays in the limited range, by `avifenc -y 400 -s 0 --min 0 --max 0 -r limited -d DEPTH`.
  static let limitedGrays: [Int: [UInt8]] = [
    8: "12000a081810effcb010d0623211440000de39fee0cd9c2502070517643faa",
    10: "12000a081810effcf010d0623213440000de39fa37b349c24ca6eb0d17373fc6e0",
    12: "12000a085810effcf80868313214440000de39f98e5eb01c24b15d2925172c0011b6",
  ].mapValues { Hex.bytes($0) ?? [] }

  /// How they are coded.
  static func grayCoding(_ depth: Int) -> [UInt8] {
    TinyBox.bytes("av1C", depth == 12 ? [0x81, 0x40, 0x7C, 0] : [0x81, 0, depth == 8 ? 0x1C : 0x5C, 0])
  }

  /// One image of limited gray; with the box `colr` that states this range, or none.
  static func limitedGray(_ depth: Int, isFullRange: Bool? = nil) -> TinyHEIF {
    var file = TinyHEIF(.topLeft)
    file.properties[1] = .box(TinyBox.full("pixi", [1, UInt8(depth)]))
    file.properties[2] = .box(grayCoding(depth))
    file.items[0].data = limitedGrays[depth] ?? []
    guard let isFullRange else { return file }
    file.properties.append(
      .box(TinyBox.bytes("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 6, isFullRange ? 0x80 : 0])))
    file.items[0].propertyLinks.append(.init(file.properties.count))
    return file
  }

  /// One image in colors whose alpha is limited gray.
  static func limitedAlpha(_ depth: Int) -> TinyHEIF {
    var file = transparent(multiplied: false)
    file.properties[file.properties.count - 1] = .box(grayCoding(depth))
    file.items[1].data = limitedGrays[depth] ?? []
    return file
  }

  /// The name of the alpha property, and how alpha is coded.
  private static let opacityProperties: [TinyProperty] = [
    .box(TinyBox.full("auxC", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0])),
    .box(TinyBox.bytes("av1C", [0x81, 0, 0x1C, 0])),
  ]

  /// Four tiles of 24 × 16, two by two, of which the image shows 40 × 30.
  static func grid(opacity: Bool = false) -> TinyHEIF {
    var file = TinyHEIF()
    file.properties =
      [.size(width: 24, height: 16), .depths, .coding, .size(width: 40, height: 30)] + opacityProperties
    let claims: [TinyItem.PropertyLink] = [.init(1), .init(2), .init(3, essential: true)]
    let layout: [UInt8] = [0, 0, 1, 1, 0, 40, 0, 30]
    file.items = [TinyItem(1, "grid", layout, propertyLinks: [.init(4), .init(2)])]
    file.items += (2...5).map { TinyItem($0, "av01", TinyHEIF.codedImage, propertyLinks: claims) }
    file.references = [("dimg", 1, [2, 3, 4, 5])]
    guard opacity else { return file }
    file.items.append(TinyItem(6, "grid", layout, propertyLinks: [.init(4), .init(5)]))
    file.items += (7...10).map {
      TinyItem($0, "av01", codedOpacity, propertyLinks: [.init(1), .init(6, essential: true)])
    }
    file.references += [("dimg", 6, [7, 8, 9, 10]), ("auxl", 6, [1])]
    return file
  }

  /// 48 × 32 out of one tile of 64 × 64 coded by HEVC, as phones write it.
  static func phone() -> TinyHEIF {
    var file = TinyHEIF()
    file.brands = ["heic", "mif1"]
    file.properties = [
      .size(width: 64, height: 64), .depths, .box(TinyHEVC.configuration), .size(width: 48, height: 32),
    ]
    file.items = [TinyItem(1, "grid", [0, 0, 0, 0, 0, 48, 0, 32], propertyLinks: [.init(4), .init(2)])]
    file.items[0].storage = .itemData
    file.layout.locationVersion = 1
    file.items.append(
      TinyItem(2, "hvc1", TinyHEVC.codedImage, propertyLinks: [.init(1), .init(2), .init(3, essential: true)]))
    file.references = [("dimg", 1, [2])]
    return file
  }

  /// One image whose alpha is another image like it.
  static func transparent(multiplied: Bool) -> TinyHEIF {
    var file = TinyHEIF(.topLeft)
    let last = file.properties.count
    file.properties += opacityProperties
    let claims: [TinyItem.PropertyLink] = [.init(1), .init(last + 1), .init(last + 2, essential: true)]
    file.items.append(TinyItem(2, "av01", codedOpacity, propertyLinks: claims))
    file.references.append(("auxl", 2, [1]))
    if multiplied { file.references.append(("prem", 1, [2])) }
    return file
  }

  /// One image with another property.
  static func single(_ property: [UInt8]) -> TinyHEIF {
    var file = TinyHEIF(.topLeft)
    file.properties.append(.box(property))
    file.items[0].propertyLinks.append(.init(file.properties.count))
    return file
  }

  /// `colr` with numbers.
  static func colors(_ primaries: Int, _ transfer: Int) -> [UInt8] {
    TinyBox.bytes("colr", Array("nclx".utf8) + [primaries, transfer, 6].flatMap { TinyBox.number($0, 2) } + [0x80])
  }

  /// All pixels of a pass.
  static func pixels(
    _ bytes: any ByteSource, _ region: PixelRect<Stored>, _ layout: SampleLayout = SampleLayout(.rgb),
    kind: HEIFCodec.Kind = .avif, limits: Limits = Limits()
  ) throws -> [[UInt16]] {
    var pixels: [[UInt16]] = []
    let pass = DecodePass(region: region, denominator: 1, layout: layout)
    try HEIFCodec(kind).decode(pass, from: bytes, limits: limits) { band, _ in
      for y in 0..<band.size.height {
        for x in 0..<band.size.width { pixels.append(band.pixel(x: x, y: y)) }
      }
    }
    return pixels
  }

  /// The pixels of a region, out of those of the whole.
  static func cut(_ whole: [[UInt16]], width: Int, _ region: PixelRect<Stored>) -> [[UInt16]] {
    (region.y..<region.maxY).flatMap { y in (region.x..<region.maxX).map { whole[y * width + $0] } }
  }

  /// The largest difference of two pixels' colors.
  static func distance(_ one: [UInt16], _ other: [UInt16]) -> Int {
    zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? .max
  }
}
