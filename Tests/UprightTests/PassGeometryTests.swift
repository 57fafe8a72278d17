// Invariants of every pass of a decoder, over thousands of random requests.

import Testing
import UprightFixtures
import UprightTestTools

@testable import Upright

@Suite struct PassGeometryTests {
  private static let choices = [[1], [1, 2], [1, 2, 4, 8], [8, 4, 2, 1], [1, 8], [2, 4], []]

  /// One random request of a photo.
  private static func request(_ probe: Probe, using random: inout SplitMix64) throws -> PlanRequest {
    let displayed = probe.displayedSize
    let region = PixelRect<Displayed>.random(in: displayed, margin: 40, using: &random)
    func edge(_ natural: Int) -> Int {
      Int.random(in: 1...max(1, natural / Int.random(in: 1...12, using: &random)), using: &random)
    }
    let turn = Orientation<Displayed, Displayed>.number(Int.random(in: 0..<8, using: &random))
    let size = PixelSize<Output>(width: edge(region.width), height: edge(region.height))
    let asked: Rendition.Size = [.full, .exactly(size), .within(size)].randomElement(using: &random) ?? .full
    let wouldBeStretched = asked == .exactly(size) && region.clipped(to: displayed) != region
    let overflow: Rendition.Overflow = Bool.random(using: &random) && !wouldBeStretched ? .clip : .pad(.black)
    return try PlanRequest(Rendition(region: .pixels(region), size: asked, rotation: turn, overflow: overflow), probe)
  }

  @Test(arguments: ExifOrientation.allCases)
  func everyPassKeepsToItsRules(_ tag: ExifOrientation) throws {
    var random = SplitMix64(seed: 100 + UInt64(tag.rawValue))
    for _ in 0..<25 {
      let size = (Int.random(in: 1...900, using: &random), Int.random(in: 1...900, using: &random))
      let probe = try Photos.probe(tag, size.0, size.1)
      for _ in 0..<40 {
        let request = try Self.request(probe, using: &random)
        let denominators = Self.choices.randomElement(using: &random) ?? [1]
        let geometry = PassGeometry(request, denominators: denominators)
        expectPass(geometry, request)
        expectDenominator(geometry, request, of: denominators)
        expectPlacement(geometry, request)
      }
    }
  }

  private func expectPass(_ geometry: PassGeometry, _ request: PlanRequest) {
    let (region, part, wanted) = (geometry.region, geometry.denominator, request.storedRegion)
    let stored = request.probe.storedSize
    #expect(region.clipped(to: stored) == region, "\(region) inside \(stored)")
    #expect(region.x % part == 0 && region.y % part == 0)
    #expect(region.maxX % part == 0 || region.maxX == stored.width)
    #expect(region.maxY % part == 0 || region.maxY == stored.height)
    #expect(region.contains(wanted), "\(wanted) inside \(region)")
    let margins = [wanted.x - region.x, wanted.y - region.y, region.maxX - wanted.maxX, region.maxY - wanted.maxY]
    #expect(margins.allSatisfy { $0 < part }, "no row and no column is decoded in vain")
    let pass = DecodePass(region: region, denominator: part, layout: SampleLayout(.rgb)).size
    let (scale, window) = (Double(part), geometry.window)
    let shown = Rect2D<Stored>(
      x: window.x * scale + Double(region.x), y: window.y * scale + Double(region.y), width: window.width * scale,
      height: window.height * scale)
    if !request.isPadded || request.outputSize == request.natural { #expect(shown == wanted.rect) }
    #expect(window.x >= 0 && window.y >= 0)
    #expect(window.maxX <= Double(pass.width) + 1e-9 && window.maxY <= Double(pass.height) + 1e-9)
    expectShape(shown.applying(request.map), geometry.placement, wanted.rect.applying(request.map))
  }

  /// Scaling into the placement takes exactly what is there: nothing is stretched, except what covers no pixel.
  private func expectShape(_ image: Rect2D<Output>, _ placement: PixelRect<Output>, _ whole: Rect2D<Output>) {
    let (place, slack) = (placement.rect, 1e-6)
    if whole.x <= place.x + slack, whole.maxX >= place.maxX - slack {
      #expect((image.x - place.x).magnitude < slack && (image.maxX - place.maxX).magnitude < slack)
    }
    if whole.y <= place.y + slack, whole.maxY >= place.maxY - slack {
      #expect((image.y - place.y).magnitude < slack && (image.maxY - place.maxY).magnitude < slack)
    }
  }

  private func expectDenominator(_ geometry: PassGeometry, _ request: PlanRequest, of denominators: [Int]) {
    let (wanted, target) = (request.storedRegion, geometry.scaled)
    func keeps(_ part: Int) -> Bool {
      wanted.width >= 2 * part * target.width && wanted.height >= 2 * part * target.height
    }
    #expect(geometry.denominator == 1 || (keeps(geometry.denominator) && denominators.contains(geometry.denominator)))
    #expect(!denominators.contains { $0 > geometry.denominator && keeps($0) }, "the cheapest usable pass is taken")
  }

  private func expectPlacement(_ geometry: PassGeometry, _ request: PlanRequest) {
    let (placement, output) = (geometry.placement, request.outputSize)
    #expect(placement.clipped(to: output) == placement)
    let turned: PixelSize<Output> =
      request.total.swapsAxes
      ? PixelSize(width: geometry.scaled.height, height: geometry.scaled.width)
      : PixelSize(width: geometry.scaled.width, height: geometry.scaled.height)
    #expect(turned == placement.size)
    if !request.isPadded { #expect(placement == output.bounds) }
    let image = request.storedRegion.rect.applying(request.map)
    expectCovered(placement.x, placement.maxX, by: (image.x, image.maxX))
    expectCovered(placement.y, placement.maxY, by: (image.y, image.maxY))
    if output == request.natural { #expect(image == placement.rect, "unscaled, it lies exactly where it belongs") }
  }

  /// The image has the pixels that it covers fully; if there are none, the one that contains its center.
  private func expectCovered(_ low: Int, _ high: Int, by image: (low: Double, high: Double)) {
    let (first, last) = ((image.low - 1e-6).rounded(.up), (image.high + 1e-6).rounded(.down))
    guard last <= first else {
      #expect(Double(low) == first && Double(high) == last, "\(low)..<\(high) for \(image)")
      return
    }
    let middle = (image.low + image.high) / 2
    #expect(high == low + 1, "\(low)..<\(high) for \(image)")
    #expect(Double(low) <= middle + 1e-6 && middle <= Double(high) + 1e-6, "\(low)..<\(high) for \(image)")
  }

  /// An image of 4 columns in a window of 400, on 10 pixels: it is in the pixel that contains its center, for any tag
  /// and rotation.
  @Test(arguments: ExifOrientation.allCases)
  func aSliverLiesInItsOwnPixel(_ tag: ExifOrientation) throws {
    let probe = Orientation(exif: tag).swapsAxes ? try Photos.probe(tag, 40, 4) : try Photos.probe(tag, 4, 40)
    let rows = [(0, 0), (35, 0), (50, 1), (178, 4), (190, 4), (204, 5), (236, 5), (396, 9)]
    for (offset, column) in rows {
      let window = PixelRect<Displayed>(x: -offset, y: 0, width: 400, height: 40)
      for (turn, size) in [(Orientation.identity, (10, 40)), (.rotate90, (40, 10)), (.rotate180, (10, 40))] {
        let size = Rendition.Size.exactly(PixelSize(width: size.0, height: size.1))
        let wish = Rendition(region: .pixels(window), size: size, rotation: turn, overflow: .pad(.black))
        let placement = PassGeometry(try PlanRequest(wish, probe), denominators: [1]).placement
        let expected =
          switch turn {
          case .rotate90: PixelRect<Output>(x: 0, y: column, width: 40, height: 1)
          case .rotate180: PixelRect<Output>(x: 9 - column, y: 0, width: 1, height: 40)
          default: PixelRect<Output>(x: column, y: 0, width: 1, height: 40)
          }
        #expect(placement == expected, "tag \(tag), turn \(turn), offset \(offset)")
      }
    }
  }

  /// The position of a padded image in its displayed result: the first pixel that is not fill, and the size without
  /// fill.
  @Test(arguments: ExifOrientation.allCases)
  func paddingLiesWhereItIsSeen(_ tag: ExifOrientation) throws {
    var random = SplitMix64(seed: 7)
    let probe = try Photos.probe(tag, 6, 4)
    let seen = ExpectedPixels.displayed(TinyImage(width: 6, height: 4, filledWith: [9]), tag)
    for turn in Orientation<Displayed, Displayed>.all {
      for _ in 0..<20 {
        let region = PixelRect<Displayed>.random(in: probe.displayedSize, margin: 3, using: &random)
        let request = try PlanRequest(Rendition(region: .pixels(region), rotation: turn, overflow: .pad(.black)), probe)
        let image = try ExpectedPixels.turned(ExpectedPixels.cropped(seen, to: region, fill: [0]), by: turn)
        let placement = PassGeometry(request, denominators: [1]).placement
        for y in 0..<image.height {
          for x in 0..<image.width {
            let isInside = (placement.x..<placement.maxX).contains(x) && (placement.y..<placement.maxY).contains(y)
            #expect((image[x, y] == [9]) == isInside)
          }
        }
      }
    }
  }

  /// If a region is spread evenly, its edges are those of the pass, whatever their remainders.
  @Test func anEvenFractionHasTheRegionsEdges() throws {
    var random = SplitMix64(seed: 12)
    for _ in 0..<200 {
      let (width, height) = (Int.random(in: 600...900, using: &random), Int.random(in: 600...900, using: &random))
      let request = try PlanRequest(
        Rendition(size: .exactly(PixelSize(width: 40, height: 50))), Photos.probe(nil, width, height))
      let geometry = PassGeometry(request, denominators: [1, 2, 4, 8], reduction: .even)
      let (part, window) = (geometry.denominator, geometry.window)
      #expect(part > 1 && window.x == 0 && window.y == 0)
      #expect((window.maxX - Double((width + part - 1) / part)).magnitude < 1e-9)
      #expect((window.maxY - Double((height + part - 1) / part)).magnitude < 1e-9)
    }
  }

  @Test func aResultOfOnePixelStillHasAPass() throws {
    let probe = try Photos.probe(.rightTop, 900, 1)
    let one = PixelSize<Output>(width: 1, height: 1)
    let request = try PlanRequest(Rendition(size: .exactly(one)), probe)
    let geometry = PassGeometry(request, denominators: [1, 2, 4, 8])
    #expect(geometry.denominator == 1, "one row has no two to spare")
    #expect(geometry.scaled == PixelSize(width: 1, height: 1) && geometry.region == probe.storedSize.bounds)
  }
}
