// What a codec can do, as data: the planner takes from it exactly what it says.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct CapabilitiesTests {
  @Test func onlyFullDecodingUnlessSaidOtherwise() {
    #expect(Capabilities(decodes: true, encodes: true, transforms: true).denominators == [1])
  }

  @Test func noPlanesUnlessSaidOtherwise() throws {
    let plain = Capabilities(decodes: true, encodes: true, transforms: true, denominators: [1, 2])
    #expect(!plain.planes)
    let able = Capabilities(decodes: true, encodes: true, transforms: true, planes: true, denominators: [1, 2])
    #expect(able.withoutPlanes == plain)
    let request = try PlanRequest(Rendition(upright: .pixels), Photos.probe(.rightTop, 64, 32))
    for (offered, form) in [(plain, Plan.Transcode.Form.samples), (able, .planes(chroma: .none))] {
      let planner = Planner(capabilities: [.jpeg: offered])
      #expect(TranscodeRoute.decide(request, planner).transcode?.form == form)
    }
  }

  @Test func codecsWithoutPlanesRefuseThem() throws {
    let refusal = UprightError.unsupported("planes of png")
    let codec = NoPlanes()
    #expect(throws: refusal) {
      try codec.decodePlanes(
        of: PixelRect(x: 0, y: 0, width: 1, height: 1), chroma: .none, from: [UInt8](), limits: Limits()
      ) { _, _ in Issue.record("a band") }
    }
    let picture = try #require(PlanarRaster<Output>(size: PixelSize(width: 1, height: 1), chroma: .none))
    let settings = EncodeSettings(format: .png, fidelity: .level(1), sampling: .none)
    var sink: [UInt8] = []
    #expect(throws: refusal) {
      try codec.encode(picture, settings: settings, metadata: CarriedMetadata(), limits: Limits(), into: &sink)
    }
  }

  /// All eight combinations: a route is offered exactly where what it needs is there.
  @Test func everyCombinationOffersItsRoutes() throws {
    let probe = try Photos.probe(.rightTop, 64, 32)
    let request = try PlanRequest(Rendition(upright: .pixels), probe)
    for bits in 0..<8 {
      let (decodes, encodes, transforms) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0)
      let planner = Planner(capabilities: [
        .jpeg: Capabilities(decodes: decodes, encodes: encodes, transforms: transforms)
      ])
      #expect((TranscodeRoute.decide(request, planner).route != nil) == (decodes && encodes))
      #expect((TransformRoute.decide(request, planner).route != nil) == transforms)
    }
  }

  @Test func onlyItsDenominatorsAreUsed() throws {
    let probe = try Photos.probe(nil, 640, 640)
    let request = try PlanRequest(Rendition(size: .within(PixelSize(width: 40, height: 40))), probe)
    for (offered, used) in [([1], 1), ([1, 2], 2), ([1, 2, 4], 4), ([1, 2, 4, 8], 8), ([1, 4], 4), ([], 1)] {
      let planner = Planner(capabilities: [
        .jpeg: Capabilities(decodes: true, encodes: true, transforms: false, denominators: offered)
      ])
      #expect(TranscodeRoute.decide(request, planner).transcode?.pass.denominator == used)
    }
  }
}

/// Says nothing of planes.
private struct NoPlanes: Codec {
  var format: ContainerFormat { .png }
  var capabilities: Capabilities { Capabilities(decodes: false, encodes: false, transforms: false) }

  func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {}

  func encode(
    _ picture: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {}

  func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int { 0 }
}
