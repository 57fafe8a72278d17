// Text in a PNG (ISO 15948, 11.3.4): tEXt, zTXt and iTXt. Metadata as hexadecimal digits in a text chunk, as
// ImageMagick wrote them before PNG had an Exif chunk (its coders/png.c; no standard).

/// The decompressed text of a chunk.
package struct PNGText: Hashable, Sendable {
  /// The bytes before the text: keyword, flags, language.
  let head: [UInt8]
  /// The text.
  package let text: [UInt8]
  /// Whether it is compressed in the file.
  let isCompressed: Bool
  /// The cost of decompressing it, as `Inflate.cost`.
  let cost: Int

  /// Maximum length of a keyword in bytes (ISO 15948, 11.3.4.2).
  static let longestKeyword = 79

  /// The beginning of the chunk's data up to the first 0; nil if that is not a keyword.
  static func keyword(of data: [UInt8]) -> String? {
    let keyword = data.prefix { $0 != 0 }
    guard (1...longestKeyword).contains(keyword.count), keyword.count < data.count else { return nil }
    return String(decoding: keyword, as: UTF8.self)
  }

  /// The text of a chunk with these data; nil if they are invalid, or decompress to more than `limit` bytes.
  package init?(_ kind: FourCC, _ data: [UInt8], limit: Int) {
    guard let zero = data.firstIndex(of: 0) else { return nil }
    var start = zero + 1
    switch kind {
    case "tEXt": isCompressed = false
    case "zTXt":
      guard start < data.count, data[start] == 0 else { return nil }
      isCompressed = true
      start += 1
    case "iTXt":
      guard start + 2 <= data.count, data[start] <= 1, data[start] == 0 || data[start + 1] == 0 else { return nil }
      isCompressed = data[start] == 1
      start += 2
      for _ in 0..<2 {
        guard let end = data[start...].firstIndex(of: 0) else { return nil }
        start = end + 1
      }
    default: return nil
    }
    head = Array(data[..<start])
    let rest = Array(data[start...])
    guard let unpacked = isCompressed ? ZlibStream.unpacked(rest, limit: limit) : (rest, 0) else { return nil }
    (text, cost) = unpacked
  }

  /// The chunk's data with another text; compressed text becomes stored (uncompressed) blocks.
  func data(with text: [UInt8]) -> [UInt8] { head + (isCompressed ? ZlibStream.stored(text) : text) }
}

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
