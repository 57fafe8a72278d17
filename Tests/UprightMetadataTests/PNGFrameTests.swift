// The header chunk of a PNG in all its 65,536 depths and color types, and the chunks about alpha and frames.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct PNGFrameTests {
  private func frame(_ depth: UInt8, _ colorType: UInt8, _ rest: [UInt8] = [0, 0, 0]) -> PNGFrame? {
    PNGFrame(header: [0, 0, 0, 1, 0, 0, 0, 1, depth, colorType] + rest)
  }

  @Test func onlyWhatTheStandardAllowsIsKnown() {
    for depth in UInt8.min...UInt8.max {
      for colorType in UInt8.min...UInt8.max {
        let found = frame(depth, colorType)
        let isKnown = SamplePNG.kinds.contains { $0.colorType == Int(colorType) && $0.depth == Int(depth) }
        #expect((found != nil) == isKnown)
        guard let found else { continue }
        #expect(found.colorType.rawValue == Int(colorType) && found.depth == Int(depth))
        #expect(found.isGray == (colorType & 3 == 0) && found.hasTransparency == (colorType & 4 != 0))
      }
    }
    for (index, rest) in [[1, 0, 0], [0, 1, 0], [0, 0, 2]].enumerated() {
      #expect(frame(8, 2, rest.map(UInt8.init)) == nil, "\(index)")
    }
    #expect(frame(8, 2, [0, 0, 1])?.isInterlaced == true && frame(8, 2)?.isInterlaced == false)
    #expect(PNGFrame(header: [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0]) == nil)
  }

  @Test func aProbeKnowsOpacityAndFrames() throws {
    var file = SamplePNG.mixedColors(width: 3, height: 2, colorType: 3, depth: 2)
    #expect(try Probe(file.bytes).png?.hasTransparency == false)
    file.transparency = [0]
    #expect(try Probe(file.bytes).png?.hasTransparency == true)
    #expect(try Probe(file.bytes).png?.isAnimated == false)
    var video = TinyPNG(.sixColors)
    video.animate([TinyFrame(.sixReversed)])
    #expect(try Probe(video.bytes).png?.isAnimated == true)
    #expect(try Probe(TinyJPEG(.sixColors).bytes).png == nil)
  }

  @Test func whatOpensWithAnotherChunkHasNone() throws {
    var altered = TinyPNG(.sixColors).bytes
    altered.insert(contentsOf: TinyPNG.Chunk("CgBI", [0x50, 0, 0x20, 6]).bytes, at: 8)
    #expect(try Probe(altered).png == nil)
  }
}
