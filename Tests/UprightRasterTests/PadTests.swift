// A raster laid into a larger one: its pixels where they belong, the fill everywhere else.

import Testing
import UprightGeometry
import UprightRaster

struct PadTests {
  @Test(arguments: everyLayout)
  func pixelsLieAtThePlaceAndTheRestIsFill(layout: SampleLayout) throws {
    let picture = Raster<Output>.noise(3, 2, layout)
    let fill = (0..<layout.channels.count).map { UInt16(200 - $0) }
    for (x, y, width, height) in [(0, 0, 3, 2), (2, 1, 3, 2), (-1, -1, 3, 2), (4, 4, 3, 2), (1, 1, 2, 1), (1, 1, 9, 9)]
    {
      let result = try #require(
        picture.padded(
          to: PixelSize(width: 6, height: 5), at: PixelRect(x: x, y: y, width: width, height: height), fill: fill))
      let expected = Raster<Output>.of(6, 5, layout) { column, row, channel in
        let (from, down) = (column - x, row - y)
        guard 0..<min(3, width) ~= from, 0..<min(2, height) ~= down else { return Int(fill[channel]) }
        return Int(picture.sample(x: from, y: down, channel: channel))
      }
      #expect(result == expected, "at \(x),\(y),\(width),\(height)")
    }
  }

  @Test func aFillThatIsNoColourIsRefused() {
    let picture = Raster<Output>.noise(3, 2, SampleLayout(.rgb))
    let size = PixelSize<Output>(width: 6, height: 5)
    #expect(picture.padded(to: size, at: picture.size.bounds, fill: [1, 2]) == nil)
    #expect(picture.padded(to: size, at: picture.size.bounds, fill: [1, 2, 3, 4]) == nil)
    #expect(picture.padded(to: size, at: picture.size.bounds, fill: [1, 2, 256]) == nil)
    #expect(picture.padded(to: PixelSize(width: 0, height: 5), at: picture.size.bounds, fill: [1, 2, 3]) == nil)
  }
}
