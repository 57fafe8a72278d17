// The parts of a path (POSIX.1-2017, 3.271 "Pathname").

/// Splits paths into folder, name and extension; only ``absolute(_:)`` and ``missingFolder(leftBy:)`` read the disk.
public enum FileName {
  /// The folder of a path's last part: `.` if the path names none.
  public static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path's last part.
  public static func last(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// What follows the last dot of a path's last part; empty for none. A leading dot does not start an extension.
  public static func fileExtension(of path: String) -> String {
    let name = last(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// The path with its extension replaced.
  public static func replacingExtension(of path: String, with new: String) -> String {
    let old = fileExtension(of: path)
    return (old.isEmpty ? path + "." : String(path.dropLast(old.count))) + new
  }

  /// The first part of a path that is not a folder yet although `..` leaves it again; nil for none. Once that folder
  /// exists, the path may resolve to other files than before.
  public static func missingFolder(leftBy path: String) -> String? {
    var passed = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      if part == "..", !passed.isEmpty, (try? FileIdentity(path: passed))?.kind != .folder { return passed }
      passed = passed.isEmpty ? String(part) : joined(passed, String(part))
    }
    return nil
  }

  /// The path of `name` inside `folder`.
  public static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

// File names as text and back, byte for byte: POSIX names are bytes, Swift's strings are Unicode (POSIX.1-2017, 3.170
// "Filename").

/// Text that encodes a path whose bytes need not be valid UTF-8.
///
/// Each invalid byte becomes one character of a private range, U+10FE80…U+10FEFF. Names that contain such characters
/// are encoded byte by byte, so no two names have the same text.
public enum PathName {
  static let escapes: ClosedRange<UInt32> = 0x10FE80...0x10FEFF
  private static let base: UInt32 = 0x10FE00
  /// The first UTF-8 byte of every character of the private range.
  private static let leadByteOfEscapes: UInt8 = 0xF4

  /// The text that encodes these bytes.
  public static func text(_ bytes: [UInt8]) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      var parser = Unicode.UTF8.ForwardParser()
      var iterator = rest.makeIterator()
      if case .valid(let code) = parser.parseScalar(from: &iterator) {
        let scalar = Unicode.UTF8.decode(code)
        if !escapes.contains(scalar.value) {
          text.append(scalar)
          rest = rest.dropFirst(code.count)
          continue
        }
      }
      text.append(Unicode.Scalar(base + UInt32(first)) ?? "\u{FFFD}")
      rest = rest.dropFirst()
    }
    return String(text)
  }

  /// The bytes that `text` encodes.
  public static func bytes(_ text: String) -> [UInt8] {
    if !text.utf8.contains(leadByteOfEscapes) { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let byte = escapedByte(scalar) { bytes.append(byte) } else { bytes += Array(String(scalar).utf8) }
    }
    return bytes
  }

  /// The byte that a character of the private range encodes; nil for any other character.
  public static func escapedByte(_ scalar: Unicode.Scalar) -> UInt8? {
    escapes.contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }
}
