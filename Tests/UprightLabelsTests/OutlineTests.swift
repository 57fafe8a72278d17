// Outlines of every kind with the eight maps.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Outlines")
struct OutlineTests {
  @Test("Every shape covers the pixels that the table of pixels says, under all eight tags", arguments: 0..<25)
  func pixels(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    for outline in random.outlines(in: size) {
      let stored = Raster.of(outline, size.width, size.height)
      for (tag, orientation) in PixelTable.all {
        let table = PixelTable(tag: tag, width: size.width, height: size.height)
        let turned = outline.applying(orientation, in: size)
        let found = Raster.of(turned, table.displayed.width, table.displayed.height)
        #expect(
          found == table.turned(stored), "tag \(tag), \(outline)\n\(Raster.drawing(stored))\n\n\(Raster.drawing(found))"
        )
      }
    }
  }

  @Test("Every shape's box holds all of its pixels, and is the image of its box", arguments: 0..<10)
  func boxes(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(100 + seed))
    let size: PixelSize<Stored> = random.size()
    for outline in random.outlines(in: size) {
      guard let box = outline.box else { continue }
      for (_, orientation) in PixelTable.all {
        let image = box.applying(orientation, in: size)
        let found = try #require(outline.applying(orientation, in: size).box)
        for (one, two) in [
          (image.x, found.x), (image.y, found.y), (image.width, found.width), (image.height, found.height),
        ] { #expect(abs(one - two) < 1e-9, "\(outline)") }
      }
      guard case .line = outline else {
        for y in 0..<size.height {
          for x in 0..<size.width where Raster.contains(outline, Double(x) + 0.5, Double(y) + 0.5) {
            if case .points = outline { continue }
            let (right, down) = (Double(x) + 0.5, Double(y) + 0.5)
            #expect(right > box.x && right < box.maxX && down > box.y && down < box.maxY, "\(outline)")
          }
        }
        continue
      }
    }
  }

  @Test("What has no point has no box")
  func empty() {
    #expect(Outline<Stored>.polygon(Polygon(rings: [])).box == nil)
    #expect(Outline<Stored>.line([]).box == nil)
    #expect(Rect2D<Stored>(around: []) == nil)
  }

  @Test("The rings of a polygon keep their order, their points and how they are filled")
  func rings() {
    let polygon = Polygon<Stored>(
      rings: [[Point2D(x: 1, y: 2), Point2D(x: 3, y: 2), Point2D(x: 3, y: 5)], [Point2D(x: 9, y: 9)]], filling: .evenOdd
    )
    let turned = Outline.polygon(polygon).applying(
      Orientation<Stored, Displayed>(exif: .rightTop), in: PixelSize(width: 10, height: 20))
    guard case .polygon(let result) = turned else {
      Issue.record("\(turned)")
      return
    }
    #expect(result.filling == .evenOdd)
    #expect(result.rings.map { $0.map { [$0.x, $0.y] } } == [[[18, 1], [18, 3], [15, 3]], [[11, 9]]])
  }
}
