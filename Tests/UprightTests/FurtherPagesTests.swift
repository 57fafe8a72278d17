// Plans for TIFFs of several pages: what they cover, and when tags alone are not enough.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct FurtherPagesTests {
  private func probe(_ tags: [ExifOrientation?]) throws -> Probe {
    let pages = tags.map { tag in
      tag.map { TinyTIFFFile.Subfile(displaying: .letterF, as: $0) } ?? TinyTIFFFile.Subfile(.letterF)
    }
    return try Probe(TinyTIFFFile(pages: pages).bytes)
  }

  private func plan(_ wanted: Rendition, _ tags: [ExifOrientation?]) throws -> Plan {
    try Planner.bare.plan(wanted, for: probe(tags))
  }

  @Test func plansSayHowManyPagesTheyCover() throws {
    let turned = try plan(Rendition(rotation: .rotate90), [.rightTop, nil, .topLeft])
    #expect(turned.pages == 3 && turned.route.name == .retag)
    #expect(turned.explanation.contains("pages: applies to all 3"))
    #expect(try plan(Rendition(), [.rightTop, .topLeft]).pages == 2)
    let single = try plan(Rendition(rotation: .rotate90), [.rightTop])
    #expect(single.pages == nil && !single.description.contains("pages"))
  }

  @Test func aTagThatTheFirstPageHasIsSetOnTheOthers() throws {
    let some = try probe([.rightTop, .topLeft, nil])
    let plan = try Planner.bare.plan(.oriented(.rightTop, of: some), for: some)
    #expect(plan.route.name == .retag && plan.rejections.map(\.reason.code) == ["tag-changes"])
    let all = try probe([.rightTop, .rightTop])
    #expect(try Planner.bare.plan(.oriented(.rightTop, of: all), for: all).route == .copy)
  }

  /// The first page's pixels would be upright by its tag, the second one's would not.
  @Test func pixelsAreAskedForOnEveryPage() throws {
    let wanted = Rendition(rotation: .rotate270, upright: .pixels)
    #expect(try plan(wanted, [.rightTop, .rightTop]).route.name == .retag)
    #expect(throws: UprightError.self) { try plan(wanted, [.rightTop, .topLeft]) }
  }

  @Test func longListsOfPlacesAreCut() throws {
    let turned = try plan(Rendition(rotation: .rotate90), Array(repeating: .rightTop, count: 20))
    #expect(turned.explanation[0].hasSuffix(" and 4 more") && turned.explanation[0].hasPrefix("retag: 20 bytes change"))
  }
}
