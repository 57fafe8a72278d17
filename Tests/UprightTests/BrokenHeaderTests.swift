// A PNG whose header chunk has values outside the standard is damaged wherever its pixels are needed (PNG 3rd edition,
// table 12).

import Testing
import UprightFixtures
import UprightGeometry

@testable import Upright
@testable import UprightMetadata

@Suite struct BrokenHeaderTests {
  /// A PNG of 24 columns whose header chunk ends with these five bytes.
  private func file(_ coding: [UInt8]) -> [UInt8] {
    var bytes = TinyPNG(TinyImage(width: 24, height: 16, filledWith: [9, 9, 9])).bytes
    let chunk = TinyPNG.Chunk("IHDR", Array(bytes[16..<24]) + coding)
    bytes.replaceSubrange(8..<33, with: chunk.bytes)
    return bytes
  }

  private let planner = Planner(
    capabilities: [.png: Capabilities(decodes: true, encodes: true, transforms: false)])

  @Test func everyImpossibleCodingIsDamage() throws {
    var codings = [[8, 2, 1, 0, 0], [8, 2, 0, 1, 0], [8, 2, 0, 0, 2]].map { $0.map(UInt8.init) }
    for colorType in UInt8(0)...8 {
      for depth in UInt8(0)...17
      where !SamplePNG.kinds.contains(where: { $0.colorType == Int(colorType) && $0.depth == Int(depth) }) {
        codings.append([depth, colorType, 0, 0, 0])
      }
    }
    let broken = UprightError.malformed(MetadataError(.boxInvalid, at: 24))
    let part = Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 4, height: 4)), upright: .pixels)
    for coding in codings {
      let probe = try Probe(file(coding))
      #expect(probe.storedSize == PixelSize(width: 24, height: 16) && probe.orientation == .identity)
      for rendition in [Rendition.thumbnail(within: PixelSize(width: 100, height: 100)), part] {
        #expect(throws: broken, "\(coding)") { try planner.plan(rendition, for: probe) }
      }
      #expect(try planner.plan(Rendition(upright: .tagged), for: probe).route == .copy, "the tag can be told")
    }
  }

  @Test func everyPossibleCodingIsNone() throws {
    for (colorType, depth) in SamplePNG.kinds {
      #expect(try Probe(file([UInt8(depth), UInt8(colorType), 0, 0, 1])).brokenHeader == nil)
    }
  }
}
