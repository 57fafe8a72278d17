// Rectangles cut out of a raster, pixel by pixel.

import Testing
import UprightGeometry
import UprightRaster

struct CropTests {
  @Test(arguments: everyLayout)
  func everyRectangleHoldsItsPixels(layout: SampleLayout) throws {
    let image = Raster<Displayed>.noise(4, 3, layout)
    for x in -2...5 {
      for y in -2...4 {
        for (width, height) in [(0, 2), (1, 1), (2, 1), (3, 3), (9, 9)] {
          let region = PixelRect<Displayed>(x: x, y: y, width: width, height: height)
          let columns = (0..<4).filter { x <= $0 && $0 < x + width }
          let rows = (0..<3).filter { y <= $0 && $0 < y + height }
          guard let left = columns.first, let top = rows.first else {
            #expect(image.cropped(to: region) == nil)
            continue
          }
          let expected = Raster<Displayed>.of(columns.count, rows.count, layout) {
            Int(image.sample(x: left + $0, y: top + $1, channel: $2))
          }
          #expect(image.cropped(to: region) == expected, "\(region)")
        }
      }
    }
  }

  @Test func theSourceStaysAsItWas() throws {
    let image = Raster<Displayed>.noise(4, 3, SampleLayout(.rgba))
    let bytes = image.bytes
    var part = try #require(image.cropped(to: image.size.bounds))
    part.fill([1, 2, 3, 4])
    #expect(image.bytes == bytes)
  }

  @Test(arguments: Orientation<Stored, Displayed>.all)
  func croppingAndTurningChangePlaces(orientation: Orientation<Stored, Displayed>) throws {
    let image = Raster<Stored>.noise(9, 7, SampleLayout(.rgb))
    let region = PixelRect<Stored>(x: 2, y: 1, width: 4, height: 5)
    let turned = try #require(image.oriented(by: orientation))
    let first = try #require(image.cropped(to: region))
    #expect(turned.cropped(to: region.applying(orientation, in: image.size)) == first.oriented(by: orientation))
  }

  @Test(arguments: everyLayout)
  func aCropOfACropIsOneCrop(layout: SampleLayout) throws {
    let image = Raster<Displayed>.noise(4, 3, layout, seed: 7)
    let all = (0..<4).flatMap { x in
      (0..<3).flatMap { y in
        (1...4 - x).flatMap { width in
          (1...3 - y).map { PixelRect<Displayed>(x: x, y: y, width: width, height: $0) }
        }
      }
    }
    #expect(all.count == 60)
    for outer in all {
      let first = try #require(image.cropped(to: outer))
      #expect(first.size == outer.size)
      for y in 0..<outer.height {
        for x in 0..<outer.width { #expect(first.pixel(x: x, y: y) == image.pixel(x: outer.x + x, y: outer.y + y)) }
      }
      for inner in all where inner.maxX <= outer.width && inner.maxY <= outer.height {
        let both = PixelRect<Displayed>(
          x: outer.x + inner.x, y: outer.y + inner.y, width: inner.width, height: inner.height)
        #expect(first.cropped(to: inner) == image.cropped(to: both))
      }
    }
  }

  @Test func numbersAtTheEndsOfTheIntegersAreNoRectangles() {
    let image = Raster<Displayed>.noise(4, 3, SampleLayout(.rgb))
    for (x, y, width, height) in [
      (Int.max, 0, 1, 1), (0, Int.max, 1, 1), (Int.min, 0, 1, 1), (0, Int.min, 1, 1), (4, 0, Int.max, 3),
      (0, 3, 4, Int.max), (-1, 0, 1, 3), (0, 0, 0, 0), (0, 0, -1, -1), (1, 1, Int.min, 1),
    ] {
      #expect(image.cropped(to: PixelRect(x: x, y: y, width: width, height: height)) == nil, "\(x),\(y)")
    }
    #expect(image.cropped(to: PixelRect(x: 0, y: 0, width: .max, height: .max)) == image)
  }
}
