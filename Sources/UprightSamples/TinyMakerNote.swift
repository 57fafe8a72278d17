// A maker note: a vendor's directory, with offsets relative to the TIFF header (EXIF 2.32, 4.6.5.D; ExifTool's tag
// names for Canon and Panasonic).

/// A vendor's directory, and its prefix.
package struct TinyMakerNote: Sendable, ExpressibleByStringLiteral {
  /// The bytes before the directory.
  package var head: [UInt8]
  /// The entries.
  package var entries: [TinyEntry]

  /// A note of these entries.
  package init(head: [UInt8] = [], entries: [TinyEntry]) {
    self.head = head
    self.entries = entries
  }

  /// A note with one text.
  package init(stringLiteral text: String) { self.init(entries: [TinyEntry(1, text: text)]) }

  /// Canon's, with the clockwise rotation that the camera detected: ShotInfo, number 27; it is used only with the make
  /// "Canon".
  package static func canon(autoRotate: Int, count: Int = 34) -> TinyMakerNote {
    var numbers = [2 * count] + Array(repeating: 0, count: max(0, count - 1))
    if numbers.indices.contains(27) { numbers[27] = autoRotate }
    return TinyMakerNote(entries: [TinyEntry(1, .short, [4, 0, 0, 0]), TinyEntry(4, .short, numbers)])
  }

  /// Panasonic's, with the orientation in the values of tag 274.
  package static func panasonic(rotation: Int) -> TinyMakerNote {
    TinyMakerNote(head: Array("Panasonic\0\0\0".utf8), entries: [TinyEntry(0x30, .short, [rotation])])
  }
}
