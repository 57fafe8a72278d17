// The judge's own eight cases, and what it reads of results without this program's readers and planner.

import Testing
import Upright
import UprightFixtures
import UprightGeometry
import UprightMetadata

@testable import UprightConformance

@Suite struct EightCasesTests {
  /// By tag: what is displayed of 8 × 8 pixels whose corners are red, green, blue and yellow, clockwise from the top
  /// left, in the same order.
  private static let corners = ["RGBY", "GRYB", "BYRG", "YBGR", "RYBG", "YRGB", "BGRY", "GBYR"]
  private static let colors: [Character: [UInt8]] = [
    "R": [255, 0, 0], "G": [0, 255, 0], "B": [0, 0, 255], "Y": [255, 255, 0],
  ]

  /// By tag: the rows that are displayed of the stored rows `abc` and `def`.
  private static let letters = [
    ["abc", "def"], ["cba", "fed"], ["fed", "cba"], ["def", "abc"],
    ["ad", "be", "cf"], ["da", "eb", "fc"], ["fc", "eb", "da"], ["cf", "be", "ad"],
  ]

  /// By tag: the tag of the same pixels after a quarter turn clockwise.
  private static let afterQuarter = [6, 7, 8, 5, 2, 3, 4, 1]

  private static func image(_ corners: String) throws -> TinyImage {
    var image = TinyImage(width: 8, height: 8, filledWith: [128, 128, 128])
    for (corner, (x, y)) in zip(corners, [(0, 0), (7, 0), (7, 7), (0, 7)]) {
      image[x, y] = try #require(colors[corner])
    }
    return image
  }

  @Test func theCornersAreWhereTheTableHasThem() throws {
    let stored = try Self.image("RGBY")
    for (tag, corners) in zip(ExifOrientation.allCases, Self.corners) {
      #expect(stored.displayed(as: tag) == (try Self.image(corners)), "\(tag)")
    }
  }

  @Test func everyPixelIsWhereTheTableHasIt() throws {
    let stored = try #require(TinyImage(width: 3, height: 2, channels: 1, samples: Array("abcdef".utf8)))
    for (tag, rows) in zip(ExifOrientation.allCases, Self.letters) {
      let shown = stored.displayed(as: tag)
      #expect(shown.width == rows[0].count && shown.height == rows.count, "\(tag)")
      #expect(String(decoding: shown.samples, as: UTF8.self) == rows.joined(), "\(tag)")
    }
  }

  /// The files of the suite are stored by other code.
  @Test func whatIsStoredForATagIsDisplayedByIt() {
    let picture = CaseSize.odd.picture
    for tag in ExifOrientation.allCases { #expect(picture.stored(as: tag).displayed(as: tag) == picture, "\(tag)") }
  }

  /// A result with the pixels of a file and a tag, in the file's format.
  private static func result(_ request: ConformanceCase, _ tag: ExifOrientation) -> [UInt8] {
    let stored = request.file.stored
    return switch request.format {
    case .jpeg: TaggedFiles.jpeg(stored, [.exif(TaggedFiles.block(tag))])
    case .png: TinyPNG(stored, exif: TaggedFiles.block(tag)).bytes
    case .webp: TinyWebP(stored, exif: TaggedFiles.block(tag)).bytes
    case .tiff: TinyTIFFFile(pages: [.init(displaying: stored.displayed(as: tag), as: tag)]).bytes
    default: TaggedFiles.file(request.format, TaggedFiles.sizes(of: request.format)[0], tag).bytes
    }
  }

  /// For each tag of a file, one tag of its result is right, and each of the other seven is wrong.
  @Test(arguments: [ConformanceCase.Format.jpeg, .png, .webp, .tiff, .heic, .avif, .jxl])
  func aWrongTagIsFoundInEachOfTheEightCases(_ format: ConformanceCase.Format) throws {
    for (tag, right) in zip(ExifOrientation.allCases, Self.afterQuarter) {
      let id = "\(format.rawValue)/\(TaggedFiles.sizes(of: format).last?.rawValue ?? "")/\(tag.rawValue)/rotate"
      let request = try #require(ConformanceSuite.cases.first { $0.id == id }, "\(id)")
      for other in ExifOrientation.allCases {
        let verdict = Judge.verdict(on: Self.result(request, other), of: request)
        #expect(verdict.isPass == (Int(other.rawValue) == right), "\(id) as \(other.rawValue): \(verdict.line)")
        #expect(verdict.isJudged, "\(id) as \(other.rawValue): \(verdict.line)")
      }
    }
  }

  /// Pixels that are rotated as another tag asks are named by that tag.
  @Test func wrongPixelsAreFoundInEachOfTheEightCases() throws {
    for tag in ExifOrientation.allCases {
      let request = try #require(ConformanceSuite.cases.first { $0.id == "png/odd/\(tag.rawValue)/load" })
      for other in ExifOrientation.allCases {
        let verdict = Judge.verdict(on: TinyPNG(request.file.stored.displayed(as: other)).bytes, of: request)
        #expect(verdict.line == (other == tag ? "pass" : "wrong: as-tag-\(other.rawValue)"))
      }
    }
  }

  /// Two readers that share no code read the same of every file of the suite.
  @Test func theTagOfAFileIsWhatAnotherReaderReads() throws {
    let optional: Set<Finding.Code> = [
      .unusualType, .wrongCount, .duplicateTag, .exifPrefixed, .exifAfterImage, .exifUnannounced,
    ]
    var (seen, optionals): (Set<String>, Int) = ([], 0)
    for request in ConformanceSuite.cases where !request.format.isMovie && seen.insert(request.file.name).inserted {
      let probe = try Probe(checking: request.file.bytes)
      var expected = StatedTag([], .gif)
      switch probe.source {
      case .exif, .properties, .codestream: expected.tag = probe.orientation.exif
      default: break
      }
      if case .exif = probe.source { expected.isOptional = probe.findings.contains { optional.contains($0.code) } }
      #expect(StatedTag(request.file.bytes, probe.format) == expected, "\(request.file.name)")
      if expected.isOptional { optionals += 1 }
    }
    #expect(seen.count > 100 && optionals > 5)
  }

  /// Partial codestreams, other sizes, and a header of default values (ISO 18181-1, D.1 to D.3).
  @Test func theTagOfACodestreamIsReadFromItsBits() {
    for tag in ExifOrientation.allCases {
      let codestream = CodedPictures.jxl(tag)
      let opening = TinyBox.bytes("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
      let parts =
        TinyBox.bytes("jxlp", [0, 0, 0, 0] + codestream.prefix(4))
        + TinyBox.bytes("jxlp", [0x80, 0, 0, 1] + codestream.dropFirst(4))
      #expect(StatedTag(opening + parts, .jpegXL).tag == tag)
      let small = HeaderBits.bits((1, 1), (0, 5), (1, 3), (0, 1), (1, 1), (Int(tag.rawValue) - 1, 3))
      #expect(StatedTag([0xFF, 0x0A] + HeaderBits.packed(small), .jpegXL).tag == tag)
      let usual = HeaderBits.bits((1, 1), (0, 5), (1, 3), (1, 1), (1, 1), (Int(tag.rawValue) - 1, 3))
      #expect(StatedTag([0xFF, 0x0A] + HeaderBits.packed(usual), .jpegXL).tag == .topLeft)
    }
    #expect(StatedTag([0xFF, 0x0A], .jpegXL).tag == .topLeft)
  }

  /// BigTIFF has offsets of eight bytes.
  @Test func theTagOfABigTIFFIsRead() {
    let header: [UInt8] = [0x4D, 0x4D, 0, 43, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16]
    let entry: [UInt8] = [1, 18, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 7, 0, 0, 0, 0, 0, 0]
    let directory: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + entry
    #expect(StatedTag(header + directory, .tiff).tag == .rightBottom)
    for count in 0..<header.count + directory.count {
      #expect(StatedTag(Array((header + directory).prefix(count)), .tiff).tag == .topLeft)
    }
  }

  /// A decoder stops at the last row, but a program that wrote no last chunk did not finish.
  @Test func aPNGWithoutItsLastChunkIsUnreadable() throws {
    let request = try #require(ConformanceSuite.cases.first { $0.id == "png/odd/6/load" })
    let whole = TinyPNG(request.expected[0]).bytes
    #expect(Judge.verdict(on: whole, of: request).isPass)
    #expect(Judge.verdict(on: Array(whole.dropLast(12)), of: request).reason == "unreadable")
  }

  /// Gray, and colors beside alpha, as programs deliver them.
  @Test func storedPixelsAreThoseOfTheFile() throws {
    let gray = TinyImage.sixGrays
    let decoded = try StoredPixels(TinyPNG(gray).bytes).image
    #expect(decoded.samples == gray.samples.flatMap { [$0, $0, $0] })
    let turned = TinyPNG(TinyImage.sixColors, exif: TinyTIFF(orientation: 6))
    #expect(try StoredPixels(turned.bytes).image == .sixColors)
    #expect(try DeliveredImage(turned.bytes).displayed.samples.prefix(3).elementsEqual([255, 255, 0]))
  }
}
