// One entry of a TIFF directory, of any tag, type and count (TIFF 6.0, section 2, "IFD Entry").

/// A tag with its type and values.
package struct TinyEntry: Sendable {
  /// The types by their number: those of TIFF 6.0, an offset of a directory (Technical Note 1), and BigTIFF's of eight bytes.
  package enum FieldType: Int, Sendable, CaseIterable {
    case byte = 1, ascii, short, long, rational, sbyte, undefined, sshort, slong, srational
    case ifd = 13, long8 = 16, slong8 = 17, ifd8 = 18

    /// Bytes per value; a rational is two values.
    var width: Int {
      switch self {
      case .byte, .ascii, .sbyte, .undefined: 1
      case .short, .sshort: 2
      case .long, .slong, .rational, .srational, .ifd: 4
      case .long8, .slong8, .ifd8: 8
      }
    }
  }

  /// The tag's number.
  package var tag: Int
  /// The type.
  package var type: FieldType
  /// The values; numerator and denominator in turn for a rational.
  package var values: [Int]
  /// The count that the entry claims, where it lies.
  package var statedCount: Int?
  /// The value's bytes as they shall stand, whatever type and order say.
  package var rawField: [UInt8]?

  /// An entry of these values.
  package init(_ tag: Int, _ type: FieldType, _ values: [Int], statedCount: Int? = nil, rawField: [UInt8]? = nil) {
    self.tag = tag
    self.type = type
    self.values = values
    self.statedCount = statedCount
    self.rawField = rawField
  }

  /// An entry of text, with its closing zero.
  package init(_ tag: Int, text: String) {
    self.init(tag, .ascii, Array(text.utf8).map(Int.init) + [0])
  }

  /// Tag 274 as the standard asks for it: one SHORT.
  package static func orientation(_ value: Int) -> TinyEntry { TinyEntry(274, .short, [value]) }

  /// The Exif sub-IFD's record of the stored picture's size.
  package static func pixelDimensions(width: Int, height: Int) -> [TinyEntry] {
    [TinyEntry(0xA002, .long, [width]), TinyEntry(0xA003, .long, [height])]
  }

  /// The Exif sub-IFD's SubjectArea: a point (2), a circle (3) or a rectangle (4), about its centre, in stored pixels.
  package static func subjectArea(_ numbers: [Int]) -> TinyEntry { TinyEntry(0x9214, .short, numbers) }

  var count: Int { type == .rational || type == .srational ? values.count / 2 : values.count }

  func payload(_ order: TinyTIFF.ByteOrder) -> [UInt8] {
    rawField ?? values.flatMap { order.bytes($0, width: type.width) }
  }
}
