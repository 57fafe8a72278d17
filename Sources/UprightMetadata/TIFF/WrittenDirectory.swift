// A directory to be written, with its subdirectories (TIFF 6.0, section 2, "Image File Directory").

/// Fields and subdirectories, which are serialized contiguously.
struct WrittenDirectory {
  /// A field with its values in the structure's byte order.
  struct Field {
    /// The tag.
    var tag: Int
    /// The type.
    var type: Int
    /// Number of elements.
    var count: Int
    /// The elements' bytes.
    var bytes: [UInt8]
    /// Offset of these bytes if they are already written; nil to write them after the directory.
    var place: Int?
  }

  /// Its fields, in any order.
  var fields: [Field] = []
  /// Subdirectories, by the tag that points to them.
  var inside: [TIFFTag: WrittenDirectory] = [:]

  /// Whether it has no fields and no subdirectories.
  var isEmpty: Bool { fields.isEmpty && inside.isEmpty }

  /// Adds a field of integers of two or four bytes.
  mutating func add(_ tag: TIFFTag, _ numbers: [Int], width: Int, _ layout: TIFFLayout) {
    fields.append(
      Field(
        tag: tag.rawValue, type: width == 2 ? 3 : 4, count: numbers.count,
        bytes: numbers.flatMap { layout.encode($0, size: width) }))
  }

  /// Adds a field of opaque bytes.
  mutating func add(_ tag: TIFFTag, bytes: [UInt8], at place: Int? = nil) {
    let type = tag == .profile ? 7 : 1
    fields.append(Field(tag: tag.rawValue, type: type, count: bytes.count, bytes: bytes, place: place))
  }

  /// Adds the IPTC record as 4-byte integers, although it is bytes: Photoshop writes it so, and some readers accept
  /// nothing else.
  mutating func add(iptc: [UInt8]) {
    let bytes = iptc + [UInt8](repeating: 0, count: (4 - iptc.count % 4) % 4)
    fields.append(Field(tag: TIFFTag.iptc.rawValue, type: 4, count: bytes.count / 4, bytes: bytes))
  }

  /// The directory at offset `start`, which is even, with everything that follows it.
  func bytes(at start: Int, _ layout: TIFFLayout) -> [UInt8] {
    let count = fields.count + inside.count
    let size = layout.countSize + layout.entrySize * count + layout.offsetSize
    var entries: [(tag: Int, bytes: [UInt8])] = []
    var behind: [UInt8] = []
    for field in fields {
      var value = field.bytes
      if value.count > layout.offsetSize {
        value = layout.encode(offset: field.place ?? start + size + behind.count)
        if field.place == nil { behind += field.bytes + [UInt8](repeating: 0, count: field.bytes.count % 2) }
      }
      value += [UInt8](repeating: 0, count: layout.offsetSize - value.count)
      entries.append((field.tag, Self.opening(field.tag, field.type, field.count, layout) + value))
    }
    for (tag, directory) in inside.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let place = start + size + behind.count
      behind += directory.bytes(at: place, layout)
      entries.append((tag.rawValue, Self.opening(tag.rawValue, 4, 1, layout) + layout.encode(offset: place)))
    }
    let table = entries.sorted { $0.tag < $1.tag }.flatMap(\.bytes)
    return layout.encode(count, size: layout.countSize) + table + layout.encode(offset: 0) + behind
  }

  private static func opening(_ tag: Int, _ type: Int, _ count: Int, _ layout: TIFFLayout) -> [UInt8] {
    layout.encode(tag, size: 2) + layout.encode(type, size: 2) + layout.encode(offset: count)
  }
}
