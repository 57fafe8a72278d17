// The format of a result whose source's format is read but not written: which one, when, and never if it must stay.

import Testing
import UprightFixtures
import UprightTestTools

@testable import Upright

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
