// High dynamic range to sRGB: the curves of ITU-R BT.2100-2 (tables 4 and 5), the mapping of BT.2390-10, 5.4.1, and
// white by BT.2408-7.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Maps PQ or HLG pixels to sRGB.
public struct ToneMapper: Sendable {
  /// The transfer function.
  public enum Curve: Hashable, Sendable {
    /// Perceptual quantization: values are nits.
    case pq
    /// Hybrid log-gamma: values are relative to the scene's light.
    case hlg
  }

  /// What happens to light above white.
  public enum Method: Hashable, Sendable {
    /// The knee of BT.2390: highlights are compressed.
    case knee
    /// Highlights are clipped.
    case clip
  }

  /// The white of text and paper in HDR (BT.2408), which becomes sRGB's white, in nits.
  public static let white = 203.0
  /// The assumed maximum light, and the display peak for HLG, in nits.
  public static let peak = 1_000.0

  private let curve: Curve
  private let method: Method
  private let matrix: [SIMD3<Double>]
  private let luminance: SIMD3<Double>
  /// The light for each 16-bit value, relative to the peak; for HLG, to the scene's.
  private let light: [Double]
  /// The factor for light, so that 1 is sRGB's white, by the brightest channel's light relative to the peak.
  private let gains: [Double]
  private let encoded: [UInt16]

  /// A mapper; the matrix converts linear red, green and blue to sRGB's, row by row.
  ///
  /// - Returns: nil if the matrix is not 3 × 3.
  public init?(_ curve: Curve, _ method: Method, matrix: [[Double]]) {
    guard matrix.count == 3, matrix.allSatisfy({ $0.count == 3 }) else { return nil }
    self.curve = curve
    self.method = method
    self.matrix = matrix.map { SIMD3($0[0], $0[1], $0[2]) }
    luminance = 0.2126 * self.matrix[0] + 0.7152 * self.matrix[1] + 0.0722 * self.matrix[2]
    let values = (0..<65_536).map { Double($0) / 65_535 }
    light = values.map { curve == .pq ? Self.nits(ofPQ: $0) / Self.peak : Self.scene(ofHLG: $0) }
    gains = values.map { share in
      let nits = max(share, 1 / 65_535) * Self.peak
      return method == .clip ? Self.peak / Self.white : Self.knee(nits) / Self.white / nits * Self.peak
    }
    encoded = values.map { UInt16((LinearLight.value($0) * 65_535).rounded()) }
  }

  /// Nits for a PQ value, 0…1.
  public static func nits(ofPQ value: Double) -> Double {
    let power = pow(max(0, value), 1 / 78.84375)
    return 10_000 * pow(max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
  }

  /// The PQ value for nits.
  public static func pq(ofNits nits: Double) -> Double {
    let power = pow(max(0, nits) / 10_000, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
  }

  /// The scene's light, 0…1, for an HLG value.
  public static func scene(ofHLG value: Double) -> Double {
    value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  /// Maps nits up to the peak to nits up to white; values below the knee stay (BT.2390; black is 0 nits on both sides).
  static func knee(_ nits: Double) -> Double {
    let top = pq(ofNits: peak)
    let (most, value) = (pq(ofNits: white) / top, min(1, pq(ofNits: nits) / top))
    let start = 1.5 * most - 0.5
    guard value > start else { return nits }
    let t = (value - start) / (1 - start)
    let (square, cube) = (t * t, t * t * t)
    let mapped =
      (2 * cube - 3 * square + 1) * start + (cube - 2 * square + t) * (1 - start) + (-2 * cube + 3 * square) * most
    return Self.nits(ofPQ: mapped * top)
  }

  /// 16-bit sRGB for 16-bit red, green and blue: all three are multiplied by the factor for the brightest one, so that
  /// hues stay.
  fileprivate func mapped(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> Samples {
    var color = SIMD3(light[Int(red)], light[Int(green)], light[Int(blue)])
    if curve == .hlg {
      // The system gamma of 1.2 for a display of 1,000 nits.
      let bright = (luminance * color).sum()
      color *= bright > 0 ? pow(bright, 0.2) : 0
    }
    let most = color.max()
    color *= most > 1 ? gains[65_535] / (method == .clip ? 1 : most) : gains[Int((most * 65_535).rounded())]
    let place = { (row: SIMD3<Double>) in
      UInt32(encoded[Int((min(1, max(0, (row * color).sum())) * 65_535).rounded())])
    }
    return Samples(place(matrix[0]), place(matrix[1]), place(matrix[2]), 0)
  }
}

extension Raster {
  /// The image in sRGB at `depth`; alpha is unchanged.
  ///
  /// - Returns: nil for CMYK, and if out of memory.
  public func toneMapped(by mapper: ToneMapper, to depth: SampleLayout.Depth) -> Raster<S>? {
    guard layout.channels != .cmyk, let result = Raster(size: size, layout: SampleLayout(layout.channels, depth))
    else { return nil }
    switch (layout.depth, depth) {
    case (.eight, .eight): result.take(self, mapper, UInt8.self, UInt8.self)
    case (.eight, .sixteen): result.take(self, mapper, UInt8.self, UInt16.self)
    case (.sixteen, .eight): result.take(self, mapper, UInt16.self, UInt8.self)
    case (.sixteen, .sixteen): result.take(self, mapper, UInt16.self, UInt16.self)
    }
    return result
  }

  private func take<
    From: FixedWidthInteger & UnsignedInteger & BitwiseCopyable,
    To: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
  >(
    _ source: Raster<S>, _ mapper: ToneMapper, _ from: From.Type, _ to: To.Type
  ) {
    let (channels, pixels) = (layout.channels.count, storage.byteCount / layout.bytesPerPixel)
    let up: UInt32 = From.bitWidth == 8 ? 257 : 1
    let (add, down): (UInt32, UInt32) = To.bitWidth == 8 ? (128, 257) : (0, 1)
    storage.mapPixels(of: source.storage, pixels, from: (channels, from), to: (channels, to)) { pixel in
      let wide = pixel &* Samples(repeating: up)
      var mapped = channels == 1 ? mapper.mapped(wide.x, wide.x, wide.x) : mapper.mapped(wide.x, wide.y, wide.z)
      mapped.w = wide.w
      return (mapped &+ Samples(repeating: add)) / down
    }
  }
}

// The sample of a gain map that leaves its image as it is (Ultra HDR 1.1, "Decode the gain map").

/// Samples of gain maps: a sample's recovery, 0…1, lies between two gains as logarithms to base 2.
package enum NeutralGain {
  /// The sample of 8 bits whose gain is nearest to none; 0, the smallest gain, if every gain brightens.
  ///
  /// - Parameters:
  ///   - min: The logarithm of the smallest gain.
  ///   - max: The logarithm of the largest gain.
  ///   - gamma: The exponent of the stored recovery.
  package static func sample(min: Double, max: Double, gamma: Double) -> UInt8 {
    guard min < 0, max > min, gamma > 0 else { return 0 }
    let stored = pow(Swift.min(1, -min / (max - min)), gamma)
    return stored.isFinite ? UInt8(clamping: Int((255 * stored).rounded())) : 0
  }
}
