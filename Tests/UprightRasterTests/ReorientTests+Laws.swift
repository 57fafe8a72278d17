// Laws of rotation: any order of bands, any way to cut and pad, and every pair of rotations, on pixels that all differ.

import Testing
import UprightGeometry
import UprightRaster
import UprightTestTools

struct ReorientLawTests {
  typealias Turn = Orientation<Displayed, Displayed>

  @Test(arguments: Turn.all, Turn.all)
  func composedTurnsAreOneTurnInBands(first: Turn, second: Turn) throws {
    let image = Raster<Displayed>.noise(7, 5, SampleLayout(.rgb), seed: 4)
    let both = first.then(second)
    let whole = try #require(image.oriented(by: first)?.oriented(by: second))
    var result = try #require(Raster<Displayed>(size: whole.size, layout: image.layout))
    for row in 0..<5 {
      let band = try #require(image.rows(row..<row + 1))
      result.place(band, firstRow: row, of: image.size, by: both, at: whole.size.bounds)
    }
    #expect(result == whole)
    let back = both.inverse
    #expect(whole.oriented(by: back) == image)
    #expect(second.inverse.then(first.inverse) == back)
  }

  @Test(arguments: Orientation<Decoded, Output>.all, 0..<6)
  func bandsMayComeInAnyOrder(orientation: Orientation<Decoded, Output>, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let image = Raster<Decoded>.noise(13, 29, SampleLayout(.rgba), seed: Int(seed))
    let whole = try #require(image.oriented(by: orientation))
    var cuts = [0, 29]
    for _ in 0..<5 { cuts.append(Int.random(in: 1..<29, using: &random)) }
    let sorted = Set(cuts).sorted()
    let bands = zip(sorted, sorted.dropFirst()).map { $0..<$1 }.shuffled(using: &random)
    var result = try #require(Raster<Output>(size: whole.size, layout: whole.layout))
    for rows in bands {
      let placed = result.place(
        try #require(image.rows(rows)), firstRow: rows.lowerBound, of: image.size, by: orientation,
        at: whole.size.bounds)
      #expect(placed)
    }
    #expect(result == whole, "\(bands)")
    for rows in bands {
      result.place(
        try #require(image.rows(rows)), firstRow: rows.lowerBound, of: image.size, by: orientation,
        at: whole.size.bounds)
    }
    #expect(result == whole, "the same bands twice")
  }

  @Test(arguments: Orientation<Decoded, Output>.all)
  func aBandWritesItsOwnPixelsAndNoOther(orientation: Orientation<Decoded, Output>) throws {
    let size = PixelSize<Decoded>(width: 6, height: 9)
    let shape = orientation.applied(to: size)
    for first in 0..<9 {
      for count in 1...9 - first {
        let band = Raster<Decoded>.of(6, count, SampleLayout(.gray)) { x, y, _ in 1 + x + 6 * (first + y) }
        var result = try #require(Raster<Output>(size: shape, layout: band.layout))
        result.place(band, firstRow: first, of: size, by: orientation, at: shape.bounds)
        for y in 0..<9 {
          for x in 0..<6 {
            let spot = PixelRect<Decoded>(x: x, y: y, width: 1, height: 1).applying(orientation, in: size)
            let held = first..<first + count ~= y ? UInt16(1 + x + 6 * y) : 0
            #expect(result.sample(x: spot.x, y: spot.y, channel: 0) == held)
          }
        }
      }
    }
  }

  @Test(arguments: Turn.all, everyLayout)
  func paddingAndTurningChangePlaces(turn: Turn, layout: SampleLayout) throws {
    let image = Raster<Displayed>.noise(4, 3, layout)
    let frame = PixelSize<Displayed>(width: 9, height: 7)
    let place = PixelRect<Displayed>(x: 2, y: 3, width: 4, height: 3)
    let fill = (0..<layout.channels.count).map { UInt16(10 + $0) }
    let padded = try #require(image.padded(to: frame, at: place, fill: fill))
    let turned = try #require(image.oriented(by: turn))
    let other = turned.padded(to: turn.applied(to: frame), at: place.applying(turn, in: frame), fill: fill)
    #expect(padded.oriented(by: turn) == other)
  }

  @Test(arguments: everyLayout)
  func largeImagesTurnAsSmallOnesDo(layout: SampleLayout) throws {
    // Larger than a tile of the copying loops in both directions, and not a multiple of one.
    let (width, height) = (300, 70)
    let image = Raster<Stored>.noise(width, height, layout, seed: 8)
    for tag in ExifOrientation.allCases {
      let orientation = Orientation<Stored, Displayed>(exif: tag)
      let turned = try #require(image.oriented(by: orientation))
      for (x, y) in [(0, 0), (299, 0), (0, 69), (299, 69), (255, 31), (256, 32), (257, 33), (31, 64), (128, 1)] {
        let place = CornerRule.place(
          row: y, column: x, tag: Int(tag.rawValue), width: turned.size.width, height: turned.size.height)
        #expect(turned.pixel(x: place.x, y: place.y) == image.pixel(x: x, y: y), "\(x),\(y) under \(tag)")
      }
      let inverse = Orientation<Displayed, Stored>(
        mirrored: orientation.inverse.isMirrored, clockwise: orientation.inverse.clockwiseQuarters)
      #expect(turned.oriented(by: inverse) == image)
    }
  }
}
