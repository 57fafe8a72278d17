// The sample set: sixteen files that look alike in any reader that uses the tag.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightSamples

@Suite struct SampleSetTests {
  @Test func thereAreSixteenNames() {
    #expect(SampleSet.all.count == 16)
    #expect(Set(SampleSet.all.map(\.name)).count == 16)
    #expect(SampleSet.all.contains { $0.name == "landscape_6" && $0.shape == .landscape && $0.tag == .rightTop })
    #expect(SampleSet.all.contains { $0.name == "portrait_1" && $0.shape == .portrait && $0.tag == .topLeft })
  }

  @Test(arguments: SampleSet.Shape.allCases)
  func displayedImagesDifferInTheNumberAndTheLineOnly(shape: SampleSet.Shape) {
    let samples = SampleSet.all.filter { $0.shape == shape }
    let images = samples.map(\.displayed)
    #expect(Set(images).count == 8)
    for image in images.dropFirst() {
      let differing = places(in: image) { image[$0, $1] != images[0][$0, $1] }
      let number = differing.filter { $0.y < image.height - 120 }
      let line = differing.filter { $0.y >= image.height - 120 }
      #expect(number.allSatisfy { $0.x > image.width * 3 / 8 && $0.x < image.width - 32 })
      #expect(line.allSatisfy { $0.y < image.height - 64 })
      #expect(!number.isEmpty && !line.isEmpty)
    }
  }

  @Test(arguments: SampleSet.all.map(\.name))
  func theNumberIsLegibleInAThumbnail(name: String) throws {
    let sample = try #require(SampleSet.all.first { $0.name == name })
    let small = sample.displayed.reduced(by: 16)
    var digit = TinyImage(width: 5, height: 7, filledWith: [255])
    digit.write("\(sample.tag.rawValue)", x: 0, y: 0, dot: 1, color: [0])
    let dark = places(in: small) { x, y in
      x > small.width * 3 / 8 && y < small.height - 8 && small[x, y].reduce(0) { $0 + Int($1) } < 250
    }
    // Five by seven dots are about 10 × 14 pixels of the small image.
    let (left, top) = (dark.map(\.x).min() ?? 0, dark.map(\.y).min() ?? 0)
    #expect((dark.map(\.y).max() ?? 0) - top >= 12, "\(name)")
    #expect((dark.map(\.x).max() ?? 0) - left >= 5, "\(name)")
    let inked = digit.samples.count { $0 == 0 }
    #expect(abs(dark.count - inked * 34 * 34 / 256) < inked * 3, "\(name): \(dark.count) of \(inked)")
  }

  private func places(in image: TinyImage, where holds: (Int, Int) -> Bool) -> [(x: Int, y: Int)] {
    (0..<image.height).flatMap { y in (0..<image.width).filter { holds($0, y) }.map { (x: $0, y: y) } }
  }

  @Test(arguments: ExifOrientation.allCases)
  func theLineSaysWhatHappenedToTheImage(tag: ExifOrientation) {
    let words = SampleImage.words(for: tag)
    var rows = (0..<7).map { y in (0..<5).map { TinyImage.letterF[$0, y][0] } }
    if words.contains("mirrored") { rows = rows.map { $0.reversed() } }
    if words.contains("upside down") { rows = rows.reversed().map { $0.reversed() } }
    if words.contains("right") { rows = (0..<5).map { x in rows.reversed().map { $0[x] } } }
    if words.contains("left") { rows = (0..<5).reversed().map { x in rows.map { $0[x] } } }
    #expect(TinyImage.letterF.stored(as: tag).samples == rows.flatMap { $0 }, "\(words)")
  }

  @Test(arguments: SampleSet.Shape.allCases)
  func everyTurnAndMirrorShowsInTheCorners(shape: SampleSet.Shape) {
    let displayed = SampleSet.Sample(shape, .topLeft).displayed
    let forms = ExifOrientation.allCases.map { displayed.stored(as: $0) }
    let corners = forms.map { [$0[0, 0], $0[$0.width - 1, 0], $0[0, $0.height - 1]] }
    #expect(Set(corners).count == 8)
  }

  @Test func sizesAreWholeBlocks() {
    for shape in SampleSet.Shape.allCases {
      #expect(shape.size.width % 16 == 0)
      #expect(shape.size.height % 16 == 0)
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: SampleSet.all.map(\.name))
  func anotherReaderSeesThemUpright(name: String) throws {
    let sample = try #require(SampleSet.all.first { $0.name == name })
    let folder = try ScratchFolder()
    let path = try folder.write(sample.jpeg, as: "sample.jpg")
    let script = """
      import sys
      from PIL import Image, ImageOps
      image = Image.open(sys.argv[1])
      tag = image.getexif().get(274)
      seen = ImageOps.exif_transpose(image).convert("RGB")
      w, h = seen.size
      print(tag, w, h, *[v for p in [(20, 20), (w - 20, 20), (w - 20, h - 20), (20, h - 20)] for v in seen.getpixel(p)])
      """
    let answer = try OutsideTool.pillow.run(["-W", "error", "-c", script, path])
    let numbers = answer.text.split(separator: " ").compactMap { Int($0) }
    try #require(numbers.count == 15, "\(answer.complaints)")
    #expect(numbers[0] == Int(sample.tag.rawValue))
    #expect(numbers[1] == sample.shape.size.width)
    #expect(numbers[2] == sample.shape.size.height)
    let corners = [214, 40, 40, 40, 160, 60, 40, 70, 200, 250, 205, 30]
    #expect(zip(numbers[3...], corners).allSatisfy { abs($0 - $1) <= 6 }, "\(numbers)")
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: [6, 8])
  func thumbnailsAreStoredLikeTheImage(tag: Int) throws {
    let orientation = try #require(ExifOrientation(rawValue: UInt8(tag)))
    let folder = try ScratchFolder()
    for shape in SampleSet.Shape.allCases {
      let sample = SampleSet.Sample(shape, orientation)
      let path = try folder.write(sample.jpeg, as: "sample.jpg")
      let answer = try OutsideTool.exiftool.run(["-b", "-ThumbnailImage", path])
      let thumbnail = try folder.write(answer.output, as: "thumbnail.jpg")
      let size = try OutsideTool.exiftool.run(["-n", "-T", "-ImageWidth", "-ImageHeight", "-Warning", thumbnail])
      let stored = sample.stored
      #expect(size.text == "\(stored.width / 8)\t\(stored.height / 8)\t-")
      let main = try OutsideTool.exiftool.run(["-n", "-T", "-ExifImageWidth", "-ExifImageHeight", "-Warning", path])
      #expect(main.text == "\(stored.width)\t\(stored.height)\t-")
    }
  }
}
