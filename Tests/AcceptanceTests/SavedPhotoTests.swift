// The article on saved photos (2009), drawn as printed and as Upright draws: which parts it leaves empty, and why.

import Testing
import Upright
import UprightTestTools

@Suite struct SavedPhotoTests {
  /// The printed code, with its lost braces and breaks restored: the transform of Step 1 and the flip after it.
  struct Printed {
    let name: UIKitName
    let stored: (width: Int, height: Int)

    var size: (width: Int, height: Int) {
      name.orientation.swapsAxes ? (stored.height, stored.width) : stored
    }

    /// `orientationTransformForDimensions`
    var turning: Affine {
      let (width, height) = stored
      switch name {
      case .up: return .unchanged
      case .upMirrored: return Affine.unchanged.translated(width, 0).scaled(-1, 1)
      case .down: return Affine.unchanged.translated(width, height).rotated(quarters: 2)
      case .downMirrored: return Affine.unchanged.translated(0, height).scaled(1, -1)
      case .leftMirrored: return Affine.unchanged.translated(height, width).scaled(-1, 1).rotated(quarters: 3)
      case .left: return Affine.unchanged.translated(0, width).rotated(quarters: 3)
      case .rightMirrored: return Affine.unchanged.scaled(-1, 1).rotated(quarters: 1)
      case .right: return Affine.unchanged.translated(height, 0).rotated(quarters: 1)
      }
    }

    /// `flipTransform`, by the size as displayed.
    var flip: Affine {
      name == .right || name == .left
        ? Affine.unchanged.scaled(-1, 1).translated(-size.width, 0)
        : Affine.unchanged.scaled(1, -1).translated(0, -size.height)
    }

    /// Steps 3 to 5 with the longest edge at `most`; the rectangle is mapped by the transform, or by its inverse.
    func drawn(atMost most: Int = 1024, mappingRectangleBack: Bool = false) -> CornerRule.Labels {
      let transform = turning.then(flip)
      let scale = min(1, Double(most) / Double(size.width), Double(most) / Double(size.height))
      let canvas = PixelSize<Output>(width: Int(Double(size.width) * scale), height: Int(Double(size.height) * scale))
      let clip = Rect2D<Plane>(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height))
      let back = transform.inverse ?? .unchanged
      return DrawingContext.uiKit.draw(
        CornerRule.numbered(width: stored.width, height: stored.height),
        in: clip.applying(mappingRectangleBack ? back : transform), through: transform, on: canvas)
    }
  }

  private static func drawing(_ name: UIKitName, _ shape: (Int, Int), atMost most: Int = 1024) -> CornerRule.Labels {
    let drawing = Drawing(PixelSize(width: shape.0, height: shape.1), name.orientation, longestEdge: most)
    return DrawingContext.uiKit.draw(
      CornerRule.numbered(width: shape.0, height: shape.1), in: drawing.yUpRect, through: drawing.toUIKitCanvas,
      on: drawing.canvas)
  }

  // The percentage of the canvas that the printed code leaves black, by the image's shape; the rest of the eight are
  // correct.
  @Test(arguments: [
    ((6, 4), [UIKitName.left: 67, .leftMirrored: 33, .rightMirrored: 50]),
    ((4, 6), [.left: 67, .leftMirrored: 50, .rightMirrored: 33]), ((4, 4), [:]),
  ])
  func thePrintedCodeLeavesImagesThatAreNotSquareUncovered(shape: (Int, Int), uncovered: [UIKitName: Int]) {
    let stored = CornerRule.numbered(width: shape.0, height: shape.1)
    for name in UIKitName.allCases {
      let theirs = Printed(name: name, stored: shape).drawn()
      #expect(Int((100 * CornerRule.uncovered(theirs)).rounded()) == uncovered[name] ?? 0, "\(name), \(shape)")
      #expect((theirs == name.displayed(stored)) == (uncovered[name] == nil), "\(name), \(shape)")
      #expect(Self.drawing(name, shape) == name.displayed(stored), "ours, \(name), \(shape)")
    }
  }

  @Test func reducedTheyAreNotSeenAtAll() {
    for name in [UIKitName.left, .leftMirrored, .rightMirrored] {
      for shape in [(6, 4), (4, 6)] {
        #expect(CornerRule.uncovered(Printed(name: name, stored: shape).drawn(atMost: 3)) == 1, "\(name), \(shape)")
        #expect(CornerRule.uncovered(Self.drawing(name, shape, atMost: 3)) == 0)
      }
    }
  }

  /// The only mistake: the rectangle is mapped through the transform instead of its inverse.
  @Test func theWayBackForTheRectangleMendsIt() {
    for name in UIKitName.allCases {
      for shape in [(4, 4), (6, 4), (4, 6), (5, 1), (2, 7)] {
        let repaired = Printed(name: name, stored: shape).drawn(mappingRectangleBack: true)
        #expect(repaired == name.displayed(CornerRule.numbered(width: shape.0, height: shape.1)), "\(name), \(shape)")
        let small = Printed(name: name, stored: (2 * shape.0, 2 * shape.1))
        #expect(
          CornerRule.uncovered(small.drawn(atMost: max(shape.0, shape.1), mappingRectangleBack: true)) == 0,
          "\(name), \(shape)")
      }
      let transform = Printed(name: name, stored: (6, 4))
      let whole = transform.turning.then(transform.flip)
      let isOwnInverse = whole.inverse == whole
      #expect(isOwnInverse != [UIKitName.left, .leftMirrored, .rightMirrored].contains(name), "\(name)")
    }
  }

  /// In a plane whose y axis points down, the two printed mirrored quarter turns are swapped: the "flip" corrects that.
  @Test func thePrintedTransformsMixTwoHandednesses() {
    let stored = CornerRule.numbered(width: 6, height: 4)
    let box = Rect2D<Plane>(x: 0, y: 0, width: 6, height: 4)
    for name in UIKitName.allCases {
      let printed = Printed(name: name, stored: (6, 4))
      // LeftMirrored is shifted as transverse requires; transpose, for RightMirrored, needs no shift.
      let canvas = PixelSize<Output>(width: printed.size.width, height: printed.size.height)
      let found = CornerRule.tags(
        showing: DrawingContext.topDown.draw(stored, in: box, through: printed.turning, on: canvas), of: stored)
      let means = [UIKitName.leftMirrored: 7, .rightMirrored: 5][name] ?? name.rawValue
      #expect(found == [means], "\(name)")
      let ours = Drawing(PixelSize(width: 6, height: 4), name.orientation, longestEdge: 1024)
      #expect(
        DrawingContext.topDown.draw(stored, in: ours.rect, through: ours.toCanvas, on: canvas) == name.displayed(stored)
      )
    }
  }

  // The printed scale leaves 1024 × 9.99; a canvas has whole pixels, and at least one.
  @Test(arguments: [
    ((2048, 1536), (1024, 768)), ((1536, 2048), (768, 1024)), ((1024, 1024), (1024, 1024)), ((1025, 10), (1024, 10)),
    ((800, 600), (800, 600)), ((5000, 1), (1024, 1)),
  ])
  func theLongestEdgeIsAtMost1024(stored: (Int, Int), canvas: (Int, Int)) {
    let size = PixelSize<Stored>(width: stored.0, height: stored.1)
    for name in UIKitName.allCases {
      let expected = name.orientation.swapsAxes ? (canvas.1, canvas.0) : canvas
      let drawing = Drawing(size, name.orientation, longestEdge: 1024)
      #expect(drawing.canvas == PixelSize(width: expected.0, height: expected.1), "\(name)")
    }
  }
}
