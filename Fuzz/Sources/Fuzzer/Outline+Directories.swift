// Directories of TIFF and BigTIFF, wherever a header of theirs stands in a file (TIFF 6.0, section 2).

extension Outline {
  /// How wide the numbers of a directory are.
  private struct Layout {
    let start: Int
    let isBig: Bool
    let isBigTIFF: Bool

    var countWidth: Int { isBigTIFF ? 8 : 2 }
    var width: Int { isBigTIFF ? 8 : 4 }
    var entrySize: Int { 4 + 2 * width }

    func field(_ offset: Int, _ width: Int) -> Field { Field(offset: offset, width: width, isBig: isBig) }
  }

  /// Entries that name further directories.
  private static let pointers: Set<UInt64> = [330, 0x8769, 0x8825, 0xA005]

  mutating func addDirectories(_ input: Input) {
    let marks: [[UInt8]] = [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]]
    for offset in input.bytes.indices.dropLast(7) where input.bytes[offset] == 0x49 || input.bytes[offset] == 0x4D {
      guard let mark = marks.firstIndex(where: { input.opens($0, at: offset) }), !isFull else { continue }
      addDirectories(input, Layout(start: offset, isBig: mark % 2 == 1, isBigTIFF: mark > 1))
    }
  }

  private mutating func addDirectories(_ input: Input, _ layout: Layout) {
    let first = layout.field(layout.start + (layout.isBigTIFF ? 8 : 4), layout.width)
    fields.append(first)
    var waiting = [first]
    var seen: Set<Int> = []
    while let pointer = waiting.popLast(), let offset = input.place(pointer), !isFull {
      let start = layout.start + offset
      guard seen.insert(start).inserted else { continue }
      addDirectory(input, at: start, layout, naming: &waiting)
    }
  }

  private mutating func addDirectory(_ input: Input, at start: Int, _ layout: Layout, naming: inout [Field]) {
    let count = layout.field(start, layout.countWidth)
    guard let entries = input.place(count) else { return }
    fields.append(count)
    var offset = count.end
    for _ in 0..<entries where offset + layout.entrySize <= input.bytes.count && !isFull {
      let tag = layout.field(offset, 2)
      let value = layout.field(offset + 4 + layout.width, layout.width)
      fields += [tag, layout.field(offset + 2, 2), layout.field(offset + 4, layout.width), value]
      if let tag = input.value(tag), Self.pointers.contains(tag) { naming.append(value) }
      offset += layout.entrySize
    }
    let next = layout.field(offset, layout.width)
    if next.end <= input.bytes.count {
      fields.append(next)
      naming.append(next)
    }
  }
}
