// Keys by which addresses are signed: HMAC with SHA-256 (RFC 2104), read from a file.

import Crypto
public import Upright
import UprightFiles

/// The keys of signed addresses. The first one signs, and all verify, so that keys can be exchanged one after another.
public struct URLKeys: Sendable {
  private let keys: [SymmetricKey]

  private static let mostKeys = 16
  private static let longestFile = 64 << 10
  private static let keyLengths = 16...128

  /// Reads a file with one key in each line, as hexadecimal digits or Base64. Lines that are empty or begin with `#`
  /// are ignored.
  ///
  /// - Throws: `.io` if it cannot be read; `.unanswerable` if others may read or change it, or if a line is no key.
  public init(_ path: String) throws(UprightError) {
    let file = try FileBytes(path: path)
    guard file.identity.permissions & 0o026 == 0 else {
      throw Self.refused("others may read or change \(path); use `chmod 600`")
    }
    guard file.byteCount <= Self.longestFile else {
      throw Self.refused("\(path) has more than \(Self.longestFile) bytes")
    }
    let bytes: [UInt8]
    do throws(MetadataError) { bytes = try file.read(0..<file.byteCount) } catch {
      throw UprightError(error).naming(path)
    }
    try self.init(bytes)
  }

  /// The keys in the content of such a file.
  init(_ content: [UInt8]) throws(UprightError) {
    var keys: [SymmetricKey] = []
    for (index, line) in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let text = Substring(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self).trimmed
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      guard let key = Self.bytes(hexadecimal: text) ?? Base64.bytes(String(text)) else {
        throw Self.refused("line \(index + 1) is neither hexadecimal digits nor Base64")
      }
      guard Self.keyLengths.contains(key.count) else {
        throw Self.refused(
          "the key in line \(index + 1) has \(key.count) bytes; use \(Self.keyLengths.lowerBound) to "
            + "\(Self.keyLengths.upperBound), such as 32 random ones")
      }
      keys.append(SymmetricKey(data: key))
    }
    guard (1...Self.mostKeys).contains(keys.count) else {
      throw Self.refused("the file has \(keys.count) keys; use 1 to \(Self.mostKeys)")
    }
    self.keys = keys
  }

  private static func refused(_ reason: Phrase) -> UprightError {
    .unanswerable(field: "\(field: .signKeys)", reason: reason)
  }

  /// The bytes that hexadecimal digits encode; nil for other text.
  private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
    let digits = text.map(\.hexDigitValue)
    guard digits.count.isMultiple(of: 2), !text.isEmpty, text.utf8.count == digits.count else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place], let low = digits[place + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }

  /// The signature of a message by the first key.
  func signature(of message: String) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(message.utf8), using: keys[0]))
  }

  /// Whether any key signed a message. The time depends neither on the signature nor on which key it is.
  func accept(_ signature: [UInt8], of message: String) -> Bool {
    let bytes = Array(message.utf8)
    return keys.reduce(false) { isAccepted, key in
      let isValid = HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: bytes, using: key)
      return isValid || isAccepted
    }
  }
}
