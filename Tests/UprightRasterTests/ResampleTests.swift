// Scaling compared with the slow reference, and its laws: constants, ramps, mass, no light from transparent pixels.

import Testing
import UprightGeometry
@testable import UprightRaster
import UprightTestTools

struct ResampleTests {
  typealias Picture = Raster<Decoded>
  typealias Size = PixelSize<Decoded>
  typealias Window = Rect2D<Decoded>

  static let sizes: [(from: Size, to: Size, window: Window?)] = [
    (Size(width: 13, height: 11), Size(width: 5, height: 4), nil),
    (Size(width: 6, height: 5), Size(width: 17, height: 9), nil),
    (Size(width: 9, height: 7), Size(width: 4, height: 15), nil),
    (Size(width: 16, height: 12), Size(width: 1, height: 1), nil),
    (Size(width: 1, height: 1), Size(width: 5, height: 3), nil),
    (Size(width: 1, height: 20), Size(width: 3, height: 7), nil),
    (Size(width: 8, height: 6), Size(width: 8, height: 6), Window(x: 0.25, y: 0, width: 7.5, height: 6)),
    (Size(width: 19, height: 17), Size(width: 6, height: 5), Window(x: 2.3, y: 4.7, width: 11.9, height: 9.1)),
    (Size(width: 19, height: 17), Size(width: 9, height: 9), Window(x: 15.5, y: 13.9, width: 3.5, height: 3.1)),
    (Size(width: 12, height: 9), Size(width: 12, height: 4), Window(x: 0, y: 0.5, width: 12, height: 8)),
  ]

  @Test(arguments: everyLayout, ResampleFilter.allCases + [.lanczos3OfMeans])
  func everySampleIsTheReferences(layout: SampleLayout, filter: ResampleFilter) throws {
    for (index, (from, to, window)) in Self.sizes.enumerated() {
      let low = layout.channels == .rgba ? layout.depth.maximum / 8 : 0
      let image = Picture.noise(
        from.width, from.height, layout, seed: index + 5, in: low...layout.depth.maximum)
      let result = try #require(image.resized(to: to, window: window, filter: filter))
      #expect(result.size == to && result.layout == layout)
      let reference = ReferenceResample.resized(image, to: to, window: window ?? from.bounds.rect, filter: filter)
      let distance = ReferenceResample.distance(result, reference)
      #expect(distance <= (layout.depth == .eight ? 0.51 : 1), "\(from) to \(to): off by \(distance)")
    }
  }

  @Test(arguments: everyLayout, ResampleFilter.allCases + [.lanczos3OfMeans])
  func aConstantStaysConstant(layout: SampleLayout, filter: ResampleFilter) throws {
    let samples = (0..<layout.channels.count).map { UInt16(201 - 31 * $0) * (layout.depth == .eight ? 1 : 255) }
    for (from, to, window) in Self.sizes {
      var image = try #require(Picture(size: from, layout: layout))
      image.fill(samples)
      var expected = try #require(Picture(size: to, layout: layout))
      expected.fill(samples)
      #expect(image.resized(to: to, window: window, filter: filter) == expected, "\(from) to \(to)")
    }
  }

  @Test(arguments: everyLayout)
  func whiteStaysWhite(layout: SampleLayout) throws {
    var image = try #require(Picture(size: Size(width: 400, height: 1), layout: layout))
    image.fill([UInt16](repeating: layout.depth.maximum, count: layout.channels.count))
    for width in [1, 7, 399, 401] {
      let result = try #require(image.resized(to: Size(width: width, height: 1)))
      #expect(Set(result.pixel(x: 0, y: 0) + result.pixel(x: width - 1, y: 0)) == [layout.depth.maximum])
    }
  }

  @Test(arguments: everyLayout, ResampleFilter.allCases)
  func aWholePixelWindowAtItsOwnSizeIsACopy(layout: SampleLayout, filter: ResampleFilter) throws {
    let image = Picture.noise(9, 8, layout)
    #expect(image.resized(to: image.size, filter: filter) == image)
    for (x, y, width, height) in [(0, 0, 9, 8), (3, 2, 4, 5), (8, 7, 1, 1), (0, 5, 9, 3)] {
      let region = PixelRect<Decoded>(x: x, y: y, width: width, height: height)
      #expect(image.resized(to: region.size, window: region.rect, filter: filter) == image.cropped(to: region))
    }
  }

  @Test(arguments: [ResampleFilter.bicubic, .lanczos3])
  func aRampStaysARampInside(filter: ResampleFilter) throws {
    let slope = 500.0
    let image = Picture.of(60, 3, SampleLayout(.gray, .sixteen)) { x, _, _ in 1000 + 500 * x }
    for width in [20, 31, 60, 90, 240] {
      for window in [Window(x: 0, y: 0, width: 60, height: 3), Window(x: 0.3, y: 0, width: 59.1, height: 3)] {
        let result = try #require(
          image.resized(to: Size(width: width, height: 3), window: window, filter: filter))
        let step = window.width / Double(width)
        let margin = filter.support * max(1, step) + 1
        for x in 0..<width {
          let centre = window.x + (Double(x) + 0.5) * step
          guard centre > margin, centre < 60 - margin else { continue }
          let expected = 1000 + slope * (centre - 0.5)
          let off = (Double(result.sample(x: x, y: 1, channel: 0)) - expected) / slope
          #expect(off.magnitude < (filter == .bicubic ? 0.012 : 0.03), "\(width): \(x) is off by \(off) samples")
        }
      }
    }
  }

  @Test(arguments: ResampleFilter.allCases)
  func lightKeepsItsAmountAndItsPlace(filter: ResampleFilter) throws {
    // A smooth spot well inside, so that no edge is involved.
    let (cx, cy) = (19.5, 13.0)
    let image = Picture.of(48, 36, SampleLayout(.gray, .sixteen)) { x, y, _ in
      let (dx, dy) = (Double(x) + 0.5 - cx, Double(y) + 0.5 - cy)
      return Int(60000 / (1 + (dx * dx + dy * dy) / 8) / (1 + (dx * dx + dy * dy) / 20))
    }
    func moments(_ image: Picture) -> (mass: Double, x: Double, y: Double) {
      var (mass, x, y) = (0.0, 0.0, 0.0)
      for row in 0..<image.size.height {
        for column in 0..<image.size.width {
          let value = Double(image.sample(x: column, y: row, channel: 0))
          mass += value
          x += value * (Double(column) + 0.5)
          y += value * (Double(row) + 0.5)
        }
      }
      return (mass, x / mass, y / mass)
    }
    let before = moments(image)
    for (width, height) in [(24, 18), (16, 12), (31, 25), (96, 72), (24, 72)] {
      let result = try #require(image.resized(to: Size(width: width, height: height), filter: filter))
      let after = moments(result)
      let (across, down) = (Double(width) / 48, Double(height) / 36)
      // Between integer ratios a box uses some samples once and some twice.
      let tolerance = filter == .box ? 0.04 : 0.01
      #expect((after.mass / (across * down) / before.mass - 1).magnitude < tolerance, "\(width)x\(height)")
      #expect((after.x / across - before.x).magnitude < 0.1, "\(width)x\(height)")
      #expect((after.y / down - before.y).magnitude < 0.1, "\(width)x\(height)")
    }
  }

  @Test(arguments: ResampleFilter.allCases, SampleLayout.Depth.allCases)
  func whatIsTransparentLendsNoColour(filter: ResampleFilter, depth: SampleLayout.Depth) throws {
    let top = Int(depth.maximum)
    // Opaque red on the left, fully transparent green on the right.
    let image = Picture.of(20, 6, SampleLayout(.rgba, depth)) { x, _, channel in
      x < 10 ? [top, 0, 0, top][channel] : [0, top, 0, 0][channel]
    }
    for size in [Size(width: 7, height: 3), Size(width: 33, height: 9)] {
      let result = try #require(image.resized(to: size, filter: filter))
      for y in 0..<size.height {
        for x in 0..<size.width {
          let pixel = result.pixel(x: x, y: y)
          #expect(pixel[1] == 0 && pixel[2] == 0, "\(size): \(pixel)")
          #expect(pixel[3] == 0 ? pixel[0] == 0 : Int(pixel[0]) >= top - 1, "\(size): \(pixel)")
        }
      }
      #expect(result.pixel(x: 0, y: 0) == [UInt16(top), 0, 0, UInt16(top)])
      #expect(result.pixel(x: size.width - 1, y: 0) == [0, 0, 0, 0])
    }
  }

  @Test(arguments: Orientation<Decoded, Decoded>.all, ResampleFilter.allCases)
  func scalingAndTurningChangePlaces(orientation: Orientation<Decoded, Decoded>, filter: ResampleFilter) throws {
    // Halves at pixel edges would be decided by side, so the sizes have none.
    let image = Picture.noise(20, 14, SampleLayout(.rgb), in: 40...215)
    let small = Size(width: 5, height: 7)
    let one = try #require(image.resized(to: small, filter: filter)?.oriented(by: orientation))
    let turned = try #require(image.oriented(by: orientation))
    let other: Picture = try #require(turned.resized(to: orientation.applied(to: small), filter: filter))
    #expect(one.size == other.size)
    let worst = zip(one.bytes, other.bytes).map { Int($0).distance(to: Int($1)).magnitude }.max()
    #expect(worst ?? 9 <= 1)
  }

  @Test func boxHalvesAreMeans() throws {
    let image = Picture.of(4, 2, SampleLayout(.gray)) { x, y, _ in [[0, 40, 100, 104], [80, 120, 108, 112]][y][x] }
    #expect(image.resized(to: Size(width: 2, height: 1), filter: .box)?.bytes == [60, 106])
    #expect(
      image.resized(to: Size(width: 8, height: 4), filter: .box)?.bytes.prefix(8) == [
        0, 0, 40, 40, 100, 100, 104, 104,
      ])
  }

  @Test func overshootIsHeldToTheDepth() throws {
    for layout in everyLayout where layout.channels != .rgba {
      let top = Int(layout.depth.maximum)
      let image = Picture.of(12, 3, layout) { x, _, _ in x < 6 ? 0 : top }
      let result = try #require(image.resized(to: Size(width: 60, height: 3), filter: .lanczos3))
      let reference = ReferenceResample.resized(
        image, to: Size(width: 60, height: 3), window: image.size.bounds.rect, filter: .lanczos3)
      #expect(ReferenceResample.distance(result, reference) <= 1)
      #expect(result.sample(x: 27, y: 1, channel: 0) == 0)
      #expect(result.sample(x: 32, y: 1, channel: 0) == layout.depth.maximum)
    }
  }

  @Test(arguments: [
    Window(x: 0, y: 0, width: 0, height: 4), Window(x: -1, y: 0, width: 4, height: 4),
    Window(x: 2, y: 2, width: 4, height: 2.5), Window(x: 9, y: 0, width: 1, height: 1),
    Window(x: .nan, y: 0, width: 4, height: 4), Window(x: 0, y: 0, width: .infinity, height: 4),
    Window(x: 3, y: 3, width: -2, height: -2),
  ])
  func windowsThatAreNotInsideAreRefused(window: Window) {
    let image = Picture.noise(6, 4, SampleLayout(.rgb))
    for filter in ResampleFilter.allCases {
      #expect(image.resized(to: Size(width: 3, height: 2), window: window, filter: filter) == nil)
    }
  }

  @Test(arguments: [(0, 2), (2, 0), (-3, 2), (1 << 25, 1), (Int.max, Int.max), (1 << 31, 1 << 31)])
  func targetsThatCannotBeAreRefused(width: Int, height: Int) {
    #expect(Picture.noise(6, 4, SampleLayout(.rgba)).resized(to: Size(width: width, height: height)) == nil)
  }
}

// Scaling compared with Pillow's, whose filters have the same shapes (a = -0.5) and which treats windows alike.

@Suite(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow (Debian: python3-pil), which is not installed"))
struct PillowTests {
  typealias Picture = Raster<Displayed>

  /// Reads raw samples, scales, writes raw samples.
  private static let program = """
    import sys
    from PIL import Image
    mode, width, height, wide, high, filter, x, y, w, h = sys.argv[1:11]
    picture = Image.frombytes(mode, (int(width), int(height)), open(sys.argv[11], 'rb').read())
    kind = {'box': Image.BOX, 'bicubic': Image.BICUBIC, 'lanczos3': Image.LANCZOS}[filter]
    box = (float(x), float(y), float(x) + float(w), float(y) + float(h))
    open(sys.argv[12], 'wb').write(picture.resize((int(wide), int(high)), kind, box=box).tobytes())
    """

  private static func mode(_ channels: SampleLayout.Channels) -> String {
    switch channels {
    case .gray: "L"
    case .rgb: "RGB"
    case .rgba: "RGBA"
    case .cmyk: "CMYK"
    }
  }

  private static func resized(
    _ image: Picture, to size: PixelSize<Displayed>, window: Rect2D<Displayed>, filter: ResampleFilter
  ) throws -> [UInt8] {
    let folder = try ScratchFolder()
    let source = try folder.write(image.bytes, as: "source")
    let numbers = [window.x, window.y, window.width, window.height].map { "\($0)" }
    let answer = try OutsideTool.pillow.run(
      [
        "-c", program, mode(image.layout.channels), "\(image.size.width)", "\(image.size.height)",
        "\(size.width)", "\(size.height)", "\(filter)",
      ] + numbers + [source, folder.path("result")], in: folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    return try folder.read("result")
  }

  /// Texture that stays clear of both extremes, because Pillow clips overshoot between its two passes.
  private static func texture(_ channels: SampleLayout.Channels) -> Picture {
    var dice = SplitMix64(seed: 11)
    return Picture.of(64, 48, SampleLayout(channels)) { x, y, channel in
      let wave = (x * (channel + 2) + y * 3) % 60
      let opaque = channels == .rgba && channel == 3
      return (opaque ? 170 : 80) + (opaque ? wave / 2 : wave) + Int.random(in: 0...30, using: &dice)
    }
  }

  @Test(arguments: SampleLayout.Channels.allCases, ResampleFilter.allCases)
  func samplesAgree(channels: SampleLayout.Channels, filter: ResampleFilter) throws {
    let image = Self.texture(channels)
    for (width, height, window) in [
      (16, 12, image.size.bounds.rect), (23, 31, image.size.bounds.rect), (150, 70, image.size.bounds.rect),
      (20, 15, Rect2D(x: 7.3, y: 4.6, width: 41.7, height: 39.7)),
      (40, 33, Rect2D(x: 50.2, y: 0, width: 13.8, height: 9.4)),
    ] {
      let size = PixelSize<Displayed>(width: width, height: height)
      let theirs = try Self.resized(image, to: size, window: window, filter: filter)
      let ours = try #require(image.resized(to: size, window: window, filter: filter)).bytes
      try #require(ours.count == theirs.count)
      let differences = zip(ours, theirs).map { Double($0) - Double($1) }
      let worst = differences.map(\.magnitude).max() ?? 0
      let meanSquare = differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count)
      // A mean square of 0.65 is 50 dB below white. Pillow rounds weighted colors to 8 bits, which costs RGBA some.
      #expect(meanSquare < (channels == .rgba ? 0.8 : 0.65), "\(size): \(meanSquare)")
      #expect(worst <= (channels == .rgba ? 3 : 2), "\(size): \(worst)")
    }
  }
}
