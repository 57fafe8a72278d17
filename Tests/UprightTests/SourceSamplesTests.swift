// What every kind of PNG decodes to, what is lost of its coding, and what that costs.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct SourceSamplesTests {
  private static let kinds = SamplePNG.kinds.flatMap { kind in [false, true].map { (kind.colorType, kind.depth, $0) } }

  @Test(arguments: kinds)
  func layoutAndChangesFollowFromTheKind(_ colorType: Int, _ depth: Int, _ hasKey: Bool) throws {
    let file = SamplePNG.mixedColors(width: 3, height: 2, colorType: colorType, depth: depth, hasKey: hasKey)
    let probe = try Probe(file.bytes)
    let layout = try #require(probe.decodedLayout)
    #expect(layout.channels.count == file.shown(x: 0, y: 0).count)
    #expect(layout.depth == (depth == 16 ? .sixteen : .eight))
    let changes = SampleChange.all(of: probe, to: .eight)
    #expect(changes.contains(.paletteBecomesColors) == (colorType == 3))
    #expect(changes.contains(.fewBitsBecomeEight) == (depth < 8 && colorType == 0))
    #expect(changes.contains(.opacityBecomesChannel) == (layout.channels == .rgba && colorType != 6))
    #expect(changes.contains(.sixteenBitsBecomeEight) == (depth == 16))
    #expect(!SampleChange.all(of: probe, to: .sixteen).contains(.sixteenBitsBecomeEight))
  }

  @Test func everyChangeHasASentenceOfItsOwn() {
    #expect(Set(SampleChange.allCases.map(\.sentence)).count == SampleChange.allCases.count)
  }

  @Test func interlacedImagesAreHeldAsHighAsTheRegion() throws {
    var file = SamplePNG.mixedColors(width: 30, height: 20, colorType: 6, depth: 16)
    let pass = DecodePass(
      region: PixelRect(x: 4, y: 5, width: 6, height: 7), denominator: 1, layout: SampleLayout(.rgba, .sixteen))
    #expect(try Probe(file.bytes).bufferBytes(pass) == 0)
    file.isInterlaced = true
    #expect(try Probe(file.bytes).bufferBytes(pass) == 30 * 7 * 8)
  }

  /// The file's bytes, the pass with its margin, and what libwebp keeps of the whole image.
  @Test func aWebPIsHeldAsLongAsItIsDecoded() throws {
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 2, height: 2), denominator: 2, layout: SampleLayout(.rgb))
    let delivered = 3 * (1 + 8 * 6)
    let lossless = TinyWebP(.sixColors).bytes
    #expect(try Probe(lossless).bufferBytes(pass) == lossless.count + 4 * 6 + delivered)
    var lossy = TinyWebP(lossyWith: [])
    #expect(try Probe(lossy.bytes).bufferBytes(pass) == lossy.bytes.count + delivered)
    (lossy.isExtended, lossy.flags) = (true, 0x10)
    #expect(try Probe(lossy.bytes).bufferBytes(pass) == lossy.bytes.count + 2 * 128 + delivered)
  }

  /// A row of the tiles that the pass touches, and up to sixteen of them as stored in the file, which is an eighth
  /// more.
  @Test func tilesOfATIFFAreHeldDecodedAndCoded() throws {
    for (across, isPlanar) in [(5, false), (5, true), (40, false)] {
      let kind = SampleTIFF.Kind(2, 8, isPlanar: isPlanar, tile: (32, 16))
      let file = SampleTIFF.mixedColors(width: 32 * across, height: 48, kind)
      let tile = 32 * 16 * 3
      for columns in [1, 2, across] {
        for height in [1, 48] {
          let region = PixelRect<Stored>(x: 31, y: 0, width: 32 * (columns - 1) + 1, height: height)
          let pass = DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb))
          let held = tile * min(columns, across) + (tile + tile / 8) * min(columns, across, 16)
          #expect(try Probe(file.bytes).bufferBytes(pass) == held, "\(columns) of \(across)")
        }
      }
    }
    let strips = SampleTIFF.mixedColors(width: 9, height: 50, SampleTIFF.Kind(2, 8, isPlanar: true))
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 9, height: 50), denominator: 1, layout: SampleLayout(.rgb))
    #expect(try Probe(strips.bytes).bufferBytes(pass) == 9 * strips.rowsPerStrip * 3, "strips are decoded one by one")
  }

  /// Two tiles of 24 by 16 side by side and two one above the other.
  @Test func tilesOfAHEIFAreHeldWithTheRowBelow() throws {
    var file = TinyHEIF()
    file.properties = [.size(width: 24, height: 16), .depths, .coding, .size(width: 48, height: 32)]
    file.items = [TinyItem(1, "grid", [0, 0, 1, 1, 0, 48, 0, 32], propertyLinks: [.init(4)])]
    file.items += (2...5).map { TinyItem($0, "av01", [1], propertyLinks: [.init(1), .init(3, essential: true)]) }
    file.references = [("dimg", 1, [2, 3, 4, 5])]
    let tile = 24 * 16 * 3
    for (region, tiles) in [
      (PixelRect<Stored>(x: 0, y: 0, width: 48, height: 32), 2 * 4),
      (PixelRect(x: 0, y: 3, width: 48, height: 13), 2 * 3),
      (PixelRect(x: 30, y: 15, width: 5, height: 2), 1 * 4), (PixelRect(x: 3, y: 16, width: 21, height: 16), 1 * 3),
    ] {
      let pass = DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb))
      #expect(try Probe(file.bytes).bufferBytes(pass) == tiles * tile, "\(region)")
    }
  }

  /// The canvas is held like any tile, and four bytes of each input three times; together they count as pixels.
  @Test func anOverlayIsHeldWithAllItsImages() throws {
    var file = TinyHEIF()
    let overlay = TinyOverlay(width: 48, height: 32, offsets: [[0, 0], [5, 5], [90, 0]])
    file.properties = [.size(width: 24, height: 16), .coding, .size(width: 48, height: 32)]
    let propertyLinks: [TinyItem.PropertyLink] = [.init(1), .init(2, essential: true)]
    file.items = [
      TinyItem(1, "iovl", overlay.bytes, propertyLinks: [.init(3)]),
      TinyItem(2, "av01", [1], propertyLinks: propertyLinks),
      TinyItem(3, "av01", [1], propertyLinks: propertyLinks),
    ]
    file.references = [("dimg", 1, [2, 3, 3])]
    let probe = try Probe(file.bytes)
    let (canvas, inputs) = (48 * 32, 3 * 24 * 16)
    for region in [PixelRect<Stored>(x: 0, y: 0, width: 48, height: 32), PixelRect(x: 40, y: 30, width: 1, height: 1)] {
      let pass = DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb))
      #expect(probe.bufferBytes(pass) == canvas * 3 * 3 + inputs * 4 * 3, "\(region)")
    }
    let capabilities = [
      ContainerFormat.avif: Capabilities(decodes: true, encodes: false, transforms: false),
      .png: Capabilities(decodes: false, encodes: true, transforms: false),
    ]
    let rendition = Rendition(size: .within(4, 4), upright: .pixels, format: .png)
    let enough = Planner(capabilities: capabilities, limits: Limits(pixels: canvas + inputs))
    #expect(throws: Never.self) { try enough.plan(rendition, for: probe) }
    let few = Planner(capabilities: capabilities, limits: Limits(pixels: canvas + inputs - 1))
    #expect(throws: UprightError.limit(.pixels, asked: canvas + inputs, allowed: canvas + inputs - 1)) {
      try few.plan(rendition, for: probe)
    }
  }

  @Test func whatIsNoPNGChangesNothing() throws {
    let probe = try Probe(TinyJPEG(.sixColors).bytes)
    #expect(SampleChange.all(of: probe, to: .eight).isEmpty && probe.decodedLayout == SampleLayout(.rgb))
    #expect(try Probe(TinyMovie(.sixColors, as: .topLeft).bytes).decodedLayout == nil)
  }
}
