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
