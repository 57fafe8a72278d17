// Images re-encoded in their own planes: every tag, sampling and kind of edge, with no color shifted by part of a
// sample.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct PlanesTests {
  /// A gradient of brightness, and a color that ends at a slanted edge: as displayed, for an image stored with `tag`.
  static func picture(width: Int, height: Int) -> TinyImage {
    var image = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
    for y in 0..<height {
      for x in 0..<width {
        let light = 90 + (x * 50 / max(1, width)) + (y * 30 / max(1, height))
        let isRed = 3 * x + 2 * y < (3 * width + 2 * height) / 2
        image[x, y] = (isRed ? [light + 60, light - 30, light - 40] : [light - 50, light, light + 70]).map { UInt8($0) }
      }
    }
    return image
  }

  /// Even and odd, on blocks and beyond them, thinner than a block, than a chroma sample, and one pixel.
  static let sizes = [(48, 32), (47, 33), (50, 38), (35, 32), (32, 35), (18, 7), (1, 20), (3, 1), (1, 1)]

  private func isPlanar(_ plan: Plan) -> Bool {
    guard case .transcode(let transcode) = plan.route, case .planes = transcode.form else { return false }
    return true
  }

  @Test(arguments: ExifOrientation.allCases, TinyJPEG.Sampling.allCases)
  func theDisplayedPictureStays(tag: ExifOrientation, sampling: TinyJPEG.Sampling) throws {
    var planar = 0
    for (width, height) in Self.sizes {
      let source = Self.picture(width: width, height: height).jpeg(tag, sampling: sampling)
      let probe = try Probe(source)
      let plan = try houseOfPixels.plan(Rendition(upright: .pixels), for: probe)
      guard plan.route.name == .transcode else {
        #expect(tag == .topLeft)
        continue
      }
      planar += isPlanar(plan) ? 1 : 0
      let result = try houseOfPixels.run(plan, on: source)
      let (before, after) = (try displayed(source), try displayed(result))
      #expect(try Probe(result).orientation.isIdentity && before.size == after.size)
      // Resampled chroma differs at color edges. Chroma that is kept does not, except that readers interpolate it only
      // if more than two of its samples are in a row.
      let most = zip(before.bytes, after.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 256
      let allowed = !isPlanar(plan) ? 60 : min(width, height) > 4 ? 10 : 30
      #expect(most <= allowed, "\(width)x\(height), \(sampling): \(most)")
    }
    if tag != .topLeft { #expect(planar >= (sampling == .full ? Self.sizes.count : 2)) }
  }

  @Test(arguments: TinyJPEG.Sampling.allCases)
  func partsAreThoseOfTheWhole(sampling: TinyJPEG.Sampling) throws {
    for tag in ExifOrientation.allCases {
      let source = Self.picture(width: 70, height: 50).jpeg(tag, sampling: sampling)
      let (probe, before) = (try Probe(source), try displayed(source))
      for (x, y, width, height) in [(2, 4, 40, 30), (16, 6, 33, 20), (10, 20, 21, 9), (4, 2, 1, 1)] {
        let region = PixelRect<Output>(x: x, y: y, width: width, height: height)
        let wish = Rendition(region: .pixels(PixelRect(x: x, y: y, width: width, height: height)), upright: .pixels)
        let plan = try houseOfPixels.plan(wish, for: probe)
        #expect(isPlanar(plan), "\(region) under \(tag)")
        let (part, after) = (before.cropped(to: region), try displayed(houseOfPixels.run(plan, on: source)))
        let kept = try #require(part)
        // At a cut, upsampling no longer uses the neighbor beyond it.
        let inner = PixelRect<Output>(x: 2, y: 2, width: width - 4, height: height - 4)
        let pair = (kept.cropped(to: inner) ?? kept, after.cropped(to: inner) ?? after)
        let most = zip(pair.0.bytes, pair.1.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 256
        #expect(after.size == kept.size && most <= (width > 4 ? 12 : 90), "\(region) under \(tag): \(most)")
      }
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"))
  func pillowShowsTheSame() throws {
    let folder = try ScratchFolder()
    var pairs: [(String, String)] = []
    for sampling in TinyJPEG.Sampling.allCases {
      for tag in ExifOrientation.allCases where tag != .topLeft {
        let source = Self.picture(width: 118, height: 86).jpeg(tag, sampling: sampling)
        let plan = try houseOfPixels.plan(Rendition(upright: .pixels), for: Probe(source))
        #expect(isPlanar(plan))
        let name = "\(sampling)-\(tag.rawValue)"
        pairs.append(
          (
            try folder.write(source, as: "\(name)-source.jpg"),
            try folder.write(houseOfPixels.run(plan, on: source), as: "\(name).jpg")
          ))
      }
    }
    for (pair, fidelities) in zip(pairs, try Pillow.fidelities(pairs)) {
      #expect(fidelities.count == 5 && fidelities.allSatisfy { $0 > 42 }, "\(pair.1): \(fidelities)")
    }
  }

  /// Samples blur what planes preserve: resampled chroma is farther from the source.
  @Test(arguments: ExifOrientation.allCases.dropFirst())
  func planesLieNearerToTheSource(tag: ExifOrientation) throws {
    let source = Self.picture(width: 96, height: 64).jpeg(tag, sampling: .half)
    let before = try displayed(source)
    let plans = try [houseOfPixels, houseOfSamples].map { try $0.plan(Rendition(upright: .pixels), for: Probe(source)) }
    #expect(plans.map(isPlanar) == [true, false])
    let near = try displayed(houseOfPixels.run(plans[0], on: source)).fidelity(to: before)
    let far = try displayed(houseOfSamples.run(plans[1], on: source)).fidelity(to: before)
    #expect(near >= far, "\(near) and \(far) dB")
  }
}
