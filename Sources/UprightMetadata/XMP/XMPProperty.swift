// A simple property of an XMP packet, as attribute or element (XMP Specification Part 1, 7.5), found without parsing
// XML. The property tiff:Orientation of an XMP packet (XMP Specification Part 2, 2.3), found without parsing XML. The
// encoding of an XMP packet (XMP Specification Part 1, 7.3.2: UTF-8, UTF-16 or UTF-32; in JPEG only the first).

internal import UprightGeometry

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

/// An orientation stated in an XMP packet, and its one digit.
struct XMPOrientation: Hashable, Sendable {
  /// File offset of the digit.
  let offset: Int
  /// The digit, as an ASCII byte.
  let digit: UInt8
  /// Whether it is in an element and not in an attribute.
  let isElement: Bool
  /// Whether the packet is in a compressed box, whose offset it has.
  private(set) var isCompressed = false

  /// The same, in a compressed box.
  func compressed(at offset: Int) -> XMPOrientation {
    var moved = XMPOrientation(offset: offset, digit: digit, isElement: isElement)
    moved.isCompressed = true
    return moved
  }

  /// The orientation; nil if the digit is not 1…8.
  var value: ExifOrientation? { ExifOrientation(rawValue: digit &- 0x30) }

  /// The edit of the digit.
  func edit(to value: ExifOrientation) -> BytePatch.Edit {
    BytePatch.Edit(offset: offset, old: [digit], new: [0x30 + value.rawValue])
  }

  /// Every `tiff:Orientation` of a packet at file offset `offset`, as attribute or element, in any encoding.
  static func all(in packet: [UInt8], offset: Int) -> [XMPOrientation] {
    let (units, width, lowest) = XMPEncoding.units(packet)
    return XMPProperty.valueRanges(of: "tiff:Orientation", in: units).filter { $0.count == 1 }.map {
      XMPOrientation(
        offset: offset + $0.lowerBound * width + lowest, digit: units[$0.lowerBound],
        isElement: XMPProperty.isElement($0, in: units))
    }
  }
}

/// Converts packets, so that everything else reads bytes of ASCII.
enum XMPEncoding {
  /// The packet in UTF-8; the same if it is, or seems to be.
  static func utf8(_ packet: [UInt8]) -> [UInt8] {
    guard let (width, isBigEndian) = form(of: packet) else { return packet }
    let units = stride(from: 0, to: packet.count - width + 1, by: width).map { start in
      packet[start..<start + width].enumerated().reduce(UInt32(0)) { unit, byte in
        unit | UInt32(byte.element) << UInt32(8 * (isBigEndian ? width - 1 - byte.offset : byte.offset))
      }
    }
    let text =
      width == 2
      ? String(decoding: units.map { UInt16($0) }, as: UTF16.self)
      : String(decoding: units, as: UTF32.self)
    let bytes = Array(text.utf8)
    let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard marked.starts(with: "<?xml ".utf8),
      let end = XMPProperty.firstRange(of: Array("?>".utf8), in: marked, from: 0)
    else { return marked }
    return Array(marked[end.upperBound...])
  }

  /// The packet with one byte for each unit, 255 for those beyond ASCII, and the places of their lowest bytes: that of
  /// unit `n` is at `n * width + lowest`.
  static func units(_ packet: [UInt8]) -> (bytes: [UInt8], width: Int, lowest: Int) {
    guard let (width, isBigEndian) = form(of: packet) else { return (packet, 1, 0) }
    let lowest = isBigEndian ? width - 1 : 0
    let bytes = stride(from: 0, to: packet.count - width + 1, by: width).map { start in
      let unit = start + lowest
      let isASCII = packet[unit] < 128 && (start..<start + width).allSatisfy { $0 == unit || packet[$0] == 0 }
      return isASCII ? packet[unit] : 255
    }
    return (bytes, width, lowest)
  }

  /// The bytes of a unit and their order, by the byte order mark or the first angle bracket; nil for UTF-8.
  private static func form(of packet: [UInt8]) -> (width: Int, isBigEndian: Bool)? {
    let forms: [(start: [UInt8], width: Int, isBigEndian: Bool)] = [
      ([0, 0, 0xFE, 0xFF], 4, true), ([0xFF, 0xFE, 0, 0], 4, false), ([0, 0, 0, 0x3C], 4, true),
      ([0x3C, 0, 0, 0], 4, false), ([0xFE, 0xFF], 2, true), ([0xFF, 0xFE], 2, false), ([0, 0x3C], 2, true),
      ([0x3C, 0], 2, false),
    ]
    return forms.first { packet.starts(with: $0.start) }.map { ($0.width, $0.isBigEndian) }
  }
}
