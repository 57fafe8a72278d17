// Scaling compared with Pillow's, whose filters have the same shapes (a = -0.5) and which treats windows alike.

import Testing
import UprightGeometry
import UprightRaster
import UprightTestTools

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
