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
