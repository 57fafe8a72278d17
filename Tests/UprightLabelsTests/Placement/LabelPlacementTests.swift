// Labels in results that show a part of an image, reoriented and scaled, against pixels.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite struct LabelPlacementTests {
  /// A region of the reoriented image, and the placement of what is in it, `factor` times as large.
  private static func placement(
    _ orientation: Orientation<Stored, Displayed>, of size: PixelSize<Stored>, region: PixelRect<Displayed>,
    factors: (Double, Double) = (1, 1)
  ) throws -> LabelPlacement<Stored> {
    let map = Transform2D(orientation, in: size).then(
      Transform2D<Displayed, Output>(
        scaleX: factors.0, scaleY: factors.1, tx: -Double(region.x) * factors.0, ty: -Double(region.y) * factors.1))
    let wide = (Double(region.width) * factors.0).rounded(), high = (Double(region.height) * factors.1).rounded()
    return try #require(LabelPlacement(map, size: PixelSize(width: Int(wide), height: Int(high))))
  }

  private static func region(_ random: inout SplitMix64, in size: PixelSize<Displayed>) -> PixelRect<Displayed> {
    let (x, y) = (Int.random(in: 0..<size.width, using: &random), Int.random(in: 0..<size.height, using: &random))
    return PixelRect(
      x: x, y: y, width: Int.random(in: 1...size.width - x, using: &random),
      height: Int.random(in: 1...size.height - y, using: &random))
  }

  @Test("What a region shows covers the pixels that it covered, under all eight tags", arguments: 0..<40)
  func pixels(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    for outline in random.outlines(in: size) {
      guard let box = outline.box else { continue }
      let stored = Raster.of(outline, size.width, size.height)
      for (tag, orientation) in PixelTable.all {
        let table = PixelTable(tag: tag, width: size.width, height: size.height)
        let area = Self.region(&random, in: orientation.applied(to: size))
        let placement = try Self.placement(orientation, of: size, region: area)
        let parts = Region(box: box, outline: outline).placed(placement)
        let wanted = table.turned(stored)[area.y..<area.maxY].map { Array($0[area.x..<area.maxX]) }
        let found = Raster.of(area.width, area.height) { x, y in
          parts.contains { part in part.outline.map { Raster.contains($0, x, y) } ?? false }
        }
        switch outline {
        case .polygon, .mask:
          #expect(
            found == wanted, "tag \(tag), \(area), \(outline)\n\(Raster.drawing(wanted))\n\n\(Raster.drawing(found))")
        case .rotated, .line, .points: #expect(Self.covers(found, wanted) || !Self.isFilled(outline))
        case .ellipse: #expect(Self.differences(found, wanted) <= 1, "\(outline)")
        }
        for part in parts {
          #expect(part.box.x >= 0 && part.box.y >= 0)
          #expect(part.box.maxX <= Double(area.width) + 1e-9 && part.box.maxY <= Double(area.height) + 1e-9)
        }
      }
    }
  }

  private static func isFilled(_ outline: Outline<Stored>) -> Bool {
    if case .rotated = outline { true } else { false }
  }

  private static func covers(_ found: [[Bool]], _ wanted: [[Bool]]) -> Bool {
    zip(found.joined(), wanted.joined()).allSatisfy { $0 || !$1 }
  }

  private static func differences(_ found: [[Bool]], _ wanted: [[Bool]]) -> Int {
    zip(found.joined(), wanted.joined()).count { $0 != $1 }
  }

  @Test("Boxes are mapped and clipped as their corners are, at any scale", arguments: 0..<40)
  func boxes(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    let box = random.box(in: size)
    for (_, orientation) in PixelTable.all {
      let area = Self.region(&random, in: orientation.applied(to: size))
      let placement = try Self.placement(orientation, of: size, region: area, factors: (2, 0.5))
      let corners = [Point2D<Stored>(x: box.x, y: box.y), Point2D(x: box.maxX, y: box.maxY)].map(placement.map.apply)
      let (wide, high) = (Double(placement.size.width), Double(placement.size.height))
      let (left, right) = (max(0, min(corners[0].x, corners[1].x)), min(wide, max(corners[0].x, corners[1].x)))
      let (top, bottom) = (max(0, min(corners[0].y, corners[1].y)), min(high, max(corners[0].y, corners[1].y)))
      let found = Region(box: box).placed(placement).map(\.box)
      #expect(found.count == (left < right && top < bottom ? 1 : 0))
      for box in found {
        #expect(abs(box.x - left) < 1e-9 && abs(box.maxX - right) < 1e-9)
        #expect(abs(box.y - top) < 1e-9 && abs(box.maxY - bottom) < 1e-9)
      }
    }
  }

  @Test("The share that must be visible is that of the shape's area, not of its box")
  func visibleShare() throws {
    let triangle = [Point2D<Stored>(x: 0, y: 0), Point2D(x: 8, y: 0), Point2D(x: 0, y: 8)]
    let region = Region(
      box: Rect2D<Stored>(x: 0, y: 0, width: 8, height: 8), outline: .polygon(Polygon(rings: [triangle])))
    let size = PixelSize<Stored>(width: 8, height: 8)
    // Left of 4: three quarters of the triangle, half of its box.
    let placement = try Self.placement(
      Orientation<Stored, Displayed>(clockwise: 0), of: size, region: PixelRect(x: 0, y: 0, width: 4, height: 8))
    #expect(region.placed(placement, LabelClipping(minVisible: 0.75)).count == 1)
    #expect(region.placed(placement, LabelClipping(minVisible: 0.76)).isEmpty)
    let image = LabelledImage(name: "a.jpg", size: size, regions: [region, region])
    let all = image.placed(placement, as: "a-1.jpg", LabelClipping(minVisible: 0.76))
    #expect(all.image.regions.isEmpty && all.hidden == [0, 1] && all.image.name == "a-1.jpg")
    #expect(all.image.size == PixelSize(width: 4, height: 8))
  }

  @Test("A mask that is wholly in a result is wholly visible, at any scale, and leaves its box if it is too thin")
  func visibleMasks() throws {
    let size = PixelSize<Stored>(width: 40, height: 40)
    let whole = PixelRect<Displayed>(x: 0, y: 0, width: 40, height: 40)
    for (side, factor) in [(5, 0.5), (1, 0.25), (3, 0.25)] {
      let mask = try #require(RunMask(size: size) { x, y in 2..<2 + side ~= x && 2..<2 + side ~= y })
      let region = Region(box: try #require(mask.box?.rect), outline: .mask(mask))
      let placement = try Self.placement(
        Orientation<Stored, Displayed>(clockwise: 0), of: size, region: whole, factors: (factor, factor))
      let parts = region.placed(placement, LabelClipping(minVisible: 1))
      #expect(parts.count == 1, "\(side) at \(factor)")
    }
    let mask = try #require(RunMask(size: size) { x, y in x < 10 })
    #expect(mask.area(inside: PixelRect(x: 5, y: 30, width: 100, height: 100)) == 50)
    #expect(mask.area(inside: PixelRect(x: 10, y: 0, width: 5, height: 5)) == 0)
  }

  @Test("Keypoints outside are not labeled")
  func keypoints() throws {
    let points = [Point2D<Stored>(x: 1, y: 1), Point2D(x: 7, y: 1), Point2D(x: 0, y: 0)]
    let region = Region(
      box: Rect2D<Stored>(x: 0, y: 0, width: 8, height: 8),
      keypoints: [Keypoint(points[0]), Keypoint(points[1], .hidden), Keypoint(points[2], .absent)])
    let placement = try Self.placement(
      Orientation(exif: .rightTop), of: PixelSize(width: 8, height: 8),
      region: PixelRect(x: 4, y: 0, width: 4, height: 4))
    let found = try #require(region.placed(placement).first).keypoints
    #expect(found.map(\.visibility) == [.visible, .absent, .absent])
    #expect(found[0].point == Point2D(x: 3, y: 1))
    #expect(found[1].point == Point2D(x: 0, y: 0))
  }

  @Test("A rotated box that an edge cuts becomes the smallest around what is left", arguments: 0..<60)
  func rotatedBoxes(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    let rect = random.rotated(in: size)
    let outline = Outline.rotated(rect)
    let box = try #require(outline.box)
    let placement = try Self.placement(
      Orientation<Stored, Displayed>(clockwise: 0), of: size,
      region: Self.region(&random, in: PixelSize(width: size.width, height: size.height)))
    let kept = Region(box: box, outline: outline).placed(placement, LabelClipping(rotatedBox: .keep))
    let fitted = Region(box: box, outline: outline).placed(placement)
    #expect(kept.count == fitted.count)
    guard case .rotated(let whole)? = kept.first?.outline, case .rotated(let found)? = fitted.first?.outline else {
      return
    }
    #expect(whole.size == Size2D(width: rect.size.width, height: rect.size.height) && whole.degrees == rect.degrees)
    let left = try #require(Polygon(rings: [whole.corners]).clipped(to: placement.size.bounds.rect)).rings[0]
    let area = found.size.width * found.size.height
    let corners = Polygon(rings: [found.corners])
    let grown = RotatedRect(
      center: found.center, size: Size2D(width: found.size.width + 1e-6, height: found.size.height + 1e-6),
      degrees: found.degrees)
    #expect(left.allSatisfy { Raster.contains(.rotated(grown), $0.x, $0.y) }, "\(corners)")
    for degrees in stride(from: 0.0, to: 90, by: 0.5) {
      let (sine, cosine) = (Raster.sine(degrees * .pi / 180), Raster.cosine(degrees * .pi / 180))
      let turned = left.map { Point2D<Output>(x: $0.x * cosine + $0.y * sine, y: $0.y * cosine - $0.x * sine) }
      let around = try #require(Rect2D(around: turned))
      #expect(around.width * around.height >= area - 1e-6)
    }
  }

  @Test("A rotated box scaled unevenly is a polygon, and one by a quarter turn stays a box")
  func unevenScales() throws {
    let size = PixelSize<Stored>(width: 20, height: 20)
    let area = PixelRect<Displayed>(x: 0, y: 0, width: 20, height: 20)
    let placement = try Self.placement(Orientation(exif: .rightTop), of: size, region: area, factors: (2, 1))
    for (degrees, isBox) in [(0.0, true), (90, true), (30, false), (-270, true)] {
      let rect = RotatedRect<Stored>(center: Point2D(x: 9, y: 11), size: Size2D(width: 6, height: 2), degrees: degrees)
      let outline = Outline.rotated(rect)
      let box = try #require(outline.box)
      let found = try #require(Region(box: box, outline: outline).placed(placement).first)
      let corners = Set(
        rect.corners.map { placement.map.apply($0) }.map { [($0.x * 1e6).rounded(), ($0.y * 1e6).rounded()] })
      let points: [Point2D<Output>]
      switch try #require(found.outline) {
      case .rotated(let rect):
        #expect(isBox)
        points = rect.corners
      case .polygon(let polygon):
        #expect(!isBox)
        points = polygon.rings[0]
      default: points = []
      }
      #expect(Set(points.map { [($0.x * 1e6).rounded(), ($0.y * 1e6).rounded()] }) == corners, "\(degrees)")
    }
  }

  @Test("Masks are scaled by the nearest pixel", arguments: 0..<20)
  func scaledMasks(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    let mask = random.mask(in: size)
    for (_, orientation) in PixelTable.all {
      let area = Self.region(&random, in: orientation.applied(to: size))
      let placement = try Self.placement(orientation, of: size, region: area, factors: (3, 2))
      let back = try #require(placement.map.inverse)
      let found = mask.placed(placement)
      let wanted = Raster.of(placement.size.width, placement.size.height) { x, y in
        let point = back.apply(Point2D(x: x, y: y))
        return Raster.contains(mask, point.x, point.y)
      }
      #expect(Raster.of(.mask(found), placement.size.width, placement.size.height) == wanted)
    }
  }

  @Test("Maps that are no quarter turns, and empty results, place nothing")
  func refused() {
    let size = PixelSize<Output>(width: 4, height: 4)
    #expect(LabelPlacement<Stored>(Transform2D(a: 1, b: 1, c: -1, d: 1, tx: 0, ty: 0), size: size) == nil)
    #expect(LabelPlacement<Stored>(Transform2D(scaleX: 0, scaleY: 1), size: size) == nil)
    #expect(LabelPlacement<Stored>(Transform2D(scaleX: .nan, scaleY: 1), size: size) == nil)
    #expect(LabelPlacement<Stored>(Transform2D(scaleX: 1, scaleY: 1), size: PixelSize(width: 0, height: 4)) == nil)
  }
}
