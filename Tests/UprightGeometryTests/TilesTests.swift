// Tiles cover every pixel once, and none is too large.

import Testing
import UprightGeometry

@Suite struct TilesTests {
  @Test func everyPixelIsInOneTile() {
    for (width, height, edge) in [(7, 5, 3), (6, 3, 3), (1, 1, 9), (5, 1, 1), (4, 9, 4)] {
      let tiles = PixelSize<Displayed>(width: width, height: height).tiles(longestEdge: edge)
      var counts = [Int](repeating: 0, count: width * height)
      for tile in tiles {
        #expect(tile.width <= edge && tile.height <= edge && !tile.isEmpty)
        for y in tile.y..<tile.maxY { for x in tile.x..<tile.maxX { counts[y * width + x] += 1 } }
      }
      #expect(counts.allSatisfy { $0 == 1 }, "\(width) × \(height) by \(edge)")
    }
  }

  @Test func theOrderIsThatOfReading() {
    let tiles = PixelSize<Displayed>(width: 3, height: 3).tiles(longestEdge: 2)
    #expect(tiles.map(\.description) == ["0,0,2,2", "2,0,1,2", "0,2,2,1", "2,2,1,1"])
  }

  @Test func nothingHasNoTile() {
    #expect(PixelSize<Displayed>(width: 0, height: 3).tiles(longestEdge: 2).isEmpty)
    #expect(PixelSize<Displayed>(width: 3, height: 3).tiles(longestEdge: 0).isEmpty)
    #expect(PixelSize<Displayed>(width: .max, height: 1).tiles(longestEdge: .max).count == 1)
  }
}
