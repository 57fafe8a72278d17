// The discrete cosine transform of 8 × 8 blocks, in JPEG's scale (ITU T.81, A.3.3).

/// The transform of blocks of 64 values, row by row; it preserves the sum of squares.
struct CosineTransform {
  /// Row `k` has the k-th cosine at the eight samples.
  private let basis: [Float]
  private var work = [Float](repeating: 0, count: 64)

  init() {
    basis = (0..<64).map { place in
      let (frequency, sample) = (place / 8, place % 8)
      let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
      return Float(scale * Self.cosine((2 * sample + 1) * frequency))
    }
  }

  /// The cosine of `sixteenths`/16 of π. The first quadrant uses half-angle formulas; the others follow by symmetry.
  private static func cosine(_ sixteenths: Int) -> Double {
    let folded = sixteenths % 32
    if folded > 16 { return cosine(32 - folded) }
    if folded > 8 { return -cosine(16 - folded) }
    switch folded {
    case 0: return 1
    case 8: return 0
    case 5, 6, 7: return (1 - cosine(8 - folded) * cosine(8 - folded)).squareRoot()
    default: return ((1 + cosine(2 * folded)) / 2).squareRoot()
    }
  }

  /// Transforms samples to coefficients.
  mutating func forward(_ block: inout [Float]) {
    for row in 0..<8 {
      let at = 8 * row
      let (s0, s1, s2, s3) = (
        block[at] + block[at + 7], block[at + 1] + block[at + 6], block[at + 2] + block[at + 5],
        block[at + 3] + block[at + 4]
      )
      let (d0, d1, d2, d3) = (
        block[at] - block[at + 7], block[at + 1] - block[at + 6], block[at + 2] - block[at + 5],
        block[at + 3] - block[at + 4]
      )
      store(s0, s1, s2, s3, d0, d1, d2, d3, at: at, step: 1)
    }
    swap(&block, &work)
    for column in 0..<8 {
      let (s0, s1, s2, s3) = (
        block[column] + block[column + 56], block[column + 8] + block[column + 48],
        block[column + 16] + block[column + 40], block[column + 24] + block[column + 32]
      )
      let (d0, d1, d2, d3) = (
        block[column] - block[column + 56], block[column + 8] - block[column + 48],
        block[column + 16] - block[column + 40], block[column + 24] - block[column + 32]
      )
      store(s0, s1, s2, s3, d0, d1, d2, d3, at: column, step: 8)
    }
    swap(&block, &work)
  }

  /// Even cosines are symmetric and odd ones antisymmetric, so each needs only four sums or differences.
  private mutating func store(
    _ s0: Float, _ s1: Float, _ s2: Float, _ s3: Float, _ d0: Float, _ d1: Float, _ d2: Float, _ d3: Float,
    at start: Int, step: Int
  ) {
    for frequency in stride(from: 0, to: 8, by: 2) {
      let from = 8 * frequency
      work[start + frequency * step] =
        s0 * basis[from] + s1 * basis[from + 1] + s2 * basis[from + 2] + s3 * basis[from + 3]
      let odd = from + 8
      work[start + (frequency + 1) * step] =
        d0 * basis[odd] + d1 * basis[odd + 1] + d2 * basis[odd + 2] + d3 * basis[odd + 3]
    }
  }

  /// Transforms coefficients to samples.
  func inverse(_ block: [Float]) -> [Float] {
    var rows = [Float](repeating: 0, count: 64)
    var result = rows
    for place in 0..<64 {
      var sum: Float = 0
      for frequency in 0..<8 { sum += block[place / 8 * 8 + frequency] * basis[8 * frequency + place % 8] }
      rows[place] = sum
    }
    for place in 0..<64 {
      var sum: Float = 0
      for frequency in 0..<8 { sum += rows[8 * frequency + place % 8] * basis[8 * frequency + place / 8] }
      result[place] = sum
    }
    return result
  }
}
