// A region's details besides its box: present when given, absent when removed, and equal by their values.

import Testing
import UprightGeometry

@testable import UprightLabels

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
