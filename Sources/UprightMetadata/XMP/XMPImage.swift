// Full-size images in an XMP packet, as Base64 (Google, "Depthmap metadata": GDepth:Data, GDepth:Confidence,
// GImage:Data). Base64 in XMP (RFC 4648, 4; XMP Specification Part 2, 2.2: line breaks may be anywhere).

/// An image of the whole picture inside a packet.
package struct XMPImage: Hashable, Sendable {
  /// What it shows.
  package enum Role: String, Hashable, Sendable, CaseIterable {
    /// The photo without its effect.
    case image = "GImage:Data"
    /// The depth of each part of the photo.
    case depth = "GDepth:Data"
    /// How sure each depth is.
    case confidence = "GDepth:Confidence"
  }

  /// What it shows.
  package let role: Role
  /// The text in the packet.
  let text: [UInt8]

  /// The image as a file; nil if the text is not Base64.
  package var bytes: [UInt8]? { Base64Text.decoded(text) }

  /// The ranges of the images' texts.
  static func places(_ root: XMPElement, in packet: [UInt8]) -> [(role: Role, range: Range<Int>)] {
    root.descendants.flatMap { element in
      element.attributes.compactMap { attribute in Role(rawValue: attribute.name).map { ($0, attribute.value) } }
        + element.children.compactMap { child in
          Role(rawValue: child.name).map { ($0, XMPProperty.trimmed(child.content, in: packet)) }
        }
    }
  }
}

/// A full-size image in XMP that was reoriented with its photo.
package struct XMPImageChange: Hashable, Sendable {
  /// The image as it was.
  let old: XMPImage
  /// The new text.
  let text: [UInt8]

  /// An image that becomes another file.
  package init(_ old: XMPImage, to bytes: [UInt8]) {
    (self.old, text) = (old, Base64Text.encoded(bytes))
  }
}

/// Decodes and encodes binary data in text.
enum Base64Text {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each digit; 0xFF for other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// The decoded bytes; nil if another character occurs, or there are none. Space and character references, which
  /// attributes need for line breaks, are skipped.
  static func decoded(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (bits, count, at, padding): (UInt32, Int, Int, Int) = (0, 0, 0, 0)
    while at < text.count {
      let byte = text[at]
      at += 1
      let value = values[Int(byte)]
      if value != 0xFF {
        guard padding == 0 else { return nil }
        bits = bits << 6 | UInt32(value)
        count += 1
        guard count == 4 else { continue }
        bytes += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
        bytes.append(UInt8(truncatingIfNeeded: bits))
        (bits, count) = (0, 0)
      } else if byte == UInt8(ascii: "=") {
        padding += 1
      } else if byte == UInt8(ascii: "&") {
        guard let end = text[at...].prefix(8).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        at = end + 1
      } else if !XMPProperty.isSpace(byte) {
        return nil
      }
    }
    switch count {
    case 0: break
    case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3: bytes += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    default: return nil
    }
    return bytes.isEmpty || padding > 2 ? nil : bytes
  }

  /// The bytes as text without line breaks.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(bytes.count, start + 3)]
      var bits: UInt32 = 0
      for index in 0..<3 { bits = bits << 8 | UInt32(index < part.count ? part[start + index] : 0) }
      for place in 0..<4 {
        let digit = digits[Int(bits >> UInt32(18 - 6 * place) & 63)]
        text.append(place <= part.count ? digit : UInt8(ascii: "="))
      }
    }
    return text
  }
}
