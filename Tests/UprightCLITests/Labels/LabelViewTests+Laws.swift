// Invariants of any labels: the two readings are each other's rotation, and no file stops the program.

import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing
@testable import UprightLabelJobs

extension LabelViewTests {
  /// Numbers as in careless, broken or hostile files.
  private static let numbers = [
    "0", "-0", "1", "-1", "0.5", "511.999999", "1e3", "1e9", "-1e9", "1e18", "99999999999999999999", "1E-300", "384",
    "512",
  ]

  @Test(arguments: 0..<30 as Range<UInt64>)
  func nothingThatAFileSaysStopsAnyOfTheCommands(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func number() -> String { Self.numbers.randomElement(using: &random) ?? "0" }
    let samples = try LabelledSamples()
    let rows = (0..<6).map { row in
      let box = (0..<4).map { _ in number() }.joined(separator: ",")
      let ring = (0..<6).map { _ in number() }.joined(separator: ",")
      let points = (0..<2).map { "\(number()),\(number()),\($0 + 1)" }.joined(separator: ",")
      return #"{"id":\#(row),"image_id":\#(row % 8 + 1),"category_id":\#(row % 3),"bbox":[\#(box)],"#
        + #""segmentation":[[\#(ring)]],"keypoints":[\#(points)]}"#
    }
    let images = (1...8).map { #"{"id":\#($0),"file_name":"landscape_\#($0).jpg"}"# }
    try samples.write(
      "a.json",
      text: #"{"images":[\#(images.joined(separator: ","))],"annotations":[\#(rows.joined(separator: ","))],"#
        + #""categories":[{"id":1,"name":"../x"}]}"#)
    let views = try samples.views()
    let canvas = Canvas(size: PixelSize(width: 64, height: 48), color: Canvas.Color(0x808080))
    for view in views.views {
      for space in LabelSpaceName.allCases {
        let regions = view.regions(space)
        #expect(view.extendsBeyond(space) <= regions.count)
        let drawn = LabelOverlay(names: views.names, size: view.facts.displayedSize).drawn(regions, on: canvas)
        #expect(drawn.size == canvas.size)
        for region in regions {
          guard let area = LabelCrop.area(of: region, border: 0.5, in: view.facts.displayedSize) else { continue }
          #expect(!area.isEmpty && area.clipped(to: view.facts.displayedSize) == area)
        }
      }
    }
    let comparison = LabelComparison(views, views)
    #expect(comparison.images.count == 8 && !comparison.lines(naming: true).isEmpty)
    let check = LabelCheck(try LabelFiles(samples.album.folder.path("a.json"), format: nil, names: nil))
    #expect(check.faults.allSatisfy { !$0.text.contains("\n") && !$0.code.isEmpty })
  }

  @Test(arguments: 1...8, 0..<4 as Range<UInt64>)
  func turningTheNumbersIsReadingThemInTheOtherSpace(tag: Int, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let samples = try LabelledSamples()
    let boxes = (0..<5).map { _ in
      [Int.random(in: 0..<300, using: &random), Int.random(in: 0..<300, using: &random)]
        + [Int.random(in: 1..<80, using: &random), Int.random(in: 1..<80, using: &random)]
    }
    try samples.write(boxes, tags: tag...tag)
    let stored = try #require(try samples.views().views.first)
    try samples.write(
      boxes.map { TagFormula.displayed($0, stored: LabelledSamples.stored(tag), tag: tag) }, tags: tag...tag)
    let displayed = try #require(try samples.views().views.first)
    #expect(stored.regions(.stored).map(\.box) == displayed.regions(.displayed).map(\.box))
    #expect(stored.regions(.stored).map(\.label) == displayed.regions(.displayed).map(\.label))
    #expect(stored.extendsBeyond(.stored) == displayed.extendsBeyond(.displayed))
  }
}
