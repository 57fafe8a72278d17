// Regions on block boundaries: outside or inside the requested one, and croppable without loss.

import Testing
import UprightFixtures
import UprightSamples
import UprightTestTools

@testable import Upright

@Suite struct BlockGridTests {
  private func rendition(_ region: PixelRect<Displayed>, _ snapping: Rendition.BlockSnapping?) -> Rendition {
    var wanted = Rendition(region: .pixels(region), upright: .pixels, loss: .none)
    wanted.blockSnapping = snapping
    return wanted
  }

  private static func isInside(_ inner: PixelRect<Displayed>, _ outer: PixelRect<Displayed>) -> Bool {
    outer.x <= inner.x && outer.y <= inner.y && outer.maxX >= inner.maxX && outer.maxY >= inner.maxY
  }

  private func isOnGrid(_ edge: Int, _ block: Int, _ size: Int) -> Bool { edge % block == 0 || edge == size }

  @Test(arguments: TinyJPEG.Sampling.allCases, ExifOrientation.allCases)
  func edgesAreOnTheGridAndOneRegionContainsTheOther(
    sampling: TinyJPEG.Sampling, tag: ExifOrientation
  ) throws {
    var random = SplitMix64(seed: UInt64(tag.rawValue))
    for (width, height) in [(64, 48), (61, 83), (17, 33)] {
      let probe = try Photos.probe(tag, width, height, sampling: sampling)
      let block = try #require(probe.jpeg).blockSize
      for _ in 0..<120 {
        let asked = PixelRect<Displayed>.random(in: probe.displayedSize, using: &random)
          .clipped(to: probe.displayedSize)
        let region = try #require(asked)
        for snapping in [Rendition.BlockSnapping.outward, .inward] {
          guard let request = try? PlanRequest(rendition(region, snapping), probe) else {
            #expect(snapping == .inward, "\(region)")
            continue
          }
          let (stored, size) = (request.storedRegion, probe.storedSize)
          let isAligned =
            isOnGrid(stored.x, block.width, size.width) && isOnGrid(stored.maxX, block.width, size.width)
            && isOnGrid(stored.y, block.height, size.height) && isOnGrid(stored.maxY, block.height, size.height)
          #expect(isAligned, "\(region) \(snapping)")
          let (outer, inner) = snapping == .outward ? (request.region, region) : (region, request.region)
          #expect(
            inner.clipped(to: probe.displayedSize) == inner && Self.isInside(inner, outer), "\(region) \(snapping)")
          let decision = TransformRoute.decide(request, .full)
          let isLossless = decision.transform != nil
          #expect(isLossless || snapping == .outward, "\(region)")
          if !isLossless {
            #expect(stored.maxX == size.width || stored.maxY == size.height, "only the image's edges prevent it")
          }
        }
      }
    }
  }

  @Test func aRegionOnTheGridStays() throws {
    let probe = try Photos.probe(.rightTop, 64, 48)
    let region = PixelRect<Displayed>(x: 8, y: 16, width: 24, height: 40)
    for snapping in [Rendition.BlockSnapping.outward, .inward] {
      #expect(try PlanRequest(rendition(region, snapping), probe).region == region)
      #expect(rendition(region, snapping).snappedRegion(of: probe) == nil)
    }
  }

  @Test func aRegionWithoutAWholeBlockIsRefused() throws {
    let probe = try Photos.probe(nil, 64, 48)
    let region = PixelRect<Displayed>(x: 9, y: 9, width: 14, height: 14)
    let error = #expect(throws: UprightError.self) { try PlanRequest(rendition(region, .inward), probe) }
    #expect(
      error
        == .unanswerable(field: "region", reason: "\(region) contains no whole block of 8x8 pixels"))
  }

  @Test func otherFormatsSizesAndPaddingsLeaveTheRegionAlone() throws {
    let region = PixelRect<Displayed>(x: 3, y: 5, width: 20, height: 21)
    let probe = try Photos.probe(nil, 64, 48)
    let changes: [(inout Rendition) -> Void] = [
      { $0.format = .png }, { $0.size = .exactly(7, 7) }, { $0.overflow = .pad(.black) }, { $0.blockSnapping = nil },
      { $0.blockSnapping = .fail },
    ]
    for change in changes {
      var wanted = rendition(region, .outward)
      change(&wanted)
      #expect(try PlanRequest(wanted, probe).region == region)
    }
  }
}
