// What every kind of PNG decodes to, what is not kept of its coding, and what that costs.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct SourceSamplesTests {
  private static let kinds = OddPNG.kinds.flatMap { kind in [false, true].map { (kind.colorType, kind.depth, $0) } }

  @Test(arguments: kinds)
  func layoutAndChangesFollowFromTheKind(_ colorType: Int, _ depth: Int, _ hasKey: Bool) throws {
    let file = OddPNG.motley(width: 3, height: 2, colorType: colorType, depth: depth, hasKey: hasKey)
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

  @Test func interlacedPicturesAreHeldAsHighAsTheRegion() throws {
    var file = OddPNG.motley(width: 30, height: 20, colorType: 6, depth: 16)
    let pass = DecodePass(
      region: PixelRect(x: 4, y: 5, width: 6, height: 7), denominator: 1, layout: SampleLayout(.rgba, .sixteen))
    #expect(try Probe(file.bytes).heldBytes(pass) == 0)
    file.isInterlaced = true
    #expect(try Probe(file.bytes).heldBytes(pass) == 30 * 7 * 8)
  }

  /// The file's bytes, the pass with its margin, and what libwebp keeps of the whole picture.
  @Test func aWebPIsHeldAsLongAsItIsDecoded() throws {
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 2, height: 2), denominator: 2, layout: SampleLayout(.rgb))
    let delivered = 3 * (1 + 8 * 6)
    let lossless = TinyWebP(.sixColors).bytes
    #expect(try Probe(lossless).heldBytes(pass) == lossless.count + 4 * 6 + delivered)
    var lossy = TinyWebP(lossyWith: [])
    #expect(try Probe(lossy.bytes).heldBytes(pass) == lossy.bytes.count + delivered)
    (lossy.isExtended, lossy.flags) = (true, 0x10)
    #expect(try Probe(lossy.bytes).heldBytes(pass) == lossy.bytes.count + 2 * 128 + delivered)
  }

  @Test func whatIsNoPNGChangesNothing() throws {
    let probe = try Probe(TinyJPEG(.sixColors).bytes)
    #expect(SampleChange.all(of: probe, to: .eight).isEmpty && probe.decodedLayout == SampleLayout(.rgb))
    #expect(try Probe(TinyGIF(.sixColors).bytes).decodedLayout == nil)
  }
}
