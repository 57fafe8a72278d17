// Affine maps: the six numbers of each tag, their laws, and agreement with rectangles of whole pixels.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct Transform2DTests {
  typealias Tag = Orientation<Stored, Displayed>
  typealias Map = Transform2D<Stored, Displayed>

  @Test(arguments: tagRows) func sixNumbersOfATag(row: TagRow) {
    for (width, height) in [(3.0, 2.0), (1600, 1200), (1, 7)] {
      let map = Map(element(row.tag) as Tag, in: PixelSize(width: Int(width), height: Int(height)))
      #expect([map.a, map.b, map.c, map.d] == row.linear)
      #expect(map.tx == row.txInWidths * width + row.txInHeights * height)
      #expect(map.ty == row.tyInWidths * width + row.tyInHeights * height)
    }
  }

  @Test(arguments: tagRows) func movieTrackMatrix(row: TagRow) {
    let map = Map(element(row.tag) as Tag, in: PixelSize(width: 1920, height: 1080))
    let numbers = [map.a, map.b, 0, map.c, map.d, 0, map.tx, map.ty]
    let words = numbers.map { UInt32(bitPattern: Int32($0 * 65_536)) } + [0x4000_0000]
    #expect(words == row.trackMatrix.split(separator: " ").compactMap { UInt32($0, radix: 16) })
  }

  @Test func agreesWithWholePixels() {
    let size = PixelSize<Stored>(width: 5, height: 3)
    for tag in allTags {
      let orientation: Tag = element(tag)
      let map = Map(orientation, in: size)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let pixel = PixelRect<Stored>(x: x, y: y, width: 1, height: 1)
          #expect(pixel.rect.applying(map) == pixel.applying(orientation, in: size).rect, "tag \(tag), \(pixel)")
        }
      }
      #expect(size.bounds.rect.applying(map) == orientation.applied(to: size).bounds.rect)
    }
  }

  @Test func pixelCentresLandWhereTheTagSays() {
    let (width, height) = (5, 3)
    for tag in allTags {
      let orientation: Tag = element(tag)
      let seen = orientation.applied(to: PixelSize(width: width, height: height))
      let map = Map(orientation, in: PixelSize(width: width, height: height))
      for row in 0..<height {
        for column in 0..<width {
          let place = CornerRule.place(row: row, column: column, tag: tag, width: seen.width, height: seen.height)
          let centre = map.apply(Point2D(x: Double(column) + 0.5, y: Double(row) + 0.5))
          #expect(centre == Point2D(x: Double(place.x) + 0.5, y: Double(place.y) + 0.5), "tag \(tag)")
        }
      }
    }
  }

  @Test func composingMapsIsComposingOrientations() {
    let size = PixelSize<Stored>(width: 5, height: 3)
    for first in allTags {
      for second in allTags {
        let (a, b) = (element(first) as Tag, element(second) as Orientation<Displayed, Output>)
        let stepped = Map(a, in: size).then(Transform2D(b, in: a.applied(to: size)))
        #expect(stepped == Transform2D<Stored, Output>(a.then(b), in: size), "\(first) then \(second)")
      }
    }
  }

  @Test func inverseMapsAreInverseOrientations() {
    let size = PixelSize<Stored>(width: 5, height: 3)
    for tag in allTags {
      let orientation: Tag = element(tag)
      #expect(Map(orientation, in: size).inverse == Transform2D(orientation.inverse, in: orientation.applied(to: size)))
    }
  }

  @Test func thereAndBackAgain() {
    var random = SplitMix64(seed: 21)
    for _ in 0..<2_000 {
      let map: Map = someMap(&random)
      guard (map.a * map.d - map.b * map.c).magnitude > 0.01, let back = map.inverse else { continue }
      let place = Point2D<Stored>(x: number(&random), y: number(&random))
      let returned = back.apply(map.apply(place))
      #expect((returned.x - place.x).magnitude < 1e-6 && (returned.y - place.y).magnitude < 1e-6)
      let same = map.then(back)
      #expect((same.a - 1).magnitude < 1e-6 && (same.d - 1).magnitude < 1e-6 && same.b.magnitude < 1e-6)
    }
  }

  @Test func oneAfterTheOtherIsBothAtOnce() {
    var random = SplitMix64(seed: 22)
    for _ in 0..<2_000 {
      let (first, second): (Map, Transform2D<Displayed, Output>) = (someMap(&random), someMap(&random))
      let place = Point2D<Stored>(x: number(&random), y: number(&random))
      let (stepped, atOnce) = (second.apply(first.apply(place)), first.then(second).apply(place))
      #expect((stepped.x - atOnce.x).magnitude < 1e-9 && (stepped.y - atOnce.y).magnitude < 1e-9)
    }
  }

  @Test func scalingComesBeforeMoving() {
    let map = Map(scaleX: 2, scaleY: 3, tx: 10, ty: 20)
    #expect(map.apply(Point2D(x: 1, y: 1)) == Point2D(x: 12, y: 23))
    #expect(Map(scaleX: 2, scaleY: 3) == Map(a: 2, b: 0, c: 0, d: 3, tx: 0, ty: 0))
  }

  @Test func whatFlattensThePlaneHasNoWayBack() {
    #expect(Map(scaleX: 0, scaleY: 1).inverse == nil)
    #expect(Map(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverse == nil)
    #expect(Map(scaleX: .nan, scaleY: 1).inverse == nil)
    #expect(Map(scaleX: .infinity, scaleY: 1).inverse == nil)
    #expect(Map(scaleX: 1, scaleY: 1, tx: .nan).inverse == nil)
    #expect(Map(scaleX: 0x1p600, scaleY: 0x1p600, tx: 0x1p601).inverse?.tx == -2)
    #expect(Map(scaleX: 0x1p-600, scaleY: 0x1p-598).inverse?.d == 0x1p598)
    #expect(Map(scaleX: .leastNonzeroMagnitude, scaleY: 1).inverse == nil)
  }

  private func number(_ random: inout SplitMix64) -> Double { .random(in: -10...10, using: &random) }

  private func someMap<From: Space, To: Space>(_ random: inout SplitMix64) -> Transform2D<From, To> {
    Transform2D(
      a: number(&random), b: number(&random), c: number(&random), d: number(&random),
      tx: number(&random), ty: number(&random))
  }
}
