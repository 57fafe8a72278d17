// Base64 in addresses: with `-` and `_`, and without padding (RFC 4648, 5).

import UprightFiles

extension Base64 {
  /// The text for `bytes` in an address.
  static func address(_ bytes: [UInt8]) -> String {
    String(decoding: text(bytes).utf8.prefix { $0 != UInt8(ascii: "=") }.map(inAddress), as: UTF8.self)
  }

  /// The bytes that `text` in an address encodes; nil if it is not what `address(_:)` writes.
  static func bytes(address text: some StringProtocol) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let padded = String(decoding: text.utf8.map(fromAddress), as: UTF8.self) + padding
    guard let bytes = bytes(padded), address(bytes) == text else { return nil }
    return bytes
  }

  private static func inAddress(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: character
    }
  }

  private static func fromAddress(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: character
    }
  }
}
