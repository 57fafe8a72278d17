// A format whose package trait is off: refused in planning and in running, by the trait's name.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct UnavailableCodecTests {
  private static let reason =
    "pixels of webp are neither read nor written here: this was built without the package trait WebP"

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

  @Test func runsNameTheTrait() {
    let codec = UnavailableCodec(.webp, trait: "WebP")
    let region = PixelRect<Stored>(x: 0, y: 0, width: 1, height: 1)
    let refusal = UprightError.unsupported(Self.reason)
    var sink: [UInt8] = []
    #expect(throws: refusal) {
      try codec.decode(
        DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb)), from: [UInt8](), limits: Limits()
      ) { _, _ in Issue.record("a band") }
    }
    #expect(throws: refusal) {
      try codec.transform(
        LosslessJob(region: region, orientation: .identity), from: [UInt8](), metadata: CarriedMetadata(),
        limits: Limits(), into: &sink)
    }
    #expect(throws: refusal) {
      let picture = try #require(Raster<Output>(size: PixelSize(width: 1, height: 1), layout: SampleLayout(.rgb)))
      try codec.encode(
        picture, settings: EncodeSettings(format: .webp, fidelity: .exact, sampling: .none),
        metadata: CarriedMetadata(), limits: Limits(), into: &sink)
    }
  }
}
