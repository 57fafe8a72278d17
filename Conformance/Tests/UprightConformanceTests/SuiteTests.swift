// The suite: names, files and expectations, as other programs read them.

import Foundation
import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightConformance

@Suite struct SuiteTests {
  @Test func namesAreUniqueAndFilesAreTheSameUnderOneName() {
    let cases = ConformanceSuite.cases
    #expect(Set(cases.map(\.id)).count == cases.count)
    let files = Dictionary(grouping: cases, by: \.file.name).values
    #expect(files.allSatisfy { group in group.allSatisfy { $0.file.bytes == group[0].file.bytes } })
    #expect(cases.allSatisfy { !$0.why.isEmpty && !$0.file.accepted.isEmpty && !$0.file.bytes.isEmpty })
  }

  @Test func everyFormatHasEveryTagAndEveryClassOccurs() {
    for format in ConformanceCase.Format.allCases {
      let tags = ConformanceSuite.cases.filter { $0.format == format && !$0.isUnusual }.map(\.file.accepted[0])
      #expect(Set(tags) == Set(ExifOrientation.allCases))
    }
    #expect(Set(ConformanceSuite.cases.map(\.requirement)) == Set(Requirement.allCases))
  }

  @Test(arguments: CaseSize.allCases)
  func allOrientationsOfThePictureDiffer(_ size: CaseSize) {
    for one in ExifOrientation.allCases {
      for other in ExifOrientation.allCases {
        let images = (size.picture.stored(as: one), size.picture.stored(as: other))
        #expect(ImageComparison.holds(images.0, images.1, .lossless) == (one == other))
      }
    }
  }

  @Test func everyExpectedResultPassesAndEveryOtherTagFails() {
    // What is judged here does not depend on the format.
    struct Kind: Hashable {
      let stored: TinyImage
      let accepted: [ExifOrientation]
      let operation: CaseOperation
    }
    var seen: Set<Kind> = []
    for request in ConformanceSuite.cases {
      let file = request.file
      let kind = Kind(stored: file.stored, accepted: file.accepted, operation: request.operation)
      guard seen.insert(kind).inserted else { continue }
      for tag in ExifOrientation.allCases {
        let image = DeliveredImage(stored: request.expected(as: tag), tag: .topLeft)
        let isSame = request.expected.contains { $0 == image.stored }
        let verdict = Judge.verdict(on: image, of: request)
        #expect(verdict.isPass == (isSame || request.file.accepted.contains(tag)), "\(request.id) as \(tag)")
      }
    }
  }

  @Test func jsonHasEveryCase() throws {
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(ConformanceSuite.json.utf8)) as? [String: Any])
    let cases = try #require(json["cases"] as? [[String: Any]])
    #expect(cases.count == ConformanceSuite.cases.count)
    #expect(json["suite"] as? String == ConformanceSuite.version)
    #expect(cases.allSatisfy { $0["why"] is String && $0["judged"] is String })
  }

  /// Pillow transposes every file by its tag, and compares it with the expected image.
  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"))
  func pillowDisplaysFilesAsExpected() throws {
    let folder = try ScratchFolder()
    let cases = ConformanceSuite.cases.filter { !$0.isUnusual && [.jpeg, .png, .webp, .tiff].contains($0.format) }
    try SuiteFolder.write(into: folder.path("suite"), cases: cases, expected: true)
    let script = """
      import json, sys
      from PIL import Image, ImageChops, ImageOps, __version__
      # Before 10, Pillow rotates a TIFF that libtiff decodes, and leaves the tag, by which it rotates it again.
      formats = ("jpeg", "png", "webp") + (("tiff",) if int(__version__.split(".")[0]) >= 10 else ())
      count = 0
      for case in json.load(open("suite/cases.json"))["cases"]:
          kind = case["id"].split("/")
          if case["operation"] not in ("load", "crop") or kind[0] not in formats: continue
          if kind[1] == "unusual": continue
          shown = ImageOps.exif_transpose(Image.open("suite/" + case["file"])).convert("RGB")
          if case["operation"] == "crop":
              n = case["numbers"]
              shown = shown.crop((n["x"], n["y"], n["x"] + n["w"], n["y"] + n["h"]))
          want = Image.open("suite/expected/" + "-".join(kind) + ".png").convert("RGB")
          assert shown.size == want.size, case["id"]
          pixels = list(ImageChops.difference(shown, want).convert("L").getdata())
          assert sum(pixels) / len(pixels) < 12, case["id"]
          count += 1
      print(count == (112 if "tiff" in formats else 96))
      """
    let answer = try OutsideTool.pillow.run(["-c", script], in: folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.text == "True")
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func exiftoolReadsTheTags() throws {
    let folder = try ScratchFolder()
    let cases = ConformanceSuite.cases.filter { $0.operation == .load && !$0.isUnusual }
    try SuiteFolder.write(into: folder.path("suite"), cases: cases)
    let answer = try OutsideTool.exiftool.run(["-T", "-n", "-FileName", "-Orientation", "suite"], in: folder)
    let tags = Dictionary(
      uniqueKeysWithValues: answer.text.split(separator: "\n").map { $0.split(separator: "\t") }.map { ($0[0], $0[1]) })
    for request in cases where [.jpeg, .png, .webp, .tiff].contains(request.format) {
      #expect(tags[Substring(request.file.name)] == "\(request.file.accepted[0].rawValue)")
    }
  }

  /// The matrices of the headers: nine words each that end with 1 in 2.30 format, and have 0 above it.
  private static func matrices(in bytes: [UInt8]) -> [[Double]] {
    var (found, free): ([[Double]], Int) = ([], 0)
    for end in 32...bytes.count - 4 where end - 32 >= free && bytes[end..<end + 4].elementsEqual([0x40, 0, 0, 0]) {
      var words: [Double] = []
      for place in stride(from: end - 32, to: end, by: 4) {
        var word: Int32 = 0
        for byte in bytes[place..<place + 4] { word = word << 8 | Int32(byte) }
        words.append(Double(word) / 65_536)
      }
      guard words[2] == 0, words[5] == 0 else { continue }
      found.append(words)
      free = end + 4
    }
    return found
  }

  /// ISO/IEC 14496-12, 8.3.2: x' = ax + cy + tx, y' = bx + dy + ty. Players cut off what is outside the displayed area.
  @Test(arguments: ConformanceSuite.cases.filter { [.mp4, .mov].contains($0.format) && $0.operation == .load })
  func framesAreInsideTheDisplayedArea(_ request: ConformanceCase) throws {
    guard !["matrix-without-translation", "matrix-zero"].contains(where: request.id.contains) else { return }
    let matrices = Self.matrices(in: request.file.bytes)
    #expect(matrices.count == 2)
    let expected = request.expected[0]
    let hasOtherSides = request.file.accepted[0].rawValue > 4
    let (corner, other) = (Double(expected.width), Double(expected.height))
    let corners = [(0.0, 0.0), hasOtherSides ? (other, corner) : (corner, other)]
    let turned = matrices.reversed().reduce(corners) { corners, m in
      corners.map { (m[0] * $0.0 + m[3] * $0.1 + m[6], m[1] * $0.0 + m[4] * $0.1 + m[7]) }
    }
    let (xs, ys) = (turned.map(\.0).sorted(), turned.map(\.1).sorted())
    #expect(xs == [0, Double(expected.width)] && ys == [0, Double(expected.height)], "\(request.id)")
  }

  /// ffmpeg rotates frames by the matrix, and mirrors them.
  @Test(
    .enabled(if: OutsideTool.ffmpeg.isInstalled, "needs ffmpeg"),
    arguments: ["mp4/whole/", "mov/whole/", "mp4/unusual/"])
  func ffmpegDisplaysMoviesAsExpected(_ prefix: String) throws {
    let folder = try ScratchFolder()
    let cases = ConformanceSuite.cases.filter { $0.id.hasPrefix(prefix) && $0.operation == .load }
    #expect(cases.count == (prefix == "mp4/unusual/" ? 5 : 8))
    for request in cases {
      let path = try folder.write(request.file.bytes, as: request.file.name)
      let frame = try OutsideTool.ffmpeg.run([
        "-v", "error", "-i", path, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
      ])
      let expected = request.expected[0]
      let image = TinyImage(width: expected.width, height: expected.height, channels: 3, samples: Array(frame.output))
      #expect(image.map { ImageComparison.holds($0, expected, .lossy) } == true, "\(request.id)")
    }
  }

  /// exiftool extracts thumbnails and gain maps; they are displayed as the image, by its tag.
  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: ExifOrientation.allCases)
  func exiftoolFindsWhatIsToBeKept(_ tag: ExifOrientation) throws {
    let folder = try ScratchFolder()
    for (part, name) in [(KeptPart.thumbnail, "-ThumbnailImage"), (.gainMap, "-MPImage2")] {
      let file = KeptFiles.file(part, tag)
      let path = try folder.write(file.bytes, as: file.name)
      let answer = try OutsideTool.exiftool.run(["-b", name, path])
      let small = try DeliveredImage(Array(answer.output)).stored.displayed(as: tag)
      #expect(ImageComparison.holds(small, CaseSize.whole.picture.resampled(width: 48, height: 32), .scaled))
    }
    let file = KeptFiles.file(.regions, tag)
    let names = ["X", "Y", "W", "H"].map { "-RegionArea\($0)" } + ["W", "H"].map { "-RegionAppliedToDimensions\($0)" }
    let answer = try OutsideTool.exiftool.run(["-n", "-T"] + names + [try folder.write(file.bytes, as: file.name)])
    let numbers = answer.text.split { "\t\n".contains($0) }.compactMap { Double($0) }
    let area = try #require(numbers.count == 6 ? numbers : nil)
    #expect((Int(area[4]), Int(area[5])) == (file.stored.width, file.stored.height))
    for (across, down) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] {
      let x = Int((area[0] + across * 0.99 * area[2]) * Double(file.stored.width))
      let y = Int((area[1] + down * 0.99 * area[3]) * Double(file.stored.height))
      #expect(file.stored[x, y] == [0, 255, 0], "tag \(tag)")
    }
  }

  /// PNG, WebP and TIFF define the tag, but do not require readers to follow it. No standard says what removing
  /// metadata leaves. A tag of 1 changes nothing, and coded formats state the orientation of the image itself.
  @Test func classesAreThoseOfTheClauses() {
    for request in ConformanceSuite.cases where !request.isUnusual && request.operation != .keep {
      let isTagged = request.file.accepted[0] != .topLeft
      let isLeft = [.png, .webp, .tiff].contains(request.format) && isTagged
      let isStripped = [.jpeg, .png, .webp].contains(request.format) && request.operation == .strip
      if isLeft || isStripped { #expect(request.requirement == .should, "\(request.id)") }
      let isHistory = request.id.contains("/exif/") && request.operation == .load
      if [.heic, .avif, .jxl].contains(request.format) {
        #expect(request.requirement == (isHistory ? .should : .must), "\(request.id)")
      }
      if request.format == .jpeg, request.operation == .load || request.operation == .crop {
        #expect(request.requirement == .must, "\(request.id)")
      }
      // The result is a WebP.
      if request.format == .jpeg, request.operation == .convert {
        #expect(request.requirement == (isTagged ? .should : .must), "\(request.id)")
      }
    }
  }

  /// `must` needs a rule for readers, or a field without another meaning.
  @Test func fewUnusualFilesAreMusts() {
    let musts = ConformanceSuite.cases.filter { $0.isUnusual && $0.requirement == .must }.map(\.id)
    let names = ["short-little", "short-big", "thumbnail-differs", "thumbnail-only"].map { "jpeg/unusual/\($0)/load" }
    #expect(musts == names + ["mp4/unusual/header-last/load"])
  }

  /// By the brand, some readers ignore Exif, as MIAF asks.
  @Test func heicsAreMIAF() {
    for request in ConformanceSuite.cases where request.format == .heic {
      let head = request.file.bytes.prefix(40)
      let isMIAF = head.indices.contains { head[$0...].starts(with: Array("miaf".utf8)) }
      #expect(isMIAF != request.id.contains("imir-before-irot"), "\(request.id)")
    }
  }

  /// The cases whose Exif has an orientation of its own, which is to be ignored.
  private static let contradicted = ConformanceSuite.cases.filter {
    [.heic, .avif, .jxl].contains($0.format) && ($0.id.contains("/exif/") || $0.operation == .strip)
  }

  /// exiftool reads Exif. It differs from what decides, so that no reader of Exif passes by luck.
  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func exifOfCodedImagesDisagrees() throws {
    #expect(Self.contradicted.count == 3 * 8 * 3)
    let folder = try ScratchFolder()
    try SuiteFolder.write(into: folder.path("suite"), cases: Self.contradicted)
    let answer = try OutsideTool.exiftool.run(["-T", "-n", "-FileName", "-IFD0:Orientation", "suite"], in: folder)
    let tags = try Dictionary(
      uniqueKeysWithValues: answer.text.split(separator: "\n").map { $0.split(separator: "\t") }.map {
        ($0[0], try #require(UInt8($0[1]).flatMap(ExifOrientation.init)))
      })
    #expect(tags.count == 24)
    for request in Self.contradicted {
      let (other, right) = (try #require(tags[Substring(request.file.name)]), request.file.accepted[0])
      #expect(other != .topLeft && other != right, "\(request.id)")
    }
  }

  /// A program that reads Exif only, or Exif and the field that decides in either order, fails for each tag; one that
  /// reads neither passes for tag 1 only. So does one that copies Exif to its result.
  @Test func noReaderOfExifPassesByLuck() {
    for request in Self.contradicted {
      let (stored, right) = (request.file.stored, request.file.accepted[0])
      let other = TaggedFiles.contradiction(of: right)
      let misread = [
        stored.displayed(as: other), stored.displayed(as: right).displayed(as: other),
        stored.displayed(as: other).displayed(as: right),
      ]
      for image in misread {
        #expect(!Judge.verdict(on: DeliveredImage(stored: image, tag: .topLeft), of: request).isPass, "\(request.id)")
      }
      for image in [stored, stored.displayed(as: right)] {
        #expect(!Judge.verdict(on: DeliveredImage(stored: image, tag: other), of: request).isPass, "\(request.id)")
      }
      let ignored = Judge.verdict(on: DeliveredImage(stored: stored, tag: .topLeft), of: request)
      #expect(ignored.isPass == (right == .topLeft), "\(request.id)")
    }
  }

  /// The tag decides in a JPEG that is made of it; a PNG's tag is history only.
  @Test func classesOfFilesWithExifBesidesAreThoseOfTheResult() {
    for format in ["heic", "avif", "jxl"] {
      let described = ConformanceSuite.cases.filter { $0.id.hasPrefix("\(format)/exif/") }
      #expect(described.count == 16 && described.allSatisfy { !$0.isUnusual })
      #expect(described.allSatisfy { $0.requirement == ($0.operation == .load ? .should : .must) })
    }
  }

  /// At most one eXIf is allowed, and readers may take Exif for history only.
  @Test func readersMayIgnoreExifOfAnUnusualPNG() {
    let unusual = ConformanceSuite.cases.filter { $0.format == .png && $0.isUnusual }
    #expect(unusual.count == 5 && unusual.allSatisfy { $0.file.accepted.contains(.topLeft) })
  }

  /// Other decoders than this program's, which has coded images of its own in no format here: libheif, libavif and
  /// libjxl display the corners as expected. avifdec ignores the tag, so only the coded image is compared.
  @Test(
    .enabled(if: OutsideTool.heifConvert.isInstalled, Comment(rawValue: OutsideTool.heifConvert.reason)),
    arguments: ["heic", "avif"])
  func libheifDisplaysFilesAsExpected(_ format: String) throws {
    try Self.compare(format) { source, target in try OutsideTool.heifConvert.run([source, target]) }
  }

  @Test(.enabled(if: OutsideTool.avifdec.isInstalled, Comment(rawValue: OutsideTool.avifdec.reason)))
  func libavifDecodesFilesAsExpected() throws {
    try Self.compare("avif", tags: [.topLeft]) { source, target in try OutsideTool.avifdec.run([source, target]) }
  }

  @Test(.enabled(if: OutsideTool.djxl.isInstalled, Comment(rawValue: OutsideTool.djxl.reason)))
  func libjxlDisplaysFilesAsExpected() throws {
    try Self.compare("jxl") { source, target in try OutsideTool.djxl.run([source, target]) }
  }

  /// Decodes all files of a format whose orientation is as in the tag, and looks at the corners of the results.
  private static func compare(
    _ format: String, tags: [ExifOrientation] = ExifOrientation.allCases,
    with decode: (_ source: String, _ target: String) throws -> OutsideTool.Answer
  ) throws {
    let cases = ConformanceSuite.cases.filter {
      $0.format.rawValue == format && $0.operation == .load && !$0.isUnusual && tags.contains($0.file.accepted[0])
        && !$0.id.contains("/exif/")
    }
    #expect(cases.count == tags.count)
    for request in cases {
      let folder = try ScratchFolder()
      let answer = try decode(try folder.write(request.file.bytes, as: request.file.name), folder.path("out.png"))
      #expect(answer.status == 0, "\(answer.complaints)")
      let shown = try DeliveredImage(try folder.read("out.png")).stored
      let expected = request.expected[0]
      #expect(shown.width == expected.width && shown.height == expected.height, "\(request.id)")
      for (x, y) in [
        (4, 4), (expected.width - 5, 4), (4, expected.height - 5), (expected.width - 5, expected.height - 5),
      ] {
        let isNear = zip(shown[x, y], expected[x, y]).allSatisfy { abs(Int($0) - Int($1)) < 80 }
        #expect(isNear, "\(request.id) at \(x), \(y)")
      }
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func exiftoolFindsThePrivateTextOfEachFileToStrip() throws {
    let folder = try ScratchFolder()
    let cases = ConformanceSuite.cases.filter { $0.operation == .strip }
    #expect(Set(cases.map(\.format)) == Set(ConformanceCase.Format.allCases.filter { $0 != .tiff }))
    try SuiteFolder.write(into: folder.path("suite"), cases: cases)
    let answer = try OutsideTool.exiftool.run(["-T", "-FileName", "-Artist", "suite"], in: folder)
    let texts = Dictionary(
      uniqueKeysWithValues: answer.text.split(separator: "\n").map { $0.split(separator: "\t") }.map { ($0[0], $0[1]) })
    for request in cases { #expect(texts[Substring(request.file.name)] == TaggedFiles.privateText[...]) }
  }
}
