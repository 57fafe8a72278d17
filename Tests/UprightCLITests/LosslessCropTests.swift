// `crop --lossless`: blocks are copied, and the output says which region it is.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct LosslessCropTests {
  @Test(
    .enabled(if: OutsideTool.jpegtran.isInstalled, "\(OutsideTool.jpegtran.reason)"),
    arguments: [("outward", "32x24+16+8"), ("inward", "16x8+24+16")])
  func jpegtranCropsToTheSameBytes(mode: String, crop: String) throws {
    let album = try Album("1.jpg")
    let answer = try album.run("crop", "--lossless", mode, "20,10,21,15", "1.jpg", "-o", "part.jpg")
    #expect(answer.status == 0, "\(answer.complaints)")
    let theirs = try OutsideTool.jpegtran.run(
      ["-copy", "none", "-crop", crop, "{in}"], input: album.folder.read("1.jpg"))
    let ours = try OutsideTool.jpegtran.run(["-copy", "none", "{in}"], input: album.folder.read("part.jpg"))
    #expect(ours == theirs)
    #expect(answer.text.contains("transform"))
    #expect(answer.text.contains("was moved to block boundaries: "), "\(answer.text)")
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"), arguments: 1...8)
  func theRegionRefersToTheDisplayedImage(tag: Int) throws {
    let album = try Album("\(tag).jpg")
    for (mode, x, y, width, height) in [("outward", 16, 16, 32, 16), ("inward", 16, 16, 16, 16)] {
      let region = mode == "outward" ? "18,17,29,15" : "15,16,20,18"
      let answer = try album.run(
        "crop", "--lossless", mode, region, "\(tag).jpg", "-o", "\(mode).jpg", "--json", "--force")
      #expect(answer.status == 0, "\(answer.complaints)")
      let part = try DecodedByPillow.of(["\(mode).jpg"], in: album.folder, as: .stored)[0]
      let whole = try DecodedByPillow.of(["\(tag).jpg"], in: album.folder, as: .displayed)[0]
      #expect((part.width, part.height) == (width, height))
      #expect(part.distance(to: whole.cropped(x: x, y: y, width: width, height: height)) < 0.5)
      #expect(try answer.objects().first?["notes"] != nil)
    }
  }

  @Test func whatWouldLoseSomethingIsRefused() throws {
    let album = try Album("1.jpg")
    let refused = try album.run("crop", "--lossless", "fail", "20,10,21,15", "1.jpg", "-o", "part.jpg")
    #expect(refused.status != 0 && refused.text.isEmpty)
    #expect(try Array(album.contents().keys) == ["1.jpg"])
    let aligned = try album.run("crop", "--lossless", "fail", "16,16,16,16", "1.jpg", "-o", "part.jpg")
    #expect(aligned.status == 0 && !aligned.text.contains("moved to block"))
    for words in [["--size", "8x8"], ["--pad", "#000000"], ["--quality", "80"]] {
      let answer = try album.run(
        "crop", "--lossless", "inward", "20,10,21,15", "1.jpg", "-o", "b.jpg", words[0], words[1])
      #expect(answer.status == 64 && answer.complaints.contains("--lossless and \(words[0]) cannot be combined"))
    }
  }
}
