// Blank images look the same in every orientation: `verify` asks what is displayed, not by which rotation.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct FlatImagesTests {
  private static func flat(_ tag: Int, width: Int, height: Int) -> [UInt8] {
    let image = TinyImage(width: width, height: height, filledWith: [120, 60, 200])
    return TinyJPEG(image, exif: TinyTIFF(orientation: tag)).bytes
  }

  /// Half dark, half light: it looks the same mirrored left to right only.
  private static func halves(_ tag: Int) -> [UInt8] {
    var image = TinyImage(width: 32, height: 32, filledWith: [20, 20, 20])
    for y in 16..<32 { for x in 0..<32 { image[x, y] = [220, 220, 220] } }
    return TinyJPEG(image, exif: TinyTIFF(orientation: tag)).bytes
  }

  @Test(arguments: 2...8, [[], ["--edge", "recode", "--strip", "gps"]])
  func aBlankFrameIsVerified(_ tag: Int, _ options: [String]) throws {
    for (width, height) in [(32, 32), (48, 32)] {
      let album = try Album()
      try album.folder.write(Self.flat(tag, width: width, height: height), as: "a.jpg")
      let answer = try UprightTool.run(["fix", "--verify", "a.jpg", "-o", "b.jpg"] + options, in: album.folder)
      #expect(answer.status == 0, "\(answer.complaints)")
      for format in options.isEmpty ? ["png", "webp"] : [] {
        let made = try album.run("fix", "--verify", "a.jpg", "-o", "b.\(format)")
        #expect(made.status == 0, "\(made.complaints)")
        #expect(try album.run("verify", "a.jpg", "b.\(format)").status == 0)
      }
      let same = try album.run("verify", "a.jpg", "b.jpg")
      #expect(same.status == 0 && same.text.contains("same displayed orientation"), "\(same.text)")
      #expect(try album.run("verify", "--exact", "a.jpg", "b.jpg").status == 0)
    }
  }

  @Test(arguments: ["cw", "180", "mirror-horizontal", "transpose"]) func soIsEveryRotation(_ turn: String) throws {
    let album = try Album()
    try album.folder.write(Self.flat(6, width: 32, height: 32), as: "a.jpg")
    let answer = try album.run("rotate", turn, "--bake", "--verify", "a.jpg", "-o", "b.jpg")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try album.run("rotate", turn, "a.jpg", "-o", "c.jpg").status == 0)
    #expect(try album.run("verify", "a.jpg", "c.jpg").status == 0, "only the tag differs, and nobody sees it")
  }

  /// What looks different is still different.
  @Test func anImageThatIsNotBlankIsAnotherOne() throws {
    let album = try Album()
    for tag in 1...8 { try album.folder.write(Self.halves(tag), as: "\(tag).jpg") }
    for (tag, status) in [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1)] as [(Int, Int32)] {
      #expect(try album.run("verify", "1.jpg", "\(tag).jpg").status == status, "\(tag)")
    }
    #expect(try album.run("verify", "--allow-turn", "1.jpg", "6.jpg").status == 0)
  }
}
