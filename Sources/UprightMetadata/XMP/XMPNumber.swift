// Numbers in an XMP packet (XMP Specification Part 1, 8.2.1.4), written with their original precision.

/// Reads and writes simple values.
enum XMPNumber {
  /// Maximum number of decimal places; no writer uses more.
  private static let maxDecimals = 9
  /// Minimum precision in decimal places; fewer are too coarse for large images.
  private static let minDecimals = 6
  /// Maximum magnitude of a coordinate.
  private static let bound = 1e9

  /// The number in a range of the packet; nil if it is not a number or too large.
  static func value(_ place: Range<Int>, in packet: [UInt8]) -> Double? {
    guard place.count <= 64, let number = Double(text(place, in: packet)), number.magnitude < bound else { return nil }
    return number
  }

  /// The text in a range of the packet.
  static func text(_ place: Range<Int>, in packet: [UInt8]) -> String {
    String(decoding: packet[place], as: UTF8.self)
  }

  /// The change that makes a range of the packet state `value`; nil if it already does.
  static func change(_ place: Range<Int>, to value: Double, in packet: [UInt8]) -> XMPChange? {
    let digits = packet[place].firstIndex(of: UInt8(ascii: ".")).map { place.upperBound - $0 - 1 } ?? 0
    let places = min(maxDecimals, max(minDecimals, digits))
    let old = Self.value(place, in: packet)
    guard value.magnitude < bound, old.map({ text($0, decimals: places) }) != text(value, decimals: places) else {
      return nil
    }
    return XMPChange(place, text(value, decimals: places))
  }

  /// A number with at most `decimals` decimal places, without trailing zeros.
  static func text(_ value: Double, decimals: Int = minDecimals) -> String {
    let unit = (0..<decimals).reduce(1) { all, _ in all * 10 }
    let scaled = Int((value * Double(unit)).rounded())
    let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(unit))
    var digits = String(part + UInt(unit)).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return (scaled < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : "." + digits)
  }
}

/// A range of a packet and its replacement.
struct XMPChange: Hashable, Sendable {
  /// The range.
  let range: Range<Int>
  /// The replacement.
  let text: [UInt8]

  init(_ place: Range<Int>, _ text: String) {
    self.range = place
    self.text = Array(text.utf8)
  }

  /// Removes the bytes of a range.
  static func removal(_ place: Range<Int>) -> XMPChange { XMPChange(place, "") }

  /// The packet with all changes; of two that overlap, the one that starts first applies.
  static func apply(_ changes: [XMPChange], to packet: [UInt8]) -> [UInt8] {
    var (result, at): ([UInt8], Int) = ([], 0)
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where change.range.lowerBound >= at {
      result += packet[at..<change.range.lowerBound] + change.text
      at = change.range.upperBound
    }
    return result + packet[at...]
  }
}

extension XMPElement {
  /// Removes the element with the preceding space.
  func removal(in packet: [UInt8]) -> XMPChange {
    let before = packet[..<whole.lowerBound].lastIndex { !XMPProperty.isSpace($0) } ?? -1
    return .removal(before + 1..<whole.upperBound)
  }
}
