// Rewriting the tag: what is read afterwards, which bytes differ, and the inverse.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct JPEGRetaggingTests {
  /// Retags and checks invariants of every file: the new value, only declared bytes, the inverse.
  private func retagged(_ bytes: [UInt8], to tag: ExifOrientation) throws -> (bytes: [UInt8], patch: BytePatch) {
    let patch = try Probe(bytes).retag(to: Orientation(exif: tag))
    let result = try patch.applied(to: bytes)
    let probe = try Probe(result)
    #expect(probe.orientation.exif == tag)
    #expect(probe.storedSize == (try Probe(bytes).storedSize))
    #expect(try patch.inverse.applied(to: result) == bytes)
    if patch.isInPlace {
      let differing = zip(bytes, result).count { $0 != $1 }
      #expect(bytes.count == result.count)
      #expect(differing == patch.changedByteCount)
    }
    #expect(result.count == bytes.count + patch.growth)
    return (result, patch)
  }

  @Test(arguments: TestFile.tags)
  func aCanonicalTagChangesByOneByte(exhibit: TestFile) throws {
    for tag in ExifOrientation.allCases {
      let (_, patch) = try retagged(exhibit.bytes, to: tag)
      #expect(patch.isInPlace)
      #expect(patch.changedByteCount == (tag.rawValue == exhibit.orientation ? 0 : 1))
      #expect(patch.isEmpty == (tag.rawValue == exhibit.orientation))
    }
  }

  @Test(arguments: TestFile.all)
  func everyExhibitTakesEveryTag(exhibit: TestFile) throws {
    let readable = !exhibit.name.hasPrefix("directory ") && !exhibit.name.contains("II before MM data but")
    for tag in ExifOrientation.allCases {
      guard readable || tag == .topLeft else {
        let probe = try Probe(exhibit.bytes)
        #expect(throws: MetadataError.self) { try probe.retag(to: Orientation(exif: tag)) }
        continue
      }
      let (bytes, _) = try retagged(exhibit.bytes, to: tag)
      let codes = Set(try Probe(bytes).findings.map(\.code))
      #expect(codes.isDisjoint(with: [.invalidValue, .wrongType]) || tag == .topLeft)
    }
  }

  @Test(arguments: TestFile.all.filter { $0.name.hasPrefix("two") || $0.name.hasPrefix("XMP") })
  func carriersAgreeAfterwards(exhibit: TestFile) throws {
    let (bytes, _) = try retagged(exhibit.bytes, to: .leftBottom)
    let codes = Set(try Probe(bytes).findings.map(\.code))
    #expect(codes.isDisjoint(with: [.xmpConflict, .xmpOnly, .exifConflict]))
  }

  @Test func bothOfTwoTagsChange() throws {
    let bytes = TinyJPEG(.sixColors, exif: TinyTIFF(ifd0: [.orientation(6), .orientation(3)])).bytes
    let (result, patch) = try retagged(bytes, to: .leftTop)
    #expect(patch.changedByteCount == 2)
    let one = try #require(patch.edits.first)
    let other = try #require(patch.edits.last)
    #expect(result[one.offset] == 5)
    #expect(result[other.offset] == 5)
  }

  /// Some readers use the last block.
  @Test(arguments: ExifOrientation.allCases)
  func everyBlockChanges(tag: ExifOrientation) throws {
    let tagless = TinySegment.exif(TinyTIFF(ifd0: [TinyEntry(271, text: "M")]))
    var segments = [6, 3, 6].map { TinySegment.exif(TinyTIFF(.big, orientation: $0)) }
    segments.insert(tagless, at: 1)
    let bytes = TinyJPEG(.sixColors, segments: segments).bytes
    let (result, patch) = try retagged(bytes, to: tag)
    #expect(patch.isInPlace)
    let probe = try Probe(result)
    let blocks = probe.statements.filter { $0.source.name == "exif" }
    #expect(blocks.map(\.value) == (tag == .rightTop ? [.rightTop, .bottomRight, .rightTop] : [tag, tag, tag]))
    #expect(probe.verdicts.first { $0.reader == .ffmpeg }?.orientation == tag)
  }

  @Test(
    .enabled(if: OutsideTool.ffmpeg.isInstalled && OutsideTool.ffprobe.isInstalled, "needs ffmpeg"),
    arguments: ExifOrientation.allCases.dropFirst())
  func ffmpegSeesTheNewValueOfTwoBlocks(tag: ExifOrientation) throws {
    let segments = [1, 1].map { TinySegment.exif(TinyTIFF(orientation: $0)) }
    let bytes = TinyJPEG(.letterF.enlarged(by: 8), segments: segments).bytes
    let folder = try ScratchFolder()
    let file = try folder.write(retagged(bytes, to: tag).bytes, as: "two.jpg")
    _ = try OutsideTool.ffmpeg.run(["-v", "error", "-i", file, "-y", folder.path("out.png")])
    let shown = try Probe(folder.read("out.png")).storedSize
    let size = TinyImage.letterF.enlarged(by: 8)
    #expect(
      shown
        == PixelSize(
          width: tag.rawValue > 4 ? size.height : size.width, height: tag.rawValue > 4 ? size.width : size.height))
  }

  @Test func ourRetaggingLeavesNothingOddBehind() throws {
    var block = TinyTIFF(.big, orientation: 6)
    block.ifd1 = [.orientation(6)]
    let map = TinyJPEG(
      .sixGrays, segments: [.exif(TinyTIFF(orientation: 6)), .xmp(TinyXMP.packet(attributes: #"hdrgm:Version="1.0""#))])
    var file = TinyJPEG(.letterF, exif: block)
    file.furtherImages = [map.bytes, TinyJPEG(.sixGrays, exif: TinyTIFF(orientation: 8)).bytes]
    let before = try Probe(file.bytes)
    #expect(before.findings.map(\.code) == [.trailer, .furtherImages])
    for tag in ExifOrientation.allCases {
      let (result, patch) = try retagged(file.bytes, to: tag)
      let probe = try Probe(result)
      #expect(
        probe.parts.map(\.orientation.exif) == [tag, tag, .leftBottom], "the gain map turns along, a page does not")
      #expect(Set(probe.findings.map(\.code)).isSubset(of: [.trailer, .furtherImages]))
      #expect(patch.changedByteCount == (tag == .rightTop ? 0 : 3))
    }
  }

  /// A list that names the image itself as its own gain map.
  @Test func aListThatNamesTheImageChangesNothingTwice() throws {
    let length = 4_000
    let packet = TinyXMP.directory([("Primary", 0), ("GainMap", length)])
    var file = TinyJPEG(.letterF, segments: [.exif(TinyTIFF(orientation: 6)), .xmp(packet)])
    file.trailer = Array(repeating: 0, count: length - file.bytes.count)
    #expect(try Probe(file.bytes).parts.map(\.kind) == [.main, .auxiliary])
    #expect(try retagged(file.bytes, to: .leftBottom).patch.changedByteCount == 1)
  }

  @Test(arguments: [UInt8](1...8))
  func settingTheSameIsNothing(value: UInt8) throws {
    let tag = try #require(ExifOrientation(rawValue: value))
    let sound = TestFile.all.filter { $0.orientation == value && $0.codes.isEmpty && !$0.name.hasPrefix("XMP value") }
    for exhibit in sound {
      #expect(try Probe(exhibit.bytes).retag(to: Orientation(exif: tag)).isEmpty, "\(exhibit.name)")
    }
  }

  @Test func everythingButTheTagStays() throws {
    for order in TinyTIFF.ByteOrder.allCases {
      let bytes = TinyJPEG(.sixColors, exif: TestFile.richBlock(order, orientation: 6)).bytes
      let (result, _) = try retagged(bytes, to: .topRight)
      let (one, other) = (try Probe(bytes), try Probe(result))
      #expect(one.thumbnail == other.thumbnail)
      #expect(one.jpeg == other.jpeg)
      #expect(one.source == other.source)
    }
  }

  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func twiceIsOnce(one: ExifOrientation, other: ExifOrientation) throws {
    let bytes = TinyJPEG(.sixColors, exif: TinyTIFF(.big, orientation: 6)).bytes
    let first = try retagged(bytes, to: one).bytes
    #expect(try retagged(first, to: other).bytes == (try retagged(bytes, to: other).bytes))
  }

  @Test func aDamagedDirectoryIsNotGuessedAt() throws {
    var block = TinyTIFF(.big, ifd0: [TinyEntry(271, text: "Maker")])
    block.statedCount = 200
    let probe = try Probe(TinyJPEG(.sixColors, exif: block).bytes)
    #expect { try probe.retag(to: Orientation(exif: .rightTop)) } throws: { error in
      (error as? MetadataError)?.code == .fieldNotWritable
    }
  }

  @Test(
    .enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"),
    arguments: [
      "tag 1, little", "tag 6, big", "behind JFIF", "no Exif", "no Exif, JFIF", "everything, little",
      "everything but the tag", "XMP only, attribute", "type byte, big", "type long, little", "type rational × 2, big",
      "count 0, little", "tag twice, the same",
    ])
  func exiftoolReadsTheNewValue(name: String) throws {
    let exhibit = try #require(TestFile.all.first { $0.name == name })
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases where tag != .topLeft {
      try folder.write(try retagged(exhibit.bytes, to: tag).bytes, as: "\(tag.rawValue).jpg")
    }
    let files = (2...8).map { folder.path("\($0).jpg") }
    let arguments = ["-n", "-T", "-IFD0:Orientation", "-Make", "-ExifImageWidth"]
    let before = try OutsideTool.exiftool.run(arguments + [folder.write(exhibit.bytes, as: "0.jpg")]).text
    let rest = before.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().joined(separator: "\t")
    let after = try OutsideTool.exiftool.run(arguments + files).text
    #expect(after.split(separator: "\n").map(String.init) == (2...8).map { "\($0)\t\(rest)" }, "\(before)")
  }

  @Test(
    .enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: ["tag 3, little", "tag 3, big", "no Exif"])
  func pillowSeesTheNewValueUpright(name: String) throws {
    let exhibit = try #require(TestFile.all.first { $0.name == name })
    let image = TinyImage.sixColors.enlarged(by: 8)
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases {
      var file = TinyJPEG(image.stored(as: tag))
      if exhibit.orientation == 3 {
        file.segments = [.exif(TinyTIFF(name.hasSuffix("big") ? .big : .little, orientation: 3))]
      }
      try folder.write(try retagged(file.bytes, to: tag).bytes, as: "\(tag.rawValue).jpg")
    }
    let script = """
      import sys
      from PIL import Image, ImageOps
      for path in sys.argv[1:]:
          image = ImageOps.exif_transpose(Image.open(path))
          print(*image.size, *[v // 100 for y in (4, 12) for x in (4, 12, 20) for v in image.getpixel((x, y))])
      """
    let answer = try OutsideTool.pillow.run(["-c", script] + (1...8).map { folder.path("\($0).jpg") })
    let colors = TinyImage.sixColors.samples.map { String($0 / 100) }.joined(separator: " ")
    #expect(answer.text == Array(repeating: "24 16 \(colors)", count: 8).joined(separator: "\n"))
  }
}
