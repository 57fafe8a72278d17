// Other programs on both ends of our pipes: what they send is read, and what we send they read alike.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct PipeAgreementTests {
  private func shell(_ line: String, in folder: ScratchFolder) throws -> OutsideTool.Answer {
    try OutsideTool.run("/bin/sh", ["-c", line, try #require(UprightTool.path)], in: folder)
  }

  private static let tools = OutsideTool.jpegtran.isInstalled && OutsideTool.djpeg.isInstalled

  /// Whole blocks, so that both move every block.
  @Test(
    .enabled(if: tools, "needs jpegtran and djpeg"),
    arguments: [
      (2, "-flip horizontal"), (3, "-rotate 180"), (4, "-flip vertical"), (5, "-transpose"), (6, "-rotate 90"),
      (7, "-transverse"), (8, "-rotate 270"),
    ])
  func jpegtranMovesTheSameBlocks(tag: Int, operation: String) throws {
    let folder = try ScratchFolder()
    let image = TinyImage.sixColors.enlarged(by: 16)
    let stored = ExifOrientation(rawValue: UInt8(tag)).map(image.stored) ?? image
    try folder.write(TinyJPEG(stored, exif: TinyTIFF(orientation: tag)).bytes, as: "in.jpg")
    let ours = try shell("cat in.jpg | \"$0\" fix - -o - | djpeg", in: folder)
    let theirs = try shell("cat in.jpg | jpegtran -perfect -copy none \(operation) | djpeg", in: folder)
    let isSame = !theirs.output.isEmpty && ours.output == theirs.output
    #expect(isSame)
  }

  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"), .enabled(if: OutsideTool.exiftool.isInstalled))
  func exiftoolReadsTheTagsThatWeSend() throws {
    for photo in Corpus.files("eightway") where photo.lastPathComponent.hasPrefix("Landscape") {
      let folder = try ScratchFolder()
      try folder.write([UInt8](Data(contentsOf: photo)), as: "in.jpg")
      let before = try shell("exiftool -n -s3 -Orientation - <in.jpg", in: folder).text
      let said = try shell("cat in.jpg | \"$0\" info --json -", in: folder).text
      #expect(said.contains("\"orientation\":\(before == "0" ? "1" : before),"))
      let fixed = try shell("cat in.jpg | \"$0\" fix - -o - | exiftool -n -s3 -Orientation -ImageSize -", in: folder)
      #expect(fixed.text == "1\n1800 1200", "\(photo.lastPathComponent): \(fixed.text)")
      let set = try shell("cat in.jpg | \"$0\" orient 7 - -o - | exiftool -n -s3 -Orientation -", in: folder)
      #expect(set.text == "7")
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"), .enabled(if: OutsideTool.pillow.isInstalled))
  func pillowSeesTheSameImageOnBothEnds() throws {
    let script = """
      import io, subprocess, sys
      from PIL import Image, ImageChops, ImageOps, ImageStat
      bytes = open(sys.argv[2], 'rb').read()
      whole = ImageOps.exif_transpose(Image.open(io.BytesIO(bytes))).convert('RGB')
      for words in (['fix', '-', '-o', '-'], ['fix', '--format', 'png', '-', '-o', '-']):
        sent = subprocess.run([sys.argv[1]] + words, input=bytes, stdout=subprocess.PIPE, check=True).stdout
        ours = Image.open(io.BytesIO(sent)).convert('RGB')
        assert ours.size == whole.size, (words, ours.size, whole.size)
        mean = max(ImageStat.Stat(ImageChops.difference(ours, whole)).mean)
        assert mean < 2, (words, mean)
      png = io.BytesIO(); whole.save(png, 'PNG')
      sent = subprocess.run([sys.argv[1], 'crop', '10,20,50,40', '-', '-o', '-'], input=png.getvalue(),
        stdout=subprocess.PIPE, check=True).stdout
      ours = Image.open(io.BytesIO(sent))
      assert ours.format == 'PNG' and ours.convert('RGB').tobytes() == whole.crop((10, 20, 60, 60)).tobytes()
      """
    for photo in Corpus.files("eightway") {
      let answer = try OutsideTool.pillow.run(["-c", script, try #require(UprightTool.path), photo.path])
      #expect(answer.status == 0, "\(photo.lastPathComponent): \(answer.complaints)")
    }
  }
}
