// Labels in both spaces: at the positions of each tag's formula, from every kind of file.

import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite(.inOptions) struct LabelViewTests {
  private let boxes = [[10, 20, 60, 30], [200, 100, 33, 77], [0, 0, 384, 384]]

  @Test func bothReadingsLieWhereTheTagSays() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes)
    let views = try samples.views()
    #expect(views.views.map(\.name) == LabelledSamples.names && views.names == ["a", "b"])
    for (index, view) in views.views.enumerated() {
      let stored = boxes.map { TagFormula.displayed($0, stored: LabelledSamples.stored(index + 1), tag: index + 1) }
      #expect(view.regions(.displayed).map(\.box.rounded) == boxes, "\(view.name)")
      #expect(view.regions(.stored).map(\.box.rounded) == stored, "\(view.name)")
      #expect(view.regions(.stored).map(\.label) == [0, 1, 0])
      #expect(view.file.relativePath == view.name && view.file.path.hasSuffix("photos/\(view.name)"))
    }
  }

  // Relative coordinates refer to the image in the assumed space: the middle of the upper half, in either space.
  @Test func sharesAreSharesOfEitherImage() throws {
    let album = try LabelledAlbum()
    try album.writeRows("0 0.25 0.25 0.5 0.5")
    let views = LabelViews(
      try LabelFiles(album.album.folder.path("labels"), format: nil, names: nil),
      ImageIndex(album.album.folder.path("photos"), rules: OrientationRules()))
    for (index, view) in views.views.enumerated() {
      let tag = index + 1
      let size = tag > 4 ? (width: 32, height: 48) : (width: 48, height: 32)
      #expect(view.regions(.displayed).map(\.box.rounded) == [[0, 0, 24, 16]], "tag \(tag)")
      let quarter = TagFormula.displayed([0, 0, size.width / 2, size.height / 2], stored: size, tag: tag)
      #expect(view.regions(.stored).map(\.box.rounded) == [quarter], "tag \(tag)")
      #expect(view.file.relativePath == "\(tag).jpg")
    }
    #expect(views.audit.verdict == .undecidable && views.findings.isEmpty)
  }

  @Test func whatReachesBeyondTheImageIsCounted() throws {
    let samples = try LabelledSamples()
    try samples.write([[400, 10, 100, 50], [10, 10, 20, 20], [-5, 0, 20, 20]])
    for (index, view) in try samples.views().views.enumerated() {
      #expect(view.extendsBeyond(.displayed) == 1)
      #expect(view.extendsBeyond(.stored) == (index < 4 ? 1 : 2), "\(view.name)")
    }
  }

  @Test func imagesThatAreMissingAreFindingsAndTwiceIsOnce() throws {
    let samples = try LabelledSamples()
    let text = """
      {"images":[{"id":1,"file_name":"landscape_6.jpg"},{"id":2,"file_name":"gone.jpg"},
      {"id":3,"file_name":"./landscape_6.jpg"},{"id":4,"file_name":"deep/landscape_6.jpg"}],
      "annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[1,2,3,4]},
      {"id":2,"image_id":3,"category_id":1,"bbox":[5,6,7,8]}],"categories":[{"id":1,"name":"a"}]}
      """
    try samples.write("a.json", text: text)
    let views = try samples.views()
    #expect(views.views.count == 1)
    #expect(views.views[0].regions(.displayed).map(\.box.rounded) == [[1, 2, 3, 4], [5, 6, 7, 8]])
    #expect(views.findings.map(\.code) == [.imageUnknown, .imageUnknown])
    #expect(views.findings.map(\.file) == ["gone.jpg", "deep/landscape_6.jpg"])
  }

  @Test func theSpaceIsTheAuditsUnlessItIsSaid() throws {
    let samples = try LabelledSamples()
    for space in LabelSpaceName.allCases {
      try samples.write(boxes, stating: space)
      let views = try samples.views()
      #expect(try views.space(nil) == space)
      for asked in LabelSpaceName.allCases { #expect(try views.space(asked) == asked) }
      let doubtful = views.views.filter(\.isAmbiguous).map(\.name)
      #expect(doubtful == ["landscape_2.jpg", "landscape_3.jpg", "landscape_4.jpg"])
    }
    try samples.write(boxes, tags: 1...1)
    #expect(try samples.views().space(nil) == .displayed)
    try samples.write(boxes, tags: 2...4)
    let error = #expect(throws: UprightError.self) { try samples.views().space(nil) }
    guard case .unanswerable(let field, let reason)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    let words = reason.description
    #expect(field == "\(field: .space)" && words.contains("undecidable") && words.contains("--space stored"))
  }

  @Test func aRowThatIsLostIsAFinding() throws {
    let samples = try LabelledSamples()
    try samples.write("a.json", text: #"{"images":[{"id":1,"file_name":"landscape_1.jpg"}],"annotations":[{"id":1}]}"#)
    let views = try samples.views()
    #expect(views.views.count == 1 && views.views[0].regions(.displayed).isEmpty)
    #expect(!views.findings.isEmpty && views.findings.allSatisfy { $0.file == "a.json" })
    try samples.write("a.json", text: "{")
    let none = try samples.views()
    #expect(none.views.isEmpty && none.findings.map(\.code) == [.rowMalformed])
  }

  @Test func namesAreThoseOfTheSetOrNumbers() {
    #expect(LabelViews.name(of: 1, in: ["a", "b"]) == "b" && LabelViews.name(of: 7, in: ["a"]) == "7")
    #expect(LabelViews.name(of: nil, in: ["a"]) == nil && LabelViews.name(of: -1, in: ["a"]) == "-1")
  }

  @Test(arguments: 1...8)
  func anImagesSizeIsThatOfTheSpace(tag: UInt8) throws {
    let orientation = Orientation<Stored, Displayed>(exif: try #require(.init(rawValue: tag)))
    let facts = ImageFacts(size: PixelSize(width: 30, height: 20), orientation: orientation)
    #expect(facts.labelledSize(.stored) == PixelSize(width: 30, height: 20))
    #expect(
      facts.labelledSize(.displayed) == (tag > 4 ? PixelSize(width: 20, height: 30) : .init(width: 30, height: 20)))
  }
}
