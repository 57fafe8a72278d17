// A displayed crop is that region of the upright image for every tag, without rotating the whole image.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct CropTests {
  static let image = SampleSet.Sample(.landscape, .topLeft).displayed

  static func randomCrop(in size: PixelSize<Displayed>, _ dice: inout SplitMix64) -> PixelRect<Displayed> {
    let x = Int.random(in: 0..<size.width, using: &dice)
    let y = Int.random(in: 0..<size.height, using: &dice)
    return PixelRect(
      x: x, y: y, width: Int.random(in: 1...(size.width - x), using: &dice),
      height: Int.random(in: 1...(size.height - y), using: &dice))
  }

  @Test(arguments: ExifOrientation.allCases, [TinyJPEG.Sampling.full, .half, .halfWidth, .halfHeight])
  func randomCropsAreBitExact(_ tag: ExifOrientation, _ sampling: TinyJPEG.Sampling) throws {
    let source = Self.image.jpeg(tag, sampling: sampling)
    let probe = try Probe(source)
    let whole = try displayed(source)
    var dice = SplitMix64(seed: UInt64(tag.rawValue))
    for _ in 0..<25 {
      let crop = Self.randomCrop(in: probe.displayedSize, &dice)
      let wish = Rendition(region: .pixels(crop), upright: .pixels, format: .png)
      let part = try house.raster(wish, of: probe, from: source)
      let rect = PixelRect<Output>(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
      #expect(part == whole.cropped(to: rect), "tag \(tag), \(sampling), \(crop)")
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
  func pillowSeesTheSameCrops() throws {
    let folder = try ScratchFolder()
    var pairs: [(String, String)] = []
    var dice = SplitMix64(seed: 7)
    var crops: [String] = []
    for tag in ExifOrientation.allCases {
      let source = Self.image.jpeg(tag, sampling: .half)
      let path = try folder.write(source, as: "source\(tag.rawValue).jpg")
      for index in 0..<8 {
        let crop = Self.randomCrop(in: PixelSize(width: 512, height: 384), &dice)
        let ours = try house.run(Rendition(region: .pixels(crop), upright: .pixels, format: .png), on: source)
        let name = "\(tag.rawValue)-\(index)"
        let written = try folder.write(ours, as: "ours\(name).png")
        pairs.append((folder.path("theirs\(name).png"), written))
        crops += [path, folder.path("theirs\(name).png"), "\(crop.x)", "\(crop.y)", "\(crop.maxX)", "\(crop.maxY)"]
      }
    }
    let script = """
      import sys
      from PIL import Image, ImageOps
      a = sys.argv[1:]
      for i in range(0, len(a), 6):
          ImageOps.exif_transpose(Image.open(a[i])).crop(tuple(map(int, a[i+2:i+6]))).save(a[i+1])
      """
    #expect(try OutsideTool.pillow.run(["-c", script] + crops).status == 0)
    for (pair, fidelity) in zip(pairs, try Pillow.fidelities(pairs)) {
      #expect(fidelity[0] >= 45, "\(pair.1): \(fidelity)")
    }
  }

  /// Six cells of 16 pixels in a view, one drag from corner to corner of each block of cells. The result is the
  /// selected image, each cell in its place, for every tag and by every route.
  @Test(arguments: ExifOrientation.allCases)
  func aSelectionInAViewIsTheImageThatComes(_ tag: ExifOrientation) throws {
    let six = TinyImage.sixColors
    let source = RoutesAgreeTests.image.jpeg(tag)
    let probe = try Probe(source)
    // The displayed 48 × 32 are seen as 96 × 64, starting at (2, 18).
    let placement = Placement(of: probe.displayedSize, in: Rect2D<Viewport>(x: 2, y: 10, width: 96, height: 80))
    var routes: Set<Plan.RouteName> = []
    for left in 0..<3 {
      for top in 0..<2 {
        for (wide, high) in [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2)] where left + wide <= 3 && top + high <= 2 {
          let drag = Rect2D<Viewport>(
            x: 2 + 32 * Double(left + wide), y: 18 + 32 * Double(top), width: -32 * Double(wide),
            height: 32 * Double(high))
          let selection = try #require(placement.selection(drag))
          for (pipeline, format) in [(house, ContainerFormat.png), (house, .jpeg), (houseOfPixels, .jpeg)] {
            let wish = Rendition(region: .selection(selection), upright: .pixels, format: format)
            routes.insert(try pipeline.plan(wish, for: probe).route.name)
            let result =
              try format == .png
              ? pipeline.raster(wish, of: probe, from: source) : displayed(pipeline.run(wish, on: source))
            var expected = TinyImage(width: wide, height: high, filledWith: [0, 0, 0])
            for y in 0..<high { for x in 0..<wide { expected[x, y] = six[left + x, top + y] } }
            #expect(expected.cells(in: result) <= 6, "tag \(tag), \(left),\(top),\(wide),\(high), \(format)")
          }
        }
      }
    }
    #expect(routes.isSuperset(of: [.transform, .transcode]))
  }

  /// Random drags over a photo in a view: bit for bit the region of the upright image that the drag covers, rounded as
  /// requested.
  @Test(arguments: ExifOrientation.allCases)
  func randomSelectionsAreBitExact(_ tag: ExifOrientation) throws {
    let source = Self.image.jpeg(tag, sampling: .half)
    let probe = try Probe(source)
    let whole = try displayed(source)
    let view = Rect2D<Viewport>(x: 0, y: 0, width: 390, height: 844)
    let placement = Placement(of: probe.displayedSize, in: view, mode: .scaleAspectFill, clipsToBounds: true)
    var dice = SplitMix64(seed: 100 + UInt64(tag.rawValue))
    for _ in 0..<5 {
      let drag = Rect2D<Viewport>(
        x: .random(in: 0...390, using: &dice), y: .random(in: 0...844, using: &dice),
        width: .random(in: 20...200, using: &dice) * (Bool.random(using: &dice) ? 1 : -1),
        height: .random(in: 20...200, using: &dice) * (Bool.random(using: &dice) ? 1 : -1))
      guard let selection = placement.selection(drag) else { continue }
      for rounding in PixelRounding.allCases {
        let wish = Rendition(region: .selection(selection, rounding: rounding), upright: .pixels, format: .png)
        let crop = try #require(selection.pixels(in: probe.displayedSize, rounding: rounding))
        let rect = PixelRect<Output>(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
        #expect(try house.raster(wish, of: probe, from: source) == whole.cropped(to: rect), "\(drag) \(rounding)")
      }
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func paddingLiesWhereTheRegionLeavesTheImage(_ tag: ExifOrientation) throws {
    let six = RoutesAgreeTests.image
    let source = six.jpeg(tag)
    let probe = try Probe(source)
    let region = PixelRect<Displayed>(x: -16, y: 16, width: 48, height: 32)
    let red = Rendition.Color(red: 250, green: 10, blue: 10)
    let wish = Rendition(region: .pixels(region), upright: .pixels, format: .png, overflow: .pad(red))
    let result = try house.raster(wish, of: probe, from: source)
    #expect(result.size == PixelSize(width: 48, height: 32))
    for (x, y, color) in [
      (8, 8, [250, 10, 10]), (24, 8, six[8, 24].map(Int.init)), (40, 8, six[24, 24].map(Int.init)),
      (8, 24, [250, 10, 10]), (24, 24, [250, 10, 10]), (40, 24, [250, 10, 10]),
    ] {
      let seen = result.pixel(x: x, y: y).map(Int.init)
      #expect(zip(seen, color).allSatisfy { abs($0 - $1) <= 4 }, "tag \(tag) at \(x),\(y): \(seen), not \(color)")
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func aStoredRegionIsTheOneThatIsDisplayedThere(_ tag: ExifOrientation) throws {
    let six = RoutesAgreeTests.image
    let source = six.jpeg(tag)
    let probe = try Probe(source)
    let corner = PixelRect<Stored>(x: 0, y: 0, width: 16, height: 16)
    let wish = Rendition(region: .stored(corner), upright: .pixels, format: .png)
    let result = try house.raster(wish, of: probe, from: source)
    let stored = TinyImage.sixColors.stored(as: tag)
    let seen = result.pixel(x: 8, y: 8).map(Int.init)
    #expect(zip(seen, stored[0, 0].map(Int.init)).allSatisfy { abs($0 - $1) <= 4 })
  }
}
