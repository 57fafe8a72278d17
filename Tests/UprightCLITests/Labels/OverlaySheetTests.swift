// The two panels of an overlay: their position, their content and their titles.

import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing
@testable import UprightLabelJobs

@Suite struct OverlaySheetTests {
  private func sheet(
    _ view: LabelView, _ spaces: [LabelSpaceName]? = nil, side: Int = 4096
  ) throws -> OverlaySheet {
    try OverlaySheet(
      view, names: ["a", "b"], spaces: spaces ?? view.spaces(nil), side: side, rules: OrientationRules(),
      pipeline: Pipeline(codecs: ImageCodecs.all()))
  }

  @Test func panelsStandSideBySideBelowThreeLines() throws {
    let samples = try LabelledSamples()
    try samples.write([[10, 20, 60, 30]])
    let views = try samples.views().views
    let sheet = try sheet(views[5])
    #expect(sheet.corner(0) == (12, 12 + 66) && sheet.corner(1) == (12 + 512 + 12, 78))
    let drawn = sheet.drawn()
    #expect(drawn.size == PixelSize(width: 3 * 12 + 2 * 512, height: 78 + 384 + 12))
    for (index, space) in LabelSpaceName.allCases.enumerated() {
      let corner = sheet.corner(index)
      #expect(drawn.part(x: corner.x, y: corner.y, width: 512, height: 384).bytes == sheet.panel(space).bytes)
    }
    #expect(sheet.panel(.stored).bytes != sheet.panel(.displayed).bytes)
  }

  @Test func smallImagesHaveRoomForWords() throws {
    let samples = try LabelledSamples()
    try samples.write([[10, 20, 60, 30]])
    let small = try sheet(try samples.views().views[5], side: 64)
    #expect(small.image.size == PixelSize(width: 64, height: 48))
    #expect(small.drawn().size == PixelSize(width: 3 * 12 + 2 * OverlaySheet.minWidth, height: 78 + 48 + 12))
  }

  @Test func whatIsNotTurnedIsDrawnOnce() throws {
    let samples = try LabelledSamples()
    try samples.write([[10, 20, 60, 30]])
    let views = try samples.views().views
    #expect(views.map { $0.spaces(nil).count } == [1, 2, 2, 2, 2, 2, 2, 2])
    for space in LabelSpaceName.allCases { #expect(views.allSatisfy { $0.spaces(space) == [space] }) }
    #expect(try sheet(views[5], [.stored]).drawn().size.width == 2 * 12 + 512)
    #expect(try sheet(views[0]).heading(.displayed) == "either: not rotated")
  }

  @Test func whatTheAuditSaysStandsAbove() throws {
    let samples = try LabelledSamples()
    try samples.write([[10, 20, 60, 30]], stating: .stored)
    let views = try samples.views().views
    #expect(try sheet(views[5]).heading(.stored) == "as stored: fits")
    #expect(try sheet(views[5]).heading(.displayed) == "as displayed: does not fit")
    #expect(
      try sheet(views[2]).heading(.stored) == "as stored?" && sheet(views[2]).heading(.displayed) == "as displayed?")
    try samples.write([[10, 20, 60, 30], [400, 10, 20, 20], [10, 400, 20, 20]])
    let odd = try samples.views().views[5]
    #expect(odd.verdict.word == "contradiction")
    #expect(try sheet(odd).heading(.stored) == "as stored? contradiction")
    #expect(!odd.reason.isEmpty)
  }

  @Test func anImageThatCannotBeDecodedIsNamed() throws {
    let samples = try LabelledSamples()
    try samples.write([[10, 20, 60, 30]])
    let view = try samples.views().views[5]
    let whole = try samples.album.folder.read("photos/landscape_6.jpg")
    try samples.album.folder.write(Array(whole.prefix(100)), as: "photos/landscape_6.jpg")
    #expect(throws: UprightError.self) { try sheet(view) }
  }
}
