// One entry of a TIFF directory, of any tag, type and count (TIFF 6.0, section 2, "IFD Entry").

/// A tag with its type and values.
public struct TinyEntry: Sendable {
  /// The types by number: those of TIFF 6.0, a directory offset (Technical Note 1), and BigTIFF's eight-byte types.
  public enum FieldType: Int, Sendable, CaseIterable {
    case byte = 1, ascii, short, long, rational, sbyte, undefined, sshort, slong, srational
    case ifd = 13, long8 = 16, slong8 = 17, ifd8 = 18

    /// Bytes per value; a rational is two values.
    public var width: Int {
      switch self {
      case .byte, .ascii, .sbyte, .undefined: 1
      case .short, .sshort: 2
      case .long, .slong, .rational, .srational, .ifd: 4
      case .long8, .slong8, .ifd8: 8
      }
    }
  }

  /// The tag's number.
  public var tag: Int
  /// The type.
  public var type: FieldType
  /// The values; for a rational, numerators and denominators alternate.
  public var values: [Int]
  /// A wrong value count; nil for the correct one.
  public var statedCount: Int?
  /// The value field's bytes, regardless of type and byte order.
  public var rawField: [UInt8]?

  /// An entry of these values.
  public init(_ tag: Int, _ type: FieldType, _ values: [Int], statedCount: Int? = nil, rawField: [UInt8]? = nil) {
    self.tag = tag
    self.type = type
    self.values = values
    self.statedCount = statedCount
    self.rawField = rawField
  }

  /// A text entry, with its terminating zero.
  public init(_ tag: Int, text: String) {
    self.init(tag, .ascii, Array(text.utf8).map(Int.init) + [0])
  }

  /// Tag 274 as the standard requires: one SHORT.
  public static func orientation(_ value: Int) -> TinyEntry { TinyEntry(274, .short, [value]) }

  /// The stored size in the Exif sub-IFD.
  public static func pixelDimensions(width: Int, height: Int) -> [TinyEntry] {
    [TinyEntry(0xA002, .long, [width]), TinyEntry(0xA003, .long, [height])]
  }

  /// SubjectArea in the Exif sub-IFD: a point (2), a circle (3) or a rectangle (4) around its center, in stored pixels.
  public static func subjectArea(_ numbers: [Int]) -> TinyEntry { TinyEntry(0x9214, .short, numbers) }

  package var count: Int { type == .rational || type == .srational ? values.count / 2 : values.count }

  package func payload(_ order: TinyTIFF.ByteOrder) -> [UInt8] {
    rawField ?? values.flatMap { order.bytes($0, width: type.width) }
  }
}
