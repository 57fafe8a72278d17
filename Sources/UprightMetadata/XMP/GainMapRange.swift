// The range of a gain map's samples, as its own XMP states it (Ultra HDR 1.1, "Gain map metadata").

/// The gains between which a channel's samples lie, as logarithms to base 2, and the exponent of stored samples.
package struct GainMapRange: Hashable, Sendable {
  /// The gain of a sample of 0.
  package let min: Double
  /// The gain of the largest sample.
  package let max: Double
  /// The exponent.
  package let gamma: Double

  /// Maximum distance in bytes from a property's name to the last value of its list.
  private static let reach = 512

  /// The ranges of red, green and blue; nil if the packet describes no gain map of its own image.
  static func all(in packet: [UInt8]) -> [GainMapRange]? {
    guard let highest = values("hdrgm:GainMapMax", in: packet) else { return nil }
    let lowest = values("hdrgm:GainMapMin", in: packet) ?? [0, 0, 0]
    let gamma = values("hdrgm:Gamma", in: packet) ?? [1, 1, 1]
    return (0..<3).map { GainMapRange(min: lowest[$0], max: highest[$0], gamma: gamma[$0]) }
  }

  /// A property's three values, or its only one three times; nil if it has none.
  private static func values(_ name: String, in packet: [UInt8]) -> [Double]? {
    if let value = XMPProperty.text(name, in: packet).flatMap(Double.init) { return [value, value, value] }
    guard let found = XMPProperty.firstRange(of: Array(name.utf8), in: packet, from: 0) else { return nil }
    var near = Array(packet[found.upperBound...].prefix(reach))
    if let end = XMPProperty.firstRange(of: Array(name.utf8), in: near, from: 0) {
      near = Array(near[..<end.lowerBound])
    }
    let listed = XMPProperty.valueRanges(of: "rdf:li", in: near)
      .compactMap { Double(String(decoding: near[$0], as: UTF8.self)) }
    if let only = listed.first, listed.count == 1 { return [only, only, only] }
    return listed.count == 3 ? listed : nil
  }
}
