// Metadata as hexadecimal digits in a text chunk, as ImageMagick wrote them before PNG had an Exif chunk (its
// coders/png.c; no standard).

/// A name, a byte count, and the bytes as digits.
package struct RawProfile: Hashable, Sendable {
  /// The word in the first nonempty line.
  let name: [UInt8]
  /// The bytes.
  package let bytes: [UInt8]

  /// The keyword of chunks that contain an XMP packet alone.
  static let packetKeyword = "Raw profile type xmp"

  /// The XMP packet, if the bytes are those of a JPEG's segment with one; nil otherwise.
  var segmentPacket: [UInt8]? {
    let name = JPEGSegment.Identifier.xmp
    return bytes.starts(with: name) ? Array(bytes.dropFirst(name.count)) : nil
  }

  /// The keywords of chunks that contain Exif; the second one also names XMP.
  static let keywords = ["Raw profile type exif", "Raw profile type APP1"]

  /// A profile with these bytes.
  init(name: [UInt8], bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Parses a text; missing digits omit bytes. nil if there is no name or count.
  package init?(_ text: [UInt8]) {
    let lines = text.split(separator: 0x0A, maxSplits: 2)
    guard lines.count == 3, let count = Int(String(decoding: lines[1].filter { $0 != 0x20 }, as: UTF8.self)), count >= 0
    else { return nil }
    name = Array(lines[0])
    var (bytes, high): ([UInt8], UInt8?) = ([], nil)
    for character in lines[2] where bytes.count < count {
      guard let digit = Self.digit(character) else {
        guard character == 0x0A || character == 0x0D || character == 0x20 else { break }
        continue
      }
      if let first = high { bytes.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    self.bytes = bytes
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x41 + 10
    case 0x61...0x66: character - 0x61 + 10
    default: nil
    }
  }

  /// The text, with 72 digits per line.
  var text: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    let count = String(bytes.count)
    var text = [0x0A] + name + [0x0A] + Array(repeating: 0x20, count: max(0, 8 - count.utf8.count)) + count.utf8
    for (index, byte) in bytes.enumerated() {
      if index % 36 == 0 { text.append(0x0A) }
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return text + [0x0A]
  }
}
