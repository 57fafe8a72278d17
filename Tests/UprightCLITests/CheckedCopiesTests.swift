// `thumb`, `crop` and `fix --strip` of small damaged images: the exit code of damage, and no file.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct CheckedCopiesCommandTests {
  private static let png = TinyPNG(.sixColors).bytes

  @Test func aDamagedPNGIsNeitherThumbnailNorCrop() throws {
    let album = try Album()
    for place in [12, 16, 20, 25, 33, 37, 45, 60, Self.png.count - 18, Self.png.count - 10, Self.png.count - 1] {
      var bytes = Self.png
      bytes[place] ^= 1
      try album.folder.write(bytes, as: "bad.png")
      for words in [["thumb", "64"], ["crop", "pct:0,0,100,100"]] {
        for target in [["-o", "new.png"], ["-i", "--force"]] {
          let answer = try UprightTool.run(words + ["bad.png"] + target, in: album.folder)
          #expect(answer.status == 65, "byte \(place), \(words): \(answer.text) \(answer.complaints)")
          #expect(try album.contents() == ["bad.png": bytes], "byte \(place), \(words)")
        }
      }
    }
  }

  /// What can be read of a damaged photo becomes a thumbnail also if that is not smaller, and is called damaged.
  @Test(arguments: [
    ["thumb", "400"], ["thumb", "400", "--keep-metadata"], ["crop", "0,0,192,128"], ["thumb", "96"],
  ])
  func aDamagedJPEGThatNeedNotBeSmallerIsReadAsFarAsPossible(words: [String]) throws {
    let album = try Album()
    let photo = TinyJPEG(TinyImage.sixColors.enlarged(by: 64), exif: TinyTIFF(orientation: 1)).bytes
    let damaged = Array(photo.prefix(photo.count - 60)) + [0xFF, 0xD9]
    try album.folder.write(damaged, as: "bad.jpg")
    let answer = try UprightTool.run(words + ["bad.jpg", "-o", "new.jpg", "--json"], in: album.folder)
    #expect(answer.status == 65, "\(answer.complaints)")
    #expect(answer.text.contains(#""damaged":true"#) && answer.text.contains(#""route":"transcode""#), "\(answer.text)")
    #expect(answer.complaints.contains("the result shows what could be decoded"))
    let probe = try Probe(album.folder.read("new.jpg"))
    #expect(probe.storedSize.width == (words.contains("96") ? 96 : 192))
    let raster = try Pipeline(codecs: ImageCodecs.all()).raster(
      Rendition(), of: probe, from: album.folder.read("new.jpg"))
    let colors = [12, probe.storedSize.width - 12].map { x in raster.pixel(x: x, y: 12).map { $0 > 127 ? 1 : 0 } }
    #expect(colors == [[1, 0, 0], [0, 0, 1]], "the upper left is red, the upper right blue")
    // The original is not replaced by that.
    let inPlace = try UprightTool.run(words + ["bad.jpg", "-i", "--force"], in: album.folder)
    #expect(inPlace.status == 65)
    #expect(try album.folder.read("bad.jpg") == damaged)
    let plan = try UprightTool.run(["plan"] + words + ["bad.jpg"], in: album.folder)
    #expect(words.contains("96") || plan.text.contains("if the image data is damaged: transcode"), "\(plan.text)")
  }

  @Test func aWholePNGIsCopiedAndTheReportSaysChecked() throws {
    let album = try Album()
    try album.folder.write(Self.png, as: "good.png")
    let answer = try album.run("thumb", "64", "good.png", "-o", "new.png", "--json")
    #expect(answer.status == 0 && answer.text.contains(#""pixelsChecked":true"#), "\(answer.text)")
    #expect(try album.folder.read("new.png") == Self.png)
    #expect(try album.run("plan", "thumb", "64", "good.png").text.contains("pixels checked: "))
  }

  @Test func strippingSaysThatNothingWasCheckedAndVerifyChecks() throws {
    var file = TinyPNG(.sixColors)
    file.chunks = [.text("Comment", Array("here".utf8), .plain)]
    var bytes = file.bytes
    bytes[bytes.count - 20] ^= 1
    let album = try Album()
    try album.folder.write(bytes, as: "bad.png")
    let words = ["fix", "--strip", "all-but-color", "bad.png", "-o", "new.png"]
    let checked = try UprightTool.run(words + ["--verify"], in: album.folder)
    #expect(checked.status == 65, "\(checked.text) \(checked.complaints)")
    #expect(try album.contents() == ["bad.png": bytes])
    let explained = try UprightTool.run(words + ["-n", "--explain"], in: album.folder)
    #expect(explained.text.contains("pixels not checked"), "\(explained.text)")
    let answer = try UprightTool.run(words + ["--json"], in: album.folder)
    #expect(answer.status == 0 && answer.text.contains(#""pixelsChecked":false"#), "\(answer.text)")
  }
}
