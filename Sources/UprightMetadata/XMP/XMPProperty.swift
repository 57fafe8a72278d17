// A simple property of an XMP packet, as attribute or element (XMP Specification Part 1, 7.5), found without parsing
// XML.

/// Finds a simple property's value in an XMP packet.
enum XMPProperty {
  /// Maximum length of a value in bytes. It bounds the search for the value's end, so that many repeated names take
  /// only linear time.
  private static let longestValue = 64

  /// The ranges of the values of `name`, written `name="…"`, `name='…'` or `<name>…</name>`, in order.
  static func valueRanges(of name: String, in packet: [UInt8]) -> [Range<Int>] {
    let key = Array(name.utf8)
    var (values, at): ([Range<Int>], Int) = ([], 0)
    while let found = firstRange(of: key, in: packet, from: at) {
      let value = value(after: found.upperBound, in: packet)
      if let value { values.append(value) }
      at = value?.upperBound ?? found.upperBound
    }
    return values
  }

  /// The first value of `name` that is a non-negative integer.
  static func number(_ name: String, in packet: [UInt8]) -> Int? {
    valueRanges(of: name, in: packet).lazy.compactMap { Int(String(decoding: packet[$0], as: UTF8.self)) }
      .first { $0 >= 0 }
  }

  /// The first value of `name` as text.
  static func text(_ name: String, in packet: [UInt8]) -> String? {
    valueRanges(of: name, in: packet).first.map { String(decoding: packet[$0], as: UTF8.self) }
  }

  /// Whether the value in a range is in an element and not in an attribute.
  static func isElement(_ value: Range<Int>, in packet: [UInt8]) -> Bool {
    let next = skipSpace(from: value.upperBound, in: packet)
    return next < packet.count && packet[next] == UInt8(ascii: "<")
  }

  private static func value(after end: Int, in packet: [UInt8]) -> Range<Int>? {
    var at = skipSpace(from: end, in: packet)
    guard at < packet.count else { return nil }
    if packet[at] == UInt8(ascii: ">") {
      let start = skipSpace(from: at + 1, in: packet)
      guard let stop = packet[start...].prefix(longestValue).firstIndex(of: UInt8(ascii: "<")) else { return nil }
      return trimmed(start..<stop, in: packet)
    }
    guard packet[at] == UInt8(ascii: "=") else { return nil }
    at = skipSpace(from: at + 1, in: packet)
    guard at < packet.count, packet[at] == UInt8(ascii: "\"") || packet[at] == UInt8(ascii: "'") else { return nil }
    guard let stop = packet[(at + 1)...].prefix(longestValue).firstIndex(of: packet[at]) else { return nil }
    return at + 1..<stop
  }

  /// The next occurrence of `key` at or after an index of the packet.
  static func firstRange(of key: [UInt8], in packet: [UInt8], from: Int) -> Range<Int>? {
    guard let first = key.first, packet.count >= key.count else { return nil }
    var at = from
    while at <= packet.count - key.count {
      guard let start = packet[at...(packet.count - key.count)].firstIndex(of: first) else { return nil }
      if packet[start..<start + key.count].elementsEqual(key) { return start..<start + key.count }
      at = start + 1
    }
    return nil
  }

  /// The index of the next byte that is not whitespace; the packet's end if there is none.
  static func skipSpace(from start: Int, in packet: [UInt8]) -> Int {
    packet[min(start, packet.count)...].firstIndex { !isSpace($0) } ?? packet.count
  }

  /// A range without leading and trailing whitespace.
  static func trimmed(_ range: Range<Int>, in packet: [UInt8]) -> Range<Int> {
    let start = packet[range].firstIndex { !isSpace($0) } ?? range.lowerBound
    return start..<(packet[start..<range.upperBound].lastIndex { !isSpace($0) } ?? start - 1) + 1
  }

  /// Whether a byte is XML whitespace.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
