// The eight orientations, pixel by pixel, compared with where TIFF 6.0 (tag 274) puts row 0 and column 0.

import Testing
import UprightGeometry
import UprightRaster
import UprightTestTools

struct ReorientTests {
  /// The six colors: no two samples of the image agree in a channel, nor two channels of a pixel.
  static func six<S: Space>(_ labels: [[Int]], _ layout: SampleLayout) -> Raster<S> {
    Raster.of(labels[0].count, labels.count, layout) { x, y, channel in
      (labels[y][x] * 40 + channel * 9 + 1) * (layout.depth == .sixteen ? 251 : 1)
    }
  }

  @Test(arguments: ExifOrientation.allCases, everyLayout)
  func sixColoursComeToLieWhereTheTagSays(tag: ExifOrientation, layout: SampleLayout) {
    let index = Int(tag.rawValue) - 1
    let upright: Raster<Stored> = Self.six([[0, 1, 2], [3, 4, 5]], layout)
    #expect(upright.oriented(by: Orientation(exif: tag)) == Self.six(CornerRule.shown[index], layout))
    let turned: Raster<Stored> = Self.six(CornerRule.stored[index], layout)
    #expect(turned.oriented(by: Orientation(exif: tag)) == Self.six([[0, 1, 2], [3, 4, 5]], layout))
  }

  @Test(arguments: ExifOrientation.allCases, everyLayout)
  func everyPixelOfOddSizesIsWhereTheTagSays(tag: ExifOrientation, layout: SampleLayout) throws {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (3, 4), (8, 8), (17, 70), (67, 19)] {
      let image = Raster<Stored>.noise(width, height, layout, seed: width * 100 + height)
      let shown = CornerRule.displayed(CornerRule.numbered(width: width, height: height), tag: Int(tag.rawValue))
      let expected = Raster<Displayed>.of(shown[0].count, shown.count, layout) { x, y, channel in
        let (row, column) = shown[y][x].quotientAndRemainder(dividingBy: width)
        return Int(image.sample(x: column, y: row, channel: channel))
      }
      #expect(image.oriented(by: Orientation(exif: tag)) == expected, "\(width)x\(height)")
    }
  }

  @Test(arguments: everyLayout)
  func twoTurnsAreTheOneTheyMake(layout: SampleLayout) throws {
    let image = Raster<Displayed>.noise(5, 3, layout)
    for first in Orientation<Displayed, Displayed>.all {
      for second in Orientation<Displayed, Displayed>.all {
        let once = try #require(image.oriented(by: first))
        #expect(once.oriented(by: second) == image.oriented(by: first.then(second)), "\(first) then \(second)")
      }
      let there = try #require(image.oriented(by: first))
      #expect(there.oriented(by: first.inverse) == image)
    }
  }

  @Test(
    arguments: Orientation<Decoded, Output>.all,
    [SampleLayout(.gray), SampleLayout(.rgb), SampleLayout(.rgb, .sixteen)])
  func bandsOfEveryHeightMakeTheWhole(orientation: Orientation<Decoded, Output>, layout: SampleLayout) throws {
    let image = Raster<Decoded>.noise(11, 13, layout)
    let whole = try #require(image.oriented(by: orientation))
    let frame = PixelSize<Output>(width: whole.size.width + 5, height: whole.size.height + 4)
    let place = PixelRect<Output>(x: 2, y: 3, width: whole.size.width, height: whole.size.height)
    let fill = [UInt16](repeating: 77, count: layout.channels.count)
    let expected = try #require(whole.padded(to: frame, at: place, fill: fill))
    for height in 1...14 {
      var result = try #require(Raster<Output>(size: frame, layout: layout))
      result.fill(fill)
      for first in stride(from: 0, to: 13, by: height) {
        let band = try #require(image.rows(first..<first + height))
        let placed = result.place(band, firstRow: first, of: image.size, by: orientation, at: place)
        #expect(placed)
      }
      #expect(result == expected, "bands of \(height)")
    }
  }

  @Test(arguments: Orientation<Decoded, Output>.all)
  func whatDoesNotFitIsLeftOut(orientation: Orientation<Decoded, Output>) throws {
    let layout = SampleLayout(.rgb)
    let image = Raster<Decoded>.noise(6, 5, layout)
    let whole = try #require(image.oriented(by: orientation))
    var dice = SplitMix64(seed: 3)
    for _ in 0..<120 {
      let origin = PixelRect<Output>(
        x: .random(in: -8...9, using: &dice), y: .random(in: -8...9, using: &dice),
        width: .random(in: 0...8, using: &dice), height: .random(in: 0...8, using: &dice))
      let first = Int.random(in: 0..<5, using: &dice)
      let band = try #require(image.rows(first..<first + Int.random(in: 1...5, using: &dice)))
      var result = try #require(Raster<Output>(size: PixelSize(width: 7, height: 8), layout: layout))
      result.place(band, firstRow: first, of: image.size, by: orientation, at: origin)
      let rows = first..<first + band.size.height
      let expected = Raster<Output>.of(7, 8, layout) { x, y, channel in
        let spot = PixelRect<Output>(x: x - origin.x, y: y - origin.y, width: 1, height: 1)
        guard 0..<min(origin.width, whole.size.width) ~= spot.x, 0..<min(origin.height, whole.size.height) ~= spot.y,
          rows ~= spot.applying(orientation.inverse, in: whole.size).y
        else { return 0 }
        return Int(whole.sample(x: spot.x, y: spot.y, channel: channel))
      }
      #expect(result == expected, "\(origin), rows \(rows)")
    }
  }

  @Test func rowsAfterTheImagesEndAreLeftOut() throws {
    let image = Raster<Decoded>.noise(4, 6, SampleLayout(.gray))
    let size = PixelSize<Decoded>(width: 4, height: 4)
    var result = try #require(Raster<Output>(size: PixelSize(width: 8, height: 8), layout: image.layout))
    result.place(image, firstRow: 0, of: size, by: .identity, at: result.size.bounds)
    #expect(result.cropped(to: PixelRect(x: 0, y: 0, width: 4, height: 4))?.bytes == image.rows(0..<4)?.bytes)
    #expect(result.rows(4..<8)?.bytes == [UInt8](repeating: 0, count: 32))
  }

  @Test func placingIntoACopyLeavesTheOther() throws {
    let first = Raster<Output>.noise(4, 4, SampleLayout(.rgb))
    let bytes = first.bytes
    var second = first
    second.place(
      Raster<Decoded>.noise(4, 4, SampleLayout(.rgb), seed: 9), firstRow: 0, of: PixelSize(width: 4, height: 4),
      by: Orientation(clockwise: 1), at: second.size.bounds)
    #expect(first.bytes == bytes)
    #expect(second.bytes != bytes)
  }
}
