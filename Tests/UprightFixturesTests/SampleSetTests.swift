// The sample set: sixteen files that look alike to whoever respects the tag.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@Suite struct SampleSetTests {
  static let files = SampleSet.files()

  @Test func thereAreSixteenNames() {
    #expect(Self.files.count == 16)
    #expect(Set(Self.files.map(\.name)).count == 16)
    #expect(Self.files.contains { $0.name == "landscape_6.jpg" })
    #expect(Self.files.contains { $0.name == "portrait_1.jpg" })
  }

  @Test func displayedPicturesDifferInTheNumberOnly() {
    for shape in SampleSet.Shape.allCases {
      let one = SampleSet.displayed(shape, .topLeft)
      let six = SampleSet.displayed(shape, .rightTop)
      let differing = zip(one.samples, six.samples).count { $0 != $1 }
      #expect(differing > 0)
      #expect(differing < one.samples.count / 20)
    }
  }

  @Test func everyTurnAndMirrorShowsInTheCorners() {
    for shape in SampleSet.Shape.allCases {
      let forms = ExifOrientation.allCases.map { SampleSet.displayed(shape, .topLeft).stored(as: $0) }
      let corners = forms.map { [$0[0, 0], $0[$0.width - 1, 0], $0[0, $0.height - 1]] }
      #expect(Set(corners).count == 8)
    }
  }

  @Test func sizesAreWholeBlocks() {
    for shape in SampleSet.Shape.allCases {
      #expect(shape.size.width % 16 == 0)
      #expect(shape.size.height % 16 == 0)
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: files.map(\.name))
  func anotherReaderSeesThemUpright(name: String) throws {
    let file = try #require(Self.files.first { $0.name == name })
    let folder = try ScratchFolder()
    let path = try folder.write(file.bytes, as: name)
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
    let shape: SampleSet.Shape = name.hasPrefix("landscape") ? .landscape : .portrait
    try #require(numbers.count == 15, "\(answer.complaints)")
    #expect("\(shape.rawValue)_\(numbers[0]).jpg" == name)
    #expect(numbers[1] == shape.size.width)
    #expect(numbers[2] == shape.size.height)
    let corners = [214, 40, 40, 40, 160, 60, 40, 70, 200, 250, 205, 30]
    #expect(zip(numbers[3...], corners).allSatisfy { abs($0 - $1) <= 6 }, "\(numbers)")
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: [6, 8])
  func thumbnailsAreStoredLikeThePicture(tag: Int) throws {
    let orientation = try #require(ExifOrientation(rawValue: UInt8(tag)))
    let folder = try ScratchFolder()
    for shape in SampleSet.Shape.allCases {
      let path = try folder.write(SampleSet.file(shape, orientation), as: "sample.jpg")
      let answer = try OutsideTool.exiftool.run(["-b", "-ThumbnailImage", path])
      let thumbnail = try folder.write(answer.output, as: "thumbnail.jpg")
      let size = try OutsideTool.exiftool.run(["-n", "-T", "-ImageWidth", "-ImageHeight", "-Warning", thumbnail])
      let stored = SampleSet.displayed(shape, orientation).stored(as: orientation)
      #expect(size.text == "\(stored.width / 8)\t\(stored.height / 8)\t-")
      let main = try OutsideTool.exiftool.run(["-n", "-T", "-ExifImageWidth", "-ExifImageHeight", "-Warning", path])
      #expect(main.text == "\(stored.width)\t\(stored.height)\t-")
    }
  }
}
