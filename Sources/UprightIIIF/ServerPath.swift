// Paths of requests, split at raw slashes first, then each segment percent-decoded once (RFC 3986, 2.4; IIIF Image API
// 3.0, 9), so that a decoded slash stays inside its segment; and why a request is refused (IIIF Image API 3.0, 7.3).

/// Paths of requests, as segments.
public enum ServerPath {
  /// The longest path in bytes, as sent.
  public static let longest = 2_048

  /// The decoded segments of a path as sent, without its query; `/` has none.
  ///
  /// - Throws: `path-too-long` (414); 400 for a path without a slash at its start, and for a segment that is empty, `.`
  ///   or `..`, or contains NUL, invalid UTF-8 or an invalid escape.
  public static func segments(_ path: [UInt8]) throws(IIIFError) -> [String] {
    guard path.count <= longest else {
      throw IIIFError(
        status: 414, code: "path-too-long", parameter: "path", message: "a path may have at most \(longest) bytes")
    }
    guard path.first == slash else { throw refused("start", "a path must start with a slash") }
    guard path.count > 1 else { return [] }
    var segments: [String] = []
    for part in path.dropFirst().split(separator: slash, omittingEmptySubsequences: false) {
      segments.append(try name(decoded(part)))
    }
    return segments
  }

  /// The decoded segments of a path that is given as text.
  public static func segments(_ path: String) throws(IIIFError) -> [String] { try segments(Array(path.utf8)) }

  /// The folders and the file that a decoded identifier names: `a/b.jpg` is `a`, then `b.jpg`.
  ///
  /// - Throws: 400 for a name that is empty, `.` or `..`, or contains NUL.
  public static func names(_ identifier: String) throws(IIIFError) -> [String] {
    var names: [String] = []
    for part in identifier.utf8.split(separator: slash, omittingEmptySubsequences: false) {
      names.append(try name(Array(part)))
    }
    return names
  }

  /// A segment with everything but unreserved characters percent-encoded, slashes too (RFC 3986, 2.3).
  public static func encoded(_ segment: String) -> String {
    var result = ""
    for byte in segment.utf8 {
      if isUnreserved(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  private static let slash = UInt8(ascii: "/")

  private static func decoded(_ part: ArraySlice<UInt8>) throws(IIIFError) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        throw refused("escape", "% must be followed by two hexadecimal digits; write %25 for % itself")
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func name(_ bytes: [UInt8]) throws(IIIFError) -> String {
    guard !bytes.isEmpty else { throw refused("empty", "a path may not contain an empty name") }
    guard !bytes.contains(0) else { throw refused("nul", "a path may not contain NUL") }
    let dot = UInt8(ascii: ".")
    guard bytes != [dot], bytes != [dot, dot] else { throw refused("dots", "a path may not contain . or .. as a name") }
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes, so the text then has other bytes.
    guard text.utf8.elementsEqual(bytes) else { throw refused("utf8", "a path must be UTF-8") }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func refused(_ code: String, _ message: String) -> IIIFError {
    IIIFError(status: 400, code: "path-\(code)", parameter: "path", message: message)
  }
}

/// Why a request gets no image.
public struct IIIFError: Error, Hashable, Sendable {
  /// The HTTP status: 400, 403, 414, 422 or 501.
  public let status: Int
  /// A stable code for programs, such as `region-outside`.
  public let code: String
  /// The parameter at fault: `path`, `region`, `size`, `rotation`, `quality`, `format` or `image`.
  public let parameter: String
  /// What is wrong and what to do, for people.
  public let message: String

  /// An error with its four parts.
  public init(status: Int, code: String, parameter: String, message: String) {
    self.status = status
    self.code = code
    self.parameter = parameter
    self.message = message
  }
}

extension IIIFError: CustomStringConvertible {
  /// `region: …`.
  public var description: String { "\(parameter): \(message)" }
}
