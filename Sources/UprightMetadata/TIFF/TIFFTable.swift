// A directory of a file together with its bytes (TIFF 6.0, section 2).

internal import UprightGeometry

/// A directory, and its bytes from the count to the link.
struct TIFFTable: Hashable, Sendable {
  /// The parsed directory.
  let directory: TIFFDirectory
  /// The bytes, from the directory's offset.
  let bytes: [UInt8]

  /// Its byte range in the file.
  var range: Range<Int> { directory.offset..<directory.offset + bytes.count }

  /// The bytes of an entry.
  func field(of entry: TIFFEntry) -> [UInt8] {
    let place = entry.offset - directory.offset
    return Array(bytes[place..<place + directory.layout.entrySize])
  }
}
