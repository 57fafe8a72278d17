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
