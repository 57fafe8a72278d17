// The judge: planted faults, each of which it must find.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightConformance

@Suite struct JudgeTests {
  static let questions = ConformanceSuite.cases.filter {
    !$0.isUnusual && [.jpeg, .png, .webp, .tiff].contains($0.format)
  }

  private static func verdict(_ stored: TinyImage, _ tag: ExifOrientation, _ question: ConformanceCase) -> Verdict {
    Judge.verdict(on: DeliveredImage(stored: stored, tag: tag), of: question)
  }

  @Test func aMirroredResultIsWrong() {
    for question in Self.questions {
      #expect(Self.verdict(question.expected[0].stored(as: .topRight), .topLeft, question).kind == .wrong)
      #expect(Self.verdict(question.expected[0].stored(as: .bottomLeft), .topLeft, question).kind == .wrong)
    }
  }

  @Test func aTagThatIsKeptAfterRotatingIsWrong() {
    for question in Self.questions where question.file.accepted[0] != .topLeft {
      #expect(Self.verdict(question.expected[0], question.file.accepted[0], question).kind == .wrong, "\(question.id)")
    }
  }

  @Test func anImageThatIsDisplayedByItsTagPassesUnlessPixelsAreAsked() {
    for question in Self.questions {
      for tag in ExifOrientation.allCases {
        let verdict = Self.verdict(question.expected[0].stored(as: tag), tag, question)
        #expect(verdict.isPass == (tag == .topLeft || !question.operation.judgesPixels), "\(question.id)")
      }
    }
  }

  @Test func aLostColumnOrRowIsWrong() {
    for question in Self.questions where question.operation != .thumb {
      let right = question.expected[0]
      #expect(
        Self.verdict(right.cropped(x: 0, y: 0, width: right.width - 1, height: right.height), .topLeft, question)
          .reason == "size")
      var black = right
      black.fill(x: 0, y: 0, width: right.width, height: 1, with: [90, 90, 90])
      #expect(Self.verdict(black, .topLeft, question).reason == "content", "\(question.id)")
    }
  }

  @Test func oneColorIsWrong() {
    let tags: [ExifOrientation] = [.topLeft, .rightTop]
    for question in ConformanceSuite.cases
    where !question.isUnusual && question.operation == .load && tags.contains(question.file.accepted[0]) {
      for gray in [0, 90, 105, 115, 120, 125, 130, 140, 155, 255] {
        var plain = question.expected[0]
        plain.fill(x: 0, y: 0, width: plain.width, height: plain.height, with: Array(repeating: UInt8(gray), count: 3))
        #expect(Self.verdict(plain, .topLeft, question).kind == .wrong, "\(question.id) \(gray)")
      }
    }
  }

  @Test(arguments: 1...4)
  func aDisplacedImageIsWrong(by columns: Int) {
    let tags: [ExifOrientation] = [.topLeft, .rightTop]
    for question in Self.questions
    where [.load, .crop].contains(question.operation) && tags.contains(question.file.accepted[0]) {
      let right = question.expected[0]
      for isRow in [false, true] {
        var moved = right
        for y in 0..<right.height {
          for x in 0..<right.width {
            moved[x, y] = isRow ? right[x, max(0, y - columns)] : right[max(0, x - columns), y]
          }
        }
        #expect(Self.verdict(moved, .topLeft, question).kind == .wrong, "\(question.id)")
      }
    }
  }

  @Test func aRegionCutOutBeforeRotatingIsWrong() {
    for question in Self.questions where question.operation == .crop && question.file.accepted[0] != .topLeft {
      let region = question.croppedAsStored
      guard !question.expected.contains(region) else { continue }
      let verdict = Self.verdict(region, .topLeft, question)
      #expect(verdict.kind == .wrong, "\(question.id)")
    }
    let turned = Self.questions.first { $0.id == "jpeg/whole/6/crop" }
    #expect(turned.map { Self.verdict($0.croppedAsStored, .topLeft, $0).reason } == "cropped-as-stored")
  }

  @Test func aBoxInStoredSpaceIsWrong() {
    for question in Self.questions where question.operation == .thumb && question.file.accepted[0].rawValue > 4 {
      guard question.file.stored.width != question.file.stored.height else { continue }
      let asked = question.numbers
      let small = question.file.stored.fitted(width: asked.width, height: asked.height)
      #expect(Self.verdict(small, question.file.accepted[0], question).reason == "size", "\(question.id)")
    }
  }

  /// What jpegtran makes of partial blocks without -perfect: they stay where they are.
  @Test func partialBlocksLeftBehindAreWrong() throws {
    let question = try #require(Self.questions.first { $0.id == "jpeg/odd/2/bake" })
    let stored = question.file.stored
    var mixed = stored
    for y in 0..<stored.height {
      for x in 0..<64 { mixed[x, y] = stored[63 - x, y] }
    }
    #expect(Self.verdict(mixed, .topLeft, question).reason == "content")
  }

  @Test func aFileIsJudgedByTheTagThatViewersRead() throws {
    let question = try #require(Self.questions.first { $0.id == "png/odd/6/convert" })
    let stored = question.file.stored
    #expect(Judge.verdict(on: question.file.bytes, of: question).reason == "format")
    let strip = try #require(Self.questions.first { $0.id == "png/odd/6/strip" })
    let text = TinyPNG(stored, chunks: [.rawProfile(TinyTIFF(orientation: 6).bytes)])
    #expect(Judge.verdict(on: text.bytes, of: strip).reason == "as-tag-1")
    let jpeg = TinyJPEG(stored, exif: TinyTIFF(orientation: 6))
    #expect(Judge.verdict(on: jpeg.bytes, of: question).isPass)
    #expect(Judge.verdict(on: [1, 2, 3], of: question).reason == "unreadable")
  }

  @Test func metadataThatIsLeftIsFound() throws {
    let question = try #require(Self.questions.first { $0.id == "jpeg/odd/6/strip" })
    #expect(Judge.verdict(on: question.file.bytes, of: question).reason == "metadata-left")
    let bare = TinyJPEG(question.expected[0], segments: [])
    #expect(Judge.verdict(on: bare.bytes, of: question).isPass)
  }
}
