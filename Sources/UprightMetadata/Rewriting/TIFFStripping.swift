// Strips metadata from a TIFF; its strips and tiles stay where they are (TIFF 6.0, section 2; Technical Note 1; EXIF
// 2.32, 4.6.3).

internal import UprightGeometry

/// Decides what happens to the directories of a file, and to the bytes that they refer to.
///
/// Nothing moves: a directory that loses entries becomes shorter in place, and unreferenced bytes are zeroed.
struct TIFFStripping<Source: ByteSource> {
  private let source: Source
  private let wanted: Stripping
  private var reader: TIFFReader<Source>
  private var edits: [ByteRewrite.Edit] = []
  /// Kept ranges, whatever else refers to them.
  private var kept: [Range<Int>]
  /// Ranges referred to by removed entries.
  private var gone: [Range<Int>] = []
  /// Offsets of visited directories.
  private var visited: Set<Int> = []
  private var budget = 64 << 20
  /// Whether the file contains data to which only a coding refers, so that unreferenced bytes may be required.
  private var hidesData = false
  /// The ranges of kept pixels.
  private var pixels = TIFFPixelRanges()

  init(_ source: Source, _ wanted: Stripping) throws(MetadataError) {
    self.source = source
    self.wanted = wanted
    reader = try TIFFReader(source)
    kept = [0..<reader.layout.headerSize]
  }

  private var layout: TIFFLayout { reader.layout }

  /// The changes to the file.
  ///
  /// - Throws: `.metadataNotRemovable` if directories are truncated, refer to one another or overlap, or unreferenced
  ///   bytes may be pixels; as `TIFFReader`.
  mutating func rewrite() throws(MetadataError) -> ByteRewrite {
    var chain: [(table: TIFFTable, draft: Draft)] = []
    var (offset, tail): (Int, [ByteRewrite.Edit]) = (reader.firstDirectoryOffset, [])
    while offset != 0 {
      let table = try table(at: offset)
      guard let next = table.directory.next else { throw unremovable(offset) }
      if !chain.isEmpty, wanted.removesThumbnails, try kind(of: table) == .reduced {
        try drop(table)
      } else {
        chain.append((table, try draft(of: table, isPage: true)))
      }
      offset = next
    }
    for (index, page) in chain.enumerated() {
      let next = index + 1 < chain.count ? chain[index + 1].table.directory.offset : 0
      tail += page.draft.edit(next: next, layout).map { [$0] } ?? []
    }
    let clearsAll = wanted.removesPosition && !hidesData
    if clearsAll { try checkUnnamed() }
    try checkUnsized(edits + tail)
    let lost = clearsAll ? [0..<source.byteCount] : gone
    return try ByteRewrite(edits + tail + source.zeroing(lost.without(kept)))
  }

  /// Checks that no unreferenced bytes may be pixels. These could be the rest of a strip of unknown length. They
  /// could also be data of the same size after uncompressed pixels, as in stacks with one directory for all images.
  private func checkUnnamed() throws(MetadataError) {
    if let offset = pixels.endless { throw MetadataError(.metadataNotRemovable, at: offset, format: .tiff) }
    let unnamed = [0..<source.byteCount].without(kept + gone)
    for range in unnamed where range.count >= pixels.byteCounts[range.lowerBound] ?? .max {
      guard try source.zeroing([range]).isEmpty else {
        throw MetadataError(.metadataNotRemovable, at: range.lowerBound, format: .tiff)
      }
    }
  }

  /// Checks that pixels beyond stated lengths overlap nothing that is removed or changed.
  private func checkUnsized(_ edits: [ByteRewrite.Edit]) throws(MetadataError) {
    guard !pixels.unsized.isEmpty else { return }
    let changed = edits.map(\.range) + gone
    guard changed.without(pixels.unsized) == changed.merged else {
      throw MetadataError(.metadataNotRemovable, at: pixels.unsized[0].lowerBound, format: .tiff)
    }
  }

  private func unremovable(_ offset: Int) -> MetadataError { MetadataError(.metadataNotRemovable, at: offset) }

  // MARK: Directories

  /// The new contents of a directory: its entries, 12 or 20 bytes each.
  private struct Draft {
    let table: TIFFTable
    var entries: [[UInt8]] = []

    func edit(next: Int, _ layout: TIFFLayout) -> ByteRewrite.Edit? {
      let bytes =
        layout.encode(entries.count, size: layout.countSize) + entries.flatMap { $0 } + layout.encode(offset: next)
      guard bytes.count <= table.bytes.count else { return nil }
      let new = bytes + [UInt8](repeating: 0, count: table.bytes.count - bytes.count)
      return new == table.bytes ? nil : ByteRewrite.Edit(table.range, new: new)
    }
  }

  private mutating func table(at offset: Int) throws(MetadataError) -> TIFFTable {
    guard reader.isWithinBudget, visited.insert(offset).inserted, let table = try reader.table(at: offset),
      table.directory.isComplete, reader.take(table)
    else { throw unremovable(offset) }
    return table
  }

  private mutating func kind(of table: TIFFTable) throws(MetadataError) -> TIFFImage.Kind {
    try reader.image(table).kind
  }

  /// The new contents of a directory. Records the values that are kept, and processes the directories that it refers
  /// to.
  private mutating func draft(of table: TIFFTable, isPage: Bool) throws(MetadataError) -> Draft {
    var draft = Draft(table: table)
    kept.append(table.range)
    try keepData(of: table)
    for entry in table.directory.entries {
      let field = table.field(of: entry)
      let tag = TIFFTag(rawValue: entry.tag)
      if tag == .positionDirectory, wanted.removesPosition {
        try drop(directoriesAt: entry, in: table)
        dropValue(of: entry, in: table)
      } else if isPage ? !stays(entry.tag) : wanted.removesAll {
        if tag == .exifDirectory { try drop(directoriesAt: entry, in: table) }
        dropValue(of: entry, in: table)
      } else if tag == .makerNote, try holdsView(entry, in: table) {
        dropValue(of: entry, in: table)
      } else if tag == .xmp || tag == .photoshop {
        if let field = try rewritten(entry, field, in: table) { draft.entries.append(field) }
      } else if tag == .subdirectories {
        if let field = try subdirectories(entry, field, in: table) { draft.entries.append(field) }
      } else {
        keepValue(of: entry, in: table)
        if [.exifDirectory, .interoperability, .positionDirectory].contains(tag) {
          try descend(entry, in: table)
        }
        draft.entries.append(field)
      }
    }
    return draft
  }

  /// Processes the Exif directory and its subdirectories.
  private mutating func descend(_ entry: TIFFEntry, in table: TIFFTable) throws(MetadataError) {
    guard let offset = try reader.integer(of: entry, in: table), offset != 0 else { return }
    let below = try self.table(at: offset)
    let draft = try draft(of: below, isPage: false)
    if let edit = draft.edit(next: below.directory.next ?? 0, layout) { edits.append(edit) }
  }

  /// Processes the subdirectories of a page; removes previews if requested.
  private mutating func subdirectories(
    _ entry: TIFFEntry, _ field: [UInt8], in table: TIFFTable
  ) throws(MetadataError) -> [UInt8]? {
    var left: [Int] = []
    guard entry.count <= 512 else { throw unremovable(entry.offset) }
    for index in 0..<entry.count {
      guard let offset = try reader.integer(of: entry, in: table, at: index), offset != 0 else {
        throw unremovable(entry.offset)
      }
      let below = try self.table(at: offset)
      if wanted.removesThumbnails, try kind(of: below) == .reduced {
        try drop(below)
        continue
      }
      left.append(offset)
      let draft = try draft(of: below, isPage: true)
      if let edit = draft.edit(next: below.directory.next ?? 0, layout) { edits.append(edit) }
    }
    guard left.count != entry.count else {
      keepValue(of: entry, in: table)
      return field
    }
    dropValue(of: entry, in: table)
    guard !left.isEmpty else { return nil }
    let bytes = left.flatMap { layout.encode($0, size: entry.elementSize) }
    return try replaced(entry, field, with: bytes, count: left.count, in: table)
  }

  // MARK: Values

  private func place(of entry: TIFFEntry, in table: TIFFTable) -> Range<Int>? {
    guard let size = entry.byteCount, !table.range.contains(entry.valueOffset), entry.valueOffset <= source.byteCount,
      size <= source.byteCount - entry.valueOffset
    else { return nil }
    return entry.valueOffset..<entry.valueOffset + size
  }

  private mutating func keepValue(of entry: TIFFEntry, in table: TIFFTable) {
    if let place = place(of: entry, in: table) { kept.append(place) }
  }

  private mutating func dropValue(of entry: TIFFEntry, in table: TIFFTable) {
    if let place = place(of: entry, in: table) { gone.append(place) }
  }

  /// Whether a maker note may contain a JPEG.
  private mutating func holdsView(_ entry: TIFFEntry, in table: TIFFTable) throws(MetadataError) -> Bool {
    guard let place = place(of: entry, in: table) else { return false }
    guard place.count <= budget else { return true }
    budget -= place.count
    return !JPEGStarts(in: try source.whole(place), anyFirstByte: true).isEmpty
  }

  /// Replaces a value with fewer bytes, at its old offset or in its entry if they fit, and pads with zeros.
  private mutating func replaced(
    _ entry: TIFFEntry, _ field: [UInt8], with bytes: [UInt8], count: Int, in table: TIFFTable
  ) throws(MetadataError) -> [UInt8] {
    let head = Array(field[..<4]) + layout.encode(offset: count)
    guard bytes.count > layout.offsetSize else {
      return head + bytes + [UInt8](repeating: 0, count: layout.offsetSize - bytes.count)
    }
    guard let place = place(of: entry, in: table), bytes.count <= place.count else { throw unremovable(entry.offset) }
    kept.append(place)
    gone.removeAll { $0 == place }
    let new = bytes + [UInt8](repeating: 0, count: place.count - bytes.count)
    if try source.whole(place) != new { edits.append(ByteRewrite.Edit(place, new: new)) }
    return head + layout.encode(offset: place.lowerBound)
  }

  /// Stripped XMP or Photoshop resources; nil if nothing remains.
  private mutating func rewritten(
    _ entry: TIFFEntry, _ field: [UInt8], in table: TIFFTable
  ) throws(MetadataError) -> [UInt8]? {
    guard entry.elementSize == 1, let place = place(of: entry, in: table), place.count <= budget else {
      guard wanted.removesPosition else {
        keepValue(of: entry, in: table)
        return field
      }
      dropValue(of: entry, in: table)
      return nil
    }
    budget -= place.count
    let old = try source.whole(place)
    let new: [UInt8]?
    if entry.tag == TIFFTag.xmp.rawValue {
      new = wanted.packet(old).map { XMPRewriter.padded($0, to: old.count) }
    } else {
      new = ResourceRemoval(stripping: wanted.strip).kept(old)
    }
    guard let new, !new.isEmpty else {
      dropValue(of: entry, in: table)
      return nil
    }
    guard new != old else {
      keepValue(of: entry, in: table)
      return field
    }
    return try replaced(entry, field, with: new, count: new.count, in: table)
  }

  // MARK: Removed directories

  /// Removes a directory and everything to which only it refers.
  private mutating func drop(_ table: TIFFTable) throws(MetadataError) {
    gone.append(table.range)
    for entry in table.directory.entries {
      if [.exifDirectory, .positionDirectory, .interoperability].contains(TIFFTag(rawValue: entry.tag)) {
        try drop(directoriesAt: entry, in: table)
      }
      dropValue(of: entry, in: table)
    }
    gone += try data(of: table).ranges
  }

  private mutating func drop(directoriesAt entry: TIFFEntry, in table: TIFFTable) throws(MetadataError) {
    guard let offset = try reader.integer(of: entry, in: table), offset != 0, visited.insert(offset).inserted,
      let below = try reader.table(at: offset), reader.take(below)
    else { return }
    try drop(below)
  }

  // MARK: Coded data

  private mutating func keepData(of table: TIFFTable) throws(MetadataError) {
    let data = try data(of: table)
    kept += data.ranges
    let coding = try reader.integer(of: table.directory.first(.compression), in: table)
    if coding == 6 { hidesData = true } else { pixels.add(data) }
  }

  /// The ranges of a directory's strips, tiles and JPEG data.
  private mutating func data(of table: TIFFTable) throws(MetadataError) -> TIFFPixelRanges {
    var places = TIFFPixelRanges()
    for (starts, counts) in [(273, 279), (324, 325), (513, 514)] {
      guard let start = table.directory.entries.first(where: { $0.tag == starts }) else { continue }
      let count = table.directory.entries.first { $0.tag == counts }
      let offsets = try numbers(of: start, in: table)
      let lengths = try count.map { entry throws(MetadataError) in try numbers(of: entry, in: table) } ?? []
      let sizes = starts == 513 ? nil : try reader.uncompressed(table, isTiled: starts == 324)
      for (index, offset) in offsets.enumerated() where offset < source.byteCount {
        places.add(
          offset, stated: index < lengths.count ? lengths[index] : 0, needed: sizes?.byteCount(of: index),
          room: source.byteCount - offset)
      }
      if sizes != nil { places.noteEnd() }
    }
    return places
  }

  private mutating func numbers(of entry: TIFFEntry, in table: TIFFTable) throws(MetadataError) -> [Int] {
    guard let byteCount = entry.byteCount, byteCount <= budget else {
      throw MetadataError(.tooMuchMetadata, at: entry.offset)
    }
    let bytes: [UInt8]
    if let place = place(of: entry, in: table) {
      budget -= byteCount
      bytes = try source.whole(place)
    } else {
      let start = entry.valueOffset - table.range.lowerBound
      guard start >= 0, start <= table.bytes.count - byteCount else { throw unremovable(entry.offset) }
      bytes = Array(table.bytes[start..<start + byteCount])
    }
    let numbers = entry.integers(in: bytes, layout)
    guard numbers.count == entry.count, numbers.allSatisfy({ $0 >= 0 }) else { throw unremovable(entry.offset) }
    return numbers
  }

  // MARK: Fields

  /// Whether a field of a page is kept, unchanged or rewritten.
  private func stays(_ tag: Int) -> Bool {
    if wanted.removesAll { return TIFFCoding.keeps(tag) }
    guard wanted.removesPosition else { return true }
    return tag < 32_768 || TIFFCoding.keeps(tag) || TIFFTag.isDescriptive(tag)
      || [.photoshop, .exifDirectory].contains(TIFFTag(rawValue: tag))
  }
}

/// The fields that define a page's samples and colors, and the resolution, which every page must state (TIFF 6.0,
/// section 8; Technical Note 2; TIFF-EP; GDAL's and ESRI's own).
package enum TIFFCoding {
  fileprivate static let fields: Set<Int> = [
    282, 283, 296, 254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 284, 290,
    291, 292, 293,
    297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328, 330, 332, 333, 334, 336, 338, 339, 340, 341,
    342, 343, 344, 345, 346, 347, 512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 531, 532, 559, 32_995, 32_996,
    32_997, 32_998, 34_675, 37_439, 42_113, 50_674,
  ]

  /// Whether a page keeps the field with this tag, whatever else is removed.
  package static func keeps(_ tag: Int) -> Bool { fields.contains(tag) }
}

extension TIFFHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? {
    if holdsRaw { return .raw }
    return imageOffset != nil ? .firstPageNoImage : isChainBroken ? .brokenPages : nil
  }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    var stripping = try TIFFStripping(source, wanted)
    return try stripping.rewrite()
  }

  /// Size in bytes of everything besides images that the pages' directories refer to: packets, resources, profiles.
  var packetByteCount: Int {
    ([first] + further).reduce(0) { sum, page in
      let packets = [TIFFTag.xmp, .photoshop, .profile].compactMap { page.table.directory.first($0)?.count }
      return packets.reduce(sum) { $0 + min(max(0, $1), byteCount, 1 << 40) }
    }
  }

  /// Packets and their copies, and the range of each strip or tile.
  var rewritingByteCount: Int {
    let perStrip = 64
    return ([first] + further).reduce(0) { sum, page in
      let table = page.table
      let packets = [TIFFTag.xmp, .photoshop].compactMap { table.directory.first($0)?.count }
      let strips = [TIFFTag.stripOffsets, .tileOffsets].compactMap { table.directory.first($0)?.count }
      return sum + 4 * table.bytes.count + packets.reduce(0) { $0 + 4 * min($1, byteCount) }
        + strips.reduce(0) { $0 + perStrip * min($1, byteCount) }
    }
  }

  func losses(without strip: Strip) -> [RemovalNote] {
    guard strip.removesPosition else { return [] }
    let tags = Set(([first] + further).flatMap { $0.table.directory.entries.map(\.tag) })
    let map = tags.contains(where: TIFFTag.isGeographic)
    let own = tags.filter { TIFFTag.isPrivate($0) && $0 != TIFFTag.photoshop.rawValue }.sorted()
    let images = ([first] + further).flatMap { [$0.own] + $0.inside }
    let hides = images.contains { $0.samples?.hidesData == true }
    return (hides ? [.unreferencedBytesStay] : []) + (map ? [.mapLocation] : [])
      + (own.isEmpty ? [] : [.privateFields(tags: own)])
  }
}
