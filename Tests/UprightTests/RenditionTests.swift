// The defaults of a rendition, and that each field matters.

import Testing
import Upright

@Suite struct RenditionTests {
  @Test func nothingSaidIsTheImageAsItIs() {
    let plain = Rendition()
    #expect(plain.region == .full && plain.size == .full && plain.rotation == .identity && plain.format == nil)
    #expect(plain.upright == .tagged && plain.quality == .asSource && plain.loss == .recode && plain.overflow == .clip)
  }

  /// Requests that differ in one field are different requests.
  @Test func everyFieldCounts() throws {
    let all = try #require(Selection(Rect2D<Normalized<Displayed>>(x: 0, y: 0, width: 1, height: 1)))
    let changes: [(inout Rendition) -> Void] = [
      { $0.region = .square }, { $0.region = .pixels(PixelRect(x: 0, y: 0, width: 1, height: 1)) },
      { $0.region = .stored(PixelRect(x: 0, y: 0, width: 1, height: 1)) },
      { $0.region = .fraction(Rect2D(x: 0, y: 0, width: 1, height: 1)) },
      { $0.region = .selection(all) }, { $0.region = .selection(all, rounding: .nearest) },
      { $0.size = .exactly(PixelSize(width: 1, height: 1)) }, { $0.size = .within(PixelSize(width: 1, height: 1)) },
      { $0.rotation = .rotate90 }, { $0.upright = .pixels }, { $0.upright = .pixelsWherePossible },
      { $0.quality = .level(92) }, { $0.format = .jpeg }, { $0.format = .png }, { $0.loss = .none },
      { $0.loss = .trim }, { $0.overflow = .fail }, { $0.overflow = .pad(.black) },
      { $0.overflow = .pad(Rendition.Color(red: 0, green: 0, blue: 0, alpha: 0)) },
    ]
    let renditions = changes.map { change -> Rendition in
      var rendition = Rendition()
      change(&rendition)
      return rendition
    }
    #expect(Set(renditions + [Rendition()]).count == changes.count + 1)
  }

  @Test func selectionsAreRoundedOutwardUnlessSaidOtherwise() throws {
    let all = try #require(Selection(Rect2D<Normalized<Displayed>>(x: 0, y: 0, width: 1, height: 1)))
    #expect(Rendition.Region.selection(all) == .selection(all, rounding: .outward))
  }

  @Test func coloursAreOpaqueUnlessSaidOtherwise() {
    let color = Rendition.Color(red: 1, green: 2, blue: 3)
    #expect([color.red, color.green, color.blue, color.alpha] == [1, 2, 3, 255])
    #expect(Rendition.Color.black == Rendition.Color(red: 0, green: 0, blue: 0, alpha: 255))
  }

  @Test func lossesHaveTheirNames() { #expect(Rendition.Loss.allCases.map(\.rawValue) == ["none", "trim", "recode"]) }
}
