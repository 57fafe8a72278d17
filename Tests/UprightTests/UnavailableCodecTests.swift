// A format whose package trait is off: refused in planning and in running, by the trait's name.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct UnavailableCodecTests {
  private static let reason: Phrase =
    "WebP pixels cannot be read or written: this build lacks the package trait WebP"

  @Test func plansNameTheTrait() throws {
    let codec = UnavailableCodec(.webp, trait: "WebP")
    let all = Capabilities(decodes: true, encodes: true, transforms: false)
    let planner = Planner(capabilities: [.jpeg: all, .webp: codec.capabilities])
    let refusal = UprightError.unsupported(Self.reason)
    let webp = try Probe(TinyWebP(.sixColors, exif: TinyTIFF(orientation: 6)).bytes)
    #expect(throws: refusal) { try planner.plan(Rendition(upright: .pixels), for: webp) }
    #expect(throws: refusal) { try planner.plan(Rendition(format: .webp), for: Photos.probe(nil, 64, 64)) }
    #expect(try planner.plan(Rendition(rotation: .rotate90), for: webp).route.name == .retag)
  }

  @Test func itOffersNothingAndNamesTheTrait() {
    let codec = UnavailableCodec(.webp, trait: "WebP")
    let refusal = UprightError.unsupported(Self.reason)
    #expect(codec.decoder == nil && codec.encoder == nil && codec.blocks == nil && codec.planes == nil)
    #expect(throws: refusal) { try codec.requiredDecoder() }
    #expect(throws: refusal) { try codec.requiredEncoder() }
    #expect(throws: refusal) { try codec.requiredBlocks() }
    #expect(throws: refusal) { try codec.requiredPlanes() }
  }
}
