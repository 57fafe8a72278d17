// Files from the builder of GIFs, read by other programs.

import Testing
import UprightFixtures
import UprightTestTools

@Suite struct TinyGIFTests {
  @Test(
    .enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: [1, 2, 7, 15])
  func pixelsAreReadBack(factor: Int) throws {
    let script = """
      import sys
      from PIL import Image
      image = Image.open(sys.argv[1])
      print(*image.size, *image.convert('RGB').tobytes())
      """
    let image = TinyImage.sixColors.enlarged(by: factor)
    let answer = try OutsideTool.pillow.run(["-c", script, "{in}"], input: TinyGIF(image).bytes)
    let samples = image.samples.map(String.init).joined(separator: " ")
    #expect(String(decoding: answer, as: UTF8.self) == "\(image.width) \(image.height) \(samples)\n")
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func thePacketIsRead() throws {
    var file = TinyGIF(.sixGrays)
    file.extensions = TinyGIF.xmp(TinyXMP.packet(orientation: "6"))
    let answer = try OutsideTool.exiftool.run(
      ["-n", "-T", "-XMP-tiff:Orientation", "-Warning", "{in}"], input: file.bytes)
    #expect(String(decoding: answer, as: UTF8.self) == "6\t-\n")
  }
}
