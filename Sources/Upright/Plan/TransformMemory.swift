// The memory of a lossless transform: all coefficients of an image, or those of a band of the result
// (docs/jpeg.md#lossless-transforms).

/// How a JPEG's coefficients are held.
package enum TransformMemory {
  /// The bytes that all coefficients may take, at two for each, if they are read at once.
  package static let whole = 1 << 30
  /// The bytes that a band may take if nothing limits it further.
  private static let usualBand = 128 << 20
  /// The bytes for places in the file, and for parts of it and of the result.
  private static let besides = 48 << 20

  /// The bytes of memory that a band may take.
  package static func band(_ limits: Limits) -> Int { min(usualBand, max(0, limits.memoryBytes - besides)) }

  /// The memory of a transform in bands.
  static var banded: Int { usualBand + besides }
}
