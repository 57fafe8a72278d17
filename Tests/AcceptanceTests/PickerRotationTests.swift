// The picker article's rotateImage and its readers' corrections, drawn in software: which is right, and for which
// images.

import Testing
import Upright
import UprightTestTools

@Suite struct PickerRotationTests {
  /// Readers' changes to the printed code.
  enum Version: CaseIterable, Sendable {
    case printed
    /// "I changed -height to -width", in the flip of the context.
    case flippedAboutWidth
    /// "Should use imageSize.height in the translation", in the branch for Right.
    case movedByHeight
  }

  /// `rotateImage:byOrientationFlag:`
  static func rotated(
    _ image: CornerRule.Labels, _ name: UIKitName, _ version: Version = .printed
  ) -> CornerRule.Labels {
    let (width, height) = (image[0].count, image.count)
    var transform = Affine.unchanged
    var bounds = PixelSize<Output>(width: width, height: height)
    switch name {
    case .down: transform = transform.translated(width, height).rotated(quarters: 2)
    case .left:
      bounds = PixelSize(width: height, height: width)
      transform = transform.translated(height, width).scaled(-1, 1).rotated(quarters: 3)
    case .right:
      bounds = PixelSize(width: height, height: width)
      transform = transform.translated(0, version == .movedByHeight ? height : width).rotated(quarters: 3)
    default: break
    }
    var context = Affine.unchanged
    if [.down, .right, .up].contains(name) {
      context = context.scaled(1, -1).translated(0, version == .flippedAboutWidth ? -width : -height)
    }
    return DrawingContext.uiKit.draw(
      image, in: Rect2D<Plane>(x: 0, y: 0, width: Double(width), height: Double(height)),
      through: transform.then(context), on: bounds)
  }

  /// The tags that a result shows.
  private static func shown(_ name: UIKitName, _ shape: (Int, Int), _ version: Version) -> [Int] {
    let image = CornerRule.numbered(width: shape.0, height: shape.1)
    return CornerRule.tags(showing: rotated(image, name, version), of: image)
  }

  private static func uncovered(_ name: UIKitName, _ shape: (Int, Int), _ version: Version) -> Int {
    let image = CornerRule.numbered(width: shape.0, height: shape.1)
    return Int((100 * CornerRule.uncovered(rotated(image, name, version))).rounded())
  }

  /// On squares it matches UIKit's names; only its comments (Left 6, Right 8) are wrong.
  @Test func onSquaresTheNamesAreUIKits() {
    for (name, tag) in [(UIKitName.up, 1), (.down, 3), (.left, 8), (.right, 6)] {
      for version in Version.allCases { #expect(Self.shown(name, (4, 4), version) == [tag], "\(name), \(version)") }
      #expect(name.rawValue == tag)
    }
  }

  /// If the image is not square, a rotation to the right is off by the difference of its sides. Both readers fix that …
  @Test func readersMendTheTurnToTheRight() {
    for (shape, percent) in [((6, 4), 33), ((4, 6), 50)] {
      #expect(Self.shown(.right, shape, .printed) == [] && Self.uncovered(.right, shape, .printed) == percent)
      #expect(Self.shown(.right, shape, .flippedAboutWidth) == [6])
      #expect(Self.shown(.right, shape, .movedByHeight) == [6])
      #expect(Self.shown(.left, shape, .printed) == [8], "the turn to the left needs no mending")
    }
  }

  /// … but the first breaks what was correct: up and down are now off instead.
  @Test func theFirstMendBreaksUpAndDown() {
    for (shape, percent) in [((6, 4), 50), ((4, 6), 33)] {
      for (name, tag) in [(UIKitName.up, 1), (.down, 3)] {
        #expect(Self.shown(name, shape, .printed) == [tag] && Self.shown(name, shape, .movedByHeight) == [tag])
        #expect(Self.shown(name, shape, .flippedAboutWidth) == [])
        #expect(Self.uncovered(name, shape, .flippedAboutWidth) == percent)
      }
    }
  }

  /// The default branch states "No modification necessary", and rotates every mirrored image upside down.
  @Test func mirroredImagesAreNotLeftAlone() {
    for name in [UIKitName.upMirrored, .downMirrored, .leftMirrored, .rightMirrored] {
      for shape in [(4, 4), (6, 4), (4, 6)] {
        #expect(Self.shown(name, shape, .printed) == [4], "\(name), \(shape)")
        #expect(name.orientation.asPhotosRead.isIdentity, "what Photos showed is the picture as it is stored")
      }
    }
  }

  /// All steps together: the crop is drawn upside down, and the rotation does not correct that.
  @Test func theWholePathMirrorsWhatItShows() throws {
    let crop = CornerRule.numbered(width: 4, height: 4)
    let box = Rect2D<Plane>(x: 0, y: 0, width: 4, height: 4)
    let square = PixelSize<Output>(width: 4, height: 4)
    for (name, final) in [(UIKitName.up, 4), (.down, 2), (.left, 7), (.right, 5)] {
      let cropped = DrawingContext.uiKit.draw(crop, in: box, through: Affine.unchanged, on: square)
      #expect(CornerRule.tags(showing: Self.rotated(cropped, name), of: crop) == [final], "\(name)")
      // As the person who complains sees it: mirrored along x or y, depending on the orientation.
      let complaint: Orientation<Displayed, Displayed> =
        name.orientation.swapsAxes ? .mirrorHorizontal : .mirrorVertical
      #expect(name.orientation.then(complaint).exif.rawValue == UInt8(final))
      let ours = Drawing(PixelSize(width: 4, height: 4), name.orientation, on: square)
      let drawn = DrawingContext.uiKit.draw(crop, in: ours.yUpRect, through: ours.toUIKitCanvas, on: square)
      #expect(drawn == name.displayed(crop), "\(name)")
    }
  }

  /// In step 3, the printed code tests the crop in stored coordinates: for a quarter turn, it looks for a gap above at
  /// a side.
  @Test func theGapOfATurnedImageIsLookedForOnTheWrongAxis() throws {
    let displayed = PixelSize<Displayed>(width: 600, height: 800)
    let crop = try #require(PickerCrop(Rect2D(x: 100, y: 0, width: 320, height: 200), of: displayed))
    let stored = PixelRect<Displayed>(x: 100, y: 0, width: 320, height: 200).applying(
      UIKitName.right.orientation.inverse, in: displayed)
    #expect(stored.width < stored.height, "as stored it is tall: the printed code centres it")
    let canvas = PixelSize<Output>(width: 512, height: 512)
    #expect(crop.letterbox(in: canvas, gap: .both).margins.top == 96, "what is shown then")
    #expect(crop.letterbox(in: canvas).margins.top == 192, "what the person saw")
  }

  /// The text puts the gap of (0, 0, 320, 200) at the top; the code puts the image there, in a canvas whose y axis
  /// points down.
  @Test func textAndCodeContradictOneAnother() throws {
    let crop = try #require(
      PickerCrop(Rect2D(x: 0, y: 0, width: 320, height: 200), of: PixelSize(width: 512, height: 512)))
    let laid = crop.letterbox(in: PixelSize(width: 512, height: 512))
    #expect(laid.image.y == 192 && laid.margins.top == 192, "the text")
    #expect(laid.yUp.y == 0, "the code, right only where y runs up")
  }

  /// The limit for "almost square" depends on the original's short side, so one crop snaps in one photo and not in
  /// another.
  @Test func almostSquareDependsOnThePhoto() throws {
    for (photo, height, snaps) in [(512, 305, true), (512, 304, false), (1200, 285, true), (1200, 284, false)] {
      let crop = try #require(
        PickerCrop(Rect2D(x: 9, y: 7, width: 320, height: Double(height)), of: PixelSize(width: photo, height: photo)))
      let side = Double(snaps ? height : 320)
      #expect(crop.snappedToSquare().rect == Rect2D(x: 9, y: 7, width: side, height: Double(height)))
    }
  }
}
