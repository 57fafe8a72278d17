// The JPEG writer, judged by other decoders: samples, sampling, restarts, and every segment in its position.

import Testing
import UprightFixtures
import UprightTestTools

@Suite struct TinyJPEGTests {
  /// Decodes with djpeg; any warning fails.
  private func decoded(_ bytes: [UInt8], _ options: [String] = []) throws -> TinyImage {
    let folder = try ScratchFolder()
    let file = try folder.write(bytes, as: "picture.jpg")
    let answer = try OutsideTool.djpeg.run(["-dct", "int", "-nosmooth"] + options + [file])
    try #require(answer.status == 0 && answer.complaints.isEmpty, "\(answer.complaints)")
    return try #require(TinyImage(portableMap: answer.output))
  }

  private func largestDifference(_ one: TinyImage, _ other: TinyImage) -> Int {
    guard one.width == other.width, one.height == other.height, one.channels == other.channels else { return .max }
    return zip(one.samples, other.samples).map { abs(Int($0) - Int($1)) }.max() ?? .max
  }

  @Test(.enabled(if: OutsideTool.djpeg.isInstalled, "needs djpeg"), arguments: TinyJPEG.Sampling.allCases, [0, 1, 3])
  func flatBlocksAreExact(sampling: TinyJPEG.Sampling, restartInterval: Int) throws {
    let image = TinyImage.sixColors.enlarged(by: 16)
    var file = TinyJPEG(image, segments: [.jfif])
    file.sampling = sampling
    file.restartInterval = restartInterval
    let found = try decoded(file.bytes)
    #expect(largestDifference(found, image) <= 1)
  }

  @Test(.enabled(if: OutsideTool.djpeg.isInstalled, "needs djpeg"), arguments: [0, 2])
  func graysAreExact(restartInterval: Int) throws {
    let image = TinyImage.sixGrays.enlarged(by: 8)
    var file = TinyJPEG(image, segments: [.jfif])
    file.restartInterval = restartInterval
    #expect(largestDifference(try decoded(file.bytes), image) == 0)
  }

  /// Uneven in every direction, with fine detail, and no multiple of eight.
  static func texture(channels: Int) -> TinyImage {
    var image = TinyImage(width: 45, height: 37, filledWith: Array(repeating: 0, count: channels))
    for y in 0..<37 {
      for x in 0..<45 {
        image[x, y] = (0..<channels).map { channel in
          UInt8(truncatingIfNeeded: 40 + x * 3 + y * (channel + 1) + ((x / 3 + y / 2) % 2) * 60)
        }
      }
    }
    return image
  }

  @Test(.enabled(if: OutsideTool.djpeg.isInstalled, "needs djpeg"))
  func detailSurvivesAtFullQuality() throws {
    let gray = Self.texture(channels: 1)
    #expect(largestDifference(try decoded(TinyJPEG(gray).bytes), gray) <= 1)
    let color = Self.texture(channels: 3)
    #expect(largestDifference(try decoded(TinyJPEG(color, segments: [.jfif]).bytes), color) <= 3)
    var plain = TinyJPEG(color)
    plain.convertsColor = false
    #expect(largestDifference(try decoded(plain.bytes), color) <= 1)
  }

  @Test(.enabled(if: OutsideTool.djpeg.isInstalled, "needs djpeg"), arguments: TinyJPEG.Sampling.allCases)
  func sizesThatAreNoMultiplesKeepTheirCorners(sampling: TinyJPEG.Sampling) throws {
    var image = TinyImage.letterF.enlarged(by: 5)
    image.fill(x: 0, y: 0, width: 1, height: 1, with: [0])
    var color = TinyImage(width: image.width, height: image.height, filledWith: [0, 0, 0])
    for y in 0..<image.height {
      for x in 0..<image.width { color[x, y] = Array(repeating: image[x, y][0], count: 3) }
    }
    var file = TinyJPEG(color, segments: [.jfif])
    file.sampling = sampling
    #expect(largestDifference(try decoded(file.bytes), color) <= 2)
  }

  @Test(.enabled(if: OutsideTool.djpeg.isInstalled, "needs djpeg"))
  func lowerQualityIsSmallerAndStillClose() throws {
    let image = Self.texture(channels: 3)
    var file = TinyJPEG(image)
    let large = file.bytes
    file.quality = 75
    let small = file.bytes
    #expect(small.count < large.count / 2)
    let found = try decoded(small)
    let sum = zip(found.samples, image.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(sum < 12 * image.samples.count)
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"))
  func fourComponentsAreAsGiven() throws {
    let image = TinyImage(width: 16, height: 8, filledWith: [10, 90, 170, 250])
    let folder = try ScratchFolder()
    let file = try folder.write(TinyJPEG(image).bytes, as: "cmyk.jpg")
    let script = "import sys; from PIL import Image; i = Image.open(sys.argv[1]); print(i.mode, *i.getpixel((15, 7)))"
    let answer = try OutsideTool.pillow.run(["-c", script, file])
    #expect(answer.text == "CMYK 245 165 85 5", "Pillow takes them for inverted, as Adobe writes them")
  }

  @Test func segmentsStandInTheOrderGiven() {
    var file = TinyJPEG(.sixGrays, segments: [.jfif, .comment("a"), .exif(TinyTIFF(orientation: 6))])
    file.segments[1].fillBytes = 3
    file.segmentsAfterFrame = [.xmp(TinyXMP.packet(orientation: "6"))]
    file.trailer = [1, 2, 3]
    let bytes = file.bytes
    #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]))
    #expect(Array(bytes[20..<27]) == [0xFF, 0xFF, 0xFF, 0xFF, 0xFE, 0, 3])
    #expect(Array(bytes[28..<32]) == [0xFF, 0xE1, 0, 34])
    #expect(bytes.suffix(5) == [0xFF, 0xD9, 1, 2, 3])
    let text = String(decoding: bytes.filter { $0 < 128 }, as: UTF8.self)
    #expect(text.contains("tiff:Orientation=\"6\""))
  }

  @Test func profilesAreCutAndNumbered() {
    let profile = TinySegment.profile(byteCount: 300)
    let parts = TinySegment.icc(profile, chunk: 128)
    #expect(parts.map { Array($0.payload[12..<14]) } == [[1, 3], [2, 3], [3, 3]])
    #expect(parts.flatMap { $0.payload.dropFirst(14) } == profile)
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func furtherImagesAreFoundByTheirIndex() throws {
    let second = TinyJPEG(.sixGrays.enlarged(by: 8)).bytes
    var file = TinyJPEG(.sixColors.enlarged(by: 8), exif: TinyTIFF(orientation: 6))
    file.furtherImages = [second]
    let folder = try ScratchFolder()
    let path = try folder.write(file.bytes, as: "mpf.jpg")
    #expect(try OutsideTool.exiftool.run(["-b", "-MPImage2", path]).output == second)
    #expect(try OutsideTool.exiftool.run(["-n", "-T", "-NumberOfImages", "-Warning", path]).text == "2\t-")
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: TinyXMP.Form.allCases)
  func packetsAreReadByOthers(form: TinyXMP.Form) throws {
    let folder = try ScratchFolder()
    let file = TinyJPEG(.sixGrays, segments: [.xmp(TinyXMP.packet(orientation: "6", form: form))])
    let path = try folder.write(file.bytes, as: "xmp.jpg")
    #expect(try OutsideTool.exiftool.run(["-n", "-T", "-XMP-tiff:Orientation", "-Warning", path]).text == "6\t-")
  }
}
