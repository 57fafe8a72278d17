// The memory layout of a pixel's samples.

/// Channels and depth of a pixel; samples are interleaved, 16-bit ones in native byte order.
public struct SampleLayout: Hashable, Sendable {
  /// The channels, in order.
  public enum Channels: Int, Hashable, Sendable, CaseIterable {
    /// Lightness.
    case gray = 1
    /// Red, green, blue.
    case rgb = 3
    /// Red, green, blue, alpha; not premultiplied.
    case rgba = 4
    /// Ink amounts: 0 is none, the maximum is full.
    case cmyk = 5

    /// Samples per pixel.
    public var count: Int { self == .cmyk ? 4 : rawValue }
  }

  /// Bits per sample.
  public enum Depth: Int, Hashable, Sendable, CaseIterable {
    /// One byte per sample.
    case eight = 8
    /// Two bytes per sample.
    case sixteen = 16

    /// Bytes per sample.
    public var byteCount: Int { rawValue / 8 }
    /// The largest sample.
    public var maximum: UInt16 { self == .eight ? 255 : 65535 }
  }

  /// The channels.
  public let channels: Channels
  /// The depth.
  public let depth: Depth

  /// Channels of a given depth.
  public init(_ channels: Channels, _ depth: Depth = .eight) {
    self.channels = channels
    self.depth = depth
  }

  /// Bytes from one pixel to the next.
  public var bytesPerPixel: Int { channels.count * depth.byteCount }
}
