// Linear light in place of encoded values, by the sRGB curve (IEC 61966-2-1, 5.2 and 5.3), and back.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SampleLayout {
  /// The layout of the same image in linear light, which needs 16 bits.
  public var linear: SampleLayout { SampleLayout(channels, .sixteen) }
}

/// The sRGB curve, as tables.
public enum LinearLight {
  /// The light for each of 256 values.
  fileprivate static let ofEight: [UInt32] = (0..<256).map { UInt32((light(Double($0) / 255) * 65_535).rounded()) }
  /// The light for each of 65,536 values.
  fileprivate static let ofSixteen = (0..<65_536).map { UInt32((light(Double($0) / 65_535) * 65_535).rounded()) }
  /// The 16-bit value for each amount of light.
  fileprivate static let encoded = (0..<65_536).map { UInt32((value(Double($0) / 65_535) * 65_535).rounded()) }

  /// The light for an encoded value, both 0…1.
  public static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The encoded value for an amount of light, both 0…1.
  public static func value(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}

extension Raster {
  /// The same image in linear light, 16 bits per sample; alpha is unchanged.
  ///
  /// - Returns: nil for CMYK, which is not light, and if out of memory.
  public func linearized() -> Raster<S>? {
    guard layout.channels != .cmyk, let result = Raster(size: size, layout: layout.linear) else { return nil }
    let (channels, pixels) = (layout.channels.count, storage.byteCount / layout.bytesPerPixel)
    switch layout.depth {
    case .eight:
      let table = LinearLight.ofEight
      result.storage.mapPixels(of: storage, pixels, from: (channels, UInt8.self), to: (channels, UInt16.self)) {
        Self.mapped($0, by: table, opacity: $0.w &* 257, hasOpacity: channels == 4)
      }
    case .sixteen:
      let table = LinearLight.ofSixteen
      result.storage.mapPixels(of: storage, pixels, from: (channels, UInt16.self), to: (channels, UInt16.self)) {
        Self.mapped($0, by: table, opacity: $0.w, hasOpacity: channels == 4)
      }
    }
    return result
  }

  /// The encoded image for linear light, 16 bits per sample.
  ///
  /// - Returns: nil for CMYK and for 8 bits, and if out of memory.
  public func encodedLight() -> Raster<S>? {
    guard layout.channels != .cmyk, layout.depth == .sixteen, let result = Raster(size: size, layout: layout)
    else { return nil }
    let (channels, table) = (layout.channels.count, LinearLight.encoded)
    let pixels = storage.byteCount / layout.bytesPerPixel
    result.storage.mapPixels(of: storage, pixels, from: (channels, UInt16.self), to: (channels, UInt16.self)) {
      Self.mapped($0, by: table, opacity: $0.w, hasOpacity: channels == 4)
    }
    return result
  }

  @inline(__always)
  private static func mapped(
    _ pixel: Samples, by table: [UInt32], opacity: UInt32, hasOpacity: Bool
  ) -> Samples {
    Samples(
      table[Int(pixel.x)], table[Int(pixel.y)], table[Int(pixel.z)], hasOpacity ? opacity : 0)
  }
}
