// Files from the builder of PNGs, read by other programs: pixels, chunks and checksums.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@Suite struct TinyPNGTests {
  /// The pixels of files as Pillow reads them, one line each.
  private func pillow(_ files: [[UInt8]], mode: String) throws -> [String] {
    let folder = try ScratchFolder()
    let paths = try files.enumerated().map { try folder.write($1, as: "\($0)") }
    let script = """
      import sys
      from PIL import Image
      for path in sys.argv[1:]:
          Image.open(path).verify()
          image = Image.open(path)
          print(image.mode, *image.size, *image.tobytes())
      """
    let answer = try OutsideTool.pillow.run(["-c", script] + paths)
    #expect(answer.status == 0, "\(answer.complaints)")
    return answer.text.split(separator: "\n").map(String.init)
  }

  private func line(_ image: TinyImage) -> String {
    let mode = image.channels == 1 ? "L" : "RGB"
    return "\(mode) \(image.width) \(image.height) " + image.samples.map(String.init).joined(separator: " ")
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"))
  func pixelsAreReadBack() throws {
    var images: [TinyImage] = []
    for image in [TinyImage.sixGrays, .sixColors, .letterF] {
      for tag in ExifOrientation.allCases { images.append(image.stored(as: tag)) }
    }
    let files = images.map { image in
      var file = TinyPNG(image, exif: TinyTIFF(orientation: 6))
      file.pixelBytesPerChunk = image.width
      return file.bytes
    }
    #expect(try pillow(files, mode: "L") == images.map(line))
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: TinyPNG.Chunk.TextForm.allCases)
  func textIsReadInEveryForm(form: TinyPNG.Chunk.TextForm) throws {
    let chunks: [TinyPNG.Chunk] = [
      .text("Comment", Array("Upright".utf8), form), .rawProfile(TinyTIFF(orientation: 6).bytes, form),
    ]
    let arguments = ["-n", "-T", "-Comment", "-IFD0:Orientation", "-Warning", "{in}"]
    let answer = try OutsideTool.exiftool.run(arguments, input: TinyPNG(.sixGrays, chunks: chunks).bytes)
    #expect(String(decoding: answer, as: UTF8.self) == "Upright\t6\t-\n")
  }

  @Test(
    .enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"),
    arguments: [TinyPNG.Chunk.TextForm.international, .internationalPacked])
  func packetsAreRead(form: TinyPNG.Chunk.TextForm) throws {
    let file = TinyPNG(.sixGrays, chunks: [.xmp(TinyXMP.packet(orientation: "6"), form)])
    let answer = try OutsideTool.exiftool.run(["-n", "-T", "-XMP-tiff:Orientation", "{in}"], input: file.bytes)
    #expect(String(decoding: answer, as: UTF8.self) == "6\n")
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"))
  func aWrongChecksumIsSeen() throws {
    var chunk = TinyPNG.Chunk("gAMA", [0, 0, 177, 143])
    chunk.checksumError = 1
    let script = """
      import sys
      from PIL import Image
      try:
          Image.open(sys.argv[1]).verify()
          print('sound')
      except (SyntaxError, OSError):
          print('broken')
      """
    for (error, word) in [(UInt32(0), "sound"), (1, "broken")] {
      chunk.checksumError = error
      let file = TinyPNG(.sixGrays, chunks: [chunk]).bytes
      let answer = try OutsideTool.pillow.run(["-c", script, "{in}"], input: file)
      #expect(String(decoding: answer, as: UTF8.self) == "\(word)\n")
    }
  }

  @Test func storedBlocksAreCutWhereAsked() {
    #expect(
      TinyPNG.zlib([1, 2, 3], block: 2) == [0x78, 1, 0, 2, 0, 0xFD, 0xFF, 1, 2, 1, 1, 0, 0xFE, 0xFF, 3, 0, 13, 0, 7])
    #expect(TinyPNG.zlib([]) == [0x78, 1, 1, 0, 0, 0xFF, 0xFF, 0, 0, 0, 1])
  }
}
