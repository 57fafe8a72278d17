// A raster's guarantees as a value: bytes in order, samples in place, independent copies.

import Testing
import UprightGeometry
@testable import UprightRaster
import UprightTestTools

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

// The eight orientations, pixel by pixel, compared with where TIFF 6.0 (tag 274) puts row 0 and column 0.

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

// Copies that share memory until they change: in sequence, at once, and by every way of changing one.

struct SharingTests {
  typealias Picture = Raster<Output>

  /// Every way to change an image; each leaves its mark at pixel 0, 0.
  private static let changes: [(name: String, change: @Sendable (inout Picture, UInt8) -> Void)] = [
    ("fill", { image, sign in image.fill([UInt16](repeating: UInt16(sign), count: 3)) }),
    (
      "setSample",
      { image, sign in for channel in 0..<3 { image.setSample(UInt16(sign), x: 0, y: 0, channel: channel) } }
    ),
    (
      "place",
      { image, sign in
        var dot = Picture(size: PixelSize(width: 1, height: 1), layout: SampleLayout(.rgb))
        dot?.fill([UInt16](repeating: UInt16(sign), count: 3))
        guard let dot else { return }
        image.place(dot, firstRow: 0, of: dot.size, by: .identity, at: dot.size.bounds)
      }
    ),
    (
      "withMutableBytes",
      { image, sign in
        _ = unsafe image.withMutableBytes { bytes in for index in 0..<3 { unsafe bytes[index] = sign } }
      }
    ),
  ]

  @Test(arguments: 0..<4)
  func everyChangeStaysWithItsOwner(index: Int) {
    let (name, change) = Self.changes[index]
    let first = Picture.noise(9, 8, SampleLayout(.rgb), in: 0...200)
    let bytes = first.bytes
    var copies = [Picture](repeating: first, count: 5)
    for place in copies.indices { change(&copies[place], UInt8(201 + place)) }
    #expect(first.bytes == bytes, "\(name)")
    for (place, copy) in copies.enumerated() {
      #expect(copy.pixel(x: 0, y: 0) == [UInt16](repeating: UInt16(201 + place), count: 3), "\(name)")
      if name != "fill" { #expect(copy.bytes.dropFirst(3).elementsEqual(bytes.dropFirst(3)), "\(name)") }
    }
  }

  @Test(arguments: 0..<4)
  func whatIsNotTurnedSharesItsMemoryUntilItIsChanged(index: Int) throws {
    let (name, change) = Self.changes[index]
    let first = Raster<Decoded>.noise(9, 8, SampleLayout(.rgb), in: 0...200)
    let bytes = first.bytes
    var second: Picture = try #require(first.oriented(by: .identity))
    #expect(second.storage === first.storage && second.size == PixelSize(width: 9, height: 8))
    change(&second, 201)
    #expect(first.bytes == bytes && second.pixel(x: 0, y: 0) == [201, 201, 201], "\(name)")
  }

  @Test(arguments: 0..<4)
  func copiesMayBeChangedAtOnce(index: Int) async {
    let (name, change) = Self.changes[index]
    let first = Picture.noise(64, 64, SampleLayout(.rgb), in: 0...99)
    let bytes = first.bytes
    let results = await withTaskGroup(of: (UInt8, Picture, Bool).self) { group in
      for sign in UInt8(100)..<164 {
        group.addTask {
          var own = first
          let before = own == first
          change(&own, sign)
          return (sign, own, before && first.bytes == bytes)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 64 && first.bytes == bytes)
    for (sign, image, undisturbed) in results {
      #expect(undisturbed && image.pixel(x: 0, y: 0) == [UInt16](repeating: UInt16(sign), count: 3), "\(name)")
      if name != "fill" { #expect(image.bytes.dropFirst(3).elementsEqual(bytes.dropFirst(3)), "\(name)") }
    }
  }

  @Test func anOnlyOwnerChangesInPlace() {
    var image = Picture.noise(4, 4, SampleLayout(.rgb))
    let before = ObjectIdentifier(image.storage)
    for (_, change) in Self.changes { change(&image, 7) }
    #expect(ObjectIdentifier(image.storage) == before)
    let copy = image
    image.setSample(8, x: 1, y: 1, channel: 1)
    #expect(ObjectIdentifier(image.storage) != before && ObjectIdentifier(copy.storage) == before)
  }

  @Test func whatIsMadeOfAnImageSharesNothing() throws {
    let image = Picture.noise(6, 5, SampleLayout(.rgb), in: 0...100)
    let bytes = image.bytes
    let made: [Picture?] = [
      image.cropped(to: image.size.bounds), image.rows(0..<5),
      image.padded(to: image.size, at: image.size.bounds, fill: [0, 0, 0]),
      image.resized(to: image.size), image.oriented(by: Orientation<Output, Output>.identity),
      image.converted(to: .rgb), image.converted(to: .eight),
    ]
    for each in made {
      var other = try #require(each)
      #expect(other == image)
      other.fill([200, 201, 202])
      #expect(image.bytes == bytes)
    }
  }

  @Test(arguments: everyLayout)
  func everySampleIsWhereItWasPut(layout: SampleLayout) throws {
    var image = try #require(Picture(size: PixelSize(width: 5, height: 4), layout: layout))
    let step = layout.depth == .eight ? 3 : 819
    var value = 0
    for y in 0..<4 {
      for x in 0..<5 {
        for channel in 0..<layout.channels.count {
          image.setSample(UInt16(value), x: x, y: y, channel: channel)
          value += step
        }
      }
    }
    value = 0
    let width = layout.depth.byteCount
    for index in 0..<20 * layout.channels.count {
      let bytes = image.bytes[index * width..<(index + 1) * width]
      let read =
        width == 1
        ? Int(bytes.first ?? 0)
        : Int(bytes.reversed().reduce(UInt16(0)) { $0 << 8 | UInt16($1) }.littleEndian)
      #expect(read == value)
      value += step
    }
  }
}
