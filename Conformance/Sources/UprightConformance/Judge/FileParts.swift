// The segments of a JPEG and the chunks of a PNG, read for the judge alone (ITU T.81, B.1.1.4; ISO 15948, 5.3).

/// The marker segments of a JPEG.
enum JPEGSegments {
  /// Those before the first scan, without their lengths.
  static func all(of file: [UInt8]) -> [(marker: UInt8, range: Range<Int>)] {
    var found: [(marker: UInt8, range: Range<Int>)] = []
    var start = 2
    while start + 4 <= file.count, file[start] == 0xFF, file[start + 1] != 0xDA {
      guard file[start + 1] != 0xFF else {
        start += 1
        continue
      }
      let length = Int(file[start + 2]) << 8 | Int(file[start + 3])
      guard length >= 2, start + 2 + length <= file.count else { break }
      found.append((file[start + 1], start + 4..<start + 2 + length))
      start += 2 + length
    }
    return found
  }
}

/// The chunks of a PNG.
enum PNGChunks {
  /// Those that are complete, up to one that is not, with the ranges of their data; of other files, none.
  static func all(of file: [UInt8]) -> [(kind: String, range: Range<Int>)] {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return [] }
    var found: [(kind: String, range: Range<Int>)] = []
    var start = 8
    while start + 12 <= file.count {
      let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= file.count - start - 12 else { break }
      let kind = String(decoding: file[start + 4..<start + 8], as: UTF8.self)
      found.append((kind, start + 8..<start + 8 + length))
      start += 12 + length
    }
    return found
  }
}

// Whether the text that was to be removed is still in a file, also in a PNG's compressed text (ISO 15948, 11.3.4).

/// Finds the private text of the cases.
enum PrivateText {
  /// Whether a JPEG XL file has a compressed box (`brob`): metadata, whatever it states (ISO 18181-2, 9.1).
  static func isPossiblyCompressed(in file: [UInt8]) -> Bool {
    file.starts(with: [0, 0, 0, 12] + "JXL ".utf8) && MovieBoxes(file, in: file.indices).first("brob") != nil
  }

  /// The bytes that a text chunk may decompress to.
  private static let longest = 1 << 20

  /// Whether the file has the text as it is, or in a chunk of text: compressed, or as the hexadecimal digits in which
  /// ImageMagick writes profiles; or may have it in a compressed box.
  static func isIn(_ file: [UInt8]) -> Bool {
    isPlainly(in: file) || isPossiblyCompressed(in: file)
      || pngTexts(of: file).contains { isPlainly(in: $0) || isPlainly(in: profile(in: $0)) }
  }

  private static func isPlainly(in bytes: [UInt8]) -> Bool {
    let text = Array(TaggedFiles.privateText.utf8)
    return bytes.indices.contains { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
  }

  /// The bytes of a profile that a text holds as digits, after its name and its length.
  private static func profile(in text: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: 0x0A, maxSplits: 2)
    return lines.count == 3 ? HexDigits.bytes(lines[2]) : []
  }

  /// The texts of a PNG's chunks; of other files, nothing.
  private static func pngTexts(of file: [UInt8]) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    for chunk in PNGChunks.all(of: file) {
      if let text = text(of: chunk.kind, Array(file[chunk.range])) { texts.append(text) }
    }
    return texts
  }

  /// The text of a chunk, after its keyword, its flags and its language; nil for chunks without text.
  private static func text(of kind: String, _ data: [UInt8]) -> [UInt8]? {
    let fields = data.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map { Array($0) }
    guard fields.count == 2 else { return nil }
    let rest = fields[1]
    switch kind {
    case "tEXt": return rest
    case "zTXt": return rest.first == 0 ? Inflation.bytes(of: Array(rest.dropFirst()), atMost: longest) : nil
    case "iTXt":
      let texts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      guard rest.count > 2, texts.count == 3 else { return nil }
      let text = Array(texts[2])
      return rest[0] == 0 ? text : Inflation.bytes(of: text, atMost: longest)
    default: return nil
    }
  }
}
