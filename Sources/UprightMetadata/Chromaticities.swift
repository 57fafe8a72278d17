// Primaries and white point in CIE 1931, and in the form that profiles use (ITU-T H.273, 8.1; ICC.1:2010, E.3; ISO
// 15948, 11.3.3.1).

/// The x and y coordinates of an image's primaries and white point.
struct Chromaticities: Hashable, Sendable {
  /// One chromaticity.
  struct Coordinates: Hashable, Sendable {
    /// CIE 1931 x and y.
    let x, y: Double
  }

  /// White point, then the red, green and blue primaries.
  let white, red, green, blue: Coordinates

  /// From x and y of white, red, green and blue; nil if one is outside the diagram, or the primaries are collinear.
  init?(_ numbers: [Double]) {
    guard numbers.count == 8 else { return nil }
    let places = (0..<4).map { Coordinates(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
    guard places.allSatisfy({ $0.x >= 0 && $0.y > 0.001 && $0.x + $0.y <= 1 }) else { return nil }
    (white, red, green, blue) = (places[0], places[1], places[2], places[3])
    guard abs(Self.determinant(of: triangle)) > 0.001, columns.joined().allSatisfy({ abs($0) < 100 }) else {
      return nil
    }
  }

  /// The primaries with an H.273 code point; nil if it is not known here. (10 is XYZ, which is not a set of
  /// primaries.)
  init?(number: Int) {
    var white = [0.3127, 0.3290]
    let numbers: [Double]
    switch number {
    case 1: numbers = [0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
    case 4: (white, numbers) = ([0.310, 0.316], [0.67, 0.33, 0.21, 0.71, 0.14, 0.08])
    case 5: numbers = [0.64, 0.33, 0.29, 0.60, 0.15, 0.06]
    case 6, 7: numbers = [0.630, 0.340, 0.310, 0.595, 0.155, 0.070]
    case 8: (white, numbers) = ([0.310, 0.316], [0.681, 0.319, 0.243, 0.692, 0.145, 0.049])
    case 9: numbers = [0.708, 0.292, 0.170, 0.797, 0.131, 0.046]
    case 11: (white, numbers) = ([0.314, 0.351], [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
    case 12: numbers = [0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
    case 22: numbers = [0.630, 0.340, 0.295, 0.605, 0.155, 0.077]
    default: return nil
    }
    self.init(white + numbers)
  }

  /// The primaries of sRGB (IEC 61966-2-1).
  static let sRGB = Chromaticities([0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06])

  /// Whether all coordinates match another's to within 0.001.
  func isNear(_ other: Self) -> Bool {
    zip([white, red, green, blue], [other.white, other.red, other.green, other.blue]).allSatisfy {
      abs($0.x - $1.x) <= 0.001 && abs($0.y - $1.y) <= 0.001
    }
  }

  /// XYZ of red, green and blue, which add up to white, adapted to D50 (Bradford).
  var columns: [[Double]] {
    let colors = [red, green, blue].map(Self.xyz)
    let shares = Self.times(Self.inverse(triangle), Self.xyz(white))
    let bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let (from, to) = (Self.times(bradford, Self.xyz(white)), Self.times(bradford, ProfileWriter.white))
    let back = Self.inverse(bradford)
    return zip(colors, shares).map { column, share in
      let cones = zip(Self.times(bradford, column.map { $0 * share }), zip(to, from)).map { $0 * $1.0 / $1.1 }
      return Self.times(back, cones)
    }
  }

  /// The matrix, by rows, from linear RGB with these primaries to linear sRGB.
  var toSRGB: [[Double]]? {
    guard let target = Self.sRGB?.columns else { return nil }
    let (back, own) = (Self.inverse((0..<3).map { row in target.map { $0[row] } }), columns)
    return (0..<3).map { row in own.map { Self.times(back, $0)[row] } }
  }

  /// XYZ of red, green and blue, each at Y = 1, as rows.
  private var triangle: [[Double]] {
    let columns = [red, green, blue].map(Self.xyz)
    return (0..<3).map { row in columns.map { $0[row] } }
  }

  private static func xyz(_ place: Coordinates) -> [Double] {
    [place.x / place.y, 1, (1 - place.x - place.y) / place.y]
  }

  private static func times(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  private static func cofactor(_ m: [[Double]], _ row: Int, _ column: Int) -> Double {
    let (r1, r2, c1, c2) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3)
    return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
  }

  private static func determinant(of m: [[Double]]) -> Double {
    (0..<3).reduce(0) { $0 + m[0][$1] * cofactor(m, 0, $1) }
  }

  /// The inverse of a 3 × 3 matrix.
  private static func inverse(_ m: [[Double]]) -> [[Double]] {
    let whole = determinant(of: m)
    return (0..<3).map { row in (0..<3).map { cofactor(m, $0, row) / whole } }
  }
}
