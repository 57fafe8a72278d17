// The parts of a TIFF file, and of raw formats based on TIFF: fields, pages, subdirectories, previews (TIFF 6.0, 2 and
// 3; BigTIFF; Technical Note 1; DNG 1.7).

extension PartLayout {
  /// Claims the parts of a TIFF.
  ///
  /// - Throws: `.unreadable`, and as `RangeReader.bytes(at:count:)` if there is no header.
  mutating func takeTIFF(_ source: some ByteSource, of header: TIFFHeader) throws(MetadataError) {
    let layout = header.layout
    let head = try source.read(0..<16)
    // A CR2's own header follows TIFF's.
    let isCanonRaw = head.count == 16 && head[8..<10].elementsEqual("CR".utf8)
    claim(.structure, "header", [0..<(isCanonRaw ? 16 : layout.headerSize)])
    let roles = Self.roles(in: header)
    var walk = DirectoryWalk(source, layout) { offset, name in roles[offset] ?? (.item, name) }
    guard let first = layout.number(in: head, at: layout.firstPointerOffset, size: layout.offsetSize) else { return }
    try walk.walk(from: first) { $0 == 0 ? "IFD0" : "page \($0 + 1)" }
    for found in walk.found + walk.late {
      let part = claim(found.kind, found.name, found.ranges)
      try nestContents(of: part, found.kind, found.ranges, in: source)
      for field in found.inside {
        let inner = nest(field.kind, field.name, field.ranges, in: part)
        try nestContents(of: inner, field.kind, field.ranges, in: source)
      }
    }
    takeFormerDirectories(of: header)
  }

  /// Adds the parts inside a packet that is the value of a field.
  private mutating func nestContents(
    of part: Int?, _ kind: FilePart.Kind, _ ranges: [Range<Int>], in source: some ByteSource
  ) throws(MetadataError) {
    guard [.xmp, .photoshop].contains(kind), let range = ranges.first,
      let bytes = try BytePlaces([range]).bytes(in: source)
    else { return }
    nestContents(of: part, kind, bytes, at: BytePlaces([range]))
  }

  /// Claims what a move of directories to the file's end left behind, and the note of it after them: neither says
  /// anything about the image.
  private mutating func takeFormerDirectories(of header: TIFFHeader) {
    for page in [header.first] + header.further {
      guard let note = page.note else { continue }
      let (former, table) = (note.formerOffset, page.table)
      let count = table.bytes.count - header.layout.entrySize
      claim(.structure, "former directory", [former..<former + max(0, count)])
      claim(
        .structure, "note of the former directory",
        [table.range.upperBound..<table.range.upperBound + MovedDirectory.Note.size(header.layout)])
    }
  }

  /// What the images of each directory are, by the directory's offset.
  private static func roles(in header: TIFFHeader) -> [Int: DirectoryWalk<[UInt8]>.Role] {
    var roles: [Int: DirectoryWalk<[UInt8]>.Role] = [:]
    for (number, page) in ([header.first] + header.further).enumerated() {
      let name = number == 0 ? "" : "\(number + 1)"
      for image in [page.own] + page.inside {
        if image == page.main {
          roles[image.range.lowerBound] = (number == 0 ? .image : .page, name)
          continue
        }
        let kind: FilePart.Kind =
          switch image.kind {
          case .full: .item
          case .reduced: .preview
          default: .auxiliary
          }
        roles[image.range.lowerBound] = roles[image.range.lowerBound] ?? (kind, name)
      }
    }
    return roles
  }
}
