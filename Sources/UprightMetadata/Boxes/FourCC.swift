// Four bytes that name a box, a brand or a chunk (ISO 14496-12, 4.2; RFC 9649, 2.3).

/// A code of four bytes, written as text where they are letters.
struct FourCC: Hashable, Sendable {
  /// The bytes, the first one highest.
  let value: UInt32

  /// The first four of `bytes`; missing ones are 0.
  init(_ bytes: some Sequence<UInt8>) {
    var value: UInt32 = 0
    var count = 0
    for byte in bytes.prefix(4) {
      value = value << 8 | UInt32(byte)
      count += 1
    }
    self.value = count == 4 ? value : 0
  }

  /// The four bytes.
  var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) } }
}

extension FourCC: ExpressibleByStringLiteral, CustomStringConvertible {
  init(stringLiteral text: String) { self.init(text.utf8) }

  /// The bytes as text; what is no printable letter is a dot.
  var description: String {
    String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
  }
}
