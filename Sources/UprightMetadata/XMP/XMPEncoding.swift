// The encoding of an XMP packet (XMP Specification Part 1, 7.3.2: UTF-8, UTF-16 or UTF-32; in JPEG only the first).

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
