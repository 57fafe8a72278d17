// Plans as data: named routes, equality, determinism, and invariants of every plan in the table.

import Testing
import UprightFixtures
import UprightTestTools

@testable import Upright

@Suite struct PlanTests {
  @Test func routesAreNamedInTheOrderOfTheirCost() throws {
    #expect(Plan.RouteName.allCases == [.copy, .retag, .rewrite, .transform, .transcode])
    #expect(Plan.RouteName.allCases.map(\.rawValue) == ["copy", "retag", "rewrite", "transform", "transcode"])
    #expect(Plan.Route.copy.name == .copy)
    #expect(Plan.Route.retag(BytePatch([])).name == .retag)
  }

  /// Random requests for random photos: the same request has the same decision, and a decision keeps its promises.
  @Test(arguments: ExifOrientation.allCases)
  func everyPlanKeepsItsPromises(_ tag: ExifOrientation) throws {
    var random = SplitMix64(seed: 50 + UInt64(tag.rawValue))
    for _ in 0..<150 {
      let bytes = PlanTable.photo(
        tag, storedWidth: .random(in: 1...99, using: &random), storedHeight: .random(in: 1...99, using: &random),
        sampling: TinyJPEG.Sampling.allCases.randomElement(using: &random) ?? .full)
      let probe = try Probe(bytes)
      let rendition = Self.rendition(probe, using: &random)
      let (plan, error) = Self.plan(rendition, probe)
      #expect(Self.plan(rendition, probe) == (plan, error))
      if let plan {
        expect(plan, of: rendition, probe)
      } else {
        #expect(rendition.loss != .recode || error.contains("would be stretched"), "\(error)")
      }
    }
  }

  private static func plan(_ rendition: Rendition, _ probe: Probe) -> (Plan?, String) {
    do { return (try Planner.full.plan(rendition, for: probe), "") } catch { return (nil, error.description) }
  }

  private static func rendition(_ probe: Probe, using random: inout SplitMix64) -> Rendition {
    let part = Rendition.Region.pixels(.random(in: probe.displayedSize, margin: 4, using: &random))
    let size = PixelSize<Output>(
      width: .random(in: 1...80, using: &random), height: .random(in: 1...80, using: &random))
    return Rendition(
      region: [.full, .full, .square, part].randomElement(using: &random) ?? .full,
      size: [.full, .full, .within(size), .exactly(size)].randomElement(using: &random) ?? .full,
      rotation: .number(.random(in: 0..<8, using: &random)),
      upright: [.tagged, .pixels, .pixelsWherePossible].randomElement(using: &random) ?? .tagged,
      format: [nil, .jpeg, .png].randomElement(using: &random) ?? nil,
      loss: Rendition.Loss.allCases.randomElement(using: &random) ?? .none,
      overflow: [.clip, .pad(.black)].randomElement(using: &random) ?? .clip)
  }

  private func expect(_ plan: Plan, of rendition: Rendition, _ probe: Probe) {
    let order = Plan.RouteName.allCases.filter { $0 != .rewrite || rendition.strip != .none }
    let rejected = plan.rejections.map(\.route)
    #expect(Set(rejected).count == rejected.count && plan.rejections.allSatisfy { !$0.reason.description.isEmpty })
    let cheaper = order.prefix { $0 != plan.route.name }
    let isFallback = rendition.upright == .pixelsWherePossible && rejected.contains(.transcode)
    #expect(rejected == (isFallback ? order : Array(cheaper)), "every cheaper route has its reason")
    #expect(plan.fingerprint == probe.fingerprint && plan.peakBytes >= 0)
    #expect(plan.format == rendition.format ?? probe.format)
    if rendition.upright == .pixels { #expect(plan.remaining.isIdentity) }
    switch plan.route {
    case .copy: #expect(plan.remaining == probe.orientation && plan.peakBytes == RunMemory.copying)
    case .retag: #expect(plan.remaining == probe.orientation.then(rendition.rotation))
    case .rewrite(let rewrite):
      #expect(plan.remaining == probe.orientation.then(rendition.rotation) && rewrite.strip == rendition.strip)
    case .transform(let transform):
      #expect(plan.remaining.isIdentity && transform.carry.size == plan.outputSize)
      if rendition.loss != .trim { #expect(transform.trimmed == PixelSize(width: 0, height: 0)) }
    case .transcode(let transcode):
      #expect(plan.remaining.isIdentity && transcode.carry.size == plan.outputSize)
      #expect(rendition.loss == .recode || plan.format == .png)
    }
    if case .exactly(let size) = rendition.size { #expect(plan.outputSize == size || plan.route.name == .transform) }
  }

  @Test func plansForTheSameBytesAreEqualAndForOthersNot() throws {
    let one = try Planner.full.plan(Rendition(), for: Probe(PlanTable.photo(.rightTop)))
    #expect(one == (try Planner.full.plan(Rendition(), for: Probe(PlanTable.photo(.rightTop)))))
    let longer = try Planner.full.plan(Rendition(), for: Probe(PlanTable.photo(.rightTop) + [0]))
    #expect(one != longer, "a plan is for certain bytes")
    #expect(one.description == longer.description, "but it reads the same")
  }
}
