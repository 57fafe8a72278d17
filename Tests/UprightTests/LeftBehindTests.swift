// What stays behind without a place in a new picture is said, and nothing is said where it is not so.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct LeftBehindTests {
  private func left(
    _ source: [UInt8], _ strip: Strip = .none, region: Rendition.Region = .full, format: ContainerFormat? = nil
  ) throws -> [String] {
    var wish = Rendition(region: region, upright: .pixels, format: format)
    wish.strip = strip
    return try Question(wish, Probe(source)).carry(.full, keepsProfile: true).left
  }

  /// Bytes behind the picture may be anything; a part of it, or another format, never had them.
  @Test(arguments: Strip.allCases)
  func whatFollowsThePictureGoesWithThePosition(_ strip: Strip) throws {
    let source = PlanTable.photo(.rightTop, storedWidth: 32, storedHeight: 16)
    let sentence = "bytes behind the picture's end stay behind, if there are any: as asked (\(strip.rawValue))"
    #expect(try left(source, strip) == (strip == .gps || strip == .allButColor ? [sentence] : []))
    #expect(try left(source, strip, format: .png).isEmpty)
    let part = PixelRect<Displayed>(x: 0, y: 0, width: 8, height: 8)
    #expect(try left(source, strip, region: .pixels(part)).isEmpty)
  }
}
