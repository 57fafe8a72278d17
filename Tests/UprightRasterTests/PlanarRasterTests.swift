// The eight orientations on component planes: every sample of luma and of chroma compared with the rule of the tag.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightRaster

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
