// The rule about blocks compared with a brute force that moves padded blocks pixel by pixel.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct AlignmentTests {
  /// Stored size of the small images; every region of them is tried.
  private static let size = PixelSize<Stored>(width: 5, height: 4)
  private static let blocks = (1...3).flatMap { width in (1...3).map { PixelSize<Stored>(width: width, height: $0) } }

  /// Whether whole blocks, rotated one by one, are in the rotated region as blocks: each pixel has the position in its
  /// block of the result that rotating its block alone would give it.
  private static func movesInBlocks(
    _ turnedRegion: TinyImage, _ turnedBlock: TinyImage, block: PixelSize<Stored>
  ) -> Bool {
    for y in 0..<turnedRegion.height {
      for x in 0..<turnedRegion.width {
        let inBlock = turnedBlock[x % turnedBlock.width, y % turnedBlock.height]
        let stored = turnedRegion[x, y]
        if Int(stored[0]) % block.width != Int(inBlock[0]) || Int(stored[1]) % block.height != Int(inBlock[1]) {
          return false
        }
      }
    }
    return true
  }

  /// All eight orientations × nine blocks × every region: allowed exactly where brute force allows it; otherwise the
  /// largest part that can be moved is kept.
  @Test(arguments: ExifOrientation.allCases)
  func agreesWithBlocksMovedOneByOne(_ tag: ExifOrientation) throws {
    let probe = try Photos.probe(tag, Self.size.width, Self.size.height)
    let image = ExpectedPixels.places(width: Self.size.width, height: Self.size.height)
    let regions = PixelRect.all(in: Self.size)
    let turned = try regions.map {
      try ExpectedPixels.turned(ExpectedPixels.cropped(image, to: $0), by: probe.orientation)
    }
    let questions = try regions.map { try PlanRequest(Rendition(region: .stored($0)), probe) }
    for block in Self.blocks {
      let single = try ExpectedPixels.turned(
        ExpectedPixels.places(width: block.width, height: block.height), by: probe.orientation)
      let movable = turned.map { Self.movesInBlocks($0, single, block: block) }
      for (index, region) in regions.enumerated() {
        let alignment = Alignment(questions[index], block: block)
        // A region no larger than a block can be aligned by chance of its few pixels only if its edge is aligned too.
        #expect((alignment.misalignment == nil) == movable[index], "\(region) in blocks of \(block)")
        let inside = zip(regions, movable).filter { other, moves in moves && region.contains(other) }.map(\.0)
        let largest = inside.map { $0.width * $0.height }.max() ?? 0
        #expect((alignment.region?.size.pixelCount ?? 0) == largest, "\(region) in blocks of \(block)")
        if let kept = alignment.region { #expect(inside.contains(kept)) }
        if alignment.misalignment == nil { #expect(alignment.region == region) }
      }
    }
  }

  /// A rotation as displayed is treated like the same rotation in the tag.
  @Test func turnsCountLikeTags() throws {
    let plain = try Photos.probe(nil, 60, 27)
    let block = PixelSize<Stored>(width: 8, height: 8)
    for (tag, probe) in try Photos.probes(60, 27) {
      let turn = try #require(
        Orientation<Displayed, Displayed>.all.first { $0.description == Orientation(exif: tag).description })
      for region in [PixelRect<Stored>(x: 8, y: 0, width: 52, height: 27), PixelRect(x: 5, y: 8, width: 19, height: 8)]
      {
        let one = Alignment(try PlanRequest(Rendition(region: .stored(region)), probe), block: block)
        let other = Alignment(try PlanRequest(Rendition(region: .stored(region), rotation: turn), plain), block: block)
        #expect(one.misalignment == other.misalignment && one.region == other.region)
      }
    }
  }

  @Test func theReasonNamesTheEdgeThatIsInTheWay() throws {
    let block = PixelSize<Stored>(width: 16, height: 8)
    func reason(_ tag: ExifOrientation, _ region: PixelRect<Stored>) throws -> String? {
      Alignment(try PlanRequest(Rendition(region: .stored(region)), Photos.probe(tag, 60, 27)), block: block)
        .misalignment?.description
    }
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 60, height: 27)
    #expect(try reason(.topLeft, whole) == nil)
    #expect(try reason(.topRight, whole) == "stored column 60 is not on a boundary of 16-pixel blocks")
    #expect(try reason(.bottomLeft, whole) == "stored row 27 is not on a boundary of 8-pixel blocks")
    #expect(try reason(.bottomRight, whole) == "stored column 60 and row 27 are not on boundaries of 16x8 blocks")
    #expect(try reason(.leftTop, whole) == nil, "a transposition keeps both directions")
    let inner = PixelRect<Stored>(x: 4, y: 3, width: 44, height: 21)
    #expect(try reason(.topLeft, inner) == "stored column 4 and row 3 are not on boundaries of 16x8 blocks")
    #expect(try reason(.bottomRight, inner) == nil, "its far edges lie at 48 and 24")
  }

  @Test func nothingIsLeftOfARegionWithinOneBlock() throws {
    let block = PixelSize<Stored>(width: 8, height: 8)
    for (tag, probe) in try Photos.probes(40, 40) {
      let region = PixelRect<Stored>(x: 9, y: 9, width: 5, height: 5)
      let alignment = Alignment(try PlanRequest(Rendition(region: .stored(region)), probe), block: block)
      #expect(alignment.region == nil && alignment.misalignment != nil, "tag \(tag)")
    }
  }
}

extension PixelRect {
  /// Whether every pixel of `other` is one of this.
  func contains(_ other: Self) -> Bool { x <= other.x && y <= other.y && other.maxX <= maxX && other.maxY <= maxY }
}
