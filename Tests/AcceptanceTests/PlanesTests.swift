// Images re-encoded in their own planes: every tag, sampling and kind of edge, with no color shifted by part of a
// sample.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct PlanesTests {
  /// A gradient of brightness, and a color that ends at a slanted edge: as displayed, for an image stored with `tag`.
  static func image(width: Int, height: Int) -> TinyImage {
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

  private func isPlanar(_ plan: Plan) -> Bool { overhang(plan) != nil }

  /// The overhang of a plan's chroma; nil if pixels pass as samples.
  private func overhang(_ plan: Plan) -> ChromaOverhang? {
    guard case .transcode(let transcode) = plan.route, case .planes(_, let overhang) = transcode.form else {
      return nil
    }
    return overhang
  }

  @Test(arguments: ExifOrientation.allCases, TinyJPEG.Sampling.allCases)
  func theDisplayedImageStays(tag: ExifOrientation, sampling: TinyJPEG.Sampling) throws {
    var planar = 0
    for (width, height) in Self.sizes {
      let source = Self.image(width: width, height: height).jpeg(tag, sampling: sampling)
      let probe = try Probe(source)
      let plan = try houseOfPixels.plan(Rendition(upright: .pixels), for: probe)
      guard plan.route.name == .transcode else {
        #expect(tag == .topLeft)
        continue
      }
      #expect(isPlanar(plan))
      let isMoved = overhang(plan) == ChromaOverhang.none
      planar += isMoved ? 1 : 0
      let result = try houseOfPixels.run(plan, on: source)
      let (before, after) = (try displayed(source), try displayed(result))
      #expect(try Probe(result).orientation.isIdentity && before.size == after.size)
      // Resampled chroma differs at color edges. Chroma that is kept does not, except that readers interpolate it only
      // if more than two of its samples are in a row.
      let most = zip(before.bytes, after.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 256
      let allowed = !isMoved ? 60 : min(width, height) > 4 ? 10 : 30
      #expect(most <= allowed, "\(width)x\(height), \(sampling): \(most)")
    }
    if tag != .topLeft { #expect(planar >= (sampling == .full ? Self.sizes.count : 2)) }
  }

  @Test(arguments: TinyJPEG.Sampling.allCases)
  func partsAreThoseOfTheWhole(sampling: TinyJPEG.Sampling) throws {
    for tag in ExifOrientation.allCases {
      let source = Self.image(width: 70, height: 50).jpeg(tag, sampling: sampling)
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
    for (name, fidelities) in try pillowFidelities(of: Self.image, sizes: [(118, 86)]) {
      #expect(fidelities.count == 5 && fidelities.allSatisfy { $0 > 42 }, "\(name): \(fidelities)")
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"))
  func pillowShowsOddSidesWithoutAShift() throws {
    let sizes = [(63, 48), (64, 47), (63, 47)]
    for (name, fidelities) in try pillowFidelities(of: Self.ramps, sizes: sizes) {
      #expect(fidelities.count == 5 && fidelities.allSatisfy { $0 > 46 }, "\(name): \(fidelities)")
    }
  }

  /// How near Pillow finds the results to their sources, for each tag, sampling and size.
  private func pillowFidelities(
    of image: (Int, Int) -> TinyImage, sizes: [(Int, Int)]
  ) throws -> [(name: String, fidelities: [Double])] {
    let folder = try ScratchFolder()
    var pairs: [(String, String)] = []
    for sampling in TinyJPEG.Sampling.allCases {
      for tag in ExifOrientation.allCases where tag != .topLeft {
        for (width, height) in sizes {
          let source = image(width, height).jpeg(tag, sampling: sampling)
          let plan = try houseOfPixels.plan(Rendition(upright: .pixels), for: Probe(source))
          #expect(isPlanar(plan))
          let name = "\(sampling)-\(tag.rawValue)-\(width)x\(height)"
          pairs.append(
            (
              try folder.write(source, as: "\(name)-source.jpg"),
              try folder.write(houseOfPixels.run(plan, on: source), as: "\(name).jpg")
            ))
        }
      }
    }
    return zip(pairs, try Pillow.fidelities(pairs)).map { (name: $0.1, fidelities: $1) }
  }

  /// Even ramps of brightness and color, steep enough to show a shift by half a pixel.
  static func ramps(width: Int, height: Int) -> TinyImage {
    var image = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
    for y in 0..<height {
      for x in 0..<width { image[x, y] = [30 + 3 * x, 215 - 3 * y, 20 + x + 2 * y].map { UInt8($0) } }
    }
    return image
  }

  /// No pixel of the image, of its edges or of its corners is off by more than rounding, and no color by half a pixel,
  /// whether sides are even or odd.
  @Test(arguments: ExifOrientation.allCases, TinyJPEG.Sampling.allCases)
  func cornersAndEdgesKeepTheirColors(tag: ExifOrientation, sampling: TinyJPEG.Sampling) throws {
    for (width, height) in [(64, 48), (63, 48), (64, 47), (63, 47), (41, 17)] {
      let source = Self.ramps(width: width, height: height).jpeg(tag, sampling: sampling)
      let plan = try houseOfPixels.plan(Rendition(upright: .pixels), for: Probe(source))
      guard plan.route.name == .transcode else { continue }
      #expect(isPlanar(plan))
      let (before, after) = (try displayed(source), try displayed(houseOfPixels.run(plan, on: source)))
      try #require(before.size == after.size)
      var sums = [0, 0, 0]
      for y in 0..<height {
        for x in 0..<width {
          let pair = (before.pixel(x: x, y: y).map(Int.init), after.pixel(x: x, y: y).map(Int.init))
          let differences = zip(pair.0, pair.1).map { $1 - $0 }
          let isEdge = x < 2 || y < 2 || x >= width - 2 || y >= height - 2
          let name = "\(width)x\(height) at \(x),\(y)"
          #expect(differences.allSatisfy { abs($0) <= (isEdge ? 4 : 3) }, "\(name): \(differences)")
          for channel in 0..<3 { sums[channel] += differences[channel] }
        }
      }
      #expect(sums.allSatisfy { abs($0) * 4 <= width * height }, "\(width)x\(height): \(sums)")
    }
  }

  /// Brightness is that of the source to within rounding on every pixel, in color and in gray, corners included.
  @Test(arguments: ExifOrientation.allCases, [TinyJPEG.Sampling?.none] + TinyJPEG.Sampling.allCases)
  func noiseInBrightnessStaysOnItsPixels(tag: ExifOrientation, sampling: TinyJPEG.Sampling?) throws {
    var random = SplitMix64(seed: UInt64(tag.rawValue))
    for (width, height) in [(40, 24), (39, 24), (40, 23), (39, 23)] {
      var image = TinyImage(width: width, height: height, filledWith: sampling == nil ? [0] : [0, 0, 0])
      for y in 0..<height {
        for x in 0..<width {
          let light = UInt8.random(in: 40...215, using: &random)
          image[x, y] = sampling == nil ? [light] : [light, light, light]
        }
      }
      let source = image.jpeg(tag, sampling: sampling ?? .full)
      let plan = try houseOfPixels.plan(Rendition(upright: .pixels), for: Probe(source))
      guard plan.route.name == .transcode else { continue }
      #expect(isPlanar(plan) == (sampling != nil))
      let after = try displayed(houseOfPixels.run(plan, on: source))
      #expect(image.distance(to: after) <= 3, "\(width)x\(height)")
    }
  }

  /// On photos, cut to odd sizes, planes are as near to the source as samples to 0.01 dB, or nearer, and both are as
  /// near as the plan says.
  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"), arguments: [(0, 0), (1, 0), (0, 1), (1, 1)])
  func photosOfOddSizesAreAsNearInPlanes(_ cut: (Int, Int)) throws {
    for name in ["Landscape_3", "Portrait_6"] {
      let photo = try #require(
        Corpus.files("eightway", suffix: "jpg").first { $0.lastPathComponent == "\(name).jpg" })
      let size = PixelSize<Output>(width: 420 - cut.0, height: 300 - cut.1)
      let part = try house.run(
        Rendition(size: .exactly(size), upright: .pixels, quality: .level(90), format: .jpeg),
        on: Array(try Data(contentsOf: photo)))
      for turn in [Orientation<Displayed, Displayed>.mirrorHorizontal, .rotate180, .rotate90, .transverse] {
        let wish = Rendition(rotation: turn, upright: .pixels)
        let original = try house.raster(wish, of: Probe(part), from: part)
        var found: [Double] = []
        for pipeline in [houseOfPixels, houseOfSamples] {
          let plan = try pipeline.plan(wish, for: Probe(part))
          let line = try #require(plan.explanation.first { $0.hasPrefix("quality: ") })
          let words = line.split(separator: " ")
          let stated = try #require(words.firstIndex(of: "dB").flatMap { Int(words[$0 - 1]) })
          let result = try pipeline.run(plan, on: part)
          found.append(try displayed(result).fidelity(to: original))
          #expect(try Self.brightness(displayed(result), original) >= Double(stated), "\(name) \(turn): \(line)")
        }
        #expect(found[0] >= found[1] - 0.01, "\(name) \(size) \(turn): \(found)")
      }
    }
  }

  /// The signal-to-noise ratio of brightness.
  private static func brightness(_ one: Raster<Output>, _ other: Raster<Output>) -> Double {
    let sum = SampleBytes.squaredDifferencesOfLight(one.bytes, other.bytes)
    return 10 * log10(255 * 255 * Double(one.bytes.count / 3) / sum)
  }

  /// Samples blur what planes preserve: resampled chroma is farther from the source.
  @Test(arguments: ExifOrientation.allCases.dropFirst(), [(96, 64), (95, 64), (96, 63), (95, 63)])
  func planesLieNearerToTheSource(tag: ExifOrientation, _ size: (Int, Int)) throws {
    let source = Self.image(width: size.0, height: size.1).jpeg(tag, sampling: .half)
    let before = try displayed(source)
    let plans = try [houseOfPixels, houseOfSamples].map { try $0.plan(Rendition(upright: .pixels), for: Probe(source)) }
    #expect(plans.map(isPlanar) == [true, false])
    let near = try displayed(houseOfPixels.run(plans[0], on: source)).fidelity(to: before)
    let far = try displayed(houseOfSamples.run(plans[1], on: source)).fidelity(to: before)
    #expect(near >= far, "\(near) and \(far) dB")
  }
}
