// Writes ICC profiles with a few tags (ICC.1:2010, 7.2, 7.3, 10.13, 10.15, 10.27; E.3 for chromatic adaptation).

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
