// Light and colours in plans and runs: scaled in light, a checkerboard stays as bright as it looks; colours go through the engine only where a profile says so.

import Testing
import UprightFixtures

@testable import Upright

/// An engine that makes every picture one of sevens, so that one sees that it was asked.
private struct SevenEngine: ColorManagement {
  func converted(
    _ picture: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output> {
    guard profile == [1, 2, 3], var result = Raster<Output>(size: picture.size, layout: SampleLayout(.rgb)) else {
      throw .unsupported("this profile")
    }
    result.fill([7, 7, 7])
    return result
  }
}

@Suite struct ColorManagementTests {
  private static let png = Capabilities(decodes: true, encodes: true, transforms: false)
  private static let planner = Planner(capabilities: [.png: png, .jpeg: png])

  private static func file() throws -> Probe {
    try Probe(OddPNG.motley(width: 8, height: 8, colorType: 2, depth: 8).bytes)
  }

  @Test func aPlanInLinearLightDecodesInFullSize() throws {
    let half = Capabilities(decodes: true, encodes: true, transforms: false, denominators: [1, 2, 4, 8])
    let planner = Planner(capabilities: [.jpeg: half])
    let probe = try Photos.probe(.topLeft, 640, 640)
    var wish = Rendition(size: .within(PixelSize(width: 40, height: 40)), upright: .pixels)
    let usual = try planner.plan(wish, for: probe)
    wish.light = .linear
    let linear = try planner.plan(wish, for: probe)
    guard case .transcode(let one) = usual.route, case .transcode(let other) = linear.route else {
      Issue.record("no transcode")
      return
    }
    #expect(one.pass.denominator == 8 && other.pass.denominator == 1)
    #expect(linear.peakBytes > usual.peakBytes && linear.description.contains("in linear light"))
  }

  @Test func whatMayHaveAProfileIsConvertedAndLosesIt() throws {
    let wish = Rendition(upright: .pixels, colors: .srgb)
    let plan = try Self.planner.plan(wish, for: Self.file())
    guard case .transcode(let transcode) = plan.route else {
      Issue.record("no transcode")
      return
    }
    #expect(transcode.colors == .srgb && !transcode.carry.keepsProfile)
    #expect(plan.rejections.map(\.reason).contains("the colours become those of sRGB"))
  }

  /// A JPEG without a profile is sRGB already: nothing is done to it.
  @Test func aJPEGWithoutAProfileStays() throws {
    let probe = try Photos.probe(.topLeft, 64, 64)
    #expect(!probe.mayHaveColorProfile)
    let plan = try Planner.full.plan(Rendition(upright: .pixels, colors: .srgb), for: probe)
    #expect(plan.route.name == .copy)
  }

  @Test func onlyAnEngineConverts() throws {
    let picture = try #require(Raster<Output>(size: PixelSize(width: 2, height: 1), layout: SampleLayout(.rgb)))
    #expect(throws: UprightError.unsupported("converting colours by a profile")) {
      try Pipeline(codecs: []).converted(picture, from: [1, 2, 3])
    }
    let result = try Pipeline(codecs: [], colors: SevenEngine()).converted(picture, from: [1, 2, 3])
    #expect(result.pixel(x: 1, y: 0) == [7, 7, 7])
    #expect(throws: UprightError.unsupported("this profile")) {
      try Pipeline(codecs: [], colors: SevenEngine()).converted(picture, from: [])
    }
  }
}
