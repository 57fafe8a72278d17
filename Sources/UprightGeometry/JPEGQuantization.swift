// The example quantization tables of ITU T.81 (K.1 and K.2), their scale of qualities, and the order of coefficients in
// files (figure A.6). They are here because this is the only target that the sample images share with the others.

/// The tables by which a JPEG's coefficients are quantized, in natural order.
package enum JPEGQuantization {
  /// The natural index of the n-th coefficient in zigzag order: diagonals with alternating direction.
  package static let zigzag: [Int] = (0..<15).flatMap { diagonal in
    let rows = Array(max(0, diagonal - 7)...min(7, diagonal))
    return (diagonal % 2 == 0 ? rows.reversed() : rows).map { $0 * 8 + diagonal - $0 }
  }

  /// Table K.1.
  package static let luma: [Int] = [
    16, 11, 10, 16, 24, 40, 51, 61,
    12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77,
    24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
  ]

  /// Table K.2.
  package static let chroma: [Int] = {
    var table = Array(repeating: 99, count: 64)
    table.replaceSubrange(0..<4, with: [17, 18, 24, 47])
    table.replaceSubrange(8..<12, with: [18, 21, 26, 66])
    table.replaceSubrange(16..<19, with: [24, 26, 56])
    table.replaceSubrange(24..<26, with: [47, 66])
    return table
  }()

  /// A table at a quality of 1…100, scaled as by the Independent JPEG Group: 50 is the table itself, 100 all ones.
  package static func scaled(_ table: [Int], quality: Int) -> [UInt8] {
    let bounded = min(100, max(1, quality))
    let percent = bounded < 50 ? 5000 / bounded : 200 - 2 * bounded
    return table.map { UInt8(min(255, max(1, ($0 * percent + 50) / 100))) }
  }
}
