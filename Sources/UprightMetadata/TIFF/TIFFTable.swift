// A directory of a file together with its bytes (TIFF 6.0, section 2).

internal import UprightGeometry

/// A directory, and the bytes from its count to its link.
struct TIFFTable: Hashable, Sendable {
  /// What the bytes say.
  let directory: TIFFDirectory
  /// The bytes, which start at the directory's offset.
  let bytes: [UInt8]

  /// Which bytes of the file it takes.
  var range: Range<Int> { directory.offset..<directory.offset + bytes.count }

  /// The bytes of an entry.
  func field(of entry: TIFFEntry) -> [UInt8] {
    let place = entry.offset - directory.offset
    return Array(bytes[place..<place + directory.layout.entrySize])
  }
}
