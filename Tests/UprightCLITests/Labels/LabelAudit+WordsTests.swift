// Messages about the space of labels: which one it is, or what would decide.

import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite(.inOptions) struct LabelAuditWordsTests {
  @Test func whatIsToldIsTheSpace() throws {
    for either in LabelSpaceName.allCases {
      #expect(try LabelAudit.Verdict.stored.space(either: either, hint: "x") == .stored)
      #expect(try LabelAudit.Verdict.displayed.space(either: either, hint: "x") == .displayed)
      #expect(try LabelAudit.Verdict.either.space(either: either, hint: "x") == either)
      #expect(try LabelAudit.Verdict.nothing.space(either: either, hint: "x") == either)
    }
    #expect(try LabelAudit.Verdict.either.space(hint: "x") == .displayed)
  }

  @Test(arguments: [LabelAudit.Verdict.undecidable, .contradiction])
  func whatIsNotToldIsAsked(verdict: LabelAudit.Verdict) {
    let reason: Phrase =
      "cannot tell whether these labels are of the stored or the displayed images (\(verdict.rawValue)); "
    #expect(
      throws: UprightError.unanswerable(
        field: "\(field: .space)",
        reason: reason + "x says why; give \(option: .space, "stored") or \(option: .space, "displayed")")
    ) { try verdict.space(hint: "x says why;") }
    #expect(
      throws: UprightError.unanswerable(
        field: "\(field: .labelSpace)",
        reason: reason + "y, and give \(option: .labelSpace, "stored") or \(option: .labelSpace, "displayed")")
    ) { try verdict.space(either: .stored, option: .labelSpace, hint: "y, and") }
  }

  @Test func onlyVerdictsThatAreThereAreCounted() throws {
    let samples = try LabelledSamples()
    try samples.write([[40, 60, 100, 50]], stating: .stored)
    let counts = try samples.views().audit.counts
    #expect(counts.map(\.kind) == [.stored, .either, .undecidable])
    #expect(counts.map(\.count) == [4, 1, 3])
    try samples.write([[40, 60, 100, 50]], tags: 1...1)
    #expect(try samples.views().audit.counts.map(\.kind) == [.either])
  }

  @Test func contradictionsAreThoseOfTheImagesAndOfTheSet() throws {
    let samples = try LabelledSamples()
    try samples.write([[400, 10, 20, 20], [10, 400, 20, 20]], tags: 5...6)
    var audit = try samples.views().audit
    #expect(audit.contradictions.keys.sorted() == ["landscape_5.jpg", "landscape_6.jpg"] && audit.ambiguity == nil)
    try samples.write([[40, 60, 100, 50]], stating: .stored)
    #expect(try samples.views().audit.contradictions.isEmpty)
    try samples.contradict()
    audit = try samples.views().audit
    #expect(audit.contradictions == ["landscape_7.jpg": "labeled as displayed, like 1 of 4 images"])
    #expect(audit.reason == "contradiction")
  }

  @Test func nothingIsDecidedOfNothing() throws {
    let samples = try LabelledSamples()
    let ambiguity = "no image with readable labels was found"
    for text in [#"{"images":[],"annotations":[]}"#, "{", #"{"images":[{"id":1,"file_name":"gone.jpg"}]}"#] {
      try samples.write("a.json", text: text)
      let audit = try samples.views(format: .coco).audit
      #expect(
        audit.verdict == .nothing && audit.ambiguity == ambiguity && audit.reason == "none: " + ambiguity, "\(text)")
    }
  }

  // One box outside the displayed image, in eight images: that alone is no verdict, and the refusal states what it is.
  @Test func whatIsTooLittleIsSaidWithTheRefusal() throws {
    let samples = try LabelledSamples()
    try samples.write([[40, 60, 100, 50]])
    let text = String(decoding: try samples.album.folder.read("a.json"), as: UTF8.self)
    let stray = text.replacing(
      #""image_id":6,"category_id":1,"bbox":[40,60,"#, with: #""image_id":6,"category_id":1,"bbox":[40,440,"#)
    #expect(stray != text)
    try samples.write("a.json", text: stray)
    let audit = try samples.views().audit
    #expect(audit.images[5].verdict == .stored && audit.verdict == .undecidable)
    #expect(audit.reason == "undecidable: \(audit.weakEvidence ?? "")")
    let error = #expect(throws: UprightError.self) { try audit.space(hint: "x and") }
    let said = error.map { "\($0)" } ?? ""
    #expect(said.contains("(undecidable: 1 box fits only the stored image; 6 images"))
  }
}
