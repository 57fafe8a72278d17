// Every format that can be written, on the command line, and in the worker if it needs one: written, retagged, cropped,
// scaled and shown.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.enabled(if: UprightTool.product("upright-worker") != nil, "needs upright-worker"))
struct CommandFormatsTests {
  private static let formats = ["jpg", "png", "webp", "tif", "avif", "jxl"]
  private static let turns = ["cw", "180", "ccw", "mirror-horizontal", "mirror-vertical", "transpose", "transverse"]

  /// Red, green, blue over yellow, magenta, white; each a square of `side` pixels.
  private static func chart(_ side: Int) -> TinyImage { TinyImage.sixColors.enlarged(by: side) }

  /// The chart after a rotation, computed pixel by pixel.
  private static func turned(_ image: TinyImage, _ word: String) -> TinyImage {
    let swaps = ["cw", "ccw", "transpose", "transverse"].contains(word)
    let (width, height) = swaps ? (image.height, image.width) : (image.width, image.height)
    var result = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
    let (right, bottom) = (image.width - 1, image.height - 1)
    for y in 0..<image.height {
      for x in 0..<image.width {
        switch word {
        case "cw": result[bottom - y, x] = image[x, y]
        case "180": result[right - x, bottom - y] = image[x, y]
        case "ccw": result[y, right - x] = image[x, y]
        case "mirror-horizontal": result[right - x, y] = image[x, y]
        case "mirror-vertical": result[x, bottom - y] = image[x, y]
        case "transpose": result[y, x] = image[x, y]
        default: result[bottom - y, right - x] = image[x, y]
        }
      }
    }
    return result
  }

  private struct Studio {
    let folder: ScratchFolder

    /// A folder with the chart in a format, made by the command line from a PNG.
    init(_ format: String) throws {
      folder = try ScratchFolder()
      try folder.write(TinyPNG(CommandFormatsTests.chart(16)).bytes, as: "chart.png")
      if format != "png" { try run("crop", "0,0,48,32", "chart.png", "--quality", "95", "-o", "chart.\(format)") }
    }

    @discardableResult
    func run(_ words: String...) throws -> OutsideTool.Answer {
      let answer = try UprightTool.run(words, in: folder)
      #expect(answer.status == 0, "\(words): \(answer.complaints)")
      return answer
    }

    /// The pixels of a file as displayed, and in a PNG made from it.
    func decoded(_ name: String) throws -> Raster<Output> {
      try run("crop", "pct:0,0,100,100", name, "-o", "seen.png", "--force")
      let bytes = try folder.read("seen.png")
      return try house.raster(Rendition(upright: .pixels), of: Probe(bytes), from: bytes)
    }

    /// Whether the center of each of the chart's squares is near its expected color.
    func expect(_ name: String, shows image: TinyImage, side: Int) throws {
      let seen = try decoded(name)
      #expect((seen.size.width, seen.size.height) == (image.width, image.height), "\(name)")
      guard (seen.size.width, seen.size.height) == (image.width, image.height) else { return }
      for y in stride(from: side / 2, to: image.height, by: side) {
        for x in stride(from: side / 2, to: image.width, by: side) {
          // The squares differ by 255 in a sample; JPEG XL's own colors lose more of full blue and magenta than others
          // do.
          let most = name.hasSuffix("jxl") ? 96 : 24
          let near = zip(seen.pixel(x: x, y: y), image[x, y]).allSatisfy { abs(Int($0) - Int($1)) <= most }
          #expect(near, "\(name) at \(x),\(y): \(seen.pixel(x: x, y: y)), not \(image[x, y])")
        }
      }
    }
  }

  @Test(arguments: formats)
  func everyFormatIsMadeAndReadAlike(_ format: String) throws {
    let studio = try Studio(format)
    try studio.expect("chart.\(format)", shows: Self.chart(16), side: 16)
    let probe = try Probe(studio.folder.read("chart.\(format)"))
    #expect(probe.orientation.isIdentity && probe.storedSize == PixelSize(width: 48, height: 32))
  }

  /// Changes the tag, then rotates the pixels: the image is the same, and the tag is 1.
  @Test(arguments: formats, turns)
  func aTurnByTheTagIsSeenOnce(_ format: String, _ word: String) throws {
    let studio = try Studio(format)
    let wanted = Self.turned(Self.chart(16), word)
    try studio.run("rotate", word, "-i", "chart.\(format)")
    let tagged = try Probe(studio.folder.read("chart.\(format)"))
    #expect(!tagged.orientation.isIdentity && tagged.storedSize == PixelSize(width: 48, height: 32))
    try studio.expect("chart.\(format)", shows: wanted, side: 16)
    try studio.run("fix", "--edge", "recode", "chart.\(format)", "-o", "upright.\(format)")
    let upright = try Probe(studio.folder.read("upright.\(format)"))
    #expect(upright.orientation.isIdentity)
    #expect(upright.storedSize == PixelSize(width: wanted.width, height: wanted.height))
    try studio.expect("upright.\(format)", shows: wanted, side: 16)
  }

  /// A region is in displayed coordinates, also if the tag rotates the image onto its side.
  @Test(arguments: formats)
  func aPartIsThatOfTheDisplayedImage(_ format: String) throws {
    let studio = try Studio(format)
    try studio.run("rotate", "cw", "-i", "chart.\(format)")
    try studio.run("crop", "0,32,32,16", "chart.\(format)", "-o", "part.\(format)")
    // Rotated clockwise, the bottom row of the chart's columns is white, blue from the left.
    var wanted = TinyImage(width: 32, height: 16, filledWith: [255, 255, 255])
    for y in 0..<16 { for x in 16..<32 { wanted[x, y] = [0, 0, 255] } }
    try studio.expect("part.\(format)", shows: wanted, side: 16)
  }

  @Test(arguments: formats)
  func aSmallImageIsUpright(_ format: String) throws {
    let studio = try Studio(format)
    try studio.run("rotate", "ccw", "-i", "chart.\(format)")
    try studio.run("thumb", "24", "chart.\(format)", "--quality", "95", "-o", "small.\(format)")
    try studio.expect("small.\(format)", shows: Self.turned(Self.chart(8), "ccw"), side: 8)
  }
}
