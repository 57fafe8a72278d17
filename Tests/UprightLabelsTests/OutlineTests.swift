// Outlines of every kind with the eight maps.

import Foundation
import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Outlines")
struct OutlineTests {
  @Test("Every shape covers the pixels that the table of pixels says, under all eight tags", arguments: 0..<25)
  func pixels(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    for outline in random.outlines(in: size) {
      let stored = Raster.of(outline, size.width, size.height)
      for (tag, orientation) in PixelTable.all {
        let table = PixelTable(tag: tag, width: size.width, height: size.height)
        let turned = outline.applying(orientation, in: size)
        let found = Raster.of(turned, table.displayed.width, table.displayed.height)
        #expect(
          found == table.turned(stored), "tag \(tag), \(outline)\n\(Raster.drawing(stored))\n\n\(Raster.drawing(found))"
        )
      }
    }
  }

  @Test("Every shape's box holds all of its pixels, and is the image of its box", arguments: 0..<10)
  func boxes(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(100 + seed))
    let size: PixelSize<Stored> = random.size()
    for outline in random.outlines(in: size) {
      guard let box = outline.box else { continue }
      for (_, orientation) in PixelTable.all {
        let image = box.applying(orientation, in: size)
        let found = try #require(outline.applying(orientation, in: size).box)
        for (one, two) in [
          (image.x, found.x), (image.y, found.y), (image.width, found.width), (image.height, found.height),
        ] { #expect(abs(one - two) < 1e-9, "\(outline)") }
      }
      guard case .line = outline else {
        for y in 0..<size.height {
          for x in 0..<size.width where Raster.contains(outline, Double(x) + 0.5, Double(y) + 0.5) {
            if case .points = outline { continue }
            let (right, down) = (Double(x) + 0.5, Double(y) + 0.5)
            #expect(right > box.x && right < box.maxX && down > box.y && down < box.maxY, "\(outline)")
          }
        }
        continue
      }
    }
  }

  @Test("What has no point has no box")
  func empty() {
    #expect(Outline<Stored>.polygon(Polygon(rings: [])).box == nil)
    #expect(Outline<Stored>.line([]).box == nil)
    #expect(Rect2D<Stored>(around: []) == nil)
  }

  @Test("The rings of a polygon keep their order, their points and how they are filled")
  func rings() {
    let polygon = Polygon<Stored>(
      rings: [[Point2D(x: 1, y: 2), Point2D(x: 3, y: 2), Point2D(x: 3, y: 5)], [Point2D(x: 9, y: 9)]], filling: .evenOdd
    )
    let turned = Outline.polygon(polygon).applying(
      Orientation<Stored, Displayed>(exif: .rightTop), in: PixelSize(width: 10, height: 20))
    guard case .polygon(let result) = turned else {
      Issue.record("\(turned)")
      return
    }
    #expect(result.filling == .evenOdd)
    #expect(result.rings.map { $0.map { [$0.x, $0.y] } } == [[[18, 1], [18, 3], [15, 3]], [[11, 9]]])
  }
}

// Rotated rectangles: corners and angles.

@Suite("Turned rectangles")
struct RotatedRectTests {
  private let size = PixelSize<Stored>(width: 100, height: 40)

  @Test(
    "Corners are those that sine and cosine of the C library give",
    arguments: [0.0, 30, 45, 90, 133.7, 180, 270, -30, 725])
  func corners(degrees: Double) {
    let rect = RotatedRect<Stored>(
      center: Point2D(x: 10, y: 20), size: Size2D(width: 6, height: 2), degrees: degrees)
    let angle = degrees * Double.pi / 180
    for (corner, sign) in zip(rect.corners, [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)]) {
      let (x, y) = (sign.0 * 3, sign.1)
      #expect(abs(corner.x - (10 + x * cos(angle) - y * sin(angle))) < 1e-12)
      #expect(abs(corner.y - (20 + x * sin(angle) + y * cos(angle))) < 1e-12)
    }
  }

  @Test("A turn of 30 degrees clockwise carries the right end down, because y runs down")
  func clockwise() {
    let rect = RotatedRect<Stored>(center: Point2D(x: 0, y: 0), size: Size2D(width: 10, height: 0), degrees: 30)
    #expect(rect.corners[1].x > 4 && rect.corners[1].y > 2)
  }

  @Test("Mirrors change the sign of the angle, quarter turns exchange the sides")
  func angles() {
    let rect = RotatedRect<Stored>(center: Point2D(x: 30, y: 10), size: Size2D(width: 8, height: 4), degrees: 25)
    let expected: [(Double, Double, Double, Double, Double)] = [
      (30, 10, 8, 4, 25), (70, 10, 8, 4, -25), (70, 30, 8, 4, 25), (30, 30, 8, 4, -25),
      (10, 30, 4, 8, -25), (30, 30, 4, 8, 25), (30, 70, 4, 8, -25), (10, 70, 4, 8, 25),
    ]
    for ((tag, orientation), numbers) in zip(PixelTable.all, expected) {
      let turned = rect.applying(orientation, in: size)
      #expect(
        (turned.center.x, turned.center.y, turned.size.width, turned.size.height, turned.degrees)
          == numbers, "tag \(tag)")
    }
  }

  @Test("The set of corners is that of the corners' images")
  func images() {
    var random = SplitMix64(seed: 5)
    for (tag, orientation) in PixelTable.all {
      let rect = random.rotated(in: size)
      let map = Transform2D(orientation, in: size)
      let images = rect.corners.map { map.apply($0) }
      for corner in rect.applying(orientation, in: size).corners {
        #expect(images.contains { abs($0.x - corner.x) < 1e-9 && abs($0.y - corner.y) < 1e-9 }, "tag \(tag)")
      }
    }
  }

  @Test("A box that is not turned stays one, without a negative zero")
  func upright() {
    let rect = RotatedRect<Stored>(center: Point2D(x: 5, y: 5), size: Size2D(width: 2, height: 3), degrees: 0)
    for (_, orientation) in PixelTable.all {
      let turned = rect.applying(orientation, in: size)
      #expect(turned.degrees == 0 && turned.degrees.sign == .plus)
    }
  }

  @Test(
    "An angle that is no number gives corners that are none, under all tags",
    arguments: [Double.nan, .infinity, -.infinity])
  func noAngle(degrees: Double) {
    #expect(DegreeAngle(degrees).sine.isNaN && DegreeAngle(degrees).cosine.isNaN)
    let rect = RotatedRect<Stored>(center: Point2D(x: 5, y: 5), size: Size2D(width: 2, height: 3), degrees: degrees)
    #expect(rect.corners.allSatisfy { $0.x.isNaN && $0.y.isNaN })
    for (_, orientation) in PixelTable.all {
      let turned = rect.applying(orientation, in: size)
      #expect(!turned.degrees.isFinite)
      #expect(turned.corners.allSatisfy { $0.x.isNaN && $0.y.isNaN })
    }
  }

  @Test("Angles far beyond a turn are those within one")
  func farAngles() {
    for degrees in [1e6, -1e6, 360_000_000.5] {
      let angle = DegreeAngle(degrees)
      #expect(abs(angle.sine * angle.sine + angle.cosine * angle.cosine - 1) < 1e-12)
    }
    #expect(DegreeAngle(450).sine == 1)
    #expect(DegreeAngle(-90).sine == -1)
  }
}
