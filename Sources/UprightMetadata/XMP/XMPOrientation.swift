// The property tiff:Orientation of an XMP packet (XMP Specification Part 2, 2.3), found without parsing XML.

internal import UprightGeometry

/// What an XMP packet says about orientation, and the one digit that says so.
struct XMPOrientation: Hashable, Sendable {
  /// Where the digit stands, in the file.
  let offset: Int
  /// The digit, an ASCII byte.
  let digit: UInt8

  /// What it says, or nil where the digit is not 1…8.
  var value: ExifOrientation? { ExifOrientation(rawValue: digit &- 0x30) }

  /// The change of the digit.
  func edit(to value: ExifOrientation) -> BytePatch.Edit {
    BytePatch.Edit(offset: offset, old: [digit], new: [0x30 + value.rawValue])
  }

  /// Every `tiff:Orientation` of a packet that starts at `offset` in the file, as attribute or element.
  static func all(in packet: [UInt8], offset: Int) -> [XMPOrientation] {
    XMPProperty.valueRanges(of: "tiff:Orientation", in: packet).filter { $0.count == 1 }.map {
      XMPOrientation(offset: offset + $0.lowerBound, digit: packet[$0.lowerBound])
    }
  }
}

/// Finds a simple property's value in an XMP packet.
enum XMPProperty {
  /// No number takes more bytes; a bound on how far its end is looked for, so that a flood of names is read in linear time.
  private static let longestValue = 64

  /// The ranges of the values of `name`, written `name="…"`, `name='…'` or `<name>…</name>`, in the packet's order.
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

  private static func value(after end: Int, in packet: [UInt8]) -> Range<Int>? {
    var at = skipSpace(from: end, in: packet)
    guard at < packet.count else { return nil }
    if packet[at] == UInt8(ascii: ">") {
      let start = skipSpace(from: at + 1, in: packet)
      guard let stop = packet[start...].prefix(longestValue).firstIndex(of: UInt8(ascii: "<")) else { return nil }
      return start..<trimmed(start..<stop, in: packet)
    }
    guard packet[at] == UInt8(ascii: "=") else { return nil }
    at = skipSpace(from: at + 1, in: packet)
    guard at < packet.count, packet[at] == UInt8(ascii: "\"") || packet[at] == UInt8(ascii: "'") else { return nil }
    guard let stop = packet[(at + 1)...].prefix(longestValue).firstIndex(of: packet[at]) else { return nil }
    return at + 1..<stop
  }

  private static func firstRange(of key: [UInt8], in packet: [UInt8], from: Int) -> Range<Int>? {
    guard let first = key.first, packet.count >= key.count else { return nil }
    var at = from
    while at <= packet.count - key.count {
      guard let start = packet[at...(packet.count - key.count)].firstIndex(of: first) else { return nil }
      if packet[start..<start + key.count].elementsEqual(key) { return start..<start + key.count }
      at = start + 1
    }
    return nil
  }

  private static func skipSpace(from start: Int, in packet: [UInt8]) -> Int {
    packet[min(start, packet.count)...].firstIndex { !isSpace($0) } ?? packet.count
  }

  private static func trimmed(_ range: Range<Int>, in packet: [UInt8]) -> Int {
    (packet[range].lastIndex { !isSpace($0) } ?? range.lowerBound - 1) + 1
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
