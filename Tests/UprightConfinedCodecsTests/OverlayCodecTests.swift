// Overlays decode to their images composed as the standard specifies, to the last bit.

import Testing
import Upright
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

@Suite struct OverlayCodecTests {
  private static let single = PixelRect<Stored>(x: 0, y: 0, width: 24, height: 16)

  /// The images of six squares, placed on a canvas: 1 as it is, 2 with the colors reversed, 3 as 1 with alpha.
  private static func file(_ overlay: TinyOverlay, _ images: [Int]) -> TinyHEIF {
    var file = TinyHEIF()
    file.properties = [
      .size(width: 24, height: 16), .depths, .coding, .size(width: overlay.width, height: overlay.height),
      .box(TinyBox.full("auxC", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0])),
      .box(TinyBox.bytes("av1C", [0x81, 0, 0x1C, 0])),
    ]
    let propertyLinks: [TinyItem.PropertyLink] = [.init(1), .init(2), .init(3, essential: true)]
    file.items = [
      TinyItem(1, "iovl", overlay.bytes, propertyLinks: [.init(4)]),
      TinyItem(11, "av01", TinyHEIF.codedImage, propertyLinks: propertyLinks),
      TinyItem(12, "av01", TinyHEIF.reversedImage, propertyLinks: propertyLinks),
      TinyItem(13, "av01", TinyHEIF.codedImage, propertyLinks: propertyLinks),
      TinyItem(14, "av01", HEIFFiles.codedOpacity, propertyLinks: [.init(1), .init(5), .init(6, essential: true)]),
    ]
    file.references = [("dimg", 1, images.map { $0 + 10 }), ("auxl", 14, [13])]
    return file
  }

  /// The pixels of each image, decoded separately.
  private static func image(_ number: Int) throws -> [[UInt16]] {
    var file = TinyHEIF(.topLeft)
    if number == 2 { file.items[0].data = TinyHEIF.reversedImage }
    if number == 3 { file = HEIFFiles.transparent(multiplied: false) }
    return try HEIFFiles.pixels(file.bytes, single, SampleLayout(.rgba))
  }

  /// The standard's result: each image over those below, in 8 bits.
  private static func expected(_ overlay: TinyOverlay, _ images: [Int]) throws -> [[UInt16]] {
    let fill = overlay.fill[..<3].map { UInt16($0 >> 8) }
    var canvas = [[UInt16]](repeating: fill, count: overlay.width * overlay.height)
    for (number, offset) in zip(images, overlay.offsets) {
      let image = try image(number)
      for y in 0..<16 where offset[1] + y < overlay.height {
        for x in 0..<24 where offset[0] + x < overlay.width {
          let (pixel, place) = (image[y * 24 + x], (offset[1] + y) * overlay.width + offset[0] + x)
          canvas[place] = (0..<3).map { (pixel[$0] * pixel[3] + canvas[place][$0] * (255 - pixel[3])) / 255 }
        }
      }
    }
    return canvas
  }

  private static func overlay(
    _ width: Int, _ height: Int, _ offsets: [[Int]], fill: [Int] = [0, 0, 0, 0xFFFF], isWide: Bool = false
  ) -> TinyOverlay {
    var overlay = TinyOverlay(width: width, height: height, offsets: offsets)
    (overlay.fill, overlay.isWide) = (fill, isWide)
    return overlay
  }

  @Test func imagesAreLaidOneOnAnother() throws {
    for (overlay, images) in [
      (Self.overlay(24, 16, [[0, 0], [0, 0]], fill: [0, 0, 0, 0]), [2, 3]),
      (Self.overlay(40, 30, [[0, 0], [16, 14]], fill: [0xFFFF, 0x8000, 0x1234, 0xFFFF]), [1, 3]),
      (Self.overlay(40, 30, [[0, 0], [30, 20], [3, 5]], isWide: true), [1, 3, 2]),
      (Self.overlay(10, 8, [[0, 0], [5, 3]], isWide: true), [3, 2]),
      (Self.overlay(30, 20, [[2, 2], [30, 0], [0, 20], [29, 19]]), [2, 1, 3, 1]),
      (Self.overlay(20, 50, [[0, 40], [0, 0]], fill: [0, 0xFFFF, 0, 0xFFFF]), [3, 1]),
    ] {
      let bytes = Self.file(overlay, images).bytes
      let whole = PixelRect<Stored>(x: 0, y: 0, width: overlay.width, height: overlay.height)
      let pixels = try HEIFFiles.pixels(bytes, whole)
      #expect(try pixels == Self.expected(overlay, images), "\(overlay)")
      let part = PixelRect<Stored>(x: 3, y: 2, width: overlay.width - 5, height: overlay.height - 4)
      #expect(try HEIFFiles.pixels(bytes, part) == HEIFFiles.cut(pixels, width: overlay.width, part))
      #expect(try HEIFFiles.pixels(bytes, whole, SampleLayout(.rgba)) == pixels.map { $0 + [255] })
    }
  }

  @Test func cornersAreThoseOfTheirImages() throws {
    let overlay = Self.overlay(60, 40, [[0, 0], [36, 24]], fill: [0xFF00, 0, 0xFF00, 0xFFFF])
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 60, height: 40)
    let pixels = try HEIFFiles.pixels(Self.file(overlay, [1, 2]).bytes, whole)
    #expect(pixels[59] == [255, 0, 255] && pixels[39 * 60] == [255, 0, 255])
    let first = TinyImage.sixColors[0, 0].map(UInt16.init)
    for place in [0, 39 * 60 + 59] { #expect(HEIFFiles.distance(pixels[place], first) <= 16) }
  }

  /// All images count, however small the requested part.
  @Test func limitsCountAllImages() throws {
    let bytes = Self.file(Self.overlay(40, 30, [[0, 0], [16, 14]]), [1, 3]).bytes
    let count = 40 * 30 + 2 * 24 * 16
    #expect(throws: Never.self) { try HEIFFiles.pixels(bytes, Self.single, limits: Limits(pixels: count)) }
    #expect(throws: UprightError.limit(.pixels, asked: count, allowed: count - 1)) {
      try HEIFFiles.pixels(bytes, Self.single, limits: Limits(pixels: count - 1))
    }
  }

  @Test func whatIsNotDecodedIsNamed() throws {
    var overlay = Self.overlay(40, 30, [[0, 0], [-1, 0]])
    for (fill, offset, reason) in [
      (0xFFFF, -1, .overlay(.inputBeforeCanvas)), (0, 1, .overlay(.transparentCanvas)),
    ] as [(Int, Int, UnsupportedSamples)] {
      (overlay.fill[3], overlay.offsets[1][0]) = (fill, offset)
      let bytes = Self.file(overlay, [1, 3]).bytes
      #expect(try Probe(bytes).samples?.unsupportedReason == reason)
      #expect(throws: UprightError.unsupported(Phrase(reason.description))) { try HEIFFiles.pixels(bytes, Self.single) }
    }
  }

  @Test func everyPrefixIsRefused() throws {
    let bytes = Self.file(Self.overlay(24, 16, [[0, 0], [0, 0]]), [1, 3]).bytes
    for count in 0..<bytes.count {
      #expect(throws: UprightError.self, "\(count)") { try HEIFFiles.pixels(Array(bytes[..<count]), Self.single) }
    }
  }
}
