// Colours that a file names by numbers, and the ICC profile that says the same (ITU-T H.273, 8.1 and 8.2; ICC.1:2010, 7.2, 10.15 and E.3).

/// Red, green, blue and white as x and y of CIE 1931.
private struct Primaries {
  let red, green, blue: (x: Double, y: Double)
  /// That of all that are known here: D65.
  static let white = (x: 0.3127, y: 0.3290)

  init?(_ number: Int) {
    switch number {
    case 5: (red, green, blue) = ((0.64, 0.33), (0.29, 0.60), (0.15, 0.06))
    case 6, 7: (red, green, blue) = ((0.630, 0.340), (0.310, 0.595), (0.155, 0.070))
    case 9: (red, green, blue) = ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
    case 12: (red, green, blue) = ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
    default: return nil
    }
  }
}

extension ItemCoding.Colors {
  /// Why a picture in these colours is not decoded, as a clause: because of its light, or because they are not known.
  var obstacle: String? {
    if let light = obstacleOfLight { return light }
    guard [1, 2].contains(primaries) || Primaries(primaries) != nil else {
      return "its colours have the primaries \(primaries) of H.273, for which there is no profile here"
    }
    return [1, 2, 6, 13, 14, 15].contains(transfer)
      ? nil : "its light follows the curve \(transfer) of H.273, for which there is no profile here"
  }

  /// Why its light is none that a usual picture can hold, whatever a profile says.
  var obstacleOfLight: String? {
    switch transfer {
    case 16: "its light is of a high dynamic range (PQ), which a usual picture cannot hold"
    case 18: "its light is of a high dynamic range (HLG), which a usual picture cannot hold"
    default: nil
    }
  }

  /// A profile that says them; nil where that would be sRGB, which readers take for granted, and where they are not known.
  var profile: [UInt8]? {
    guard obstacle == nil, let known = Primaries(primaries) else { return nil }
    let columns = Self.adapted(known)
    let curve =
      Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
      + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(Self.fixed)
    var tags: [(String, [UInt8])] = [
      ("desc", Self.text("Primaries \(primaries) of H.273, curve of sRGB")), ("cprt", Self.text("No copyright")),
      ("wtpt", Self.xyz([0.9642, 1, 0.8249])),
    ]
    for (name, column) in zip(["rXYZ", "gXYZ", "bXYZ"], columns) { tags.append((name, Self.xyz(column))) }
    for name in ["rTRC", "gTRC", "bTRC"] { tags.append((name, curve)) }
    return Self.assembled(tags)
  }

  /// XYZ of red, green and blue, whose sum is white, as seen under D50 (Bradford).
  private static func adapted(_ primaries: Primaries) -> [[Double]] {
    let xyz = { (point: (x: Double, y: Double)) in [point.x / point.y, 1, (1 - point.x - point.y) / point.y] }
    let columns = [primaries.red, primaries.green, primaries.blue].map(xyz)
    let rows = (0..<3).map { row in columns.map { $0[row] } }
    let shares = times(inverse(rows), xyz(Primaries.white))
    let bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let (from, to) = (times(bradford, xyz(Primaries.white)), times(bradford, [0.9642, 1, 0.8249]))
    let back = inverse(bradford)
    return zip(columns, shares).map { column, share in
      let cones = zip(times(bradford, column.map { $0 * share }), zip(to, from)).map { $0 * $1.0 / $1.1 }
      return times(back, cones)
    }
  }

  private static func times(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// Of three rows by three.
  private static func inverse(_ m: [[Double]]) -> [[Double]] {
    let cofactor = { (row: Int, column: Int) -> Double in
      let (r1, r2, c1, c2) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3)
      return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
    }
    let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * cofactor(0, $1) }
    return (0..<3).map { row in (0..<3).map { cofactor($0, row) / determinant } }
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65_536).rounded())) }

  private static func xyz(_ values: [Double]) -> [UInt8] { Array("XYZ ".utf8) + number(0) + values.flatMap(fixed) }

  private static func text(_ text: String) -> [UInt8] {
    let letters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    return Array("mluc".utf8) + number(0) + number(1) + number(12) + Array("enUS".utf8) + number(letters.count)
      + number(28)
      + letters
  }

  /// The header, the table of tags, and the tags, each of which starts at a multiple of four.
  private static func assembled(_ tags: [(String, [UInt8])]) -> [UInt8] {
    var (table, data) = (number(tags.count), [UInt8]())
    let start = 128 + 4 + 12 * tags.count
    for (name, bytes) in tags {
      table += Array(name.utf8) + number(start + data.count) + number(bytes.count)
      data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    var header = number(start + data.count) + [0, 0, 0, 0, 4, 0x30, 0, 0] + Array("mntrRGB XYZ ".utf8)
    for part in [2026, 1, 1, 0, 0, 0] { header += [UInt8(part >> 8), UInt8(part & 255)] }
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + [0.9642, 1, 0.8249].flatMap(fixed)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
  }
}
