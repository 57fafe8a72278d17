// When pixels stay in planes: compared with chroma's grid computed pixel by pixel, and each reason against it.

import Testing
@testable import Upright
import UprightFixtures

@Suite struct PlaneDecisionTests {
  private static let size = PixelSize<Stored>(width: 6, height: 5)

  private func form(_ rendition: Rendition, _ probe: Probe, _ planner: Planner = .full) throws -> Plan.Transcode.Form? {
    try transcode(rendition, probe, planner)?.form
  }

  private func transcode(
    _ rendition: Rendition, _ probe: Probe, _ planner: Planner = .full
  ) throws -> Plan.Transcode? {
    TranscodeRoute.decide(try PlanRequest(rendition, probe), planner).transcode
  }

  /// Whether every pixel of a region has, in the rotated region, the position in its group that rotating the group
  /// alone gives it.
  private static func staysInGroups(_ region: PixelRect<Stored>, _ tag: ExifOrientation, _ chroma: Subsampling) throws
    -> Bool
  {
    let group = try ExpectedPixels.turned(
      ExpectedPixels.places(width: chroma.horizontal, height: chroma.vertical),
      by: Orientation<Stored, Displayed>(exif: tag))
    let turned = try ExpectedPixels.turned(
      ExpectedPixels.cropped(ExpectedPixels.places(width: size.width, height: size.height), to: region),
      by: Orientation<Stored, Displayed>(exif: tag))
    for y in 0..<turned.height {
      for x in 0..<turned.width {
        let (stored, place) = (turned[x, y], group[x % group.width, y % group.height])
        if Int(stored[0]) % chroma.horizontal != Int(place[0]) || Int(stored[1]) % chroma.vertical != Int(place[1]) {
          return false
        }
      }
    }
    return true
  }

  @Test(arguments: ExifOrientation.allCases, TinyJPEG.Sampling.allCases)
  func planesAreMovedInWholeSamplesOnlyWhereChromaStaysInItsPlace(tag: ExifOrientation, sampling: TinyJPEG.Sampling)
    throws
  {
    let probe = try Photos.probe(tag, Self.size.width, Self.size.height, sampling: sampling)
    let chroma = Subsampling(horizontal: sampling.factors.horizontal, vertical: sampling.factors.vertical)
    var counts = [0, 0, 0]
    for region in PixelRect<Stored>.all(in: Self.size) {
      let made = try transcode(Rendition(region: .stored(region), upright: .pixels), probe)
      let overhang = chroma.overhang(of: region, reorientedBy: Orientation<Stored, Displayed>(exif: tag))
      #expect(try Self.staysInGroups(region, tag, chroma) == (overhang == ChromaOverhang.none), "\(region)")
      let expected = overhang.map { Plan.Transcode.Form.planes(chroma: chroma, overhang: $0) } ?? .samples
      #expect(made?.form == expected && made?.samplesReason == (overhang == nil ? .chromaCut : nil), "\(region)")
      counts[overhang == nil ? 0 : overhang == ChromaOverhang.none ? 1 : 2] += 1
    }
    #expect(sampling == .full ? counts[0] + counts[2] == 0 : counts.allSatisfy { $0 > 20 }, "\(counts)")
  }

  /// Whatever the tag, a whole image has at most half of each axis's last sample beyond it.
  @Test(arguments: ExifOrientation.allCases, TinyJPEG.Sampling.allCases)
  func wholeImagesStayInPlanesWhateverTheirSize(tag: ExifOrientation, sampling: TinyJPEG.Sampling) throws {
    for (width, height) in [(64, 32), (63, 32), (64, 31), (63, 31), (1, 1)] {
      let probe = try Photos.probe(tag, width, height, sampling: sampling)
      guard case .planes(let chroma, let overhang) = try form(Rendition(upright: .pixels), probe) else {
        Issue.record("\(width)x\(height)")
        continue
      }
      let reversed = Orientation<Stored, Displayed>(exif: tag).reversesFromAxes
      let isHalved = (
        chroma.horizontal == 2 && width % 2 == 1 && reversed.horizontal,
        chroma.vertical == 2 && height % 2 == 1 && reversed.vertical
      )
      #expect(overhang.left + overhang.top == (isHalved.0 ? 1 : 0) + (isHalved.1 ? 1 : 0))
    }
  }

  @Test func theReasonForSamplesIsKept() throws {
    let probe = try Photos.probe(.rightTop, 64, 32, sampling: .half)
    let odd = Rendition.Region.stored(PixelRect(x: 1, y: 0, width: 4, height: 4))
    let beyond = Rendition.Region.pixels(PixelRect(x: -2, y: 0, width: 16, height: 16))
    #expect(try transcode(Rendition(region: odd, upright: .pixels), probe)?.samplesReason == .chromaCut)
    #expect(
      try transcode(Rendition(region: beyond, upright: .pixels, overflow: .pad(.black)), probe)?.samplesReason
        == .padded)
    #expect(try transcode(Rendition(upright: .pixels), probe, .withoutPlanes)?.samplesReason == .planesUnsupported)
    for rendition in [
      Rendition(upright: .pixels), Rendition(upright: .pixels, format: .png),
      Rendition(size: .exactly(PixelSize(width: 16, height: 32)), upright: .pixels),
    ] { #expect(try transcode(rendition, probe)?.samplesReason == nil) }
    let gray = TinyJPEG(TinyImage(width: 9, height: 9, filledWith: [3]), exif: TinyTIFF(orientation: 6)).bytes
    #expect(try transcode(Rendition(upright: .pixels), Probe(gray))?.samplesReason == .gray)
    var plain = TinyJPEG(TinyImage(width: 9, height: 9, filledWith: [3, 4, 5]), exif: TinyTIFF(orientation: 6))
    plain.convertsColor = false
    #expect(try transcode(Rendition(upright: .pixels), Probe(plain.bytes))?.samplesReason == .otherComponents)
    #expect(Set(SamplesReason.allCases.map(\.code)).count == SamplesReason.allCases.count)
  }

  @Test func otherSizesFormatsAndEdgesNeedSamples() throws {
    let probe = try Photos.probe(.rightTop, 64, 32, sampling: .half)
    let half = Plan.Transcode.Form.planes(chroma: Subsampling(horizontal: 2, vertical: 2))
    let beyond = Rendition.Region.pixels(PixelRect(x: -2, y: 0, width: 16, height: 16))
    let table: [(Rendition, Plan.Transcode.Form)] = [
      (Rendition(upright: .pixels), half), (Rendition(upright: .pixels, quality: .level(3)), half),
      (Rendition(rotation: .transverse, upright: .pixels), half), (Rendition(upright: .pixels, format: .png), .samples),
      (Rendition(size: .exactly(PixelSize(width: 16, height: 32)), upright: .pixels), .samples),
      (Rendition(size: .exactly(PixelSize(width: 64, height: 128)), upright: .pixels), .samples),
      (Rendition(region: beyond, upright: .pixels, overflow: .pad(.black)), .samples),
      (Rendition(region: beyond, upright: .pixels, overflow: .clip), half),
    ]
    for (rendition, expected) in table { #expect(try form(rendition, probe) == expected, "\(rendition)") }
    #expect(try form(Rendition(upright: .pixels), probe, .withoutPlanes) == .samples)
  }

  /// A caller that needs the pixels themselves gets them as samples.
  @Test func whatIsNotEncodedIsNoPlanes() throws {
    let probe = try Photos.probe(.rightTop, 64, 32, sampling: .half)
    #expect(try Planner.full.transcode(Rendition(upright: .pixels), for: probe).form == .samples)
  }

  @Test func onlyLumaAndTwoEqualPlanesOfChromaAreTaken() {
    func chroma(_ factors: [(Int, Int)], _ model: JPEGFrame.ColorModel = .ycbcr) -> Subsampling? {
      let components = factors.enumerated().map { index, factor in
        JPEGFrame.Component(identifier: UInt8(index), horizontal: factor.0, vertical: factor.1, table: 0)
      }
      return JPEGFrame(process: .baseline, precision: 8, components: components, colorModel: model).planarChroma
    }
    let one = (1, 1)
    for luma in [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4), (4, 2), (2, 4)] {
      #expect(chroma([luma, one, one]) == Subsampling(horizontal: luma.0, vertical: luma.1))
    }
    #expect(chroma([(2, 2), (2, 2), (2, 2)]) == Subsampling.none)
    #expect(chroma([(4, 2), (2, 1), (2, 1)]) == Subsampling(horizontal: 2, vertical: 2))
    #expect(chroma([(4, 2), (4, 1), (4, 1)]) == Subsampling(horizontal: 1, vertical: 2))
    for others in [
      [(4, 4), one, one], [(3, 1), one, one], [(3, 3), (3, 3), (3, 3)], [(3, 2), (1, 2), one],
      [(2, 2), (1, 2), (2, 1)],
      [(2, 2), one, (2, 2)], [one, (2, 2), (2, 2)], [(2, 1), (4, 1), (4, 1)], [(2, 2), one], [(2, 2), one, one, one],
      [],
    ] { #expect(chroma(others) == nil, "\(others)") }
    for model in JPEGFrame.ColorModel.allCases where model != .ycbcr { #expect(chroma([one, one, one], model) == nil) }
  }
}

extension Planner {
  /// All codecs, without planes.
  static let withoutPlanes = Planner(capabilities: full.capabilities.mapValues(\.withoutPlanes))
}

// Which planes are re-encoded in strips, and what that costs.

@Suite struct StripDecisionTests {
  private func transcode(
    _ width: Int, _ height: Int, within memory: Int = .max, format: ContainerFormat = .jpeg
  ) throws -> (transcode: Plan.Transcode, peakBytes: Int) {
    let probe = try Probe(PlanTable.photo(.rightTop, storedWidth: width, storedHeight: height))
    let planner = Planner(
      capabilities: Planner.full.capabilities, limits: Limits(pixels: .max, memoryBytes: memory))
    let plan = try planner.plan(Rendition(upright: .pixels, format: format, loss: .recode), for: probe)
    guard case .transcode(let transcode) = plan.route else { throw UprightError.unsupported("\(plan)") }
    return (transcode, plan.peakBytes)
  }

  @Test func largePhotosThatStayPlanesHaveThem() throws {
    #expect(try transcode(4_002, 3_002).transcode.strips != nil)
    #expect(try transcode(2_002, 1_502).transcode.strips == nil, "small")
    #expect(try transcode(4_002, 3_002, format: .png).transcode.strips == nil, "samples")
    let strips = try #require(try transcode(4_002, 3_002).transcode.strips)
    #expect(strips.length % PlaneStrips.unit == 0 && !strips.isRequired)
  }

  /// The strips are the region, each pixel once, in the order of the result.
  @Test func theyCoverTheRegionInTheOrderOfTheResult() {
    let region = PixelRect<Stored>(x: 7, y: 5, width: 1_003, height: 777)
    let strips = PlaneStrips(chroma: .none, length: 96, cutLimit: 1)
    for turn in Orientation<Decoded, Output>.all {
      let parts = strips.parts(of: region, by: turn)
      #expect(parts.reduce(0) { $0 + ($1.size.pixelCount ?? 0) } == 1_003 * 777)
      var row = 0
      for part in parts {
        let inside = PixelRect<Decoded>(
          x: part.x - region.x, y: part.y - region.y, width: part.width, height: part.height)
        let shown = inside.applying(turn, in: PixelSize(width: 1_003, height: 777))
        #expect(shown.y == row && shown.x == 0)
        row = shown.maxY
      }
      #expect(row == turn.applied(to: PixelSize<Decoded>(width: 1_003, height: 777)).height)
    }
  }

  @Test func theyReplaceAllPlanesIfTheseExceedTheMemoryLimit() throws {
    let (usual, whole) = try transcode(20_002, 20_002)
    #expect(usual.strips?.isRequired == false && whole > 3 * 20_002 * 20_002 / 2)
    let (required, peakBytes) = try transcode(20_002, 20_002, within: 256 << 20)
    #expect(required.strips?.isRequired == true)
    #expect(peakBytes < 192 << 20, "\(peakBytes)")
    #expect(throws: (any Error).self) { try transcode(20_002, 20_002, within: 32 << 20) }
  }

  @Test func theyDoNotTakeMoreMemoryThanTheWhole() throws {
    for (width, height) in [(2_402, 1_702), (4_002, 3_002), (6_002, 4_002), (12_002, 9_002)] {
      let (transcode, peakBytes) = try transcode(width, height)
      var without = transcode
      without.strips = nil
      let probe = try Probe(PlanTable.photo(.rightTop, storedWidth: width, storedHeight: height))
      #expect(peakBytes == without.peakBytes(probe), "\(width)x\(height)")
    }
  }
}
