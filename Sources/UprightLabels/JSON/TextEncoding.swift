// Text as bytes: validates UTF-8, and recognizes files in other encodings (RFC 3629; the Unicode Standard, 23.8, for
// byte order marks); finds lines and their fields.

/// Checks the encoding of text.
enum TextEncoding {
  /// The offset of the first byte after a byte order mark.
  ///
  /// - Throws: `LabelError` if the file is too large, or is UTF-16 or UTF-32.
  static func start(of file: LabelFile, _ limits: LabelLimits) throws(LabelError) -> Int {
    guard file.bytes.count <= limits.bytes else {
      throw LabelError(
        .tooLarge, in: file.name, at: 0, line: 1, "\(file.bytes.count) bytes, \(limits.bytes) allowed")
    }
    if let name = foreignName(of: file.bytes) {
      throw LabelError(.encoding, in: file.name, at: 0, line: 1, "the file is in \(name); save it as UTF-8")
    }
    return file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The name of another encoding that the first bytes indicate.
  private static func foreignName(of bytes: [UInt8]) -> String? {
    let first = Array(bytes.prefix(4))
    switch first {
    case [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]: return "UTF-32"
    case _ where first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]): return "UTF-16"
    case _ where first.count == 4 && first[0] == 0 && first[1] == 0 && first[2] == 0: return "UTF-32"
    case _ where first.count == 4 && first[1] == 0 && first[2] == 0 && first[3] == 0: return "UTF-32"
    case _ where first.count == 4 && (first[0] == 0) != (first[1] == 0) && (first[2] == 0) == (first[0] == 0):
      return "UTF-16"
    default: return nil
    }
  }

  /// One past the character of two to four bytes at `at`; nil if it is invalid.
  static func character(_ bytes: [UInt8], _ at: Int) -> Int? {
    let first = bytes[at]
    let count: Int
    switch first {
    case 0xC2...0xDF: count = 2
    case 0xE0...0xEF: count = 3
    case 0xF0...0xF4: count = 4
    default: return nil
    }
    guard at + count <= bytes.count else { return nil }
    for place in at + 1..<at + count where bytes[place] & 0xC0 != 0x80 { return nil }
    switch (first, bytes[at + 1]) {
    case (0xE0, ..<0xA0), (0xED, 0xA0...), (0xF0, ..<0x90), (0xF4, 0x90...): return nil
    default: return at + count
    }
  }

  /// The offset of the first byte that is not UTF-8; nil if all are.
  static func fault(in bytes: [UInt8]) -> Int? {
    var at = 0
    while at < bytes.count {
      if bytes[at] < 0x80 {
        at += 1
      } else if let end = character(bytes, at) {
        at = end
      } else {
        return at
      }
    }
    return nil
  }
}

/// Text as lines of space-separated fields.
enum TextLines {
  /// Whether a byte is a space, a tab or the end of a line.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// The ranges of nonempty lines, with their 1-based numbers.
  static func all(of bytes: [UInt8], from start: Int) -> [(number: Int, place: Range<Int>)] {
    var (lines, first, number) = ([(Int, Range<Int>)](), start, 1)
    while first < bytes.count {
      let end = bytes[first...].firstIndex(of: 0x0A) ?? bytes.count
      if bytes[first..<end].contains(where: { !isSpace($0) }) { lines.append((number, first..<end)) }
      (first, number) = (end + 1, number + 1)
    }
    return lines
  }

  /// The ranges of the fields in a line.
  static func fields(of line: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
    var (fields, at) = ([Range<Int>](), line.lowerBound)
    while at < line.upperBound {
      while at < line.upperBound, isSpace(bytes[at]) { at += 1 }
      let first = at
      while at < line.upperBound, !isSpace(bytes[at]) { at += 1 }
      if at > first { fields.append(first..<at) }
    }
    return fields
  }
}
