// The planner against a golden text: renditions × sources × capabilities → route, steps and rejections; no codec is
// linked.

import Testing
@testable import Upright
import UprightFixtures
import UprightTestTools

@Suite struct PlannerTests {
  @Test func everyPlanReadsAsInTheGolden() throws {
    #expect(try Golden.difference(PlanTable.text(), from: "plans.txt") == nil)
  }

  @Test(arguments: ExifOrientation.allCases)
  func aTurnIsOneByteOfATaggedPhoto(_ tag: ExifOrientation) throws {
    let probe = try Probe(PlanTable.photo(tag))
    for turn in Orientation<Displayed, Displayed>.all where !turn.isIdentity {
      let plan = try Planner.full.plan(Rendition(rotation: turn), for: probe)
      guard case .retag(let patch) = plan.route else {
        Issue.record("\(tag) then \(turn) is \(plan.route.name)")
        continue
      }
      #expect(patch.changedByteCount == 1 && patch.growth == 0)
      #expect(plan.remaining == Orientation(exif: tag).then(turn))
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func uprightPixelsComeByBlocksWhereTheyAlign(_ tag: ExifOrientation) throws {
    let plan = try Planner.full.plan(Rendition(upright: .pixels, loss: .none), for: Probe(PlanTable.photo(tag)))
    #expect(plan.route.name == (tag == .topLeft ? .copy : .transform))
    #expect(plan.remaining.isIdentity)
    #expect(plan.outputSize == PixelSize(width: 64, height: 32))
  }

  /// Only these reversed axes need whole blocks: 2 W, 3 W and H, 4 H, 5 none, 6 H, 7 W and H, 8 W.
  @Test func partialBlocksStopExactlyTheReversedAxes() throws {
    let wide: [ExifOrientation] = [.topRight, .bottomRight, .rightBottom, .leftBottom]
    let high: [ExifOrientation] = [.bottomRight, .bottomLeft, .rightTop, .rightBottom]
    for tag in ExifOrientation.allCases where tag != .topLeft {
      for (width, height, stopped) in [(60, 32, wide.contains(tag)), (64, 27, high.contains(tag))] {
        let probe = try Probe(PlanTable.photo(tag, storedWidth: width, storedHeight: height))
        let rendition = Rendition(upright: .pixelsWherePossible, loss: .none)
        let plan = try Planner.full.plan(rendition, for: probe)
        #expect(plan.route.name == (stopped ? .copy : .transform), "tag \(tag), \(width)x\(height)")
        #expect(plan.remaining.exif == (stopped ? tag : .topLeft))
      }
    }
  }

  @Test func trimmingTakesTheSmallestPartOfTheReversedEdge() throws {
    let probe = try Probe(PlanTable.photo(.bottomRight, storedWidth: 60, storedHeight: 27))
    let plan = try Planner.full.plan(Rendition(upright: .pixels, loss: .trim), for: probe)
    guard case .transform(let transform) = plan.route else { throw Unexpected(plan.description) }
    #expect(transform.job.region == PixelRect(x: 0, y: 0, width: 56, height: 24))
    #expect(transform.trimmed == PixelSize(width: 4, height: 3))
    #expect(plan.outputSize == PixelSize(width: 56, height: 24))
    #expect(transform.carry.size == plan.outputSize)
    let corner = transform.carry.map.apply(Point2D(x: 56, y: 24))
    #expect(corner == Point2D(x: 0, y: 0), "the far corner of what is kept becomes the result's origin")
  }

  @Test func anInvalidTagIsNormalisedWhereItCountsAsUpright() throws {
    for value in [0, 9, 300] {
      let probe = try Probe(PlanTable.photo(value: value))
      let plan = try Planner.full.plan(Rendition(upright: .pixels), for: probe)
      guard case .retag(let patch) = plan.route else { throw Unexpected(plan.description) }
      #expect(!patch.isEmpty && patch.isInPlace)
    }
  }

  @Test func decodingTakesTheSmallestPassThatKeepsTwoPixelsPerOne() throws {
    let probe = try Probe(PlanTable.photo(.rightTop, storedWidth: 640, storedHeight: 480))
    let cases = [(240, 1), (120, 2), (60, 4), (30, 8), (10, 8)]
    for (edge, denominator) in cases {
      let size = PixelSize<Output>(width: edge, height: edge)
      let plan = try Planner.full.plan(Rendition(size: .within(size), upright: .pixels), for: probe)
      guard case .transcode(let transcode) = plan.route else { throw Unexpected(plan.description) }
      let least = min(transcode.pass.size.width, transcode.pass.size.height)
      #expect(transcode.pass.denominator == denominator, "\(edge): \(plan.description)")
      #expect(transcode.pass.denominator == 1 || least >= 2 * min(transcode.scaled.width, transcode.scaled.height))
    }
  }

  @Test func aDisplayedCropDecodesOnlyItsStoredPlace() throws {
    let probe = try Probe(PlanTable.photo(.rightTop, storedWidth: 4032, storedHeight: 3024))
    let crop = PixelRect<Displayed>(x: 775, y: 516, width: 829, height: 828)
    let plan = try Planner.full.plan(Rendition(region: .pixels(crop), upright: .pixels), for: probe)
    guard case .transcode(let transcode) = plan.route else { throw Unexpected(plan.description) }
    #expect(transcode.pass.region == PixelRect(x: 516, y: 3024 - 775 - 829, width: 828, height: 829))
    #expect(plan.peakBytes < 16 << 20, "a small answer from a large picture costs the small answer")
  }

  @Test func memoryIsRefusedBeforeItIsAllocated() throws {
    let probe = try Probe(PlanTable.photo(.rightTop, storedWidth: 4096, storedHeight: 4096))
    let poor = Planner(capabilities: Planner.full.capabilities, limits: Limits(memoryBytes: 1 << 20))
    #expect(throws: UprightError.self) { try poor.plan(Rendition(upright: .pixels), for: probe) }
    let few = Planner(capabilities: Planner.full.capabilities, limits: Limits(pixels: 1_000_000))
    #expect(throws: UprightError.limit(.pixels, asked: 1 << 24, allowed: 1_000_000)) {
      try few.plan(Rendition(upright: .pixels), for: probe)
    }
    let tagged = try few.plan(Rendition(rotation: .rotate90), for: probe)
    #expect(tagged.route.name == .retag, "a tag costs no pixels")
  }
}

// The format of a result whose source's format is read but not written: which one, when, and never if it must stay.

@Suite struct ChosenFormatPlanTests {
  private static let reads = Capabilities(decodes: true, encodes: false, transforms: false)
  private static let both = Capabilities(decodes: true, encodes: true, transforms: false)
  /// Reads HEIF and AVIF, and writes neither.
  private static let planner = Planner(capabilities: [.heif: reads, .avif: reads, .jpeg: both, .png: both])

  private static func image(_ tag: ExifOrientation) throws -> Probe {
    var file = TinyHEIF(tag)
    file.brands = ["heic", "mif1"]
    return try Probe(file.bytes)
  }

  private static func wish(_ change: (inout Rendition) -> Void = { _ in }) -> Rendition {
    var wish = Rendition(size: .within(12, 12), upright: .pixels)
    wish.mayChangeFormat = true
    change(&wish)
    return wish
  }

  private static let refusal = UprightError.unsupported("HEIC cannot be written; choose another format")

  @Test(arguments: ExifOrientation.allCases)
  func anImageWithoutOpacityBecomesAJPEG(_ tag: ExifOrientation) throws {
    let probe = try Self.image(tag)
    let plan = try Self.planner.plan(Self.wish(), for: probe)
    #expect(plan.format == .jpeg && plan.route.name == .transcode && plan.remaining.isIdentity)
    #expect(plan.outputSize == (tag.rawValue < 5 ? PixelSize(width: 12, height: 8) : .init(width: 8, height: 12)))
    #expect(plan.unwrittenFormat == .heif)
    #expect(plan.explanation.contains("the result is JPEG, because HEIC cannot be written"))
    var asked = try Self.planner.plan(Self.wish { $0.format = .jpeg }, for: probe)
    #expect(asked.unwrittenFormat == nil && asked != plan)
    asked.unwrittenFormat = plan.unwrittenFormat
    #expect(asked == plan, "it is the plan of who asks for that format")
  }

  @Test func opacityIsKeptInAPNG() throws {
    let clear = Rendition.Color(red: 0, green: 0, blue: 0, alpha: 0)
    let opaque = try Self.image(.rightTop)
    #expect(throws: UprightError.self, "padding that is not opaque is refused in a JPEG") {
      let beyond = PixelRect<Displayed>(x: -1, y: 0, width: 9, height: 9)
      _ = try Self.planner.plan(
        Self.wish { ($0.region, $0.overflow) = (.pixels(beyond), .pad(clear)) }, for: opaque)
    }
    let png = try Probe(TinyPNG(.letterF, chunks: [TinyPNG.Chunk("tRNS", [0, 255])]).bytes)
    let blind = Planner(capabilities: [.png: Self.reads, .jpeg: Self.both])
    try #require(png.samples?.hasTransparency == true)
    #expect(throws: UprightError.unsupported("PNG cannot be written; choose another format")) {
      try blind.plan(Self.wish { $0.size = .within(3, 3) }, for: png)
    }
  }

  @Test func nothingChangesUnasked() throws {
    let probe = try Self.image(.rightTop)
    #expect(throws: Self.refusal) { try Self.planner.plan(Self.wish { $0.mayChangeFormat = false }, for: probe) }
    #expect(throws: Self.refusal) { try Self.planner.plan(Self.wish { $0.format = .heif }, for: probe) }
    for loss in [Rendition.Loss.none, .trim] {
      #expect(throws: Self.refusal) { try Self.planner.plan(Self.wish { $0.loss = loss }, for: probe) }
    }
    for upright in [Rendition.Uprightness.tagged] {
      #expect(throws: Self.refusal) { try Self.planner.plan(Self.wish { $0.upright = upright }, for: probe) }
    }
  }

  /// An image that needs no re-encoding keeps its format.
  @Test(arguments: ExifOrientation.allCases)
  func aTagIsStillATag(_ tag: ExifOrientation) throws {
    let probe = try Self.image(tag)
    let turned = try Self.planner.plan(
      Self.wish { ($0.size, $0.upright, $0.rotation) = (.full, .tagged, .rotate90) }, for: probe)
    #expect(turned.format == .heif && turned.route.name == .retag && turned.unwrittenFormat == nil)
    let kept = try Self.planner.plan(
      Self.wish { ($0.size, $0.upright, $0.loss) = (.full, .pixelsWherePossible, .none) }, for: probe)
    #expect(kept.format == .heif && kept.route.name == .copy)
    let small = try Self.planner.plan(Self.wish { $0.size = .within(99, 99) }, for: probe)
    #expect(small.format == (tag == .topLeft ? .heif : .jpeg))
  }

  @Test func formatsThatAreWrittenStay() throws {
    let photo = try Photos.probe(.rightTop, 64, 32)
    let plan = try Self.planner.plan(Self.wish(), for: photo)
    #expect(plan.format == .jpeg && plan.unwrittenFormat == nil)
    let unread = Planner(capabilities: [.jpeg: Self.both])
    #expect(throws: UprightError.self) { try unread.plan(Self.wish(), for: Self.image(.rightTop)) }
  }
}
