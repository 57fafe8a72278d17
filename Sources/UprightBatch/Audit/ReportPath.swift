// Paths in reports for other programs, which look them up in a repository (RFC 3986, 3.3 "Path").

import Upright
import UprightFiles

/// Paths as reports state them.
enum ReportPath {
  private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  /// The path without `.` and empty parts. Control characters, except line breaks, and invalid UTF-8 become U+FFFD.
  static func readable(_ path: String) -> String {
    String(
      String.UnicodeScalarView(
        normal(path).unicodeScalars.map { scalar in
          if scalar == "\n" || scalar == "\r" { return scalar }
          let isControl = scalar.properties.generalCategory == .control
          return isControl || PathName.escapedByte(scalar) != nil ? "\u{FFFD}" : scalar
        }))
  }

  /// The path as a URI reference, percent-encoded byte by byte: relative, or with the scheme `file` if it is absolute.
  static func uri(_ path: String) -> String {
    let bytes = PathName.bytes(normal(path))
    let encoded = bytes.reduce(into: "") { text, byte in
      if unreserved.contains(byte) || byte == UInt8(ascii: "/") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + Hex.text([byte]).uppercased()
      }
    }
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }

  private static func normal(_ path: String) -> String {
    let parts = path.unicodeScalars.split(separator: "/").map(String.init).filter { $0 != "." }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
