// Sizes and points in a space.

import Testing
import UprightGeometry
import UprightTestTools

// Columns and rows: counted without overflow.

@Suite struct PixelSizeTests {
  @Test func pixelsAreCountedOrThereAreTooMany() {
    #expect(PixelSize<Stored>(width: 4032, height: 3024).pixelCount == 12_192_768)
    #expect(PixelSize<Stored>(width: .max, height: 1).pixelCount == .max)
    #expect(PixelSize<Stored>(width: .max, height: 2).pixelCount == nil)
    #expect(PixelSize<Stored>(width: 1 << 32, height: 1 << 31).pixelCount == nil)
  }

  @Test func oneMissingAxisIsEnoughToBeEmpty() {
    #expect(!PixelSize<Stored>(width: 1, height: 1).isEmpty)
    #expect(PixelSize<Stored>(width: 0, height: 1).isEmpty)
    #expect(PixelSize<Stored>(width: 1, height: 0).isEmpty)
    #expect(PixelSize<Stored>(width: -1, height: -1).isEmpty)
  }

  @Test func boundsCoverTheGrid() {
    let size = PixelSize<Displayed>(width: 3, height: 2)
    #expect(size.bounds == PixelRect(x: 0, y: 0, width: 3, height: 2))
    #expect(size.bounds.clipped(to: size) == size.bounds)
    #expect(size.description == "3x2")
  }
}

// A point in a plane is mapped.

@Suite struct Point2DTests {
  @Test func placesGoThroughTheMap() {
    let map = Transform2D<Stored, Displayed>(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
    #expect(Point2D<Stored>(x: 1, y: 0).applying(map) == Point2D(x: 13, y: 16))
    #expect(Point2D<Stored>(x: 0, y: 1).applying(map) == Point2D(x: 16, y: 20))
    #expect(Point2D<Stored>(x: 0, y: 0).applying(map) == Point2D(x: 11, y: 13))
  }

  // The corner of the image where row 0 and column 0 meet is displayed where the tag's name states.
  @Test func theFirstCornerIsSeenWhereTheTagSays() {
    let size = PixelSize<Stored>(width: 30, height: 20)
    for tag in allTags {
      let orientation: Orientation<Stored, Displayed> = element(tag)
      let seen = orientation.applied(to: size)
      let corner = Point2D<Stored>(x: 0, y: 0).applying(Transform2D(orientation, in: size))
      let sides = CornerRule.sides[tag].map { [$0.row0, $0.column0] } ?? []
      #expect(corner.x == (sides.contains(.left) ? 0 : Double(seen.width)), "tag \(tag)")
      #expect(corner.y == (sides.contains(.top) ? 0 : Double(seen.height)), "tag \(tag)")
    }
  }
}

// A continuous width and height.

@Suite struct Size2DTests {
  @Test func widthIsNotHeight() {
    let size = Size2D<Viewport>(width: 390, height: 844)
    #expect(size.width == 390 && size.height == 844)
    #expect(size != Size2D(width: 844, height: 390))
  }

  @Test func pixelsHaveAnExtent() {
    #expect(Size2D(PixelSize<Stored>(width: 4032, height: 3024)) == Size2D(width: 4032, height: 3024))
  }
}
