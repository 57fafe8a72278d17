// Plans as JSON: every field compared with the library's plan.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightFiles
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct PlanJSONTests {
  private static let names = (1...8).flatMap { ["\($0).jpg", "\($0)-ragged.jpg"] }
  private let pipeline = Pipeline(codecs: SystemCodecs.all)

  private func album() throws -> Album {
    let album = try Album()
    for name in Self.names { try album.add(name) }
    return album
  }

  static let questions: [(words: String, rendition: Rendition)] = [
    ("fix", Rendition(upright: .pixelsWherePossible, loss: .recode)),
    ("fix --edge trim", Rendition(upright: .pixels, loss: .trim)),
    ("fix --edge recode", Rendition(upright: .pixels)),
    ("fix --to tag", Rendition()),
    ("fix --format png", Rendition(upright: .pixels, format: .png)),
    ("rotate transverse", Rendition(rotation: .transverse)),
    ("rotate ccw --bake", Rendition(rotation: .rotate270, upright: .pixels, loss: .recode)),
    ("crop 8,8,16,16", Rendition(region: .pixels(PixelRect(x: 8, y: 8, width: 16, height: 16)), upright: .pixels)),
    (
      "crop square --size 9x7",
      Rendition(region: .square, size: .exactly(PixelSize(width: 9, height: 7)), upright: .pixels)
    ),
    ("thumb 11", small),
  ]

  private static let small = {
    var small = Rendition(size: .within(PixelSize(width: 11, height: 11)), upright: .pixels, quality: .level(85))
    small.strip = .allButColor
    return small
  }()

  /// Programs that read `plan --json` can read a plan's summary, and the other way round.
  @Test(arguments: questions)
  func theSummaryIsAPartOfTheJSON(words: String, rendition: Rendition) throws {
    let image = TinyImage.sixColors.enlarged(by: 16)
    let probe = try Probe(TinyJPEG(image, exif: TinyTIFF(orientation: 6)).bytes)
    let plan = try pipeline.plan(rendition, for: probe)
    let line = Data(JSONLine.object(plan.json).line.utf8)
    #expect(try JSONDecoder().decode(Plan.Summary.self, from: line) == plan.summary)
    let all = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(plan.summary))
    let summary = try #require(encoded as? [String: Any])
    #expect(summary.count == 5)
    #expect(NSDictionary(dictionary: all.filter { summary.keys.contains($0.key) }) == NSDictionary(dictionary: summary))
  }

  @Test(arguments: questions)
  func everyFieldIsThatOfThePlan(words: String, rendition: Rendition) throws {
    let album = try album()
    let answer = try UprightTool.run(
      ["plan"] + words.split(separator: " ").map(String.init) + ["--json"] + Self.names, in: album.folder)
    #expect(answer.status == 0)
    #expect(answer.complaints == "")
    let objects = try answer.objects()
    try #require(objects.count == Self.names.count)
    for (name, object) in zip(Self.names, objects) {
      let plan = try pipeline.plan(rendition, for: Probe(album.folder.read(name)))
      #expect(object["schema"] as? Int == 1)
      #expect(object["path"] as? String == name)
      try expectEqual(object, plan)
      let said = rendition.strip == .none ? 9 : 11
      #expect(object.count == said + pixelFields(of: plan), "\(object.keys.sorted())")
    }
  }

  @Test(arguments: questions)
  func whatIsDoneIsSaidInTheSameFields(words: String, rendition: Rendition) throws {
    let album = try album()
    let answer = try UprightTool.run(
      words.split(separator: " ").map(String.init) + ["--json", "-o", "out"] + Self.names, in: album.folder)
    #expect(answer.status == 0)
    for (name, object) in zip(Self.names, try answer.objects()) {
      let plan = try pipeline.plan(rendition, for: Probe(album.folder.read(name)))
      try expectEqual(object, plan)
      let output = try #require(object["output"] as? String)
      #expect(output.hasPrefix("out/"))
      let said = rendition.strip == .none ? 9 : 11
      #expect(object.count == said + pixelFields(of: plan))
      let made = try album.folder.read(output)
      guard plan.format == .jpeg else {
        #expect(ContainerFormat(signature: made) == plan.format)
        continue
      }
      let probe = try Probe(made)
      #expect(Int(probe.orientation.exif.rawValue) == object["orientation"] as? Int)
      #expect(
        probe.displayedSize.width == plan.outputSize.width && probe.displayedSize.height == plan.outputSize.height)
    }
  }

  private func expectEqual(_ object: [String: Any], _ plan: Plan) throws {
    #expect(object["route"] as? String == plan.route.name.rawValue)
    #expect(object["form"] as? String == form(of: plan))
    #expect(object["regionAccess"] as? String == access(of: plan))
    #expect(object["orientation"] as? Int == Int(plan.remaining.exif.rawValue))
    #expect(object["peakBytes"] as? Int == plan.peakBytes)
    #expect(
      object["size"] as? [String: Int] == ["width": plan.outputSize.width, "height": plan.outputSize.height])
    let rejections = try #require(object["rejections"] as? [[String: String]])
    #expect(
      rejections
        == plan.rejections.map {
          ["route": $0.route.rawValue, "code": $0.reason.code, "reason": $0.reason.description]
        })
  }

  private func access(of plan: Plan) -> String? {
    guard case .transcode(let transcode) = plan.route else { return nil }
    return transcode.access?.code
  }

  /// The number of fields that only a plan with pixels has.
  private func pixelFields(of plan: Plan) -> Int { (form(of: plan) == nil ? 0 : 1) + (access(of: plan) == nil ? 0 : 1) }

  private func form(of plan: Plan) -> String? {
    guard case .transcode(let transcode) = plan.route else { return nil }
    return transcode.form == .samples ? "samples" : "planes"
  }

  @Test func keysAreInTheirOrder() throws {
    let plan = try pipeline.plan(Rendition(rotation: .rotate90), for: Probe(Album.photo(6)))
    #expect(plan.json.map(\.key) == ["route", "rejections", "orientation", "size", "peakBytes"])
    let pixels = try pipeline.plan(Rendition(upright: .pixels, format: .png), for: Probe(Album.photo(6)))
    #expect(pixels.json.map(\.key) == ["route", "form", "rejections", "orientation", "size", "peakBytes"])
  }
}
