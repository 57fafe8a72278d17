// Bytes as hexadecimal digits.

/// Reads digits.
enum HexDigits {
  /// The bytes that digits code, two each; spaces and ends of lines are skipped, and any other character ends them.
  static func bytes(_ text: some Sequence<UInt8>) -> [UInt8] {
    var (bytes, high): ([UInt8], UInt8?) = ([], nil)
    for character in text where ![0x20, 0x0A, 0x0D].contains(character) {
      guard let digit = Character(UnicodeScalar(character)).hexDigitValue.map({ UInt8($0) }) else { break }
      if let first = high { bytes.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    return bytes
  }
}
