// What a codec can do, as data: the planner takes from it exactly what it says.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct CapabilitiesTests {
  @Test func onlyFullDecodingUnlessSaidOtherwise() {
    #expect(Capabilities(decodes: true, encodes: true, transforms: true).denominators == [1])
  }

  /// All eight combinations: a route is offered exactly where what it needs is there.
  @Test func everyCombinationOffersItsRoutes() throws {
    let probe = try Photos.probe(.rightTop, 64, 32)
    let question = try Question(Rendition(upright: .pixels), probe)
    for bits in 0..<8 {
      let (decodes, encodes, transforms) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0)
      let planner = Planner(capabilities: [
        .jpeg: Capabilities(decodes: decodes, encodes: encodes, transforms: transforms)
      ])
      #expect((TranscodeRoute.answer(question, planner).route != nil) == (decodes && encodes))
      #expect((TransformRoute.answer(question, planner).route != nil) == transforms)
    }
  }

  @Test func onlyItsDenominatorsAreUsed() throws {
    let probe = try Photos.probe(nil, 640, 640)
    let question = try Question(Rendition(size: .within(PixelSize(width: 40, height: 40))), probe)
    for (offered, used) in [([1], 1), ([1, 2], 2), ([1, 2, 4], 4), ([1, 2, 4, 8], 8), ([1, 4], 4), ([], 1)] {
      let planner = Planner(capabilities: [
        .jpeg: Capabilities(decodes: true, encodes: true, transforms: false, denominators: offered)
      ])
      #expect(TranscodeRoute.answer(question, planner).transcode?.pass.denominator == used)
    }
  }
}
