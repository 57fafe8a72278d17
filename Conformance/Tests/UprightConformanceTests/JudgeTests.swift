// The judge: planted faults, each of which it must find.

import Testing
import Upright
import UprightFixtures
import UprightGeometry
import UprightMetadata

@testable import UprightConformance

@Suite struct JudgeTests {
  static let requests = ConformanceSuite.cases.filter { !$0.isUnusual }

  /// One request of each kind that the judge treats differently: formats differ in precision only.
  static let kinds: [ConformanceCase] = {
    struct Kind: Hashable {
      let stored: TinyImage
      let tags: [ExifOrientation]
      let operation: CaseOperation
      let precision: ImageComparison.Precision
    }
    var seen: Set<Kind> = []
    return requests.filter { request in
      seen.insert(
        Kind(
          stored: request.file.stored, tags: request.file.accepted, operation: request.operation,
          precision: Judge.precision(of: request))
      ).inserted
    }
  }()

  private static func verdict(_ stored: TinyImage, _ tag: ExifOrientation, _ request: ConformanceCase) -> Verdict {
    Judge.verdict(on: DeliveredImage(stored: stored, tag: tag), of: request)
  }

  @Test func aMirroredResultIsWrong() {
    for request in Self.kinds {
      for mirror in [ExifOrientation.topRight, .bottomLeft] {
        let verdict = Self.verdict(request.expected[0].stored(as: mirror), .topLeft, request)
        #expect(!verdict.isPass && verdict.isJudged, "\(request.id)")
      }
    }
  }

  @Test func aTagThatIsKeptAfterRotatingIsWrong() {
    for request in Self.kinds where request.file.accepted[0] != .topLeft {
      #expect(Self.verdict(request.expected[0], request.file.accepted[0], request).kind == .wrong, "\(request.id)")
    }
  }

  @Test func anImageThatIsDisplayedByItsTagPassesUnlessPixelsAreAsked() {
    for request in Self.requests where [.jpeg, .heic].contains(request.format) {
      for tag in ExifOrientation.allCases {
        let verdict = Self.verdict(request.expected[0].stored(as: tag), tag, request)
        #expect(verdict.isPass == (tag == .topLeft || !request.operation.judgesPixels), "\(request.id)")
      }
    }
  }

  @Test func aLostColumnOrRowIsWrong() {
    for request in Self.kinds where request.operation != .thumb {
      let right = request.expected[0]
      #expect(
        Self.verdict(right.cropped(x: 0, y: 0, width: right.width - 1, height: right.height), .topLeft, request)
          .reason == "size")
      var black = right
      black.fill(x: 0, y: 0, width: right.width, height: 1, with: [90, 90, 90])
      #expect(Self.verdict(black, .topLeft, request).reason == "content", "\(request.id)")
    }
  }

  @Test func oneColorIsWrong() {
    let tags: [ExifOrientation] = [.topLeft, .rightTop]
    for request in ConformanceSuite.cases
    where !request.isUnusual && request.operation == .load && tags.contains(request.file.accepted[0]) {
      for gray in [0, 90, 105, 115, 120, 125, 130, 140, 155, 255] {
        var plain = request.expected[0]
        plain.fill(x: 0, y: 0, width: plain.width, height: plain.height, with: Array(repeating: UInt8(gray), count: 3))
        #expect(Self.verdict(plain, .topLeft, request).kind == .wrong, "\(request.id) \(gray)")
      }
    }
  }

  @Test(arguments: 1...4)
  func aDisplacedImageIsWrong(by columns: Int) {
    let tags: [ExifOrientation] = [.topLeft, .rightTop]
    for request in Self.kinds
    where [.load, .crop].contains(request.operation) && tags.contains(request.file.accepted[0]) {
      let right = request.expected[0]
      for isRow in [false, true] {
        var moved = right
        for y in 0..<right.height {
          for x in 0..<right.width {
            moved[x, y] = isRow ? right[x, max(0, y - columns)] : right[max(0, x - columns), y]
          }
        }
        #expect(Self.verdict(moved, .topLeft, request).kind == .wrong, "\(request.id)")
      }
    }
  }

  /// The region beside the requested one, out of the whole image.
  @Test(arguments: [1, 2, 3, 4, 8, 16])
  func aRegionAtAnotherPlaceIsWrong(by pixels: Int) {
    var found = 0
    for request in Self.kinds where request.operation == .crop {
      let (asked, right) = (request.numbers, request.expected[0])
      let shown = request.file.stored.displayed(as: request.file.accepted[0])
      for (x, y) in [(pixels, 0), (-pixels, 0), (0, pixels), (0, -pixels), (pixels, pixels)] {
        let (left, top) = (asked.x + x, asked.y + y)
        guard left >= 0, top >= 0, left + right.width <= shown.width, top + right.height <= shown.height else {
          continue
        }
        let moved = shown.cropped(x: left, y: top, width: right.width, height: right.height)
        #expect(Self.verdict(moved, .topLeft, request).kind == .wrong, "\(request.id) \(x) \(y)")
        found += 1
      }
    }
    #expect(found > 100)
  }

  /// A thumbnail is scaled, so an edge may be a pixel off by rounding, but not two.
  @Test(arguments: [2, 3, 4, 8])
  func aDisplacedThumbnailIsWrong(by pixels: Int) {
    for request in Self.kinds where request.operation == .thumb {
      let right = request.expected[0]
      for (x, y) in [(pixels, 0), (-pixels, 0), (0, pixels), (0, -pixels)] {
        let verdict = Self.verdict(Self.moved(right, x, y), .topLeft, request)
        #expect(verdict.kind == .wrong, "\(request.id) \(x) \(y)")
      }
    }
  }

  /// An image moved to the left and up; the outermost pixels are repeated.
  private static func moved(_ image: TinyImage, _ right: Int, _ down: Int) -> TinyImage {
    var moved = image
    for y in 0..<image.height {
      for x in 0..<image.width {
        moved[x, y] = image[max(0, min(image.width - 1, x + right)), max(0, min(image.height - 1, y + down))]
      }
    }
    return moved
  }

  @Test func aRegionCutOutBeforeRotatingIsWrong() {
    for request in Self.kinds where request.operation == .crop && request.file.accepted[0] != .topLeft {
      for (place, image) in request.croppedAsStored.enumerated() {
        for tag in place % 2 == 0 ? [.topLeft, request.file.accepted[0]] : [ExifOrientation.topLeft] {
          guard !request.expected.contains(image.displayed(as: tag)), !request.expected.contains(image) else {
            continue
          }
          #expect(Self.verdict(image, tag, request).line == "wrong: cropped-as-stored", "\(request.id) \(place)")
        }
      }
    }
  }

  /// A converter that rotates the pixels and copies Exif: viewers rotate them again, whatever that looks like.
  @Test func aTagThatIsLeftIsNamedInAllOperations() {
    for request in Self.requests where request.file.accepted[0] != .topLeft && request.operation != .keep {
      let tag = request.file.accepted[0]
      let right = request.expected[0]
      guard !request.expected.contains(right.displayed(as: tag)) else { continue }
      let verdict = Self.verdict(right, tag, request)
      #expect(verdict.line == "wrong: tag-left", "\(request.id)")
      #expect(verdict.delivered == right.displayed(as: tag), "\(request.id)")
    }
  }

  @Test func removingTheTagWithoutRotatingHasItsOwnVerdict() throws {
    for request in Self.requests where request.operation == .strip && request.file.accepted[0] != .topLeft {
      let removed = Self.verdict(request.file.stored, .topLeft, request)
      #expect(removed.line == "tag-removed" && !removed.isPass && removed.isJudged, "\(request.id)")
      let mirrored = request.expected[0].displayed(as: .topRight)
      guard mirrored != request.file.stored else { continue }
      #expect(Self.verdict(mirrored, .topLeft, request).kind == .wrong, "\(request.id)")
    }
    let load = try #require(Self.requests.first { $0.id == "jpeg/odd/6/load" })
    #expect(Self.verdict(load.file.stored, .topLeft, load).line == "wrong: as-tag-1")
    let strip = try #require(Self.requests.first { $0.id == "jpeg/odd/6/strip" })
    let left = TinyJPEG(
      strip.file.stored, segments: [.exif(TinyTIFF(ifd0: [TinyEntry(315, text: TaggedFiles.privateText)]))])
    #expect(Judge.verdict(on: left.bytes, of: strip).reason == "metadata-left")
  }

  @Test func aBoxInStoredSpaceIsWrong() {
    for request in Self.requests where request.operation == .thumb && request.file.accepted[0].rawValue > 4 {
      guard request.file.stored.width != request.file.stored.height else { continue }
      let asked = request.numbers
      let small = request.file.stored.fitted(width: asked.width, height: asked.height)
      #expect(Self.verdict(small, request.file.accepted[0], request).reason == "size", "\(request.id)")
    }
  }

  /// What jpegtran makes of partial blocks without -perfect: they stay where they are.
  @Test func partialBlocksLeftBehindAreWrong() throws {
    let request = try #require(Self.requests.first { $0.id == "jpeg/odd/2/bake" })
    let stored = request.file.stored
    var mixed = stored
    for y in 0..<stored.height {
      for x in 0..<64 { mixed[x, y] = stored[63 - x, y] }
    }
    #expect(Self.verdict(mixed, .topLeft, request).reason == "content")
  }

  @Test func aFileIsJudgedByTheTagThatViewersRead() throws {
    let request = try #require(Self.requests.first { $0.id == "png/odd/6/convert" })
    let stored = request.file.stored
    #expect(Judge.verdict(on: request.file.bytes, of: request).reason == "format")
    let strip = try #require(Self.requests.first { $0.id == "png/odd/6/strip" })
    let text = TinyPNG(stored, chunks: [.rawProfile(TinyTIFF(orientation: 6).bytes)])
    #expect(Judge.verdict(on: text.bytes, of: strip).line == "tag-removed")
    let jpeg = TinyJPEG(stored, exif: TinyTIFF(orientation: 6))
    #expect(Judge.verdict(on: jpeg.bytes, of: request).isPass)
    #expect(Judge.verdict(on: [1, 2, 3], of: request).reason == "unreadable")
  }

  @Test func metadataThatIsLeftIsFound() throws {
    let request = try #require(Self.requests.first { $0.id == "jpeg/odd/6/strip" })
    #expect(Judge.verdict(on: request.file.bytes, of: request).reason == "metadata-left")
    let bare = TinyJPEG(request.expected[0], segments: [])
    #expect(Judge.verdict(on: bare.bytes, of: request).isPass)
  }

  @Test(arguments: [TinyPNG.Chunk.TextForm.plain, .packed, .international, .internationalPacked])
  func metadataInTextOfAPNGIsFound(_ form: TinyPNG.Chunk.TextForm) throws {
    let request = try #require(Self.requests.first { $0.id == "png/odd/6/strip" })
    let text = Array(TaggedFiles.privateText.utf8)
    let block = TinyTIFF(ifd0: [TinyEntry(315, text: TaggedFiles.privateText)]).bytes
    for chunk in [TinyPNG.Chunk.text("Artist", text, form), .rawProfile(block, type: "exif", form)] {
      let file = TinyPNG(request.expected[0], chunks: [chunk])
      #expect(Judge.verdict(on: file.bytes, of: request).reason == "metadata-left")
    }
    let other = TinyPNG(request.expected[0], chunks: [.text("Software", Array("upright".utf8), form)])
    #expect(Judge.verdict(on: other.bytes, of: request).isPass)
  }

  /// The text as Python's zlib compresses it, with no byte of the text as it is.
  @Test func compressedMetadataIsFound() throws {
    let request = try #require(Self.requests.first { $0.id == "png/odd/6/strip" })
    let digits = "789c2b2d28ca4ccf28d14dcecf4bcb2fca4dcc4b4ed5050a952596a40200994a0ae4"
    let data = Array("Artist\0\0".utf8) + HexDigits.bytes(digits.utf8)
    let file = TinyPNG(request.expected[0], chunks: [TinyPNG.Chunk("zTXt", data)])
    #expect(Judge.verdict(on: file.bytes, of: request).reason == "metadata-left")
  }

  /// ISO 18181-2: `brob` has a kind and compressed bytes.
  @Test func aCompressedBoxOfJPEGXLMayHaveTheText() throws {
    let request = try #require(Self.requests.first { $0.id == "jxl/odd/6/strip" })
    let compressed = TinyBox.bytes("brob", Array("Exif".utf8) + [1, 2, 3])
    #expect(PrivateText.isIn(Array(request.file.bytes)))
    let bare = Array(CodedPictures.jxl(.rightTop, exif: TinyTIFF(orientation: 6)))
    #expect(!PrivateText.isIn(bare) && PrivateText.isIn(bare + compressed))
  }

  /// As decoded from each format, in each size: one pixel is seen where no step is lossy, two are seen everywhere.
  @Test(arguments: ConformanceCase.Format.allCases)
  func aDisplacedResultIsWrong(_ format: ConformanceCase.Format) throws {
    let requests = Self.requests.filter {
      $0.format == format && $0.operation == .load && $0.file.accepted == [.topLeft] && !$0.id.contains("/exif/")
    }
    #expect(requests.count == TaggedFiles.sizes(of: format).count)
    for request in requests {
      let image = try DeliveredImage(request.file.bytes).displayed
      #expect(Self.verdict(image, .topLeft, request).isPass, "\(request.id)")
      let distances = Judge.precision(of: request) == .lossless ? [1, 2, 3, 8] : [2, 3, 8]
      for distance in distances.flatMap({ [$0, -$0] }) {
        for (x, y) in [(distance, 0), (0, distance)] {
          let verdict = Self.verdict(Self.moved(image, x, y), .topLeft, request)
          #expect(verdict.kind == .wrong, "\(request.id) \(x) \(y)")
          if abs(distance) < 3 { #expect(verdict.reason == "displaced", "\(request.id) \(x) \(y)") }
        }
      }
    }
  }

  /// A block of 8 × 8 that stays behind, or a strip of one, in every size.
  @Test func aStripThatIsDisplacedIsWrong() {
    for request in Self.requests where request.format == .jpeg && request.operation == .bake {
      let right = request.expected[0]
      var strip = Self.moved(right, 2, 0)
      for y in 0..<right.height / 2 {
        for x in 0..<right.width { strip[x, y] = right[x, y] }
      }
      #expect(Self.verdict(strip, .topLeft, request).kind == .wrong, "\(request.id)")
    }
  }

  /// Readers may ignore a tag of another type or count, as those of the suite's own files may. A SHORT they follow.
  @Test(arguments: [TinyEntry.FieldType.long, .byte, .short], [1, 2])
  func anInvalidTagThatIsLeftMayBeIgnored(_ type: TinyEntry.FieldType, _ count: Int) throws {
    let isValid = type == .short && count == 1
    let block = TinyTIFF(ifd0: [TinyEntry(274, type, Array([6, 3].prefix(count)))])
    for id in ["jpeg/unusual/type-long-little/load", "jpeg/whole/6/load", "png/odd/6/convert", "jpeg/whole/6/bake"] {
      let request = try #require(ConformanceSuite.cases.first { $0.id == id })
      let right = request.expected[0]
      let bytes =
        request.resultFormat == .png ? TinyPNG(right, exif: block).bytes : TaggedFiles.jpeg(right, [.exif(block)])
      let verdict = Judge.verdict(on: bytes, of: request)
      #expect(verdict.line == (isValid ? "wrong: tag-left" : "pass"), "\(id)")
      // Who ignores it sees these pixels wrong, and who follows it, too.
      let mirrored = right.displayed(as: .topRight)
      let other =
        request.resultFormat == .png
        ? TinyPNG(mirrored, exif: block).bytes : TaggedFiles.jpeg(mirrored, [.exif(block)])
      #expect(Judge.verdict(on: other, of: request).kind == .wrong, "\(id)")
    }
  }

  @Test func aResultOfTooManyPixelsIsCalledSo() throws {
    let request = try #require(Self.requests.first { $0.id == "png/odd/6/load" })
    let large = TinyPNG(TinyImage(width: 2_100, height: 2_000, filledWith: [255, 0, 0]))
    let verdict = Judge.verdict(on: large.bytes, of: request)
    #expect(verdict.line == "wrong: too-large")
    #expect(verdict.detail == "4200000 pixels; at most 4194304 are judged")
  }

  @Test func whatThisProgramLacksIsNotTheSubjectsFault() {
    for own: UprightError in [
      .unsupported("no worker"), .shortage(of: .memory), .io(path: "", systemError: 5), .cancelled,
      .limit(.workerSeconds, asked: 9, allowed: 8),
    ] { #expect(Judge.isOwnFailure(own)) }
    for other: UprightError in [
      .limit(.pixels, asked: 9, allowed: 8), .codec(format: .png, message: ""), .malformedText(offset: 0, reason: ""),
    ] { #expect(!Judge.isOwnFailure(other)) }
  }
}
