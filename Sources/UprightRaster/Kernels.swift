// Which inner loops are used: the quickest that the processor has, or those that a test names; all give the same bytes.

import CKernels

/// A set of inner loops, and when they write past the caches.
struct Kernels: Sendable {
  /// The instructions that are used.
  let instructions: Instructions
  /// Results of at least so many bytes are written past the caches, which would not hold them until they are read.
  var cacheBytes = 16 << 20

  /// Which instructions there are loops for.
  enum Instructions: UInt32, Sendable, CaseIterable {
    /// Those that Swift compiles to: the loops in Swift, for every machine, which the others are held against.
    case portable
    /// What every processor of its architecture has: SSE2, NEON.
    case base
    /// AVX2.
    case avx2
  }

  /// The quickest loops of this machine.
  static let best = usable[usable.count - 1]

  /// All loops of this machine, the portable ones first.
  static var usable: [Kernels] {
    Instructions.allCases.filter { $0.rawValue <= up_best_kernels().rawValue }.map { Kernels(instructions: $0) }
  }

  /// What C calls the instructions.
  var set: up_kernels { up_kernels(rawValue: instructions.rawValue) }
}

extension SampleLayout {
  /// The layout as the loops in C take it.
  var pixels: up_pixels {
    up_pixels(
      channels: Int32(channels.count), sample_bytes: Int32(depth.byteCount), maximum: Float(depth.maximum),
      has_opacity: channels == .rgba)
  }
}
