// The choice of inner loops: the fastest for the processor, or those that a test names; all give the same bytes.

import CKernels

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
