// `--to-srgb` and `--linear` in pixels, by the program and its worker.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess, .enabled(if: UprightTool.product("upright-worker") != nil, "needs upright-worker"))
struct ColorPixelsTests {
  private func pixel(_ album: Album, _ name: String, x: Int, y: Int) throws -> [UInt16] {
    let bytes = try album.folder.read(name)
    let pipeline = Pipeline(codecs: SystemCodecs.all)
    return try pipeline.raster(Rendition(upright: .pixels), of: Probe(bytes), from: bytes).pixel(x: x, y: y)
  }

  /// Linear values of a tenth, a half and one, on a display with linear values and primaries in another order.
  @Test(arguments: [1, 6, 7])
  func coloursAreConvertedByTheProfile(_ tag: Int) throws {
    let album = try Album()
    let stored = TinyImage(width: 16, height: 16, filledWith: [26, 128, 255])
    let profile = TinyProfile.rgb(gamma: 1, order: [2, 0, 1]).bytes
    let file = TinyJPEG(stored, segments: [.exif(TinyTIFF(orientation: tag))] + TinySegment.icc(profile))
    try album.folder.write(file.bytes, as: "a.jpg")
    let answer = try album.run("crop", "0,0,16,16", "a.jpg", "--to-srgb", "-o", "b.png")
    #expect(answer.status == 0, "\(answer.complaints)")
    let wanted = [128, 255, 26].map { LinearLight.value(Double($0) / 255) * 255 }
    for (got, value) in zip(try pixel(album, "b.png", x: 8, y: 8), wanted) { #expect(abs(Double(got) - value) <= 6) }
    let bytes = try album.folder.read("b.png")
    #expect(try Probe(bytes).colorProfile(in: bytes) == nil)
    _ = try album.run("crop", "0,0,16,16", "a.jpg", "-o", "c.png")
    let kept = try album.folder.read("c.png")
    #expect(try Probe(kept).colorProfile(in: kept) == profile)
  }

  @Test func aProfileThatIsNoneIsNamedAndNothingIsWritten() throws {
    let album = try Album()
    let file = TinyJPEG(.sixColors.enlarged(by: 8), segments: TinySegment.icc(TinySegment.profile(byteCount: 300)))
    try album.folder.write(file.bytes, as: "a.jpg")
    let answer = try album.run("crop", "0,0,16,16", "a.jpg", "--to-srgb", "-o", "b.png")
    #expect(answer.status == 69 && answer.complaints.contains("profile"), "\(answer.complaints)")
    #expect(try album.contents().keys.sorted() == ["a.jpg"])
  }

  /// Half of all lines are white: half the light is brighter than half the value.
  @Test(arguments: [(["--linear"], 188), ([], 128)])
  func linesKeepTheirBrightness(_ option: [String], _ value: Int) throws {
    let album = try Album()
    var lines = TinyImage(width: 64, height: 64, filledWith: [0, 0, 0])
    for y in stride(from: 0, to: 64, by: 2) { for x in 0..<64 { lines[x, y] = [255, 255, 255] } }
    try album.folder.write(TinyPNG(lines).bytes, as: "a.png")
    let answer = try UprightTool.run(["thumb", "8", "a.png", "-o", "b.png"] + option, in: album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try pixel(album, "b.png", x: 4, y: 4).allSatisfy { abs(Int($0) - value) <= 3 })
  }
}
