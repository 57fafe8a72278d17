// The eight orientations on component planes: every sample of luma and of chroma compared with the rule of the tag.

import Testing
import UprightGeometry
@testable import UprightRaster
import UprightTestTools

struct PlanarRasterTests {
  /// Planes in which no two samples of a plane agree, up to 256 of them.
  static func numbered<S: Space>(_ size: PixelSize<S>, _ chroma: Subsampling) -> PlanarRaster<S> {
    let planes = [(size, 0), (chroma.covering(size), 80), (chroma.covering(size), 160)].map { own, first in
      Raster<S>.of(own.width, own.height, SampleLayout(.gray)) { x, y, _ in (first + y * own.width + x) & 255 }
    }
    return PlanarRaster(planes: planes, chroma: chroma)!
  }

  /// The plane after a tag's rotation, sample by sample.
  static func shown<From: Space, To: Space>(_ plane: Raster<From>, _ tag: ExifOrientation, _ to: To.Type) -> Raster<To>
  {
    let labels = CornerRule.numbered(width: plane.size.width, height: plane.size.height)
    let shown = CornerRule.displayed(labels, tag: Int(tag.rawValue))
    return .of(shown[0].count, shown.count, plane.layout) { x, y, _ in
      let (row, column) = shown[y][x].quotientAndRemainder(dividingBy: plane.size.width)
      return Int(plane.sample(x: column, y: row, channel: 0))
    }
  }

  @Test(arguments: ExifOrientation.allCases, SubsamplingTests.all)
  func everySampleOfEveryPlaneIsWhereTheTagSays(tag: ExifOrientation, chroma: Subsampling) throws {
    for (width, height) in [(1, 1), (2, 3), (7, 4), (8, 8), (13, 9), (16, 12)] {
      let image = Self.numbered(PixelSize<Stored>(width: width, height: height), chroma)
      let turned = try #require(image.oriented(by: Orientation(exif: tag)))
      #expect(turned.size == Orientation(exif: tag).applied(to: image.size))
      #expect(turned.chroma == chroma.applying(Orientation(exif: tag)))
      for (plane, one) in turned.planes.enumerated() {
        #expect(one == Self.shown(image.planes[plane], tag, Displayed.self), "plane \(plane) of \(width)x\(height)")
      }
    }
  }

  /// Bands as decoders cut them: the first may begin inside a group of pixels, the others do not.
  @Test(arguments: ExifOrientation.allCases, SubsamplingTests.all)
  func bandsOfWholeGroupsMakeTheWhole(tag: ExifOrientation, chroma: Subsampling) throws {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let size = PixelSize<Stored>(width: 10, height: 13)
    let image = Self.numbered(size, chroma)
    let whole = try #require(image.oriented(by: orientation))
    for begin in 0..<chroma.vertical where (begin + size.height) % chroma.vertical == 0 || begin == 0 {
      for groups in 1...4 {
        var result = try #require(PlanarRaster<Displayed>(size: whole.size, chroma: whole.chroma))
        var first = 0
        while first < size.height {
          let end = min(
            size.height, (begin + first) / chroma.vertical * chroma.vertical + groups * chroma.vertical - begin)
          let band = Self.band(image, first..<end)
          let placed = result.place(band, firstRow: first, of: size, by: orientation)
          #expect(placed)
          first = end
        }
        #expect(result == whole, "\(groups) groups at once, \(begin) rows into one")
      }
    }
  }

  private static func band(_ image: PlanarRaster<Stored>, _ rows: Range<Int>) -> PlanarRaster<Stored> {
    let size = PixelSize<Stored>(width: image.size.width, height: rows.count)
    let planes = zip(image.planes, image.steps).map { plane, step in
      let first = step.row(of: rows.lowerBound)
      return plane.rows(first..<first + step.covering(size).height)!
    }
    return PlanarRaster(planes: planes, chroma: image.chroma)!
  }

  @Test func placingIntoACopyLeavesTheOther() throws {
    let size = PixelSize<Output>(width: 5, height: 3)
    let first = Self.numbered(size, Subsampling(horizontal: 2, vertical: 1))
    var second = first
    let other = try #require(
      PlanarRaster<Decoded>(size: PixelSize(width: 5, height: 3), chroma: Subsampling(horizontal: 2, vertical: 1)))
    second.place(other, firstRow: 0, of: other.size, by: .identity)
    #expect(first == Self.numbered(size, first.chroma))
    #expect(second.planes.allSatisfy { $0.bytes.allSatisfy { $0 == 0 } })
  }

  @Test func planesThatDoNotFitMakeNoImage() {
    let gray = SampleLayout(.gray)
    let half = Subsampling(horizontal: 2, vertical: 2)
    func plane(_ width: Int, _ height: Int, _ layout: SampleLayout) -> Raster<Output> { .noise(width, height, layout) }
    let (luma, chroma) = (plane(5, 4, gray), plane(3, 2, gray))
    #expect(PlanarRaster(planes: [luma, chroma, chroma], chroma: half)?.size == luma.size)
    for planes in [
      [], [luma], [luma, chroma], [luma, chroma, chroma, chroma], [luma, chroma, luma], [luma, luma, chroma],
      [luma, plane(3, 2, SampleLayout(.gray, .sixteen)), chroma], [plane(5, 4, SampleLayout(.rgb)), chroma, chroma],
      [plane(7, 4, gray), chroma, chroma], [luma, plane(2, 2, gray), plane(2, 2, gray)],
    ] { #expect(PlanarRaster(planes: planes, chroma: half) == nil) }
    #expect(PlanarRaster(planes: [luma, chroma, chroma], chroma: .none) == nil)
  }

  @Test func bytesAreCountedAsTheyAreHeld() throws {
    for chroma in SubsamplingTests.all {
      for (width, height) in [(1, 1), (7, 5), (16, 8)] {
        let size = PixelSize<Output>(width: width, height: height)
        let image = try #require(PlanarRaster(size: size, chroma: chroma))
        let held = unsafe image.withBytes { unsafe $0.map(\.count) }
        #expect(PlanarRaster.byteCount(size: size, chroma: chroma) == held.reduce(0, +))
      }
    }
    let endless = PixelSize<Output>(width: .max, height: 2)
    #expect(PlanarRaster.byteCount(size: endless, chroma: .none) == .max)
    #expect(PlanarRaster(size: PixelSize<Output>(width: 0, height: 4), chroma: .none) == nil)
  }

  @Test func writtenBytesAreTheCopysOwn() throws {
    let first = Self.numbered(PixelSize<Output>(width: 4, height: 4), Subsampling(horizontal: 2, vertical: 2))
    var second = first
    let written: Void? = unsafe second.withMutableBytes { planes in
      unsafe planes.forEach { unsafe $0.initializeMemory(as: UInt8.self, repeating: 9) }
    }
    #expect(written != nil)
    #expect(second.planes.map { $0.bytes.count { $0 == 9 } } == [16, 4, 4])
    #expect(first == Self.numbered(first.size, first.chroma))
  }
}

// Chroma that begins before an image's edges: the overhang counted pixel by pixel, and resampled chroma compared with
// sums of weights in double precision.

struct ChromaOverhangTests {
  /// The groups of a line's pixels, each with its pixels inside the line, in displayed order.
  private static func groups(_ start: Int, _ end: Int, by step: Int, isReversed: Bool) -> [Int] {
    let groups = Dictionary(grouping: start..<end) { $0 / step }.sorted { $0.key < $1.key }.map(\.value.count)
    return isReversed ? groups.reversed() : groups
  }

  /// The pixels that the first group lacks at its start; nil if the line has more groups than a line from an edge.
  private static func lacking(_ start: Int, _ end: Int, by step: Int, isReversed: Bool) -> Int? {
    let groups = groups(start, end, by: step, isReversed: isReversed)
    // A single group says nothing about which of its ends is missing.
    if groups.count == 1 {
      let (before, after) = (start % step, step - 1 - (end - 1) % step)
      return before > 0 && after > 0 ? nil : isReversed ? after : before
    }
    guard groups[0] == step || groups[groups.count - 1] == step else { return nil }
    return step - groups[0]
  }

  @Test(arguments: SubsamplingTests.all, Orientation<Stored, Displayed>.all)
  func theOverhangIsWhatTheFirstGroupLacks(chroma: Subsampling, orientation: Orientation<Stored, Displayed>) {
    let reversed = orientation.reversesFromAxes
    for x in 0..<5 {
      for y in 0..<5 {
        for width in 1...6 {
          for height in 1...6 {
            let region = PixelRect<Stored>(x: x, y: y, width: width, height: height)
            let across = Self.lacking(x, x + width, by: chroma.horizontal, isReversed: reversed.horizontal)
            let down = Self.lacking(y, y + height, by: chroma.vertical, isReversed: reversed.vertical)
            let found = chroma.overhang(of: region, reorientedBy: orientation)
            guard let across, let down else {
              #expect(found == nil, "\(region)")
              continue
            }
            let expected = orientation.swapsAxes ? (down, across) : (across, down)
            #expect(found == ChromaOverhang(left: expected.0, top: expected.1), "\(region)")
          }
        }
      }
    }
  }

  /// A line sampled again at `index + shift`, by the windowed sinc of the filter over the samples that exist.
  private static func moved(_ line: [Double], by shift: Double) -> [Double] {
    guard shift > 0 else { return line }
    return line.indices.map { index in
      let weights = line.indices.map { ResampleFilter.lanczos3.weight(Double($0) - Double(index) - shift) }
      return zip(line, weights).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
    }
  }

  @Test(arguments: SubsamplingTests.all)
  func chromaIsMovedByItsOverhangAndNothingElseIs(chroma: Subsampling) throws {
    for (width, height) in [(1, 1), (2, 3), (5, 41), (61, 9), (130, 67)] {
      let size = PixelSize<Output>(width: width, height: height)
      let coarse = chroma.covering(size)
      let gray = SampleLayout(.gray)
      let planes = [size, coarse, coarse].enumerated().map { Raster<Output>.noise($1.width, $1.height, gray, seed: $0) }
      for left in 0..<chroma.horizontal {
        for top in 0..<chroma.vertical {
          var image = try #require(PlanarRaster(planes: planes, chroma: chroma))
          let untouched = image
          let isAligned = image.alignChroma(ChromaOverhang(left: left, top: top))
          #expect(isAligned)
          #expect(image.planes[0] == planes[0])
          #expect(untouched.planes == planes, "a copy shares no change")
          for plane in 1...2 {
            let across = Double(left) / Double(chroma.horizontal)
            let down = Double(top) / Double(chroma.vertical)
            let rows = planes[plane].rows(ofChannel: 0).map { Self.moved($0.map(Double.init), by: across) }
            for x in 0..<coarse.width {
              let column = Self.moved(rows.map { $0[x] }, by: down)
              for y in 0..<coarse.height {
                let found = Double(image.planes[plane].sample(x: x, y: y, channel: 0))
                #expect(abs(found - min(255, max(0, column[y]))) <= 0.501, "\(x),\(y) of \(size) by \(left),\(top)")
              }
            }
          }
        }
      }
    }
  }

  /// All inner loops give the same bytes, in place and with rows that are taken several at once.
  @Test func everyKernelMovesAlike() throws {
    for (width, height) in [(1, 30), (70, 1), (67, 33)] {
      let source = Raster<Output>.noise(width, height, SampleLayout(.gray))
      for shift in [(0.5, 0.0), (0.0, 0.5), (0.25, 0.75)] {
        var results: [Raster<Output>] = []
        for kernels in Kernels.usable {
          var raster = source
          let isDone = raster.resample(from: (shift.0, shift.1), filter: .lanczos3, kernels: kernels)
          #expect(isDone)
          results.append(raster)
        }
        let isMoved = shift.0 > 0 && width > 1 || shift.1 > 0 && height > 1
        #expect(results.allSatisfy { $0 == results[0] } && (results[0] != source) == isMoved)
      }
    }
  }

  /// After mirroring an odd side, an even ramp of color is where it was on every pixel, unlike chroma that only moved.
  @Test(arguments: [(2, 1), (2, 2), (4, 1)], ExifOrientation.allCases)
  func aRampStaysInItsPlace(_ factors: (Int, Int), tag: ExifOrientation) throws {
    let chroma = Subsampling(horizontal: factors.0, vertical: factors.1)
    let (width, height) = (4 * 15 + 1, 2 * 21 + 1)
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let size = PixelSize<Stored>(width: width, height: height)
    let coarse = chroma.covering(size)
    // The value at the middle of a sample's pixels.
    func ramp(_ x: Int, _ y: Int) -> Double {
      let across = Double(x * chroma.horizontal) + Double(chroma.horizontal - 1) / 2
      let down = Double(y * chroma.vertical) + Double(chroma.vertical - 1) / 2
      return 10 + 2 * across + 2 * down
    }
    let gray = SampleLayout(.gray)
    let planes = [
      Raster<Stored>.of(width, height, gray) { _, _, _ in 0 },
      .of(coarse.width, coarse.height, gray) { x, y, _ in Int(ramp(x, y).rounded()) },
      .of(coarse.width, coarse.height, gray) { x, y, _ in 255 - Int(ramp(x, y).rounded()) },
    ]
    let image = try #require(PlanarRaster(planes: planes, chroma: chroma))
    var turned = try #require(image.oriented(by: orientation))
    let overhang = try #require(chroma.overhang(of: size.bounds, reorientedBy: orientation))
    let isAligned = turned.alignChroma(overhang)
    #expect(isAligned)
    let steps = turned.chroma
    for y in 3..<turned.planes[1].size.height - 3 {
      for x in 3..<turned.planes[1].size.width - 3 {
        // The middle of the sample's pixels, back in the stored image.
        let middle = Point2D<Displayed>(
          x: Double(x * steps.horizontal) + Double(steps.horizontal) / 2,
          y: Double(y * steps.vertical) + Double(steps.vertical) / 2)
        let back: Point2D<Stored> = middle.applying(Transform2D(orientation.inverse, in: turned.size))
        let expected: Double = 8 + 2 * back.x + 2 * back.y
        let found = Double(turned.planes[1].sample(x: x, y: y, channel: 0))
        #expect(abs(found - expected) <= 1.01, "\(x),\(y): \(found), not \(expected)")
      }
    }
  }

  @Test func memoryIsBounded() throws {
    let chroma = Subsampling(horizontal: 2, vertical: 2)
    for (width, height) in [(1, 1), (4_001, 3), (3, 4_001), (1_001, 1_001)] {
      let size = PixelSize<Output>(width: width, height: height)
      let coarse = chroma.covering(size)
      let across = try #require(ResampleTaps(shift: 0.5, of: coarse.width, filter: .lanczos3))
      let down = try #require(ResampleTaps(shift: 0.5, of: coarse.height, filter: .lanczos3))
      let rows = try #require(
        RowFilter(columns: coarse.width, across, down, layout: SampleLayout(.gray), kernels: .best))
      #expect(PlanarRaster<Output>.aligningBytes(size: size, chroma: chroma) >= rows.bufferBytes)
    }
    #expect(
      PlanarRaster<Output>.aligningBytes(size: PixelSize(width: .max, height: .max), chroma: chroma) > Int.max / 2)
  }
}

// How chroma's grid covers an image, counted pixel by pixel.

struct SubsamplingTests {
  static let all = [1, 2, 4].flatMap { across in [1, 2, 4].map { Subsampling(horizontal: across, vertical: $0) } }

  @Test(arguments: all)
  func everyPixelHasASampleAndEverySampleAPixel(chroma: Subsampling) {
    for width in 1...9 {
      for height in 1...9 {
        let samples = Set(
          (0..<width).flatMap { x in (0..<height).map { [x / chroma.horizontal, $0 / chroma.vertical] } })
        let covering = chroma.covering(PixelSize<Stored>(width: width, height: height))
        #expect(covering.pixelCount == samples.count)
        #expect(covering.width == (samples.map { $0[0] }.max() ?? -1) + 1)
      }
    }
  }

  @Test func numbersAtTheEndOfTheIntegersDoNotTrap() {
    let endless = PixelSize<Stored>(width: .max, height: .max)
    #expect(Subsampling(horizontal: 2, vertical: 4).covering(endless).width == Int.max / 2 + 1)
    #expect(Subsampling.none.covering(endless) == endless)
  }

  @Test(arguments: all, Orientation<Stored, Displayed>.all)
  func axesChangePlacesWithTheImages(chroma: Subsampling, orientation: Orientation<Stored, Displayed>) {
    let whole = PixelSize<Stored>(width: 8 * chroma.horizontal, height: 4 * chroma.vertical)
    let turned = chroma.applying(orientation)
    #expect(turned.covering(orientation.applied(to: whole)) == orientation.applied(to: PixelSize(width: 8, height: 4)))
    #expect(turned.applying(orientation.inverse) == chroma)
  }

  /// A band that begins inside a group of pixels starts with the sample of the next one: the group already has its
  /// sample.
  @Test func theRowOfChromaThatARowOfPixelsStartsWith() {
    for step in [1, 2, 4] {
      let chroma = Subsampling(horizontal: 1, vertical: step)
      for row in 0...12 {
        let before = Set((0..<row).map { $0 / step }).count
        #expect(chroma.row(of: row) == before)
      }
    }
  }
}
