// An Exif block built entry by entry, correct or deliberately wrong (TIFF 6.0, section 2; EXIF 2.32, 4.5 and 4.6).

/// An Exif block: header, IFD0, an Exif sub-IFD, IFD1 with a thumbnail.
public struct TinyTIFF: Sendable {
  /// The byte order of numbers.
  public enum ByteOrder: CaseIterable, Sendable {
    /// `II`: least significant first.
    case little
    /// `MM`: most significant first.
    case big

    /// The `width` bytes of a number.
    public func bytes(_ number: Int, width: Int) -> [UInt8] {
      let low = (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return self == .little ? low : low.reversed()
    }

    package var signature: [UInt8] { self == .little ? [0x49, 0x49] : [0x4D, 0x4D] }
  }

  /// The byte order.
  public var byteOrder: ByteOrder
  /// A wrong byte order in the header; nil for the correct one.
  public var statedOrder: ByteOrder?
  /// 42, unless deliberately wrong.
  public var magic = 42
  /// The main image's directory.
  public var ifd0: [TinyEntry]
  /// The Exif sub-IFD; empty for none.
  public var exif: [TinyEntry] = []
  /// A maker note; nil for none.
  package var makerNote: TinyMakerNote?
  /// The thumbnail's directory; empty and without thumbnail for none.
  public var ifd1: [TinyEntry] = []
  /// A JPEG for IFD1.
  public var thumbnail: [UInt8]?
  /// A wrong entry count of IFD0; nil for the correct one.
  public var statedCount: Int?
  /// Whether IFD0 names itself as the next directory.
  public var loops = false

  /// A block with these entries in IFD0.
  public init(_ order: ByteOrder = .little, ifd0: [TinyEntry] = []) {
    self.byteOrder = order
    self.ifd0 = ifd0
  }

  /// A block whose only entry is the orientation, as the standard requires.
  public init(_ order: ByteOrder = .little, orientation: Int) {
    self.init(order, ifd0: [.orientation(orientation)])
  }

  /// The block, from its byte order mark.
  public var bytes: [UInt8] {
    var main = ifd0
    let exifEntries = exif + (makerNote.map { [makerNoteEntry($0, at: 0)] } ?? [])
    if !exifEntries.isEmpty { main.append(TinyEntry(0x8769, .long, [0])) }
    let hasSecond = !ifd1.isEmpty || thumbnail != nil
    let exifStart = 8 + size(main)
    let secondStart = exifStart + (exifEntries.isEmpty ? 0 : size(exifEntries))
    if !exifEntries.isEmpty { main[main.count - 1].values = [exifStart] }
    let next = loops ? 8 : hasSecond ? secondStart : 0
    var result = (statedOrder ?? byteOrder).signature + byteOrder.bytes(magic, width: 2) + byteOrder.bytes(8, width: 4)
    result += directory(main, at: 8, next: next, statedCount: statedCount)
    if !exifEntries.isEmpty { result += exifDirectory(exifEntries, at: exifStart) }
    if hasSecond { result += secondDirectory(at: secondStart) }
    return result
  }

  private func exifDirectory(_ entries: [TinyEntry], at start: Int) -> [UInt8] {
    guard let makerNote, let last = entries.indices.last else { return directory(entries, at: start, next: 0) }
    var entries = entries
    let place = start + TinyDirectory(byteOrder, entries).valuesOffset(from: 37500)
    entries[last] = makerNoteEntry(makerNote, at: place)
    return directory(entries, at: start, next: 0)
  }

  /// The entry of a note at offset `place`.
  private func makerNoteEntry(_ note: TinyMakerNote, at place: Int) -> TinyEntry {
    let bytes = note.head + directory(note.entries, at: place + note.head.count, next: 0)
    return TinyEntry(37500, .undefined, bytes.map(Int.init))
  }

  private func secondDirectory(at start: Int) -> [UInt8] {
    var entries = ifd1
    guard let thumbnail else { return directory(entries, at: start, next: 0) }
    entries.append(TinyEntry(259, .short, [6]))
    entries.append(TinyEntry(513, .long, [0]))
    entries.append(TinyEntry(514, .long, [thumbnail.count]))
    entries[entries.count - 2].values = [start + size(entries)]
    return directory(entries, at: start, next: 0) + thumbnail
  }

  private func size(_ entries: [TinyEntry]) -> Int { TinyDirectory(byteOrder, entries).size }

  private func directory(_ entries: [TinyEntry], at start: Int, next: Int, statedCount: Int? = nil) -> [UInt8] {
    TinyDirectory(byteOrder, entries, statedCount: statedCount).bytes(at: start, next: next)
  }
}

// An image file directory as written, classic or BigTIFF (TIFF 6.0, section 2, "Image File Directory").

/// Entries, sorted by tag, followed by the values that do not fit into them.
package struct TinyDirectory: Sendable {
  /// The byte order.
  package var byteOrder: TinyTIFF.ByteOrder
  /// Whether counts and offsets take eight bytes, as in BigTIFF.
  package var isBigTIFF = false
  /// The entries in any order.
  package var entries: [TinyEntry]
  /// A wrong entry count; nil for the correct one.
  package var statedCount: Int?

  /// A directory of entries.
  package init(
    _ order: TinyTIFF.ByteOrder, isBigTIFF: Bool = false, _ entries: [TinyEntry], statedCount: Int? = nil
  ) {
    self.byteOrder = order
    self.isBigTIFF = isBigTIFF
    self.entries = entries
    self.statedCount = statedCount
  }

  private var wide: Int { isBigTIFF ? 8 : 4 }
  private var tableSize: Int { (isBigTIFF ? 8 : 2) + (4 + 2 * wide) * entries.count + wide }

  private var sorted: [TinyEntry] {
    entries.enumerated().sorted { ($0.element.tag, $0.offset) < ($1.element.tag, $1.offset) }.map(\.element)
  }

  private func outOfLine(_ entries: some Sequence<TinyEntry>) -> Int {
    entries.reduce(0) { sum, entry in
      let count = entry.payload(byteOrder).count
      return sum + (count > wide ? count + count % 2 : 0)
    }
  }

  /// Its size in bytes, including its values.
  package var size: Int { tableSize + outOfLine(entries) }

  /// The offset, from the directory's start, of the out-of-line values of entries from `tag`.
  package func valuesOffset(from tag: Int) -> Int { tableSize + outOfLine(sorted.prefix { $0.tag < tag }) }

  /// The bytes of a directory at `start` whose successor is at `next`.
  package func bytes(at start: Int, next: Int) -> [UInt8] {
    var table = byteOrder.bytes(statedCount ?? entries.count, width: isBigTIFF ? 8 : 2)
    var values: [UInt8] = []
    for entry in sorted {
      let payload = entry.payload(byteOrder)
      table += byteOrder.bytes(entry.tag, width: 2) + byteOrder.bytes(entry.type.rawValue, width: 2)
      table += byteOrder.bytes(entry.statedCount ?? entry.count, width: wide)
      if payload.count > wide {
        table += byteOrder.bytes(start + tableSize + values.count, width: wide)
        values += payload + Array(repeating: 0, count: payload.count % 2)
      } else {
        table += payload + Array(repeating: 0, count: wide - payload.count)
      }
    }
    return table + byteOrder.bytes(next, width: wide) + values
  }
}

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
