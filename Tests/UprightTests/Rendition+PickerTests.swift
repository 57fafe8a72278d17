// The rendition of a picker's crop: the window in displayed pixels, the canvas, and for crops made in Photos the map
// back to what it showed.

import Testing
import UprightFixtures
import UprightTestTools

@testable import Upright

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
