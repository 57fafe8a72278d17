// Writes ICC profiles with a few tags (ICC.1:2010, 7.2, 7.3, 10.13, 10.15, 10.27; E.3 for chromatic adaptation).
// Primaries and white point in CIE 1931, and in the form that profiles use (ITU-T H.273, 8.1; ICC.1:2010, E.3; ISO
// 15948, 11.3.3.1).

/// Builds ICC profiles and their parts.
enum ProfileWriter {
  /// The white point of profiles: D50.
  static let white = [0.9642, 1, 0.8249]

  /// The header for a data color space, the tag table, and the tags, each aligned to a multiple of four.
  static func profile(of space: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
    var (table, data) = (BigEndian.bytes(tags.count), [UInt8]())
    let start = 128 + 4 + 12 * tags.count
    for (name, bytes) in tags {
      table += Array(name.utf8) + BigEndian.bytes(start + data.count) + BigEndian.bytes(bytes.count)
      data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    var header = BigEndian.bytes(start + data.count) + [0, 0, 0, 0, 4, 0x30, 0, 0] + Array("mntr\(space)XYZ ".utf8)
    for part in [2026, 1, 1, 0, 0, 0] { header += [UInt8(part >> 8), UInt8(part & 255)] }
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + white.flatMap(fixed)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
  }

  /// The tags of an RGB profile; each of `colors` is X, Y, Z under D50.
  static func tags(_ name: String, colors: [[Double]], curve: [UInt8]) -> [(String, [UInt8])] {
    var tags = opening(name)
    for (name, color) in zip(["rXYZ", "gXYZ", "bXYZ"], colors) { tags.append((name, xyz(color))) }
    for name in ["rTRC", "gTRC", "bTRC"] { tags.append((name, curve)) }
    return tags
  }

  /// The tags of a gray profile.
  static func tags(_ name: String, curve: [UInt8]) -> [(String, [UInt8])] { opening(name) + [("kTRC", curve)] }

  private static func opening(_ name: String) -> [(String, [UInt8])] {
    [("desc", text(name)), ("cprt", text("No copyright")), ("wtpt", xyz(white))]
  }

  /// The tone curve of sRGB.
  static let curveOfSRGB =
    Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

  /// Light is the value raised to a power.
  static func curve(power: Double) -> [UInt8] { Array("para".utf8) + [0, 0, 0, 0, 0, 0, 0, 0] + fixed(power) }

  /// A power function above a threshold and a linear segment below it (SMPTE ST 240 and similar).
  static func curve(power: Double, scale: Double, offset: Double, slope: Double, from place: Double) -> [UInt8] {
    Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0] + [power, scale, offset, slope, place].flatMap(fixed)
  }

  /// Light is the value times a gain, raised to a power, and clipped to white.
  static func curve(power: Double, gain: Double) -> [UInt8] {
    table((0..<1_024).map { min(1, gain * raised(Double($0) / 1_023, to: power)) })
  }

  /// The value is proportional to the logarithm of light over this many decades; 1 is white, 0 is black.
  static func curve(decades: Double) -> [UInt8] {
    table((0..<1_024).map { $0 == 0 ? 0 : raised(0.1, to: (1 - Double($0) / 1_023) * decades) })
  }

  /// `base`, from 0 to 1, raised to a non-negative power: squares for the integer part's binary digits, roots for the
  /// fraction's.
  private static func raised(_ base: Double, to power: Double) -> Double {
    var result = 1.0
    var (square, whole) = (base, Int(power))
    while whole > 0 {
      if whole & 1 == 1 { result *= square }
      (square, whole) = (square * square, whole >> 1)
    }
    var (root, rest) = (base, power - power.rounded(.down))
    for _ in 0..<52 where rest > 0 {
      (root, rest) = (root.squareRoot(), 2 * rest)
      if rest >= 1 { (result, rest) = (result * root, rest - 1) }
    }
    return result
  }

  private static func table(_ values: [Double]) -> [UInt8] {
    Array("curv".utf8) + BigEndian.bytes(0) + BigEndian.bytes(values.count)
      + values.flatMap { value -> [UInt8] in
        let word = Int((value * 65_535).rounded())
        return [UInt8(word >> 8), UInt8(word & 255)]
      }
  }

  private static func fixed(_ value: Double) -> [UInt8] { BigEndian.bytes(Int((value * 65_536).rounded())) }

  private static func xyz(_ values: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + BigEndian.bytes(0) + values.flatMap(fixed)
  }

  private static func text(_ text: String) -> [UInt8] {
    let letters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    return Array("mluc".utf8) + [0, 1, 12].flatMap { BigEndian.bytes($0) } + Array("enUS".utf8)
      + BigEndian.bytes(letters.count) + BigEndian.bytes(28) + letters
  }
}

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
