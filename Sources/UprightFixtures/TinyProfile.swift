// Minimal ICC profiles (ICC.1:2001-04, 6.1, 6.5.2 and 6.5.26): a matrix and a gamma for a display, or a gamma for gray.

/// A profile of an invented display.
package struct TinyProfile {
  /// The profile.
  package let bytes: [UInt8]

  /// sRGB's primaries under D50, as three times X, Y, Z (IEC 61966-2-1, adapted by Bradford's matrix).
  private static let primaries = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
  ]

  /// An RGB profile with this gamma; `order` assigns sRGB's primaries to red, green and blue.
  package static func rgb(gamma: Double, order: [Int] = [0, 1, 2]) -> Self {
    let colors = zip(["rXYZ", "gXYZ", "bXYZ"], order).map { ($0, xyz(primaries[$1])) }
    return Self(space: "RGB ", tags: [white] + colors + ["rTRC", "gTRC", "bTRC"].map { ($0, curve(gamma)) })
  }

  /// A gray profile with this gamma.
  package static func gray(gamma: Double) -> Self { Self(space: "GRAY", tags: [white, ("kTRC", curve(gamma))]) }

  private static let white = ("wtpt", xyz([0.9642, 1, 0.8249]))

  private init(space: String, tags: [(name: String, data: [UInt8])]) {
    var (table, data): ([UInt8], [UInt8]) = (Self.big(tags.count), [])
    let start = 128 + 4 + 12 * tags.count
    for tag in tags {
      table += Array(tag.name.utf8) + Self.big(start + data.count) + Self.big(tag.data.count)
      data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
    }
    var header = Self.big(start + data.count) + Self.big(0) + [2, 0x40, 0, 0] + Array("mntr\(space)XYZ ".utf8)
    header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += Self.xyz([0.9642, 1, 0.8249]).dropFirst(8) + [UInt8](repeating: 0, count: 48)
    bytes = header + table + data
  }

  private static func big(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private static func xyz(_ values: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + big(0) + values.flatMap { big(Int(($0 * 65_536).rounded())) }
  }

  /// A curve with one number: an exponent in 256ths.
  private static func curve(_ gamma: Double) -> [UInt8] {
    let power = Int((gamma * 256).rounded())
    return Array("curv".utf8) + big(0) + big(1) + [UInt8(power >> 8), UInt8(power & 0xFF)]
  }
}
