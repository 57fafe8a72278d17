// Percent-encoding in URIs: a percent sign and two digits for a byte (RFC 3986, 2.1).

/// Decodes percent-encoding.
enum PercentText {
  /// The decoded bytes; a percent sign without two digits after it is kept.
  static func decoded(_ address: some Sequence<UInt8>) -> [UInt8] {
    let address = Array(address)
    var (bytes, at): ([UInt8], Int) = ([], 0)
    bytes.reserveCapacity(address.count)
    while at < address.count {
      if address[at] == 0x25, address.count - at > 2, let high = JSONText.hex(address[at + 1]),
        let low = JSONText.hex(address[at + 2])
      {
        bytes.append(UInt8(high << 4 | low))
        at += 3
      } else {
        bytes.append(address[at])
        at += 1
      }
    }
    return bytes
  }
}
