// The order in which the planner asks, and what it makes of the answers.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct PlannerRouteTests {
  @Test func theCheapestIsAskedFirstAndTheTagLast() {
    let names: [Plan.RouteName] = [.copy, .retag, .rewrite, .transform, .transcode, .copy, .retag, .rewrite]
    #expect(Planner.routes.map(\.name) == names)
  }

  /// Each candidate answers with a route of its own name, or not at all.
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
    let decision = RouteDecision.declined("size", "it is too small")
    #expect(decision.error == .unanswerable(field: "size", reason: "it is too small"))
    #expect(decision.reason == "it is too small" && decision.route == nil)
  }

  /// Of several refusals a limit is told first, because it can be raised; else what the routes through pixels say.
  @Test func theMostHelpfulRefusalIsTold() throws {
    let ragged = try Photos.probe(.bottomRight, 60, 27)
    let lossless = Rendition(upright: .pixels, loss: .none)
    #expect(
      throws: UprightError.unanswerable(
        field: "loss",
        reason: "stored column 60 and row 27 are not on blocks of 8x8; "
          + "encoding anew loses a generation, which is not allowed here")
    ) { try Planner.full.plan(lossless, for: ragged) }
    let few = Planner(capabilities: Planner.full.capabilities, limits: Limits(pixels: 100))
    #expect(throws: UprightError.limit(name: "pixels", asked: 1_620, allowed: 100)) {
      try few.plan(Rendition(upright: .pixels), for: ragged)
    }
    #expect(throws: UprightError.unsupported("jpeg is not decoded yet, so its pixels cannot be changed")) {
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
    #expect(throws: UprightError.unanswerable(field: "format", reason: MultiPicture.unknown), "said once, not twice") {
      try Planner.full.plan(Rendition(upright: .pixels), for: several)
    }
  }

  @Test func aRouteThatCostsTooMuchIsPassedOver() throws {
    let probe = try Photos.probe(.rightTop, 1_024, 1_024)
    let part = Rendition(region: .stored(PixelRect(x: 0, y: 0, width: 64, height: 64)), upright: .pixels)
    let generous = try Planner.full.plan(part, for: probe)
    #expect(generous.route.name == .transform && generous.fallbacks.map(\.route.name) == [.transcode])
    let tight = Planner(
      capabilities: Planner.full.capabilities, limits: Limits(memoryBytes: generous.peakBytes - 1))
    let plan = try tight.plan(part, for: probe)
    #expect(plan.route.name == .transcode && plan.peakBytes < generous.peakBytes)
    #expect(
      plan.rejections.last?.description
        == "not transform: it needs \(generous.peakBytes) bytes of memory, and \(generous.peakBytes - 1) are allowed")
    let exact = Planner(capabilities: Planner.full.capabilities, limits: Limits(memoryBytes: generous.peakBytes))
    #expect(try exact.plan(part, for: probe) == generous)
  }
}
