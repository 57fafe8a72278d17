// A raster placed into a larger one: its pixels in the right positions, the fill everywhere else.

import Testing
import UprightGeometry
import UprightRaster

struct PadTests {
  @Test(arguments: everyLayout)
  func pixelsLieAtThePlaceAndTheRestIsFill(layout: SampleLayout) throws {
    let image = Raster<Output>.noise(3, 2, layout)
    let fill = (0..<layout.channels.count).map { UInt16(200 - $0) }
    for (x, y, width, height) in [(0, 0, 3, 2), (2, 1, 3, 2), (-1, -1, 3, 2), (4, 4, 3, 2), (1, 1, 2, 1), (1, 1, 9, 9)]
    {
      let result = try #require(
        image.padded(
          to: PixelSize(width: 6, height: 5), at: PixelRect(x: x, y: y, width: width, height: height), fill: fill))
      let expected = Raster<Output>.of(6, 5, layout) { column, row, channel in
        let (from, down) = (column - x, row - y)
        guard 0..<min(3, width) ~= from, 0..<min(2, height) ~= down else { return Int(fill[channel]) }
        return Int(image.sample(x: from, y: down, channel: channel))
      }
      #expect(result == expected, "at \(x),\(y),\(width),\(height)")
    }
  }

  @Test func aFillThatIsNoColourIsRefused() {
    let image = Raster<Output>.noise(3, 2, SampleLayout(.rgb))
    let size = PixelSize<Output>(width: 6, height: 5)
    #expect(image.padded(to: size, at: image.size.bounds, fill: [1, 2]) == nil)
    #expect(image.padded(to: size, at: image.size.bounds, fill: [1, 2, 3, 4]) == nil)
    #expect(image.padded(to: size, at: image.size.bounds, fill: [1, 2, 256]) == nil)
    #expect(image.padded(to: PixelSize(width: 0, height: 5), at: image.size.bounds, fill: [1, 2, 3]) == nil)
  }

  @Test(arguments: [SampleLayout(.gray), SampleLayout(.rgb), SampleLayout(.rgba, .sixteen)])
  func everyPlaceOfEverySize(layout: SampleLayout) throws {
    let image = Raster<Output>.noise(4, 3, layout, seed: 2, in: 0...200)
    let fill = (0..<layout.channels.count).map { UInt16(210 + $0) }
    for (wide, high) in [(1, 1), (4, 3), (6, 2), (3, 6)] {
      for x in -5...6 {
        for y in -4...6 {
          for (width, height) in [(0, 1), (1, 1), (2, 3), (4, 3), (7, 7)] {
            let result = try #require(
              image.padded(
                to: PixelSize(width: wide, height: high), at: PixelRect(x: x, y: y, width: width, height: height),
                fill: fill))
            let expected = Raster<Output>.of(wide, high, layout) { column, row, channel in
              let (from, down) = (column - x, row - y)
              guard 0..<min(4, width) ~= from, 0..<min(3, height) ~= down else { return Int(fill[channel]) }
              return Int(image.sample(x: from, y: down, channel: channel))
            }
            #expect(result == expected, "\(wide)x\(high) at \(x),\(y),\(width),\(height)")
          }
        }
      }
    }
  }

  @Test(arguments: everyLayout)
  func whatWasPaddedCanBeCutOutAgain(layout: SampleLayout) throws {
    let image = Raster<Output>.noise(4, 3, layout)
    let fill = [UInt16](repeating: 1, count: layout.channels.count)
    for x in 0...5 {
      for y in 0...4 {
        let place = PixelRect<Output>(x: x, y: y, width: 4, height: 3)
        let padded = try #require(image.padded(to: PixelSize(width: 9, height: 7), at: place, fill: fill))
        #expect(padded.cropped(to: place) == image)
      }
    }
  }
}
