// What every pass of a decoder must keep to, over thousands of random requests.

import Testing
import UprightFixtures
import UprightTestTools

@testable import Upright

@Suite struct PassGeometryTests {
  private static let choices = [[1], [1, 2], [1, 2, 4, 8], [8, 4, 2, 1], [1, 8], [2, 4], []]

  /// One random request of a photo.
  private static func question(_ probe: Probe, using random: inout SplitMix64) throws -> Question {
    let displayed = probe.displayedSize
    let region = PixelRect<Displayed>.random(in: displayed, margin: 40, using: &random)
    func edge(_ natural: Int) -> Int {
      Int.random(in: 1...max(1, natural / Int.random(in: 1...12, using: &random)), using: &random)
    }
    let turn = Orientation<Displayed, Displayed>.number(Int.random(in: 0..<8, using: &random))
    let size = PixelSize<Output>(width: edge(region.width), height: edge(region.height))
    let asked: Rendition.Size = [.full, .exactly(size), .within(size)].randomElement(using: &random) ?? .full
    let overflow: Rendition.Overflow = Bool.random(using: &random) ? .clip : .pad(.black)
    return try Question(Rendition(region: .pixels(region), size: asked, turn: turn, overflow: overflow), probe)
  }

  @Test(arguments: ExifOrientation.allCases)
  func everyPassKeepsToItsRules(_ tag: ExifOrientation) throws {
    var random = SplitMix64(seed: 100 + UInt64(tag.rawValue))
    for _ in 0..<25 {
      let size = (Int.random(in: 1...900, using: &random), Int.random(in: 1...900, using: &random))
      let probe = try Photos.probe(tag, size.0, size.1)
      for _ in 0..<40 {
        let question = try Self.question(probe, using: &random)
        let denominators = Self.choices.randomElement(using: &random) ?? [1]
        let geometry = PassGeometry(question, denominators: denominators)
        expectPass(geometry, question)
        expectDenominator(geometry, question, of: denominators)
        expectPlacement(geometry, question)
      }
    }
  }

  private func expectPass(_ geometry: PassGeometry, _ question: Question) {
    let (region, part, wanted) = (geometry.region, geometry.denominator, question.storedRegion)
    let stored = question.probe.storedSize
    #expect(region.clipped(to: stored) == region, "\(region) inside \(stored)")
    #expect(region.x % part == 0 && region.y % part == 0)
    #expect(region.maxX % part == 0 || region.maxX == stored.width)
    #expect(region.maxY % part == 0 || region.maxY == stored.height)
    #expect(region.contains(wanted), "\(wanted) inside \(region)")
    let margins = [wanted.x - region.x, wanted.y - region.y, region.maxX - wanted.maxX, region.maxY - wanted.maxY]
    #expect(margins.allSatisfy { $0 < part }, "no row and no column is decoded in vain")
    let pass = DecodePass(region: region, denominator: part, layout: SampleLayout(.rgb)).size
    let (scale, window) = (Double(part), geometry.window)
    #expect(window.x * scale + Double(region.x) == Double(wanted.x) && window.width * scale == Double(wanted.width))
    #expect(window.y * scale + Double(region.y) == Double(wanted.y) && window.height * scale == Double(wanted.height))
    #expect(window.x >= 0 && window.y >= 0)
    #expect(window.maxX <= Double(pass.width) && window.maxY <= Double(pass.height))
  }

  private func expectDenominator(_ geometry: PassGeometry, _ question: Question, of denominators: [Int]) {
    let (wanted, target) = (question.storedRegion, geometry.scaled)
    func keeps(_ part: Int) -> Bool {
      wanted.width >= 2 * part * target.width && wanted.height >= 2 * part * target.height
    }
    #expect(geometry.denominator == 1 || (keeps(geometry.denominator) && denominators.contains(geometry.denominator)))
    #expect(!denominators.contains { $0 > geometry.denominator && keeps($0) }, "the cheapest usable pass is taken")
  }

  private func expectPlacement(_ geometry: PassGeometry, _ question: Question) {
    let (placement, output) = (geometry.placement, question.outputSize)
    #expect(placement.clipped(to: output) == placement)
    let turned: PixelSize<Output> =
      question.total.swapsAxes
      ? PixelSize(width: geometry.scaled.height, height: geometry.scaled.width)
      : PixelSize(width: geometry.scaled.width, height: geometry.scaled.height)
    #expect(turned == placement.size)
    if !question.isPadded { #expect(placement == output.bounds) }
    let image = question.storedRegion.rect.applying(question.map)
    expectNearest(placement.x, placement.maxX, to: (image.x, image.maxX))
    expectNearest(placement.y, placement.maxY, to: (image.y, image.maxY))
    if output == question.natural { #expect(image == placement.rect, "unscaled, it lies exactly where it belongs") }
  }

  /// Edges lie at the nearest whole pixel; what is thinner than a pixel gets one that touches it or its neighbour.
  private func expectNearest(_ low: Int, _ high: Int, to image: (low: Double, high: Double)) {
    let slack = image.high - image.low >= 1 ? 0.5 + 1e-6 : 1.5
    #expect((Double(low) - image.low).magnitude <= slack && (Double(high) - image.high).magnitude <= slack)
  }

  /// Where a padded picture lies in its result, seen by eye: the first pixel that is no fill, and the size of what is none.
  @Test(arguments: ExifOrientation.allCases)
  func paddingLiesWhereItIsSeen(_ tag: ExifOrientation) throws {
    var random = SplitMix64(seed: 7)
    let probe = try Photos.probe(tag, 6, 4)
    let seen = Eye.displayed(TinyImage(width: 6, height: 4, filledWith: [9]), tag)
    for turn in Orientation<Displayed, Displayed>.all {
      for _ in 0..<20 {
        let region = PixelRect<Displayed>.random(in: probe.displayedSize, margin: 3, using: &random)
        let question = try Question(Rendition(region: .pixels(region), turn: turn, overflow: .pad(.black)), probe)
        let picture = try Eye.turned(Eye.cropped(seen, to: region, fill: [0]), by: turn)
        let placement = PassGeometry(question, denominators: [1]).placement
        for y in 0..<picture.height {
          for x in 0..<picture.width {
            let isInside = (placement.x..<placement.maxX).contains(x) && (placement.y..<placement.maxY).contains(y)
            #expect((picture[x, y] == [9]) == isInside)
          }
        }
      }
    }
  }

  @Test func aResultOfOnePixelStillHasAPass() throws {
    let probe = try Photos.probe(.rightTop, 900, 1)
    let one = PixelSize<Output>(width: 1, height: 1)
    let question = try Question(Rendition(size: .exactly(one)), probe)
    let geometry = PassGeometry(question, denominators: [1, 2, 4, 8])
    #expect(geometry.denominator == 1, "one row has no two to spare")
    #expect(geometry.scaled == PixelSize(width: 1, height: 1) && geometry.region == probe.storedSize.bounds)
  }
}
