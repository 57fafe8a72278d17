// Full-size images in XMP that go with removed metadata are named in the plan, and in the account of each part.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct StrippedImagesTests {
  private static let photo = {
    let names =
      #"xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" xmlns:GImage="http://ns.google.com/photos/1.0/image/" "#
    let values = #"GDepth:Data="AAAA" GDepth:Near="1" GImage:Data="BBBB""#
    return TinyJPEG(.letterF, segments: [.xmp(TinyXMP.packet(attributes: names + values))]).bytes
  }()

  private static func plan(_ strip: Strip, upright: Rendition.Uprightness) throws -> Plan {
    var wish = Rendition(upright: upright)
    wish.strip = strip
    return try Planner.full.plan(wish, for: Probe(photo))
  }

  @Test(arguments: [Strip.thumbnails, .gps, .allButColor])
  func imagesThatGoAreNamed(_ strip: Strip) throws {
    let plan = try Self.plan(strip, upright: .tagged)
    #expect(plan.route.name == .rewrite)
    #expect(plan.carried.filter { $0.code.hasPrefix("xmp-") } == [.mark(.imageRemoved), .mark(.depthMapRemoved)])
    let account = Account(of: try Probe(Self.photo).fileParts(in: Self.photo), planned: plan)
    let fates = account.entries.filter { [.depthMap, .original].contains($0.part.kind) }.map(\.fate)
    #expect(fates == [.removed, .removed] && account.losses.isEmpty)
    let sentences = plan.carried.map(\.description)
    #expect(sentences.contains("the depth map in XMP (GDepth) is not copied"))
    #expect(sentences.contains("the image in XMP (GImage) is not copied"))
  }

  @Test func nothingIsNamedWhereNothingGoes() throws {
    let plan = try Self.plan(.none, upright: .tagged)
    #expect(!plan.carried.contains { $0.code.hasPrefix("xmp-") })
    var plain = Rendition()
    plain.strip = .gps
    let other = try Planner.full.plan(plain, for: Probe(TinyJPEG(.letterF, segments: [.xmp(TinyXMP.packet())]).bytes))
    #expect(!other.carried.contains { $0.code.hasPrefix("xmp-") })
  }
}
