// A file's card on a page: images if it can be decoded, and a limit on their number.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct AuditCardTests {
  private func card(_ album: Album, _ name: String) -> AuditCard? {
    AuditCard(
      path: album.folder.path(name), rules: OrientationRules(), pipeline: Pipeline(codecs: SystemCodecs.all))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func bothSidesAreSmallJPEGs(_ tag: UInt8) throws {
    let album = try Album("\(tag).jpg")
    let shown = try #require(card(album, "\(tag).jpg"))
    guard case .images(let stored, let displayed) = shown.sides else {
      Issue.record("no pictures")
      return
    }
    let (left, right) = (try Probe(stored), try Probe(displayed))
    #expect(left.orientation.isIdentity && right.orientation.isIdentity)
    #expect(left.storedSize == PixelSize(width: tag < 5 ? 48 : 32, height: tag < 5 ? 32 : 48))
    #expect(right.displayedSize == PixelSize(width: 48, height: 32))
  }

  @Test func whatCannotBeDecodedIsDrawnAndWhatCannotBeReadIsNot() throws {
    let album = try Album("6.jpg")
    try album.folder.write([1], as: "none.jpg")
    #expect(card(album, "none.jpg") == nil && card(album, "missing.jpg") == nil)
    let path = album.folder.path("6.jpg")
    let blind = AuditCard(path: path, rules: OrientationRules(), pipeline: Pipeline(codecs: []))
    #expect(blind?.sides == .drawing && blind?.probe.orientation.exif == .rightTop)
  }

  @Test func thereAreAsManyAsMayBe() throws {
    let album = try Album()
    try album.folder.write(Album.photo(9), as: "9.jpg")
    try album.folder.write(Album.photo(9), as: "9.png")
    var tally = AuditTally(keeping: 12)
    for name in ["9.jpg", "9.png"] {
      let path = album.folder.path(name)
      tally.add(try ProbedFile(path: path, rules: OrientationRules()), path: path)
    }
    let cards = AuditCard.all(.inMemory(), in: tally, rules: OrientationRules(), width: 2).cards
    #expect(Set(cards.keys) == [album.folder.path("9.jpg"), album.folder.path("9.png")])
    var many = AuditTally(keeping: .max)
    let probe = try Probe(Album.photo(9))
    for index in 0..<(AuditCard.imageLimit + 5) {
      many.add(ProbedFile(probe, path: "no/\(index)"), path: "no/\(index)")
    }
    #expect(many.findings[.invalidValue]?.examples.count == AuditCard.imageLimit + 5)
    #expect(AuditCard.all(.inMemory(), in: many, rules: OrientationRules(), width: 2).cards.isEmpty)
  }
}
