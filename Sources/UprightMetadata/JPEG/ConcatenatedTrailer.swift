// AFCP: data of other programs behind an image, with a list of it by offsets in the file (AXS File Concatenation
// Protocol 1.1).

/// The list at the end of a file, whose offsets must follow if the data move.
package struct ConcatenatedTrailer: Hashable, Sendable {
  /// An offset that the list states.
  private struct Field: Hashable, Sendable {
    /// Where it is stated.
    let place: Int
    /// What it states.
    let offset: Int
  }

  /// Where the list begins.
  private let start: Int
  private let isBigEndian: Bool
  private let fields: [Field]
  /// The list without its data, and the bytes at the file's end.
  private let list, foot: [UInt8]

  /// Bytes before the entries, of each entry, and after the list's data.
  private static let (headSize, entrySize, footSize) = (12, 12, 12)
  /// Maximum number of entries; real files have fewer.
  private static let entryLimit = 256

  /// The bytes at the end of a file that has a list.
  private static func foot(of source: some ByteSource) -> [UInt8]? {
    let start = source.byteCount - footSize
    guard start >= headSize, let foot = try? source.read(start..<source.byteCount), foot.count == footSize,
      foot.starts(with: "AXS!".utf8) || foot.starts(with: "AXS*".utf8)
    else { return nil }
    return foot
  }

  /// What the part with a damaged list is called.
  package static let damagedName = "AFCP, damaged"

  /// Whether a file ends as one with a list does, and the list is not there or its offsets are wrong.
  static func isDamaged(in source: some ByteSource) -> Bool { foot(of: source) != nil && Self(source) == nil }

  /// The list at the end of `source`; nil if there is none, or if its offsets are wrong already.
  init?(_ source: some ByteSource) {
    guard let foot = Self.foot(of: source) else { return nil }
    let footStart = source.byteCount - Self.footSize
    let isBig = foot[3] == UInt8(ascii: "!")
    let start = Self.number(foot[4..<8], isBig)
    guard start <= footStart - Self.headSize, let head = try? source.read(start..<start + Self.headSize),
      head.count == Self.headSize, head.starts(with: foot[..<4])
    else { return nil }
    let count = Self.number(head[6..<8], isBig)
    let entries = start + Self.headSize
    guard count <= Self.entryLimit, Self.entrySize * count <= footStart - entries,
      let table = try? source.read(entries..<entries + Self.entrySize * count), table.count == Self.entrySize * count
    else { return nil }
    var fields = [Field(place: footStart + 4, offset: start)]
    for at in stride(from: 0, to: table.count, by: Self.entrySize) {
      let (size, offset) = (Self.number(table[at + 4..<at + 8], isBig), Self.number(table[at + 8..<at + 12], isBig))
      guard offset <= source.byteCount, size <= source.byteCount - offset else { return nil }
      fields.append(Field(place: entries + at + 8, offset: offset))
    }
    (self.start, isBigEndian, self.fields) = (start, isBig, fields)
    (list, self.foot) = (head + table, foot)
  }

  /// A copy of the list for a file that has grown to `end` bytes behind it; nil if that is too far for its offsets. All
  /// data keep their places.
  func copy(behind end: Int) -> [UInt8]? {
    guard let start = UInt32(exactly: end) else { return nil }
    return list + foot[..<4] + bytes(Int(start)) + foot[8...]
  }

  /// The changes of a file's bytes up to `end`, and those of the list behind them, which they move.
  func following(_ changes: [BytePatch.Edit], upTo end: Int) -> [BytePatch.Edit] {
    guard changes.allSatisfy({ $0.growth == 0 || $0.range.upperBound <= end }) else { return changes }
    let moved = edits(movingBy: changes.reduce(0) { $0 + $1.growth }, from: end)
    return changes + moved.filter { edit in !changes.contains { $0.range.overlaps(edit.range) } }
  }

  /// What changes in the source's bytes if all of them from `first` on move by `distance`; nothing if the list stays
  /// where it is.
  package func edits(movingBy distance: Int, from first: Int) -> [BytePatch.Edit] {
    guard distance != 0, start >= first else { return [] }
    return fields.filter { $0.offset >= first }.compactMap { field in
      guard let new = UInt32(exactly: field.offset + distance) else { return nil }
      return BytePatch.Edit(offset: field.place, old: bytes(field.offset), new: bytes(Int(new)))
    }
  }

  private func bytes(_ number: Int) -> [UInt8] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Int {
    let ordered = isBigEndian ? Array(bytes) : bytes.reversed()
    return ordered.reduce(0) { $0 << 8 | Int($1) }
  }
}
