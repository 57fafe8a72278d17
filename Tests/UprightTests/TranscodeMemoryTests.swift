// A transcode's peak memory, added up by hand for each path.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct TranscodeMemoryTests {
  /// The bytes of a plan besides what every run costs and carries.
  private func bytes(_ rendition: Rendition, _ probe: Probe, _ planner: Planner = .full) throws -> Int {
    let decision = TranscodeRoute.decide(try PlanRequest(rendition, probe), planner)
    return try #require(decision.peakBytes) - RunMemory.coding - probe.carriedByteCount
  }

  /// A decoder's rows and a band of pixels with this many bytes each.
  private func rows(_ width: Int, _ bytesPerPixel: Double) -> Int {
    width * RunMemory.bytesPerColumn + Int(Double(width * DecodePass.bandRows) * bytesPerPixel)
  }

  /// And the windows of a second thread, from four megapixels on.
  @Test func inPlanesItIsTheResultsPlanesAndABand() throws {
    let table: [(TinyJPEG.Sampling, Double)] = [(.full, 3), (.halfWidth, 2), (.halfHeight, 2), (.half, 1.5)]
    for (sampling, perPixel) in table {
      let probe = try Photos.probe(.rightTop, 4_000, 3_000, sampling: sampling)
      let whole = Int(4_000 * 3_000 * perPixel)
      let windows = 512 << 10
      #expect(try bytes(Rendition(upright: .pixels), probe) == whole + rows(4_000, perPixel) + windows)
    }
  }

  @Test func asSamplesTheyAreThreeBytesAPixel() throws {
    let probe = try Photos.probe(.rightTop, 4_000, 3_000, sampling: .half)
    let held = 36_000_000 + rows(4_000, 3)
    #expect(try bytes(Rendition(upright: .pixels), probe, .withoutPlanes) == held)
    #expect(try bytes(Rendition(upright: .pixels, format: .png), probe) == held)
  }

  /// Libraries that need the whole image keep far more than its samples; the measured amount is used.
  @Test func encodersOfWholeImagesAreCounted() throws {
    let both = Capabilities(decodes: true, encodes: true, transforms: false)
    let planner = Planner(capabilities: [.png: both, .webp: both, .jpegXL: both, .avif: both, .tiff: both])
    let clear = SamplePNG.mixedColors(width: 300, height: 200, colorType: 6, depth: 8).bytes
    let opaque = SamplePNG.mixedColors(width: 300, height: 200, colorType: 2, depth: 8).bytes
    let gray = SamplePNG.mixedColors(width: 300, height: 200, colorType: 0, depth: 8).bytes
    let pixels = 300 * 200
    for (source, channels, format, exact, lossy) in [
      (opaque, 3, .webp, 28, 4), (clear, 4, .webp, 28, 32), (opaque, 3, .jpegXL, 87, 47), (gray, 1, .jpegXL, 87, 47),
      (clear, 4, .jpegXL, 100, 70), (opaque, 3, .avif, 36, 36), (clear, 4, .avif, 42, 42), (opaque, 3, .tiff, 3, 3),
    ] as [([UInt8], Int, ContainerFormat, Int, Int)] {
      for (quality, perPixel) in [(Rendition.Quality.asSource, exact), (.level(80), lossy)] {
        let probe = try Probe(source)
        let wish = Rendition(upright: .pixels, quality: quality, format: format)
        let held = pixels * (channels + perPixel)
        let found = try bytes(wish, probe, planner)
        #expect(found >= held && found <= held + rows(300, 4) * 3, "\(format) of \(channels): \(found) for \(held)")
        let copies = try bytes(Rendition(upright: .pixels, format: .png), probe, planner)
        #expect(found - copies >= pixels * perPixel - rows(300, 4) * 3)
      }
    }
  }

  /// Up to 16 MiB of coefficients are kept for optimized codes: then encoding is the most expensive phase.
  @Test func fittedCodesCostTheResultsCoefficients() throws {
    let probe = try Photos.probe(.rightTop, 2_000, 1_504, sampling: .half)
    let pixels = 2_000 * 1_504
    // The rows of encoder and decoder, and a band's planes, which are small: as samples it is a block that is returned.
    let encoder = (1_504 + 2_000) * RunMemory.bytesPerColumn
    let band = 2_000 * 64 + 2 * 1_000 * 32
    #expect(try bytes(Rendition(upright: .pixels), probe) == pixels * 3 / 2 + encoder + band + pixels * 3)
    #expect(try bytes(Rendition(upright: .pixels), probe, .withoutPlanes) == pixels * 3 + encoder + pixels * 3)
    func codes(_ width: Int, _ height: Int) throws -> EncodeSettings.Codes? {
      let probe = try Photos.probe(.rightTop, width, height, sampling: .half)
      return TranscodeRoute.decide(try PlanRequest(Rendition(upright: .pixels), probe), .full).transcode?.settings.codes
    }
    #expect(try codes(2_048, 2_720) == .fitted && 2_048 * 2_720 * 3 < 16 << 20)
    #expect(try codes(2_048, 2_736) == .standard && 2_048 * 2_736 * 3 > 16 << 20)
  }

  @Test func aProgressiveSourceIsHeldWhileItIsDecodedNotWhileTheResultIsTurned() throws {
    var photo = PlanTable.photo(.rightTop, storedWidth: 4_000, storedHeight: 3_000)
    let place = try #require(photo.indices.dropLast(9).first { photo[$0] == 0xFF && photo[$0 + 1] == 0xC0 })
    let half = Rendition(size: .within(PixelSize(width: 2_000, height: 2_000)), upright: .pixels, format: .png)
    let baseline = try bytes(half, Probe(photo))
    photo[place + 1] = 0xC2
    let (delivered, coefficients) = (1_500 * 2_000 * 3, 4_000 * 3_000 * 6)
    let progressive = try bytes(half, Probe(photo))
    #expect((2 * delivered..<3 * delivered).contains(baseline))
    #expect((coefficients + delivered..<coefficients + 2 * delivered).contains(progressive))
  }

  @Test func paddingCostsOnlyWhatItAdds() throws {
    let probe = try Photos.probe(.topLeft, 3_000, 2_000)
    func padded(_ color: Rendition.Color, _ format: ContainerFormat?) throws -> Int {
      let region = Rendition.Region.pixels(PixelRect(x: 0, y: 0, width: 4_000, height: 2_000))
      return try bytes(Rendition(region: region, upright: .pixels, format: format, overflow: .pad(color)), probe)
    }
    let whole = 4_000 * 2_000 * 3 + rows(3_000, 3)
    #expect(try padded(.black, .jpeg) == whole)
    let clear = Rendition.Color(red: 0, green: 0, blue: 0, alpha: 0)
    #expect(try padded(clear, .png) == 3_000 * 2_000 * 4 + 4_000 * 2_000 * 4, "made RGBA, then laid on the result")
  }

  /// The encoder's buffer: blocks of 64 coefficients of 16 bits, all in its units.
  @Test func coefficientsAreCountedInWholeUnits() {
    func count(_ width: Int, _ height: Int, _ channels: SampleLayout.Channels, _ across: Int, _ down: Int) -> Int {
      EncodeSettings.coefficientBytes(
        of: PixelSize(width: width, height: height), channels, format: .jpeg,
        sampling: Subsampling(horizontal: across, vertical: down)) / 128
    }
    #expect(count(8, 8, .rgb, 1, 1) == 3 && count(9, 8, .rgb, 1, 1) == 6)
    #expect(count(16, 16, .rgb, 2, 2) == 6 && count(17, 16, .rgb, 2, 2) == 12 && count(16, 16, .rgb, 2, 1) == 8)
    #expect(count(17, 9, .gray, 2, 2) == 6 && count(16, 16, .cmyk, 2, 2) == 10)
    #expect(count(.max, .max, .rgb, 2, 2) == Int.max / 128)
    let png = EncodeSettings.coefficientBytes(
      of: PixelSize(width: 800, height: 800), .rgb, format: .png, sampling: .none)
    #expect(png == 0)
  }
}
