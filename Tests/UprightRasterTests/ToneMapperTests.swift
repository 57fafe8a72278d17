// HDR as sRGB: the constants of the standards, and pixels at known nits compared with another computation.

import Testing
import UprightGeometry

@testable import UprightRaster

@Suite struct ToneMapperTests {
  /// BT.2020 to sRGB (ITU-R BT.2087-0).
  private static let matrix = [
    [1.660491, -0.587641, -0.07285], [-0.12455, 1.1329, -0.008349], [-0.018151, -0.100579, 1.11873],
  ]

  /// 16-bit values of PQ at (10, 10, 10), 203, (300, 250, 200), (120, 140, 100), (800, 900, 1000) and (3000, 2500,
  /// 2800) nits, and their results in another computation. (Python: EETF of the brightest channel from 1,000 to 203
  /// nits, matrix of BT.2087-0, IEC 61966-2-1.)
  static let pq: [(coded: [UInt16], knee: [Int], clip: [Int])] = [
    ([19641, 19641, 19641], [16118, 16117, 16116], [16118, 16117, 16116]),
    ([38055, 38055, 38055], [58852, 58850, 58847], [65535, 65533, 65530]),
    ([40754, 39489, 37953], [65535, 57098, 51443], [65535, 65535, 64111]),
    ([34503, 35534, 33297], [48158, 54172, 45274], [49897, 56113, 46916]),
    ([47678, 48519, 49271], [56922, 62922, 65535], [65535, 65535, 65535]),
    ([57113, 55816, 56623], [65535, 59778, 63839], [65535, 65535, 65535]),
  ]

  /// The same for HLG on a display of 1,000 nits: 10, 50 and 75 %, (75, 70, 65), (50, 55, 45) and (90, 92, 95) %.
  static let hlg: [(coded: [UInt16], knee: [Int], clip: [Int])] = [
    ([6554, 6554, 6554], [4154, 4153, 4153], [4154, 4153, 4153]),
    ([32768, 32768, 32768], [35184, 35182, 35181], [35184, 35182, 35181]),
    ([49151, 49151, 49151], [58861, 58859, 58856], [65535, 65535, 65535]),
    ([49151, 45874, 42598], [62335, 51449, 46025], [65535, 56831, 50876]),
    ([32768, 36044, 29491], [33560, 39630, 31463], [33560, 39630, 31463]),
    ([58982, 60292, 62258], [55761, 61241, 65535], [65535, 65535, 65535]),
  ]

  @Test(arguments: [ToneMapper.Curve.pq, .hlg], [ToneMapper.Method.knee, .clip])
  func pixelsAtKnownNitsAreWhatAnotherComputationSays(_ curve: ToneMapper.Curve, _ method: ToneMapper.Method) throws {
    let mapper = try #require(ToneMapper(curve, method, matrix: Self.matrix))
    let patches = curve == .pq ? Self.pq : Self.hlg
    for channels in [SampleLayout.Channels.rgb, .rgba] {
      let words: [UInt16] = patches.flatMap { patch in patch.coded + (channels == .rgba ? [12_345] : []) }
      let bytes = words.flatMap { [UInt8($0.littleEndian & 255), UInt8($0.littleEndian >> 8)] }
      let image = try #require(
        Raster<Output>(size: PixelSize(width: 6, height: 1), layout: SampleLayout(channels, .sixteen), bytes: bytes))
      let wide = try #require(image.toneMapped(by: mapper, to: .sixteen))
      let narrow = try #require(image.toneMapped(by: mapper, to: .eight))
      for (x, patch) in patches.enumerated() {
        let expected = method == .knee ? patch.knee : patch.clip
        let (found, small) = (wide.pixel(x: x, y: 0).map(Int.init), narrow.pixel(x: x, y: 0).map(Int.init))
        // Rounded to 16 bits of linear light in between, and the matrix of BT.2087-0 to four decimals.
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 24 }, "\(x): \(found), not \(expected)")
        #expect(zip(small, expected).allSatisfy { abs($0 - ($1 + 128) / 257) <= 1 }, "\(x): \(small)")
        if channels == .rgba { #expect(found[3] == 12_345 && small[3] == (12_345 + 128) / 257) }
      }
    }
  }

  /// BT.2408: white of 203 nits is 58 % of PQ and 75 % of HLG; BT.2100: 10,000 nits are the maximum of PQ.
  @Test func theConstantsAreThoseOfTheStandards() {
    #expect(abs(ToneMapper.pq(ofNits: 203) - 0.5807) < 0.0001 && abs(ToneMapper.pq(ofNits: 10_000) - 1) < 1e-9)
    #expect(abs(ToneMapper.nits(ofPQ: 0.5080784) - 100) < 0.01 && ToneMapper.nits(ofPQ: 0) == 0)
    #expect(abs(ToneMapper.scene(ofHLG: 0.5) - 1.0 / 12) < 1e-6 && abs(ToneMapper.scene(ofHLG: 1) - 1) < 1e-6)
    let white = ToneMapper.scene(ofHLG: 0.75)
    #expect(abs(1_000 * white * _pow(white, 0.2) - 203) < 0.5)
  }

  @Test func theKneeKeepsTheDarkEndsAtWhiteAndNeverFalls() {
    #expect(
      ToneMapper.knee(50) == 50 && abs(ToneMapper.knee(1_000) - 203) < 0.01 && abs(ToneMapper.knee(9_999) - 203) < 0.01)
    // As in the other computation.
    #expect(abs(ToneMapper.knee(203) - 159.0419) < 0.01 && abs(ToneMapper.knee(500) - 198.856) < 0.01)
    let all = (0...1_000).map { ToneMapper.knee(Double($0)) }
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 1.01 })
  }

  @Test func grayStaysGrayAndEightBitsDo() throws {
    let mapper = try #require(ToneMapper(.pq, .knee, matrix: Self.matrix))
    let image = try #require(
      Raster<Output>(size: PixelSize(width: 3, height: 1), layout: SampleLayout(.gray), bytes: [0, 148, 255]))
    let mapped = try #require(image.toneMapped(by: mapper, to: .sixteen))
    #expect(mapped.layout == SampleLayout(.gray, .sixteen))
    #expect(mapped.pixel(x: 0, y: 0) == [0] && abs(Int(mapped.pixel(x: 1, y: 0)[0]) - 58_820) < 300)
    #expect(mapped.pixel(x: 2, y: 0)[0] >= 65_530)
    #expect(ToneMapper(.pq, .knee, matrix: [[1, 0], [0, 1]]) == nil)
    let inks = try #require(
      Raster<Output>(size: PixelSize(width: 1, height: 1), layout: SampleLayout(.cmyk), bytes: [0, 0, 0, 0]))
    #expect(inks.toneMapped(by: mapper, to: .eight) == nil)
  }

  /// By repeated roots, so that the expectation does not come from the same function: the fifth root by Newton's steps.
  private func _pow(_ value: Double, _ exponent: Double) -> Double {
    var root = 1.0
    for _ in 0..<200 { root = (4 * root + value / (root * root * root * root)) / 5 }
    return exponent == 0.2 ? root : .nan
  }
}
