// A point in a plane is mapped.

import Testing
import UprightGeometry
import UprightTestTools

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
