// A maker note: a directory of a vendor's own, whose offsets count from the TIFF header (EXIF 2.32, 4.6.5.D; ExifTool's tag names for Canon and Panasonic).

/// A vendor's directory, and the bytes that open it.
package struct TinyMakerNote: Sendable, ExpressibleByStringLiteral {
  /// What stands before the directory.
  package var head: [UInt8]
  /// The entries.
  package var entries: [TinyEntry]

  /// A note of these entries.
  package init(head: [UInt8] = [], entries: [TinyEntry]) {
    self.head = head
    self.entries = entries
  }

  /// A note of one text.
  package init(stringLiteral text: String) { self.init(entries: [TinyEntry(1, text: text)]) }

  /// Canon's, in which the camera says how often it was to be turned clockwise: ShotInfo, number 27; it counts only beside the make "Canon".
  package static func canon(autoRotate: Int, count: Int = 34) -> TinyMakerNote {
    var numbers = [2 * count] + Array(repeating: 0, count: max(0, count - 1))
    if numbers.indices.contains(27) { numbers[27] = autoRotate }
    return TinyMakerNote(entries: [TinyEntry(1, .short, [4, 0, 0, 0]), TinyEntry(4, .short, numbers)])
  }

  /// Panasonic's, in which the camera says it by the numbers of tag 274.
  package static func panasonic(rotation: Int) -> TinyMakerNote {
    TinyMakerNote(head: Array("Panasonic\0\0\0".utf8), entries: [TinyEntry(0x30, .short, [rotation])])
  }
}
