// Files from the builder of bitmaps, read by other programs.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@Suite struct TinyBMPTests {
  @Test(
    .enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: TinyBMP.Header.allCases)
  func pixelsAreReadBack(header: TinyBMP.Header) throws {
    let script = """
      import sys
      from PIL import Image
      image = Image.open(sys.argv[1])
      print(*image.size, *image.convert('RGB').tobytes())
      """
    for tag in [ExifOrientation.topLeft, .rightTop] {
      let image = TinyImage.sixColors.stored(as: tag)
      let answer = try OutsideTool.pillow.run(["-c", script, "{in}"], input: TinyBMP(image, header).bytes)
      let samples = image.samples.map(String.init).joined(separator: " ")
      #expect(String(decoding: answer, as: UTF8.self) == "\(image.width) \(image.height) \(samples)\n")
    }
  }
}
