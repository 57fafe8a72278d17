// The defaults of a rendition, and that each field matters.

import Testing
@testable import Upright
import UprightFixtures
import UprightTestTools

@Suite struct RenditionTests {
  @Test func nothingSaidIsTheImageAsItIs() {
    let plain = Rendition()
    #expect(plain.region == .full && plain.size == .full && plain.rotation == .identity && plain.format == nil)
    #expect(plain.upright == .tagged && plain.quality == .asSource && plain.loss == .recode && plain.overflow == .clip)
  }

  /// Requests that differ in one field are different requests.
  @Test func everyFieldCounts() throws {
    let all = try #require(Selection(Rect2D<Normalized<Displayed>>(x: 0, y: 0, width: 1, height: 1)))
    let changes: [(inout Rendition) -> Void] = [
      { $0.region = .square }, { $0.region = .pixels(PixelRect(x: 0, y: 0, width: 1, height: 1)) },
      { $0.region = .stored(PixelRect(x: 0, y: 0, width: 1, height: 1)) },
      { $0.region = .fraction(Rect2D(x: 0, y: 0, width: 1, height: 1)) },
      { $0.region = .selection(all) }, { $0.region = .selection(all, rounding: .nearest) },
      { $0.size = .exactly(PixelSize(width: 1, height: 1)) }, { $0.size = .within(PixelSize(width: 1, height: 1)) },
      { $0.rotation = .rotate90 }, { $0.upright = .pixels }, { $0.upright = .pixelsWherePossible },
      { $0.quality = .level(92) }, { $0.format = .jpeg }, { $0.format = .png }, { $0.loss = .none },
      { $0.loss = .trim }, { $0.overflow = .fail }, { $0.overflow = .pad(.black) },
      { $0.overflow = .pad(Rendition.Color(red: 0, green: 0, blue: 0, alpha: 0)) },
    ]
    let renditions = changes.map { change -> Rendition in
      var rendition = Rendition()
      change(&rendition)
      return rendition
    }
    #expect(Set(renditions + [Rendition()]).count == changes.count + 1)
  }

  @Test func selectionsAreRoundedOutwardUnlessSaidOtherwise() throws {
    let all = try #require(Selection(Rect2D<Normalized<Displayed>>(x: 0, y: 0, width: 1, height: 1)))
    #expect(Rendition.Region.selection(all) == .selection(all, rounding: .outward))
  }

  @Test func coloursAreOpaqueUnlessSaidOtherwise() {
    let color = Rendition.Color(red: 1, green: 2, blue: 3)
    #expect([color.red, color.green, color.blue, color.alpha] == [1, 2, 3, 255])
    #expect(Rendition.Color.black == Rendition.Color(red: 0, green: 0, blue: 0, alpha: 255))
  }

  @Test func lossesHaveTheirNames() { #expect(Rendition.Loss.allCases.map(\.rawValue) == ["none", "trim", "recode"]) }
}

// The rendition of a picker's crop: the window in displayed pixels, the canvas, and for crops made in Photos the map
// back to what it showed.

@Suite struct RenditionPickerTests {
  private static let canvas = PixelSize<Output>(width: 512, height: 512)

  @Test func theWindowBecomesTheRegion() throws {
    let crop = try #require(
      PickerCrop(Rect2D(x: 0, y: 0, width: 320, height: 200), of: PixelSize(width: 512, height: 400)))
    let red = Rendition.Color(red: 250, green: 0, blue: 0)
    let wish = Rendition(picker: crop, on: Self.canvas, fill: red, quality: .level(80), format: .png)
    let expected = Rendition(
      region: .pixels(PixelRect(x: 0, y: -120, width: 320, height: 320)), size: .exactly(Self.canvas), upright: .pixels,
      quality: .level(80), format: .png, overflow: .pad(red))
    #expect(wish == expected)
    let below = Rendition(picker: crop, on: Self.canvas, gap: .far)
    #expect(below.region == .pixels(PixelRect(x: 0, y: 0, width: 320, height: 320)))
    #expect(below.overflow == .pad(.black) && below.format == nil && below.quality == .asSource)
  }

  /// For every tag, whole images of positions: the rendition shows the crop of what Photos showed.
  @Test(arguments: ExifOrientation.allCases)
  func aCropMadeInPhotosShowsWhatPhotosShowed(_ tag: ExifOrientation) throws {
    let orientation = Orientation(exif: tag)
    let stored = ExpectedPixels.places(width: 12, height: 9)
    let shown = [1, 3, 6, 8].contains(tag.rawValue) ? ExpectedPixels.displayed(stored, tag) : stored
    let probe = try Photos.probe(tag, 12, 9)
    for rect in [Rect2D<Displayed>(x: 0, y: 0, width: 8, height: 3), Rect2D(x: 2, y: 1, width: 3, height: 8)] {
      let crop = try #require(PickerCrop(rect, of: PixelSize(width: shown.width, height: shown.height)))
      let size = PixelSize<Output>(width: 8, height: 8)
      let wish = Rendition(picker: crop, on: size, readByPhotos: probe.storedSize, orientation)
      let request = try PlanRequest(wish, probe)
      let window = crop.pixels(shapedLike: size)
      let expected = ExpectedPixels.cropped(shown, to: window, fill: [0, 0, 0])
      let seen = try ExpectedPixels.turned(
        ExpectedPixels.cropped(ExpectedPixels.displayed(stored, tag), to: request.region, fill: [0, 0, 0]),
        by: wish.rotation)
      #expect(seen == expected, "tag \(tag), \(rect)")
      #expect(request.total == orientation.asPhotosRead)
      if !orientation.isMirrored { #expect(wish == Rendition(picker: crop, on: size)) }
    }
  }
}
