// Files from the builder of WebPs, read by other programs: pixels, flags and frames.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@Suite struct TinyWebPTests {
  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"))
  func pixelsAreReadBack() throws {
    let folder = try ScratchFolder()
    var (paths, expected): ([String], [String]) = ([], [])
    for image in [TinyImage.sixColors, .letterF, TinyImage.sixColors.enlarged(by: 7)] {
      for tag in ExifOrientation.allCases {
        let stored = image.stored(as: tag)
        for (index, file) in [TinyWebP(stored), TinyWebP(stored, exif: TinyTIFF(orientation: 6))].enumerated() {
          paths.append(try folder.write(file.bytes, as: "\(paths.count)-\(index).webp"))
          let pixels = (0..<stored.width * stored.height).map { stored[$0 % stored.width, $0 / stored.width] }
          let samples = pixels.flatMap { $0.count == 1 ? [$0[0], $0[0], $0[0]] : $0 }
          expected.append("\(stored.width) \(stored.height) " + samples.map(String.init).joined(separator: " "))
        }
      }
    }
    let script = """
      import sys
      from PIL import Image
      for path in sys.argv[1:]:
          image = Image.open(path)
          print(*image.size, *image.convert('RGB').tobytes())
      """
    let answer = try OutsideTool.pillow.run(["-c", script] + paths)
    #expect(answer.text.split(separator: "\n").map(String.init) == expected, "\(answer.complaints)")
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"))
  func framesAndLossyPixelsAreReadToo() throws {
    var video = TinyWebP(.sixColors, exif: TinyTIFF(orientation: 6))
    video.animate()
    let script = """
      import sys
      from PIL import Image
      image = Image.open(sys.argv[1])
      last = image.n_frames - 1
      image.seek(last)
      pixels = image.convert('RGB')
      print(*image.size, last + 1, image.getexif().get(274), pixels.getpixel((0, 0)), pixels.getpixel((image.width - 1, 0)))
      """
    let films = [video.bytes, TinyWebP(lossyWith: [.exif(TinyTIFF(orientation: 3).bytes)]).bytes]
    let answers = try films.map {
      String(decoding: try OutsideTool.pillow.run(["-c", script, "{in}"], input: $0), as: UTF8.self)
    }
    #expect(answers == ["3 2 2 6 (255, 0, 0) (0, 0, 255)\n", "16 8 1 3 (0, 0, 0) (255, 255, 255)\n"])
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func chunksAndFlagsAreRead() throws {
    let chunks: [TinyWebP.Chunk] = [.exif(TinyTIFF(orientation: 6).bytes), .xmp(TinyXMP.packet(orientation: "3"))]
    let arguments = ["-n", "-T", "-WebP_Flags", "-IFD0:Orientation", "-XMP-tiff:Orientation", "-Warning", "{in}"]
    let answer = try OutsideTool.exiftool.run(arguments, input: TinyWebP(.sixColors, chunks: chunks).bytes)
    #expect(String(decoding: answer, as: UTF8.self) == "12\t6\t3\t-\n")
  }

  @Test func lengthsAreRightUnlessAskedToBeWrong() {
    var file = TinyWebP(.sixColors, chunks: [TinyWebP.Chunk("XMP ", [1])])
    #expect(file.bytes[4..<8].elementsEqual(TinyTIFF.ByteOrder.little.bytes(file.bytes.count - 8, width: 4)))
    let whole = file.bytes
    file.omitsFiller = true
    #expect(file.bytes.count == whole.count - 1)
    (file.omitsFiller, file.lengthError) = (false, 5)
    #expect(file.bytes[4] == whole[4] + 5)
  }
}
