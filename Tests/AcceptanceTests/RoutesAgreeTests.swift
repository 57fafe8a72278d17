// Every route to the same rendition displays the same image: retag, transform and transcode, for all tags and
// rotations.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct RoutesAgreeTests {
  /// Six flat cells of 16 × 16: whole blocks with every sampling.
  static let image = TinyImage.sixColors.enlarged(by: 16)

  @Test(arguments: ExifOrientation.allCases, TinyJPEG.Sampling.allCases)
  func allTurnsAllRoutes(_ tag: ExifOrientation, _ sampling: TinyJPEG.Sampling) throws {
    let source = Self.image.jpeg(tag, sampling: sampling)
    let probe = try Probe(source)
    for turn in Orientation<Displayed, Displayed>.all {
      let expected = TinyImage.sixColors.turned(turn)
      let wishes: [(Plan.RouteName, Pipeline, Rendition)] = [
        (.retag, house, Rendition(rotation: turn)),
        (.transform, house, Rendition(rotation: turn, upright: .pixels, loss: .none)),
        (.transcode, houseOfPixels, Rendition(rotation: turn, upright: .pixels)),
        (.transcode, house, Rendition(rotation: turn, upright: .pixels, quality: .level(100), format: .png)),
      ]
      for (route, pipeline, wish) in wishes {
        let plan = try pipeline.plan(wish, for: probe)
        let isTrivial = wish.upright == .tagged ? turn.isIdentity : Orientation(exif: tag).then(turn).isIdentity
        if wish.format == nil, !isTrivial { #expect(plan.route.name == route) }
        guard wish.format == nil else {
          let raster = try pipeline.raster(wish, of: probe, from: source)
          #expect(expected.cells(in: raster) <= 4, "png, tag \(tag), turn \(turn)")
          continue
        }
        let result = try pipeline.run(plan, on: source)
        let answer = try Probe(result)
        #expect(answer.orientation == plan.remaining && answer.findings.isEmpty)
        if wish.upright == .pixels { #expect(answer.orientation.isIdentity) }
        let raster = try displayed(result)
        #expect(expected.cells(in: raster) <= 6, "\(plan.route.name), tag \(tag), turn \(turn), \(sampling)")
      }
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func smallImagesTurnLikeLargeOnes(_ tag: ExifOrientation) throws {
    let source = SampleSet.Sample(.landscape, .topLeft).displayed.jpeg(tag, sampling: .half)
    let reference = try displayed(SampleSet.Sample(.landscape, .topLeft).displayed.jpeg(.topLeft, sampling: .half))
    for edge in [200, 96, 48] {
      let size = Rendition.Size.within(PixelSize(width: edge, height: edge))
      let wish = Rendition(size: size, upright: .pixels, format: .png)
      let small = try house.raster(wish, of: Probe(source), from: source)
      #expect(small.size == PixelSize(width: edge, height: edge * 3 / 4))
      let box = Rect2D<Output>(x: 0, y: 0, width: 512, height: 384)
      let expected = try #require(reference.resized(to: small.size, window: box, filter: .lanczos3))
      #expect(small.fidelity(to: expected) > 35, "tag \(tag), edge \(edge): \(small.fidelity(to: expected)) dB")
    }
  }
}
