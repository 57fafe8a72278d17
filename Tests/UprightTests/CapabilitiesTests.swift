// A codec's abilities, as data: the planner uses exactly those.

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

  @Test func whatACodecDoesNotOfferIsNamed() {
    let codec = Nothing()
    #expect(codec.decoder == nil && codec.encoder == nil && codec.blocks == nil && codec.planes == nil)
    #expect(throws: UprightError.unsupported("PNG cannot be decoded")) { try codec.requiredDecoder() }
    #expect(throws: UprightError.unsupported("PNG cannot be written")) { try codec.requiredEncoder() }
    #expect(throws: UprightError.unsupported("blocks of PNG cannot be read")) { try codec.requiredBlocks() }
    #expect(throws: UprightError.unsupported("planes of PNG are not supported")) { try codec.requiredPlanes() }
  }

  @Test func aCodecOffersWhatItsCapabilitiesSay() {
    let all = MemoryCodec(.jpeg, decoding: .sixColors, transforms: true, planes: true)
    #expect(all.decoder != nil && all.encoder != nil && all.blocks != nil && all.planes != nil)
    let writer = MemoryCodec(.jpeg)
    #expect(writer.decoder == nil && writer.encoder != nil && writer.blocks == nil && writer.planes == nil)
  }

  /// All eight combinations: a route is offered exactly if everything it needs is available.
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

/// Offers nothing.
private struct Nothing: Codec {
  var format: ContainerFormat { .png }
  var capabilities: Capabilities { Capabilities(decodes: true, encodes: true, transforms: true, planes: true) }
}
