// The memory layout of a pixel's samples.

import CKernels

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

// Which pixels move where: an affine walk over pixel indexes, used by every reorientation and crop.

/// Pixel (column, row) of the target rectangle is at `target + column + row * targetRowStep` in one memory block. It
/// comes from `source + column * sourceColumnStep + row * sourceRowStep` in another. All values are in whole pixels.
struct PixelWalk {
  let columns: Int
  let rows: Int
  let target: Int
  let targetRowStep: Int
  let source: Int
  let sourceColumnStep: Int
  let sourceRowStep: Int

  /// Whether it stays inside memory blocks of these numbers of pixels.
  func fits(source sourceCount: Int, target targetCount: Int) -> Bool {
    guard columns > 0, rows > 0, target >= 0, targetRowStep >= columns else { return false }
    let across = (columns - 1) * sourceColumnStep
    let down = (rows - 1) * sourceRowStep
    let first = source + min(0, across) + min(0, down)
    let last = source + max(0, across) + max(0, down)
    let lastTarget = target + (columns - 1) + (rows - 1) * targetRowStep
    return first >= 0 && last < sourceCount && lastTarget < targetCount
  }

  /// The walk for the kernels in C.
  func inBytes(_ pixelBytes: Int, pastCaches: Bool) -> up_walk {
    up_walk(
      columns: columns, rows: rows, pixel_bytes: pixelBytes, target_row_step: targetRowStep * pixelBytes,
      source_column_step: sourceColumnStep * pixelBytes, source_row_step: sourceRowStep * pixelBytes,
      past_caches: pastCaches)
  }
}

// The choice of inner loops: the fastest for the processor, or those that a test names; all give the same bytes.

/// A set of inner loops, and when they bypass the caches.
struct Kernels: Sendable {
  /// The instruction set.
  let instructions: Instructions
  /// Results of at least this many bytes are written past the caches, which would not hold them until they are read.
  var cacheBytes = 16 << 20

  /// The instruction sets with inner loops.
  enum Instructions: UInt32, Sendable, CaseIterable {
    /// The loops in Swift, for every machine; the reference for the others.
    case portable
    /// The architecture's baseline: SSE2, NEON.
    case base
    /// AVX2.
    case avx2
  }

  /// The fastest loops of this machine.
  static let best = usable[usable.count - 1]

  /// All loops of this machine, the portable ones first.
  static var usable: [Kernels] {
    Instructions.allCases.filter { $0.rawValue <= up_best_kernels().rawValue }.map { Kernels(instructions: $0) }
  }

  /// The instruction set in C.
  var set: up_kernels { up_kernels(rawValue: instructions.rawValue) }
}

extension SampleLayout {
  /// The layout for the loops in C.
  var pixels: up_pixels {
    up_pixels(
      channels: Int32(channels.count), sample_bytes: Int32(depth.byteCount), maximum: Float(depth.maximum),
      has_opacity: channels == .rgba)
  }
}
