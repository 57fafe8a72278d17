// A raster's guarantees as a value: bytes in order, samples in place, independent copies.

import Testing
import UprightGeometry

@testable import UprightRaster

struct RasterTests {
  typealias Picture = Raster<Stored>

  @Test func aNewRasterIsAllZeros() throws {
    for layout in everyLayout {
      let raster = try #require(Picture(size: PixelSize(width: 3, height: 2), layout: layout))
      #expect(raster.bytes == [UInt8](repeating: 0, count: 6 * layout.bytesPerPixel))
      #expect(raster.bytesPerRow == 3 * layout.bytesPerPixel)
    }
  }

  @Test(arguments: [(0, 4), (4, 0), (-1, 4), (4, -1), (-2, -3), (Int.max, 2), (1 << 62, 1), (Int.max / 8, 2)])
  func sizesThatCannotBeAreRefused(width: Int, height: Int) {
    let size = PixelSize<Stored>(width: width, height: height)
    #expect(Picture(size: size, layout: SampleLayout(.rgba, .sixteen)) == nil)
    #expect(Picture(size: size, layout: SampleLayout(.gray), bytes: []) == nil)
  }

  @Test func memoryThatIsNotThereIsNil() {
    #expect(Picture(size: PixelSize(width: 1 << 30, height: 1 << 30), layout: SampleLayout(.rgba, .sixteen)) == nil)
  }

  @Test func bytesGoInAndComeOut() throws {
    for layout in everyLayout {
      let bytes = (0..<6 * layout.bytesPerPixel).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
      let size = PixelSize<Stored>(width: 3, height: 2)
      #expect(try #require(Picture(size: size, layout: layout, bytes: bytes)).bytes == bytes)
      #expect(Picture(size: size, layout: layout, bytes: Array(bytes.dropLast())) == nil)
      #expect(Picture(size: size, layout: layout, bytes: bytes + [0]) == nil)
    }
  }

  @Test func eightBitSamplesLieRowByRowAndSideBySide() throws {
    let bytes = (0..<18).map { UInt8($0) }
    let raster = try #require(
      Picture(size: PixelSize(width: 3, height: 2), layout: SampleLayout(.rgb), bytes: bytes))
    #expect(raster.pixel(x: 0, y: 0) == [0, 1, 2])
    #expect(raster.pixel(x: 2, y: 0) == [6, 7, 8])
    #expect(raster.pixel(x: 0, y: 1) == [9, 10, 11])
    #expect(raster.pixel(x: 2, y: 1) == [15, 16, 17])
    #expect(raster.sample(x: 1, y: 1, channel: 2) == 14)
  }

  @Test func sixteenBitSamplesAreInTheMachinesOrder() throws {
    let pair = unsafe withUnsafeBytes(of: UInt16(0x1234)) { unsafe Array($0) }
    let raster = try #require(
      Picture(size: PixelSize(width: 1, height: 1), layout: SampleLayout(.gray, .sixteen), bytes: pair))
    #expect(raster.sample(x: 0, y: 0, channel: 0) == 0x1234)
  }

  @Test func settingASampleChangesThatSampleOnly() throws {
    for layout in everyLayout {
      let before = Picture.noise(4, 3, layout)
      var after = before
      let value = before.sample(x: 2, y: 1, channel: layout.channels.count - 1) ^ 1
      let changed = after.setSample(value, x: 2, y: 1, channel: layout.channels.count - 1)
      #expect(changed)
      for y in 0..<3 {
        for x in 0..<4 {
          for channel in 0..<layout.channels.count {
            let touched = x == 2 && y == 1 && channel == layout.channels.count - 1
            #expect(
              after.sample(x: x, y: y, channel: channel)
                == (touched ? value : before.sample(x: x, y: y, channel: channel)))
          }
        }
      }
    }
  }

  @Test func copiesDoNotShareChanges() {
    let first = Picture.noise(5, 4, SampleLayout(.rgb))
    let bytes = first.bytes
    var second = first
    second.fill([1, 2, 3])
    var third = first
    let lent: Void? = unsafe third.withMutableBytes { unsafe $0[0] = bytes[0] ^ 0xff }
    #expect(lent != nil)
    #expect(first.bytes == bytes)
    #expect(second.pixel(x: 4, y: 3) == [1, 2, 3])
    #expect(third.bytes[0] == bytes[0] ^ 0xff)
    #expect(third.bytes.dropFirst().elementsEqual(bytes.dropFirst()))
  }

  @Test func lentBytesAreTheBytes() {
    let raster = Picture.noise(5, 4, SampleLayout(.cmyk, .sixteen))
    let lent = unsafe raster.withBytes { unsafe Array($0) }
    #expect(lent == raster.bytes)
  }

  @Test func fillReachesEveryPixel() throws {
    for layout in everyLayout {
      for width in [1, 2, 7] {
        var raster = Picture.noise(width, 5, layout)
        let samples = (0..<layout.channels.count).map { UInt16($0 * 50 + 3) + (layout.depth == .sixteen ? 4096 : 0) }
        let filled = raster.fill(samples)
        #expect(filled)
        for y in 0..<5 { for x in 0..<width { #expect(raster.pixel(x: x, y: y) == samples) } }
      }
    }
  }

  @Test func rowsAreTheRowsThatExist() throws {
    for layout in everyLayout {
      let raster = Picture.noise(3, 6, layout)
      for first in -2..<8 {
        for end in first..<9 {
          let held = (first..<end).clamped(to: 0..<6)
          guard !held.isEmpty else {
            #expect(raster.rows(first..<end) == nil)
            continue
          }
          let part = try #require(raster.rows(first..<end))
          let bytes = raster.bytes[held.lowerBound * raster.bytesPerRow..<held.upperBound * raster.bytesPerRow]
          #expect(part.size == PixelSize(width: 3, height: held.count))
          #expect(part.bytes == Array(bytes))
        }
      }
    }
  }

  @Test func equalityIsSizeLayoutAndSamples() throws {
    let one = Picture.noise(4, 3, SampleLayout(.rgba))
    var other = one
    #expect(one == other)
    other.setSample(one.sample(x: 3, y: 2, channel: 3) ^ 1, x: 3, y: 2, channel: 3)
    #expect(one != other)
    #expect(one != Raster(size: PixelSize(width: 3, height: 4), layout: one.layout, bytes: one.bytes))
    #expect(one != Raster(size: one.size, layout: SampleLayout(.cmyk), bytes: one.bytes))
  }
}
