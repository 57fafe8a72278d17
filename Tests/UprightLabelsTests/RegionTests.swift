// Regions and their maps between spaces.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Regions")
struct RegionTests {
  @Test("A box covers the pixels that the table of pixels says, under all eight tags")
  func boxes() {
    var random = SplitMix64(seed: 1)
    for (tag, orientation) in PixelTable.all {
      for _ in 0..<40 {
        let size: PixelSize<Stored> = random.size()
        let region = Region(box: random.box(in: size))
        let table = PixelTable(tag: tag, width: size.width, height: size.height)
        let expected = table.turned(Raster.of(region.box, size.width, size.height))
        let turned = region.applying(orientation, in: size)
        let found = Raster.of(turned.box, table.displayed.width, table.displayed.height)
        #expect(found == expected, "tag \(tag), \(size), \(region.box)")
        #expect(turned.box.width >= 0 && turned.box.height >= 0)
      }
    }
  }

  @Test("Keypoints lie on the same pixels, in the same order, and those that nobody labelled stay")
  func keypoints() {
    var random = SplitMix64(seed: 2)
    for (tag, orientation) in PixelTable.all {
      let size: PixelSize<Stored> = random.size()
      let table = PixelTable(tag: tag, width: size.width, height: size.height)
      var keypoints = (0..<9).map { _ in Keypoint(random.place(in: size)) }
      keypoints[3] = Keypoint(Point2D(x: 0, y: 0), .absent)
      keypoints[4].visibility = .hidden
      let region = Region(box: random.box(in: size), keypoints: keypoints)
      let turned = region.applying(orientation, in: size).keypoints
      #expect(turned.count == 9)
      for (before, after) in zip(keypoints, turned) {
        #expect(before.visibility.rawValue == after.visibility.rawValue)
        if before.visibility == .absent {
          #expect((after.place.x, after.place.y) == (0, 0))
        } else {
          let pixel = table.place(Int(before.place.x), Int(before.place.y))
          #expect((Int(after.place.x), Int(after.place.y)) == (pixel.x, pixel.y), "tag \(tag)")
        }
      }
    }
  }

  @Test("Label, attributes, place and precision go along; precision across and down change places with the axes")
  func rest() {
    let region = Region<Stored>(
      box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: 7, attributes: [LabelAttribute("difficult", "1")],
      precision: LabelPrecision(across: 0.5, down: 0.25), place: LabelPlace(file: 1, line: 2, row: 3))
    for (_, orientation) in PixelTable.all {
      let turned = region.applying(orientation, in: PixelSize(width: 10, height: 20))
      #expect(turned.label == 7)
      #expect(turned.attributes == region.attributes)
      #expect(turned.place == region.place)
      #expect(turned.precision.across == (orientation.swapsAxes ? 0.25 : 0.5))
      #expect(turned.precision.down == (orientation.swapsAxes ? 0.5 : 0.25))
    }
  }

  @Test("There and back is the same region, for whole numbers bit for bit")
  func thereAndBack() {
    var random = SplitMix64(seed: 3)
    let size = PixelSize<Stored>(width: 640, height: 480)
    for (_, orientation) in PixelTable.all {
      let region = Region<Stored>(
        box: Rect2D(x: 30, y: 40, width: 101, height: 57), outline: .mask(random.mask(in: size)),
        keypoints: [Keypoint(Point2D(x: 31, y: 44)), Keypoint(Point2D(x: 0, y: 0), .absent)])
      let displayed = region.applying(orientation, in: size)
      #expect(displayed.applying(orientation.inverse, in: orientation.applied(to: size)) == region)
    }
  }

  @Test("A place that was read from no file says so, and huge numbers are held")
  func places() {
    #expect(LabelPlace.none.file == -1)
    #expect(LabelPlace(file: .max, line: .max, row: .max).line == .max)
  }
}
