// Chroma that begins before an image's edges: the overhang counted pixel by pixel, and resampled chroma compared with
// sums of weights in double precision.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightRaster

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
