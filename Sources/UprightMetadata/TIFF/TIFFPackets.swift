// Exif, XMP and ICC of a TIFF's first page; Exif is spread over the file (EXIF 2.32, 4.6.3; XMP part 3, 3.2.3.1;
// ICC.1, B.3).

internal import UprightGeometry

extension TIFFHeader {
  /// Whether the first page's directory refers to a profile.
  var mayHaveProfile: Bool { first.table.directory.first(.profile) != nil }

  /// The packets that the first page's directory refers to, and a block built from its descriptive fields.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets {
    var gathering = try TIFFGathering(source)
    return try gathering.packets(of: first.table) { TIFFTag.isDescriptive($0) }
  }

  /// The same for a new image, with the fields that stay true of it.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  func packets(in source: some ByteSource, for move: ImageMove) throws(MetadataError) -> MetadataPackets {
    var gathering = try TIFFGathering(source)
    var packets = try gathering.packets(of: first.table, directories: move.edit.strip != .allButColor) { tag in
      let fate = TIFFFieldFate(ofTag: tag)
      // A directory whose image is not the one shown says what that other image is.
      if fate == .role, first.main != first.own { return false }
      return tag == TIFFTag.orientation.rawValue || move.keeps(fate)
    }
    // Pages of one file need one byte order, also if they have no fields.
    if shownPage != nil, move.edit.shared.isTIFF, packets.exif == nil { packets.exif = gathering.emptyBlock }
    packets.photoshop = try resources(in: source)
    if let resources = packets.photoshop, ResourceRemoval(move.edit).removesDamaged(resources) { packets.iptc = nil }
    return packets
  }

  /// Photoshop's resources; nil if there are none, or they are too long.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  func resources(in source: some ByteSource) throws(MetadataError) -> [UInt8]? {
    guard keepsResources else { return nil }
    var gathering = try TIFFGathering(source)
    return try gathering.resources(of: first.table)
  }

  /// Whether Photoshop's resources are small enough to be read and edited.
  var keepsResources: Bool {
    first.table.directory.first(.photoshop).map { $0.elementSize == 1 && $0.count <= Self.longestResources } ?? false
  }

  /// Real ones have less than a tenth of it.
  private static var longestResources: Int { 8 << 20 }

  /// A block built from a page's descriptive fields, if they contain the subject area; nil if it cannot be read.
  static func subject(of table: TIFFTable, in source: some ByteSource) -> TIFFBlock? {
    guard table.directory.first(.exifDirectory) != nil, var gathering = try? TIFFGathering(source) else { return nil }
    return try? gathering.subject(of: table)
  }
}

/// Copies the descriptive fields of directories into a block.
private struct TIFFGathering<Source: ByteSource> {
  private var reader: TIFFReader<Source>
  /// The block's number layout: the file's byte order, so that values are copied unchanged, but never BigTIFF.
  private let layout: TIFFLayout

  /// Maximum length of a descriptive value, in bytes.
  private static var longestValue: Int { 1 << 20 }
  /// A maker note up to this offset keeps its position, because its own offsets may be relative to the file's start.
  private static var farthestNote: Int { 1 << 14 }

  init(_ source: Source) throws(MetadataError) {
    reader = try TIFFReader(source)
    layout = reader.layout.classic
  }

  /// A block that states an upright orientation and nothing else.
  var emptyBlock: TIFFBlock? {
    var main = WrittenDirectory()
    main.add(.orientation, [1], width: 2, layout)
    return TIFFBlock(bytes(main))
  }

  mutating func resources(of table: TIFFTable) throws(MetadataError) -> [UInt8]? {
    try table.directory.first(.photoshop).flatMap { entry throws(MetadataError) in try reader.packet(of: entry)?.bytes }
  }

  mutating func packets(
    of table: TIFFTable, directories: Bool = true, keeping isKept: (Int) -> Bool
  ) throws(MetadataError) -> MetadataPackets {
    var packets = MetadataPackets()
    if let entry = table.directory.first(.xmp) { packets.xmp = try reader.packet(of: entry)?.bytes }
    if let entry = table.directory.first(.profile) { packets.icc = try reader.packet(of: entry)?.bytes }
    packets.exif = try block(of: table, directories: directories, keeping: isKept)
    if table.directory.entries.allSatisfy({ $0.tag != TIFFTag.iptc.rawValue }),
      let entry = table.directory.first(.photoshop), let resources = try reader.packet(of: entry)?.bytes
    {
      packets.iptc = PhotoshopResources.iptc(in: resources, from: 0)
    }
    return packets
  }

  mutating func subject(of table: TIFFTable) throws(MetadataError) -> TIFFBlock? {
    guard let offset = try reader.integer(of: table.directory.first(.exifDirectory), in: table), offset != 0,
      let below = try reader.table(at: offset)?.directory,
      below.first(.subjectArea) ?? below.first(.subjectLocation) != nil
    else { return nil }
    return try block(of: table) { TIFFTag.isDescriptive($0) }
  }

  private mutating func block(
    of table: TIFFTable, directories: Bool = true, keeping isKept: (Int) -> Bool
  ) throws(MetadataError) -> TIFFBlock? {
    var main = try directory(table, keeping: isKept)
    guard directories else { return main.isEmpty ? nil : TIFFBlock(bytes(main)) }
    if let (directory, further) = try below(table, .exifDirectory) {
      main.inside[.exifDirectory] = keepingNote(directory, further.directory)
      main.inside[.exifDirectory]?.inside[.interoperability] = try below(further, .interoperability)?.0
    }
    main.inside[.positionDirectory] = try below(table, .positionDirectory)?.0
    guard !main.isEmpty else { return nil }
    return TIFFBlock(bytes(main))
  }

  /// Keeps the first maker note at its offset.
  private func keepingNote(_ written: WrittenDirectory, _ directory: TIFFDirectory) -> WrittenDirectory {
    var written = written
    guard let entry = directory.first(.makerNote), entry.valueOffset <= Self.farthestNote, entry.count > 4,
      let index = written.fields.firstIndex(where: { $0.tag == entry.tag }),
      written.fields[index].bytes.count == entry.count * entry.elementSize, entry.valueOffset >= layout.headerSize
    else { return written }
    written.fields[index].place = entry.valueOffset
    return written
  }

  /// The directory that an entry points to, and its table.
  private mutating func below(
    _ table: TIFFTable, _ tag: TIFFTag
  ) throws(MetadataError) -> (WrittenDirectory, TIFFTable)? {
    guard let offset = try reader.integer(of: table.directory.first(tag), in: table), offset != 0,
      let below = try reader.table(at: offset)
    else { return nil }
    let leads: [TIFFTag] = [.exifDirectory, .positionDirectory, .interoperability]
    return (try directory(below) { number in !leads.contains { $0.rawValue == number } }, below)
  }

  private mutating func directory(
    _ table: TIFFTable, keeping isKept: (Int) -> Bool
  ) throws(MetadataError) -> WrittenDirectory {
    var written = WrittenDirectory()
    for entry in table.directory.entries where isKept(entry.tag) && (1...13).contains(entry.type) {
      guard let count = entry.byteCount, count > 0, count <= Self.longestValue,
        let value = try value(of: entry, count, in: table)
      else { continue }
      written.fields.append(.init(tag: entry.tag, type: entry.type, count: entry.count, bytes: value))
    }
    return written
  }

  private mutating func value(
    of entry: TIFFEntry, _ count: Int, in table: TIFFTable
  ) throws(MetadataError) -> [UInt8]? {
    if table.range.contains(entry.valueOffset) {
      let start = entry.valueOffset - table.range.lowerBound
      return start + count <= table.bytes.count ? Array(table.bytes[start..<start + count]) : nil
    }
    guard entry.valueOffset <= reader.byteCount, count <= reader.byteCount - entry.valueOffset else { return nil }
    return try reader.bytes(at: entry.valueOffset, count: count)
  }

  /// The block: header, the maker note at its old offset, then the directories.
  private func bytes(_ main: WrittenDirectory) -> [UInt8] {
    var bytes = layout.header(firstDirectory: 0)
    if let note = main.inside[.exifDirectory]?.fields.first(where: { $0.place != nil }), let place = note.place {
      bytes += [UInt8](repeating: 0, count: place - bytes.count) + note.bytes
      bytes += [UInt8](repeating: 0, count: bytes.count % 2)
    }
    bytes.replaceSubrange(4..<8, with: layout.encode(offset: bytes.count))
    return bytes + main.bytes(at: bytes.count, layout)
  }
}
