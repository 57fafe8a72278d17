// Shapes finer than boxes in both spaces: each tag's formula moves the points of polygons, masks and keypoints.

import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing
@testable import UprightLabelJobs

extension LabelViewTests {
  /// An image of 6 × 4 pixels in the labels' space, with a polygon, an L-shaped mask, and two keypoints.
  private static let rows = """
    {"id":1,"image_id":1,"category_id":1,"bbox":[10,20,30,40],"segmentation":[[10,20,40,20,40,60]]},
    {"id":2,"image_id":1,"category_id":1,"bbox":[10,20,30,40],"keypoints":[15,25,2,0,0,0,35,55,1]}
    """

  private func views(_ samples: LabelledSamples, tag: Int, rows: String = rows) throws -> LabelView {
    let text =
      #"{"images":[{"id":1,"file_name":"landscape_\#(tag).jpg"}],"annotations":[\#(rows)],"#
      + #""categories":[{"id":1,"name":"a"}]}"#
    try samples.write("a.json", text: text)
    return try #require(try samples.views().views.first)
  }

  /// Where a point of the stored image is displayed: a box of zero size.
  private func seen(_ x: Int, _ y: Int, _ tag: Int) -> [Int] {
    Array(TagFormula.displayed([x, y, 0, 0], stored: LabelledSamples.stored(tag), tag: tag).prefix(2))
  }

  @Test(arguments: 1...8)
  func polygonsGoPointByPoint(tag: Int) throws {
    let view = try views(try LabelledSamples(), tag: tag)
    for (space, points) in [
      (LabelSpaceName.displayed, [[10, 20], [40, 20], [40, 60]]),
      (.stored, [seen(10, 20, tag), seen(40, 20, tag), seen(40, 60, tag)]),
    ] {
      guard case .polygon(let polygon)? = view.regions(space)[0].outline else {
        Issue.record("no polygon")
        continue
      }
      #expect(polygon.rings.map { $0.map { [Int($0.x), Int($0.y)] } } == [points], "\(space)")
    }
  }

  @Test(arguments: 1...8)
  func keypointsGoAlongAndKeepTheirOrder(tag: Int) throws {
    let view = try views(try LabelledSamples(), tag: tag)
    for (space, places) in [
      (LabelSpaceName.displayed, [[15, 25], [0, 0], [35, 55]]),
      (.stored, [seen(15, 25, tag), [0, 0], seen(35, 55, tag)]),
    ] {
      let keypoints = view.regions(space)[1].keypoints
      #expect(keypoints.map { [Int($0.point.x), Int($0.point.y)] } == places, "\(space)")
      #expect(keypoints.map(\.visibility) == [.visible, .absent, .hidden])
    }
  }

  // A mask states its own size; read in the wrong space it keeps that, so that nothing is lost before it is shown.
  @Test(arguments: 1...8, LabelSpaceName.allCases)
  func masksAreReadInBothSpaces(tag: Int, space: LabelSpaceName) throws {
    let size = space == .stored ? LabelledSamples.stored(tag) : LabelledSamples.displayed
    // One column of 5 pixels in column 3, from row 7.
    let before = 3 * size.height + 7
    let rest = size.width * size.height - before - 5
    let rows =
      #"{"id":1,"image_id":1,"category_id":1,"bbox":[3,7,1,5],"segmentation":{"size":[\#(size.height),\#(size.width)],"#
      + #""counts":[\#(before),5,\#(rest)]}}"#
    let view = try views(try LabelledSamples(), tag: tag, rows: rows)
    #expect(view.regions(.stored).count == 1 && view.regions(.displayed).count == 1)
    guard case .mask(let mask)? = view.regions(space)[0].outline else {
      Issue.record("no mask")
      return
    }
    let expected =
      space == .displayed ? [3, 7, 1, 5] : TagFormula.displayed([3, 7, 1, 5], stored: size, tag: tag)
    let box = try #require(mask.box)
    #expect([box.x, box.y, box.width, box.height] == expected && mask.area == 5)
    #expect(mask.size == PixelSize(width: 512, height: 384))
  }

  @Test(arguments: 1...8)
  func overlaysOfBothReadingsCoverTheSamePixelsOfTheThing(tag: Int) throws {
    let samples = try LabelledSamples()
    let box = TagFormula.displayed([100, 120, 60, 80], stored: LabelledSamples.stored(tag), tag: tag)
    try samples.write([[100, 120, 60, 80]], classes: [], tags: tag...tag)
    let stored = try #require(try samples.views().views.first)
    try samples.write([box], classes: [], tags: tag...tag)
    let displayed = try #require(try samples.views().views.first)
    let ground = Canvas(size: PixelSize(width: 512, height: 384), color: Canvas.Color(0x204060))
    let overlay = LabelOverlay(names: [], size: stored.facts.displayedSize)
    let one = overlay.drawn(stored.regions(.stored), on: ground)
    #expect(one.bytes == overlay.drawn(displayed.regions(.displayed), on: ground).bytes && one.bytes != ground.bytes)
  }
}
