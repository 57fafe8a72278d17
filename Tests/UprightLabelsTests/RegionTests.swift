// Regions and their maps between spaces.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

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
          #expect((after.point.x, after.point.y) == (0, 0))
        } else {
          let pixel = table.place(Int(before.point.x), Int(before.point.y))
          #expect((Int(after.point.x), Int(after.point.y)) == (pixel.x, pixel.y), "tag \(tag)")
        }
      }
    }
  }

  @Test("Label, attributes, place and precision go along; precision across and down change places with the axes")
  func rest() {
    let region = Region<Stored>(
      box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: 7, attributes: [LabelAttribute("difficult", "1")],
      precision: LabelPrecision(across: 0.5, down: 0.25), location: LabelLocation(file: 1, line: 2, row: 3))
    for (_, orientation) in PixelTable.all {
      let turned = region.applying(orientation, in: PixelSize(width: 10, height: 20))
      #expect(turned.label == 7)
      #expect(turned.attributes == region.attributes)
      #expect(turned.location == region.location)
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

  /// A region's values, each by its name.
  private func said(_ region: Region<Stored>) -> [String: String] {
    [
      "box": "\(region.box)", "precision": "\(region.precision)", "place": "\(region.location)",
      "label": "\(String(describing: region.label))", "outline": "\(String(describing: region.outline))",
      "keypoints": "\(region.keypoints)", "attributes": "\(region.attributes)",
    ]
  }

  @Test("What is set is what is said, and nothing else changes")
  func setting() {
    let ring = [Point2D<Stored>(x: 0, y: 1), Point2D(x: 2, y: 3), Point2D(x: 9, y: 5)]
    let start = Region<Stored>(
      box: Rect2D(x: 1.5, y: -2.25, width: 3, height: 1e9), label: 7,
      attributes: [LabelAttribute("difficult", "1")], precision: LabelPrecision(across: 0.5, down: 0.25),
      location: LabelLocation(file: 1, line: 2, row: 3))
    let changes: [(String, (inout Region<Stored>) -> Void)] = [
      ("box", { $0.box = Rect2D(x: 11, y: 12, width: 13, height: 14) }), ("box", { $0.box.x = 21 }),
      ("box", { $0.box.y = 22 }), ("box", { $0.box.width = 23 }), ("box", { $0.box.height = 24 }),
      ("precision", { $0.precision.across = 8 }), ("precision", { $0.precision.down = 9 }),
      ("precision", { $0.precision = .exact }), ("place", { $0.location = .none }),
      ("place", { $0.location.file = 41 }),
      ("place", { $0.location.line = 42 }), ("place", { $0.location.row = 43 }), ("label", { $0.label = nil }),
      ("label", { $0.label = 0 }), ("label", { $0.label = 99 }),
      ("outline", { $0.outline = .polygon(Polygon(rings: [ring])) }),
      ("keypoints", { $0.keypoints = [Keypoint(Point2D(x: 5, y: 6))] }), ("attributes", { $0.attributes = [] }),
    ]
    for (name, change) in changes {
      var region = start
      change(&region)
      #expect(region != start && region.hashValue != start.hashValue)
      for (other, text) in said(start) {
        #expect((said(region)[other] == text) == (other != name), "\(name), \(other)")
      }
    }
  }

  @Test("Every number comes back as it was given, the longest and the oddest too")
  func numbers() {
    let numbers = [0, -0.0, 1.1, -1e-300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity]
    for x in numbers {
      for y in numbers {
        let box = Rect2D<Stored>(x: x, y: y, width: y, height: x)
        let found = Region(box: box).box
        for (one, other) in [(found.x, x), (found.y, y), (found.width, y), (found.height, x)] {
          #expect(one.bitPattern == other.bitPattern)
        }
      }
    }
    #expect(Region<Stored>(box: Rect2D(x: .nan, y: 0, width: 1, height: 1)).box.x.isNaN)
    for number in [Int32.min, -1, 0, .max] {
      let place = LabelLocation(file: Int(number), line: Int(number), row: Int(number))
      let region = Region<Stored>(box: Rect2D(x: 0, y: 0, width: 1, height: 1), location: place)
      #expect(region.location == place && region.label == nil)
    }
    let most = Int(Int32.max)
    let labels: [(Int, Int?)] = [(-1, nil), (0, 0), (most, most), (most + 1, nil), (Int.max, nil), (.min, nil)]
    for (given, kept) in labels {
      var region = Region<Stored>(box: Rect2D(x: 0, y: 0, width: 1, height: 1), label: given)
      #expect(region.label == kept && region.hasImpossibleLabel == (kept == nil))
      // A new position leaves them unchanged.
      region.location = LabelLocation(file: 1, line: 2, row: 3)
      #expect(region.label == kept && region.hasImpossibleLabel == (kept == nil))
      region.label = nil
      #expect(!region.hasImpossibleLabel)
    }
  }

  @Test("Equal numbers make equal regions, zeros of both signs too, and what is no number equals nothing")
  func equality() {
    func region(_ x: Double) -> Region<Stored> { Region(box: Rect2D(x: x, y: 0, width: 1, height: 1)) }
    #expect(region(0) == region(-0.0) && region(0).hashValue == region(-0.0).hashValue)
    #expect(region(.nan) != region(.nan) && region(1) != region(2))
  }

  @Test("A million are 64 megabytes: a region that is a box alone is 64 bytes")
  func size() { #expect(MemoryLayout<Region<Stored>>.stride == 64) }

  @Test("A place that was read from no file says so, and huge numbers are held")
  func places() {
    #expect(LabelLocation.none.file == -1)
    #expect(LabelLocation(file: .max, line: .max, row: .max).line == .max)
  }

  @Test("A region overhangs by more than its digits leave open")
  func extendsBeyond() {
    let size = PixelSize<Stored>(width: 40, height: 30)
    func region(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ slack: Double = 0) -> Region<Stored> {
      Region(
        box: Rect2D(x: x, y: y, width: width, height: height), precision: LabelPrecision(across: slack, down: slack))
    }
    for inside in [region(0, 0, 40, 30), region(40, 30, -40, -30), region(-0.4, 0, 40.8, 30, 0.5), region(5, 5, 0, 0)] {
      #expect(!inside.extendsBeyond(size), "\(inside.box)")
    }
    for beyond in [
      region(-0.1, 0, 5, 5), region(0, -0.1, 5, 5), region(36, 0, 4.1, 5), region(0, 26, 5, 4.1),
      region(5, 5, -5.1, 5), region(-0.6, 0, 40, 30, 0.5), region(.nan, 0, 1, 1), region(0, 0, .infinity, 1),
    ] { #expect(beyond.extendsBeyond(size), "\(beyond.box)") }
  }
}

// A region's details besides its box: present when given, absent when removed, and equal by their values.

@Suite("What a region has beside its box")
struct RegionDetailTests {
  private let box = Rect2D<Stored>(x: 1, y: 2, width: 3, height: 4)
  private let outline = Outline<Stored>.line([Point2D(x: 1, y: 2), Point2D(x: 4, y: 6)])
  private let keypoints = [Keypoint<Stored>(Point2D(x: 2, y: 3)), Keypoint(Point2D(x: 3, y: 5), .absent)]
  private let attributes = [LabelAttribute("score", "0.5"), LabelAttribute("difficult", "1")]

  @Test("Nothing is held for nothing")
  func nothing() {
    #expect(RegionDetail<Stored>.holding(outline: nil, keypoints: [], attributes: []) == nil)
    #expect(RegionDetail.holding(outline: outline, keypoints: [], attributes: []) != nil)
    #expect(RegionDetail<Stored>.holding(outline: nil, keypoints: keypoints, attributes: []) != nil)
    #expect(RegionDetail<Stored>.holding(outline: nil, keypoints: [], attributes: attributes) != nil)
  }

  /// A region with those of the three whose bit is set in the number.
  private func region(_ parts: Int) -> Region<Stored> {
    Region(
      box: box, outline: parts & 1 == 0 ? nil : outline, keypoints: parts & 2 == 0 ? [] : keypoints,
      attributes: parts & 4 == 0 ? [] : attributes)
  }

  @Test("Whatever parts there are, they are those that were given, and count where regions are compared")
  func parts() {
    for parts in 0..<8 {
      let one = region(parts)
      #expect((one.outline != nil) == (parts & 1 != 0))
      #expect(one.keypoints.count == (parts & 2 != 0 ? 2 : 0))
      #expect(one.attributes.count == (parts & 4 != 0 ? 2 : 0))
      for other in 0..<8 { #expect((one == region(other)) == (parts == other), "\(parts) and \(other)") }
    }
    #expect(Set((0..<8).map(region) + (0..<8).map(region)).count == 8)
  }

  @Test("Parts that are set one by one are those of a region that was made with them, in every order")
  func setters() {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for order in orders {
      var made = Region(box: box)
      for part in order {
        switch part {
        case 0: made.outline = outline
        case 1: made.keypoints = keypoints
        default: made.attributes = attributes
        }
      }
      #expect(made == region(7))
      let copy = made
      for part in order {
        switch part {
        case 0: made.outline = nil
        case 1: made.keypoints = []
        default: made.attributes = []
        }
      }
      #expect(made == region(0))
      #expect(copy == region(7), "a copy keeps what it had")
    }
  }

  @Test("Each tag turns the parts as it turns them alone")
  func turned() throws {
    let size = PixelSize<Stored>(width: 30, height: 20)
    for (tag, orientation) in PixelTable.all {
      let map = Transform2D(orientation, in: size)
      for parts in 0..<8 {
        let after = region(parts).applying(orientation, in: size)
        #expect(after.box == box.applying(orientation, in: size), "tag \(tag)")
        #expect(after.outline == (parts & 1 == 0 ? nil : outline.applying(orientation, in: size)))
        #expect(after.keypoints == (parts & 2 == 0 ? [] : keypoints.map { $0.applying(map) }))
        #expect(after.attributes == (parts & 4 == 0 ? [] : attributes))
      }
    }
  }

  @Test("A label is the index that was given; what is below 0 is none", arguments: [0, 1, 79, 2_000_000_000, -1, -7])
  func labels(label: Int) {
    var one = Region(box: box, label: label)
    #expect(one.label == (label < 0 ? nil : label))
    one.label = nil
    #expect(one.label == nil && one == Region(box: box))
    one.label = label
    #expect(one.label == (label < 0 ? nil : label))
    #expect(
      one.applying(Orientation<Stored, Displayed>(exif: .rightTop), in: PixelSize(width: 9, height: 9)).label
        == one.label)
  }
}

// Keypoints.

@Suite("Keypoints")
struct KeypointTests {
  @Test("A mirror moves a keypoint and keeps whether it is seen", arguments: Keypoint<Stored>.Visibility.allCases)
  func mirrored(visibility: Keypoint<Stored>.Visibility) {
    let map = Transform2D(Orientation<Stored, Displayed>(exif: .topRight), in: PixelSize(width: 10, height: 5))
    let moved = Keypoint(Point2D<Stored>(x: 3, y: 2), visibility).applying(map)
    #expect(moved.visibility.rawValue == visibility.rawValue)
    #expect(moved.point.x == (visibility == .absent ? 3 : 7))
    #expect(moved.point.y == 2)
  }

  @Test("COCO's numbers")
  func numbers() {
    #expect(Keypoint<Stored>.Visibility(rawValue: 2) == .visible)
    #expect(Keypoint<Stored>.Visibility(rawValue: 3) == nil)
  }
}

// When an outline is but its box: four corners in any order around it, and nothing else.

@Suite struct RegionOutlineTests {
  private let box = Rect2D<Stored>(x: 10, y: 20, width: 30, height: 40)

  private func saysMore(_ outline: Outline<Stored>?) -> Bool { Region(box: box, outline: outline).hasMoreThanBox }

  private func polygon(_ numbers: [Double]) -> Outline<Stored> {
    let ring = stride(from: 0, to: numbers.count, by: 2).map { Point2D<Stored>(x: numbers[$0], y: numbers[$0 + 1]) }
    return .polygon(Polygon(rings: [ring]))
  }

  @Test("Corners in either direction, from any of them on, once more the first at the end")
  func corners() {
    let corners: [(Double, Double)] = [(10, 20), (40, 20), (40, 60), (10, 60)]
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1], [1, 0, 3, 2], [0, 1, 2, 3, 0]] {
      #expect(!saysMore(polygon(order.flatMap { [corners[$0].0, corners[$0].1] })), "\(order)")
    }
    for order in [[0, 2, 1, 3], [0, 1, 3, 2], [0, 1, 2, 2], [0, 1, 0, 1], [0, 1, 2], [0, 1, 2, 3, 1]] {
      #expect(saysMore(polygon(order.flatMap { [corners[$0].0, corners[$0].1] })), "\(order)")
    }
    #expect(saysMore(polygon([11, 20, 40, 20, 40, 60, 10, 60])))
    #expect(!saysMore(nil))
  }

  @Test("Other shapes say more, but for a rectangle that is not turned")
  func shapes() {
    let center = Point2D<Stored>(x: 25, y: 40)
    let size = Size2D<Stored>(width: 30, height: 40)
    #expect(!saysMore(.rotated(RotatedRect(center: center, size: size, degrees: 0))))
    #expect(saysMore(.rotated(RotatedRect(center: center, size: size, degrees: 5))))
    #expect(saysMore(.ellipse(RotatedRect(center: center, size: size, degrees: 0))))
    #expect(saysMore(.points([center])) && saysMore(.line([center, center])))
  }
}
