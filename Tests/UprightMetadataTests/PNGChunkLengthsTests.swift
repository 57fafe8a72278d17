// Chunks whose lengths are not those of their types are never copied into a new file.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct PNGChunkLengthsTests {
  /// Types, and the only lengths that are valid in an RGB image.
  static let rows: [(String, ClosedRange<Int>)] = [
    ("sRGB", 1...1), ("gAMA", 4...4), ("cHRM", 32...32), ("pHYs", 9...9), ("tIME", 7...7), ("bKGD", 6...6),
    ("sBIT", 3...3), ("cICP", 4...4), ("mDCV", 24...24), ("cLLI", 8...8),
  ]

  @Test(arguments: rows)
  func onlyTheRightLengthIsCopied(_ name: String, _ valid: ClosedRange<Int>) throws {
    let image = TinyImage.sixColors
    let kind = FourCC(Array(name.utf8))
    let edit = XMPRewriterTests.move(
      PixelSize(width: image.width, height: image.height), to: PixelSize(width: image.width, height: image.height)
    ).edit
    for count in 0...40 {
      let source = TinyPNG(image, chunks: [TinyPNG.Chunk(name, Array(repeating: 0, count: count))]).bytes
      let probe = try Probe(source)
      let carried = try probe.carry(edit, from: source)
      let isValid = valid.contains(count)
      #expect(carried.chunks.contains { $0.name == kind.bytes } == isValid, "\(name), \(count)")
      #expect(probe.malformedChunks == (isValid ? [] : [.malformedChunks([name])]))
      let change = try probe.rewriting(without: .thumbnails, in: source)
      #expect(change.isEmpty == isValid, "\(name), \(count)")
    }
  }

  /// The table for other color types, by the standard's.
  @Test func colorTypesHaveTheirOwnLengths() {
    let rows: [(FourCC, [PNGFrame.ColorType: Int])] = [
      ("bKGD", [.gray: 2, .grayAlpha: 2, .rgb: 6, .rgba: 6, .palette: 1]),
      ("sBIT", [.gray: 1, .grayAlpha: 2, .rgb: 3, .rgba: 4, .palette: 3]),
      ("tRNS", [.gray: 2, .rgb: 6]),
    ]
    for (kind, lengths) in rows {
      for color in PNGFrame.ColorType.allCases where kind != "tRNS" || color != .palette {
        for count in 0...8 {
          #expect(PNGChunkLengths.isValid(kind, count: count, color) == (lengths[color] == count), "\(kind), \(color)")
        }
      }
    }
    #expect((0...300).filter { PNGChunkLengths.isValid("tRNS", count: $0, .palette) } == Array(1...256))
    #expect(PNGChunkLengths.isValid("abCd", count: 0, .rgb))
  }
}
