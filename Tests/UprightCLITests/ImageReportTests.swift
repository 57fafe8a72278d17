// Reports in words and in JSON, for every possible outcome.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightFiles

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ImageReportTests {
  private func plan(_ rendition: Rendition, _ tag: UInt8, hasPartialBlocks: Bool = false) throws -> Plan {
    try Pipeline(codecs: SystemCodecs.all).plan(
      rendition, for: Probe(Album.photo(tag, hasPartialBlocks: hasPartialBlocks)))
  }

  private var fixed: Rendition { EdgeMode.keepTag.rendition() }

  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func theShortLineNamesTheRouteTheSizeAndTheTag(_ tag: UInt8) throws {
    let whole = ImageReport(plan: try plan(fixed, tag), output: nil)
    #expect(whole.text(of: "a.jpg", explained: false) == "a.jpg: \(tag == 1 ? "copy" : "transform"), 48x32, tag 1")
    let ragged = ImageReport(plan: try plan(fixed, tag, hasPartialBlocks: true), output: "b.jpg")
    let expected = [1: "copy, 51x35, tag 1", 5: "transform, 51x35, tag 1"][tag] ?? "copy, 51x35, keeps tag \(tag)"
    #expect(ragged.text(of: "a.jpg", explained: false) == "a.jpg -> b.jpg: " + expected)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func pixelsAreTurnedWhereTheTagIsGoneAndTheFileIsNoCopy(_ tag: UInt8) throws {
    for (wanted, hasPartialBlocks) in [(fixed, false), (EdgeMode.recode.rendition(), true)] {
      let turned = ImageReport(plan: try plan(wanted, tag, hasPartialBlocks: hasPartialBlocks), output: nil)
      #expect(turned.reorientsPixels == (tag != 1))
    }
    let kept = ImageReport(plan: try plan(fixed, tag, hasPartialBlocks: true), output: nil)
    #expect(kept.reorientsPixels == (tag == 5))
    #expect(
      try !ImageReport(plan: plan(Rendition(rotation: .rotate180, upright: .tagged), tag), output: nil)
        .reorientsPixels)
  }

  @Test func aResultInThePlaceOfItsSourceIsNotNamedTwice() throws {
    let report = ImageReport(plan: try plan(Rendition(rotation: .rotate180), 6), output: "a\u{1B}.jpg")
    #expect(report.text(of: "a\u{1B}.jpg", explained: false) == "a\\x1B.jpg: retag, 48x32, tag 8")
  }

  @Test(arguments: [1, 6] as [UInt8])
  func aFileThatIsAsItShouldBeIsUnchanged(_ tag: UInt8) throws {
    let report = ImageReport(plan: try plan(Rendition(), tag), output: "a.jpg")
    let kept = tag == 1 ? "tag 1" : "keeps tag 6"
    #expect(report.text(of: "a.jpg", explained: false) == "a.jpg: unchanged, 48x32, \(kept)")
    #expect(report.text(of: "b.jpg", explained: false) == "b.jpg -> a.jpg: copy, 48x32, \(kept)")
    #expect(report.json(of: "a.jpg").line.contains(#""route":"copy""#))
  }

  @Test func theLongOneIsThePlansOwnText() throws {
    let plan = try plan(fixed, 6, hasPartialBlocks: true)
    let lines = ImageReport(plan: plan, output: nil).text(of: "a.jpg", explained: true).split(separator: "\n")
    #expect(lines.first == "a.jpg")
    #expect(lines.dropFirst().map { $0.dropFirst(2) } == plan.description.split(separator: "\n"))
  }

  @Test func complaintsComeOnePerThing() throws {
    var report = ImageReport(plan: try plan(fixed, 6), output: "a")
    #expect(report.complaints == [])
    report.lostAttributes = [.owner, .group, .attribute("user.\u{7}x")]
    #expect(
      report.complaints == [
        "its owner could not be preserved", "its group and the group's permissions could not be preserved",
        "its attribute user.\\x07x could not be preserved",
      ])
    report.abandoned = .transcode
    #expect(report.complaints.first == "image data is damaged; blocks were moved instead")
    #expect(report.complaints.count == 4)
  }

  /// Whatever the command promised.
  @Test(arguments: [ImageGoal(), .upright])
  func whatIsReportedAsDamagedHasAnExitCode(goal: ImageGoal) throws {
    let whole = ImageReport(plan: try plan(fixed, 6), output: "a")
    #expect(whole.exitCode(toward: goal) == nil)
    let changes: [(inout ImageReport) -> Void] = [
      { $0.isIncomplete = true }, { $0.abandoned = .transform }, { $0.truncation = .stated },
      { $0.truncation = .found }, { $0.assumedUprightReason = "cut" },
    ]
    for change in changes {
      var report = whole
      change(&report)
      #expect(report.exitCode(toward: goal) == 65 && report.json(of: "a").line.contains(#""damaged":true"#))
    }
    var limited = whole
    limited.keptTagReason = .limit(.memory, asked: 9, allowed: 8)
    #expect(limited.exitCode(toward: goal) == (goal.makesUpright ? 65 : nil))
  }

  @Test func aDamagedSmallImageIsNoDamageToTheImage() throws {
    let report = ImageReport(plan: try plan(fixed, 6), output: "a", isEmbeddedDamaged: true)
    #expect(report.complaints == ["the embedded preview is damaged; the image itself was decoded"])
    #expect(report.exitCode(toward: .upright) == nil)
    #expect(!report.json(of: "a.jpg").line.contains("damaged"))
    var both = report
    both.isIncomplete = true
    #expect(both.complaints.count == 2 && both.json(of: "a.jpg").line.contains(#""damaged":true"#))
  }

  @Test(arguments: [nil, "b.jpg"], [nil, Plan.RouteName.transform])
  func theLineForProgramsHasWhatThereIs(output: String?, abandoned: Plan.RouteName?) throws {
    let report = ImageReport(plan: try plan(fixed, 6), output: output, abandoned: abandoned)
    let line = Data(report.json(of: "a.jpg").line.utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    #expect(object["path"] as? String == "a.jpg")
    #expect(object["output"] as? String == output)
    #expect(object["damaged"] as? Bool == (abandoned == nil ? nil : true))
    #expect(object["lossCount"] as? Int == 0)
    #expect(object.count == 8 + (output == nil ? 0 : 1) + (abandoned == nil ? 0 : 1))
  }

  @Test func keepingATagIsACopyThatIsNotUpright() throws {
    #expect(try plan(fixed, 6, hasPartialBlocks: true).keepsTag)
    #expect(try plan(Rendition(), 3).keepsTag)
    #expect(try !plan(fixed, 1).keepsTag)
    #expect(try !plan(fixed, 6).keepsTag)
    #expect(try !plan(Rendition(rotation: .rotate90), 6).keepsTag)
  }
}
