// Positions mapped between all spaces, compared with formulas written by hand.

import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct SpaceMapTests {
  /// Four numbers without a space.
  typealias Numbers = (x: Double, y: Double, width: Double, height: Double)

  /// An image stored 40 × 30, in a view of 100 × 60 at (7, 5).
  struct Scene {
    let tag: UInt8
    let wide = 40.0, high = 30.0

    var image: SpaceMap.MappedImage {
      SpaceMap.MappedImage(
        stored: PixelSize(width: 40, height: 30), orientation: Orientation(exif: ExifOrientation(rawValue: tag)!))
    }
    let view = SpaceMap.View(
      bounds: Rect2D(x: 7, y: 5, width: 100, height: 60), mode: .scaleAspectFit, pixelsPerPoint: 1)

    var displayed: (wide: Double, high: Double) { tag >= 5 ? (high, wide) : (wide, high) }

    /// The formulas from the displayed image to each space.
    func numbers(_ seen: Numbers, in space: SpaceName) -> Numbers {
      let (x, y, w, h) = seen
      let (across, down) = displayed
      switch space {
      case .displayed, .iiif: return seen
      case .normalized: return (x / across, y / down, w / across, h / down)
      case .vision: return (x / across, (down - y - h) / down, w / across, h / down)
      case .stored:
        switch tag {
        case 1: return seen
        case 2: return (wide - x - w, y, w, h)
        case 3: return (wide - x - w, high - y - h, w, h)
        case 4: return (x, high - y - h, w, h)
        case 5: return (y, x, h, w)
        case 6: return (y, high - x - w, h, w)
        case 7: return (wide - y - h, high - x - w, h, w)
        default: return (wide - y - h, x, h, w)
        }
      case .viewport:
        // 40 × 30 is scaled by 2 and has margins of 10 left and right; 30 × 40 by 1.5 and has margins of 27.5.
        return tag >= 5
          ? (34.5 + x * 1.5, 5 + y * 1.5, w * 1.5, h * 1.5) : (17 + x * 2, 5 + y * 2, w * 2, h * 2)
      }
    }

    func map(
      _ from: SpaceName, _ to: SpaceName, rounding: PixelRounding? = nil, clips: Bool = false
    ) throws -> SpaceMap {
      try #require(SpaceMap(from: from, to: to, of: image, in: view, rounding: rounding, clips: clips))
    }
  }

  static let scenes = (1...8).map { Scene(tag: $0) }

  private func rect(_ numbers: Numbers) -> MapInput {
    .rect(Rect2D(x: numbers.x, y: numbers.y, width: numbers.width, height: numbers.height))
  }

  private func near(_ place: MapOutput, _ expected: Numbers) -> Bool {
    guard case .rect(let rect) = place else { return false }
    return zip(
      [rect.x, rect.y, rect.width, rect.height], [expected.x, expected.y, expected.width, expected.height]
    ).allSatisfy { ($0 - $1).magnitude < 1e-9 }
  }

  private func someNumbers(_ random: inout SplitMix64) -> Numbers {
    (
      .random(in: -50...50, using: &random), .random(in: -50...50, using: &random),
      .random(in: 0...50, using: &random), .random(in: 0...50, using: &random)
    )
  }

  // MARK: The exact map

  @Test(arguments: 1...8) func everyPairOfSpacesFollowsTheFormulas(tag: UInt8) throws {
    var random = SplitMix64(seed: UInt64(tag))
    let scene = Scene(tag: tag)
    for from in SpaceName.allCases {
      for to in SpaceName.allCases where to != .iiif {
        let map = try scene.map(from, to)
        for _ in 0..<50 {
          let seen = someNumbers(&random)
          let answer = try map(rect(scene.numbers(seen, in: from)))
          #expect(near(answer, scene.numbers(seen, in: to)), "\(from) to \(to): \(answer)")
        }
      }
    }
  }

  @Test(arguments: 1...8) func pointsFollowTheFormulasToo(tag: UInt8) throws {
    var random = SplitMix64(seed: UInt64(tag))
    let scene = Scene(tag: tag)
    for from in SpaceName.allCases {
      for to in SpaceName.allCases where to != .iiif {
        let map = try scene.map(from, to)
        let seen = someNumbers(&random)
        let (given, wanted) = (
          scene.numbers((seen.x, seen.y, 0, 0), in: from), scene.numbers((seen.x, seen.y, 0, 0), in: to)
        )
        guard case .point(let point) = try map(.point(Point2D(x: given.x, y: given.y))) else {
          Issue.record("\(from) to \(to): no point")
          continue
        }
        #expect((point.x - wanted.x).magnitude < 1e-9 && (point.y - wanted.y).magnitude < 1e-9, "\(from) to \(to)")
      }
    }
  }

  @Test func whatStaysInItsSpaceStaysBitForBit() throws {
    var random = SplitMix64(seed: 3)
    for scene in Self.scenes {
      for space in SpaceName.allCases where space != .iiif {
        for clips in [false, true] {
          let map = try scene.map(space, space, clips: clips)
          let seen = (Double.random(in: 0...9, using: &random), 0.1, 0.2, 0.7)
          let own = scene.numbers(seen, in: space)
          let expected = Rect2D<Wanted>(x: own.x, y: own.y, width: own.width, height: own.height)
          #expect(try map(rect(own)) == .rect(expected), "\(space), \(clips)")
        }
      }
    }
  }

  @Test func fractionsNeedNoImageAndLoseNothing() throws {
    let map = try #require(SpaceMap(from: .normalized, to: .vision, of: .ofAnySize))
    #expect(
      try map(.rect(Rect2D(x: 0.1, y: 0.25, width: 0.7, height: 0.5)))
        == .rect(Rect2D(x: 0.1, y: 0.25, width: 0.7, height: 0.5)))
    #expect(try map(.point(Point2D(x: 0.3, y: 0.25))) == .point(Point2D(x: 0.3, y: 0.75)))
  }

  @Test func negativeExtentsBecomePositive() throws {
    let map = try Scene(tag: 1).map(.displayed, .displayed)
    #expect(
      try map(.rect(Rect2D(x: 9, y: 8, width: -4, height: -3))) == .rect(Rect2D(x: 5, y: 5, width: 4, height: 3)))
  }

  @Test func allModesLayTheImageOutAsThePlacementDoes() throws {
    let size = PixelSize<Displayed>(width: 30, height: 40)
    for name in ModeName.allCases {
      let view = SpaceMap.View(bounds: Rect2D(x: 3, y: 4, width: 20, height: 50), mode: name.mode, pixelsPerPoint: 2)
      let map = try #require(SpaceMap(from: .displayed, to: .viewport, of: Scene(tag: 6).image, in: view))
      let placement = Placement(of: size, in: view.bounds, mode: name.mode, pixelsPerPoint: 2)
      let expected = Rect2D<Displayed>(x: 1, y: 2, width: 3, height: 4).applying(placement.toView)
      #expect(try map(rect((1, 2, 3, 4))) == .rect(expected.inToSpace), "\(name)")
    }
    #expect(Set(ModeName.allCases.map(\.mode)) == Set(ViewContentMode.allCases))
  }

  // MARK: Clipping and rounding

  @Test(arguments: 1...8) func roundedSelectionsAreTheLibrarys(tag: UInt8) throws {
    let (scene, size) = (Scene(tag: tag), PixelSize<Stored>(width: 40, height: 30))
    let orientation = scene.image.orientation
    var random = SplitMix64(seed: UInt64(tag))
    for rounding in PixelRounding.allCases {
      let map = try scene.map(.viewport, .stored, rounding: rounding)
      let placement = Placement(
        of: orientation.applied(to: size), in: scene.view.bounds, mode: .scaleAspectFit)
      var kept = 0
      for _ in 0..<2_000 {
        let numbers = someNumbers(&random)
        let area = Rect2D<Viewport>(
          x: numbers.x * 2, y: numbers.y * 2, width: numbers.width, height: numbers.height)
        let pixels = placement.selection(area)?.pixels(in: size, orientation, rounding: rounding)
        let expected = pixels.map { MapOutput.rect($0.rect.inToSpace) } ?? .nothing
        #expect(
          try map(.rect(Rect2D(x: area.x, y: area.y, width: area.width, height: area.height))) == expected, "\(area)")
        kept += pixels == nil ? 0 : 1
      }
      #expect(kept > 100)
    }
  }

  @Test(arguments: 1...8) func whatOnlyTouchesTheImageIsNothing(tag: UInt8) throws {
    let scene = Scene(tag: tag)
    let (across, down) = scene.displayed
    let outside: [Numbers] = [
      (-5, 0, 5, 5), (across, 0, 5, 5), (0, -5, 5, 5), (0, down, 5, 5), (-9, -9, 2, 2), (3, 3, 0, 5), (3, 3, 5, 0),
    ]
    for space in SpaceName.allCases {
      for numbers in outside {
        let map = try scene.map(space, .displayed, clips: true)
        #expect(try map(rect(scene.numbers(numbers, in: space))) == .nothing, "\(space) \(numbers)")
      }
    }
  }

  @Test(arguments: 1...8) func clippingKeepsThePartInside(tag: UInt8) throws {
    let scene = Scene(tag: tag)
    let (across, down) = scene.displayed
    for from in SpaceName.allCases {
      for to in SpaceName.allCases where to != .iiif {
        let map = try scene.map(from, to, clips: true)
        let answer = try map(rect(scene.numbers((-5, 10, 100, 100), in: from)))
        #expect(near(answer, scene.numbers((0, 10, across, down - 10), in: to)), "\(from) to \(to): \(answer)")
      }
    }
  }

  @Test(arguments: 1...8) func aPointBecomesThePixelThatHoldsIt(tag: UInt8) throws {
    let scene = Scene(tag: tag)
    let (across, down) = scene.displayed
    for rounding in PixelRounding.allCases {
      let map = try scene.map(.displayed, .stored, rounding: rounding)
      for (x, y) in [(0.0, 0.0), (3.9, 7.2), (across - 0.1, down - 0.1)] {
        let pixel = scene.numbers((x.rounded(.down), y.rounded(.down), 1, 1), in: .stored)
        #expect(try map(.point(Point2D(x: x, y: y))) == .point(Point2D(x: pixel.x, y: pixel.y)), "\(x), \(y)")
      }
      for (x, y) in [(across, 0.0), (0, down), (-0.5, 3), (3, -0.5)] {
        #expect(try map(.point(Point2D(x: x, y: y))) == .nothing)
        #expect(try scene.map(.displayed, .stored, clips: true)(.point(Point2D(x: x, y: y))) == .nothing)
      }
      #expect(try map(.point(Point2D(x: 2.999_999_9, y: 0))) == map(.point(Point2D(x: 3, y: 0))))
    }
    let inside = try scene.map(.displayed, .normalized, clips: true)
    #expect(try inside(.point(Point2D(x: across / 2, y: down / 4))) == .point(Point2D(x: 0.5, y: 0.25)))
    #expect(
      try scene.map(.displayed, .iiif)(.point(Point2D(x: 3.9, y: 7.2)))
        == .rect(Rect2D(x: 3, y: 7, width: 1, height: 1)))
  }

  @Test func regionsOfIIIFAreOfTheDisplayedImage() throws {
    let scene = Scene(tag: 6)
    let toStored = try scene.map(.iiif, .stored)
    #expect(near(try toStored(.full), (0, 0, 40, 30)))
    #expect(near(try toStored(.square), (5, 0, 30, 30)))
    #expect(near(try toStored(.percent(Rect2D(x: 10, y: 20, width: 30, height: 40))), (8, 18, 16, 9)))
    let toIIIF = try scene.map(.displayed, .iiif)
    #expect(try toIIIF(rect((-3, 1.5, 10, 2.2))) == .rect(Rect2D(x: 0, y: 1, width: 7, height: 3)))
    let inward = try scene.map(.displayed, .iiif, rounding: .inward)
    #expect(try inward(rect((-3, 1.5, 10, 2.2))) == .rect(Rect2D(x: 0, y: 2, width: 7, height: 1)))
    #expect(try inward(rect((1.2, 1.2, 0.5, 9))) == .nothing)
  }

  @Test func nothingStaysNothing() throws {
    let map = try Scene(tag: 6).map(.viewport, .stored)
    #expect(try map(.nothing) == .nothing)
    #expect(try map(.blank) == .blank)
  }

  // MARK: Numbers without bounds

  @Test func anAnswerWithoutFiniteNumbersIsAFault() throws {
    let huge = Double.greatestFiniteMagnitude
    let view = SpaceMap.View(
      bounds: Rect2D(x: 0, y: 0, width: 1, height: 1), mode: .scaleToFill, pixelsPerPoint: 1)
    for clips in [false, true] {
      let map = try #require(
        SpaceMap(from: .viewport, to: .displayed, of: Scene(tag: 1).image, in: view, clips: clips))
      for place in [MapInput.rect(Rect2D(x: huge, y: 0, width: 1, height: 1)), .point(Point2D(x: 0, y: -huge))] {
        #expect(throws: MapInputError(.lost)) { try map(place) }
      }
    }
    let wide = try Scene(tag: 2).map(.displayed, .stored)
    #expect(throws: MapInputError(.lost)) { try wide(.rect(Rect2D(x: huge, y: 0, width: huge, height: 1))) }
  }

  /// Also if nothing is computed: input is checked even if its space is that of the output.
  @Test(arguments: SpaceName.allCases)
  func noSpaceGivesItselfWhatIsNoNumber(_ space: SpaceName) throws {
    let huge = 1.7e308
    for rect in [
      Rect2D<FromSpace>(x: -huge, y: 0, width: -huge, height: 1), Rect2D(x: huge, y: 0, width: huge, height: 1),
    ] {
      let map = try Scene(tag: 1).map(space, space)
      #expect(throws: MapInputError(.lost)) { try map(.rect(rect)) }
      let clipping = try Scene(tag: 1).map(space, space, clips: true)
      // A view's points may have image coordinates even outside the image.
      do { #expect(try clipping(.rect(rect)) == .nothing) } catch { #expect(error == MapInputError(.lost)) }
    }
  }

  @Test func whatCoversNoPixelIsNothingInItsOwnSpaceToo() throws {
    let thin = MapInput.rect(Rect2D(x: 5, y: 5, width: 1e-7, height: 3))
    #expect(try Scene(tag: 1).map(.displayed, .displayed, clips: true)(thin) == .nothing)
    #expect(try Scene(tag: 1).map(.displayed, .stored, clips: true)(thin) == .nothing)
    #expect(try Scene(tag: 1).map(.displayed, .displayed)(thin) == .rect(Rect2D(x: 5, y: 5, width: 1e-7, height: 3)))
  }

  /// Whole pixels at every edge of images of every size: fractions are never outside 0…1, which Vision refuses.
  @Test(arguments: [SpaceName.normalized, .vision])
  func clippedFractionsStayInside(_ space: SpaceName) throws {
    for side in 1...160 {
      let image = SpaceMap.MappedImage(stored: PixelSize(width: 10, height: side), orientation: .identity)
      let map = try #require(SpaceMap(from: .displayed, to: space, of: image, clips: true))
      for top in 0..<side {
        guard case .rect(let rect) = try map(.rect(Rect2D(x: 0, y: Double(top), width: 10, height: Double(side - top))))
        else { return #expect(Bool(false), "nothing of \(top) in \(side)") }
        #expect(rect.y >= 0 && rect.maxY <= 1 && rect.x >= 0 && rect.maxX <= 1, "\(top) in \(side)")
      }
    }
  }

  /// Spaces that only swap numbers do not recompute them.
  @Test func numbersThatOnlyChangePlacesStay() throws {
    let image = SpaceMap.MappedImage(
      stored: PixelSize(width: 4032, height: 3024), orientation: Orientation(exif: .rightTop))
    let map = try #require(SpaceMap(from: .displayed, to: .stored, of: image))
    guard case .rect(let rect) = try map(.rect(Rect2D(x: 100.1, y: 200.3, width: 30.7, height: 40.9))) else {
      return #expect(Bool(false))
    }
    #expect(rect.x == 200.3 && rect.width == 40.9 && rect.height == 30.7)
  }

  @Test func aViewThatNumbersCannotMapIsNone() {
    for side in [Double.leastNonzeroMagnitude, .leastNonzeroMagnitude * 64] {
      let view = SpaceMap.View(
        bounds: Rect2D(x: 0, y: 0, width: side, height: side), mode: .scaleAspectFit, pixelsPerPoint: 1)
      #expect(SpaceMap(from: .viewport, to: .stored, of: Scene(tag: 1).image, in: view) == nil)
    }
  }
}
