// The order in which the planner tries routes, and its use of their decisions.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct PlannerRouteTests {
  @Test func theCheapestIsAskedFirstAndTheTagLast() {
    let names: [Plan.RouteName] = [.copy, .retag, .rewrite, .transform, .transcode, .copy, .retag, .rewrite]
    #expect(Planner.routes.map(\.name) == names)
  }

  /// Each route decides for a plan of its own kind, or declines.
  @Test func candidatesAnswerUnderTheirName() throws {
    var stripped = Rendition(upright: .tagged)
    stripped.strip = .gps
    let renditions = [
      stripped, Rendition(), Rendition(rotation: .rotate90), Rendition(upright: .pixels), Rendition(region: .square),
      Rendition(upright: .pixelsWherePossible, loss: .none), Rendition(upright: .pixels, format: .png),
    ]
    var answered: Set<Plan.RouteName> = []
    for (_, probe) in try Photos.probes(60, 27) {
      for rendition in renditions {
        let request = try PlanRequest(rendition, probe)
        for plannerRoute in Planner.routes where plannerRoute.concerns(request) {
          guard let route = plannerRoute.decide(request, .full).route else { continue }
          #expect(route.name == plannerRoute.name)
          answered.insert(route.name)
        }
      }
    }
    #expect(answered == Set(Plan.RouteName.allCases))
  }

  @Test func aRouteTheRequestRulesOutIsUnanswerable() {
    let decision = RouteDecision.declined(.scalingNeedsPixels)
    #expect(decision.error == .unanswerable(field: "size", reason: "scaling needs decoded pixels"))
    #expect(decision.reason == "scaling needs decoded pixels" && decision.route == nil)
  }

  /// Of several refusals a limit is reported first, because it can be raised; otherwise the reason of the pixel routes.
  @Test func theMostHelpfulRefusalIsTold() throws {
    let ragged = try Photos.probe(.bottomRight, 60, 27)
    let lossless = Rendition(upright: .pixels, loss: .none)
    #expect(
      throws: UprightError.unanswerable(
        field: "loss",
        reason: "stored column 60 and row 27 are not on boundaries of 8x8 blocks; "
          + RouteReason.qualityLost(isCrop: false).phrase
      )
    ) { try Planner.full.plan(lossless, for: ragged) }
    let few = Planner(capabilities: Planner.full.capabilities, limits: Limits(pixels: 100))
    #expect(throws: UprightError.limit(.pixels, asked: 1_620, allowed: 100)) {
      try few.plan(Rendition(upright: .pixels), for: ragged)
    }
    #expect(throws: UprightError.unsupported("JPEG cannot be decoded yet, so its pixels cannot change")) {
      try Planner.bare.plan(Rendition(upright: .pixels), for: ragged)
    }
    var damaged = TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")])
    damaged.statedCount = 9
    let broken = try Probe(TinyJPEG(.sixColors, exif: damaged).bytes)
    guard
      case .malformed(let error) = #expect(
        throws: UprightError.self, performing: { try Planner.full.plan(Rendition(rotation: .rotate90), for: broken) })
    else { throw Unexpected("a tag that cannot be written is the bytes' fault") }
    #expect(error.code == .fieldNotWritable)
    let several = try Photos.probe(.rightTop, 64, 32, segments: [.multiPicture([(0, 9), (1 << 30, 9)])])
    #expect(
      throws: UprightError.unanswerable(field: "format", reason: RouteReason.unknownAttachments.phrase),
      "said once, not twice"
    ) {
      try Planner.full.plan(Rendition(upright: .pixels), for: several)
    }
  }

  @Test func aRouteThatCostsTooMuchIsPassedOver() throws {
    let probe = try Photos.probe(.rightTop, 1_024, 1_024)
    let part = Rendition(region: .stored(PixelRect(x: 0, y: 0, width: 64, height: 64)), upright: .pixels)
    let generous = try Planner.full.plan(part, for: probe)
    #expect(generous.route.name == .transform && generous.fallback?.route.name == .transcode)
    let tight = Planner(
      capabilities: Planner.full.capabilities, limits: Limits(memoryBytes: generous.peakBytes - 1))
    let plan = try tight.plan(part, for: probe)
    #expect(plan.route.name == .transcode && plan.peakBytes < generous.peakBytes)
    #expect(
      plan.rejections.last?.description
        == "not transform: needs \(generous.peakBytes) bytes of memory, \(generous.peakBytes - 1) allowed")
    let exact = Planner(capabilities: Planner.full.capabilities, limits: Limits(memoryBytes: generous.peakBytes))
    #expect(try exact.plan(part, for: probe) == generous)
  }
}
