// The forward cosine transform of 8 × 8 samples (ITU T.81, A.3.3), row by row, then column by column.

/// The forward transform, on each axis by sums and differences of opposite samples.
enum TinyTransform {
  /// Half the cosines of k·π/16, k = 0…7, the first over √2.
  private static let half = [
    0.353_553_390_593_273_8, 0.490_392_640_201_615_2, 0.461_939_766_255_643_4, 0.415_734_806_151_272_6,
    0.353_553_390_593_273_8, 0.277_785_116_509_801_1, 0.191_341_716_182_544_9, 0.097_545_161_008_064_1,
  ]

  /// Transforms samples centered on 0 to coefficients, in place.
  static func forward(_ values: inout [Double]) {
    for row in 0..<8 { forward(&values, from: row * 8, step: 1) }
    for column in 0..<8 { forward(&values, from: column, step: 8) }
  }

  private static func forward(_ values: inout [Double], from start: Int, step: Int) {
    let s0 = values[start] + values[start + 7 * step]
    let d0 = values[start] - values[start + 7 * step]
    let s1 = values[start + step] + values[start + 6 * step]
    let d1 = values[start + step] - values[start + 6 * step]
    let s2 = values[start + 2 * step] + values[start + 5 * step]
    let d2 = values[start + 2 * step] - values[start + 5 * step]
    let s3 = values[start + 3 * step] + values[start + 4 * step]
    let d3 = values[start + 3 * step] - values[start + 4 * step]
    let (c1, c2, c3, c4, c5, c6, c7) = (half[1], half[2], half[3], half[4], half[5], half[6], half[7])
    values[start] = c4 * (s0 + s1 + s2 + s3)
    values[start + step] = c1 * d0 + c3 * d1 + c5 * d2 + c7 * d3
    values[start + 2 * step] = c2 * (s0 - s3) + c6 * (s1 - s2)
    values[start + 3 * step] = c3 * d0 - c7 * d1 - c1 * d2 - c5 * d3
    values[start + 4 * step] = c4 * (s0 - s1 - s2 + s3)
    values[start + 5 * step] = c5 * d0 - c1 * d1 + c7 * d2 + c3 * d3
    values[start + 6 * step] = c6 * (s0 - s3) - c2 * (s1 - s2)
    values[start + 7 * step] = c7 * d0 - c5 * d1 + c3 * d2 - c1 * d3
  }
}
