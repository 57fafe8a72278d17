// Walks the directory chain of a TIFF file and collects its pages (TIFF 6.0, section 2; Technical Note 1, SubIFDs).

internal import UprightGeometry

/// The pages so far, and their findings.
struct TIFFPageCollector<Source: ByteSource> {
  private(set) var pages: [TIFFPage] = []
  private(set) var findings: [Finding] = []
  /// The first page's XMP packet, if it contains positions in the image.
  private(set) var marked: [[UInt8]] = []
  private var reader: TIFFReader<Source>
  /// Whether a value overlaps a directory, so that changing one may change the other.
  private(set) var hasOverlaps = false
  /// Whether the chain of pages loops, or points to a missing page.
  private(set) var isChainBroken = false
  /// Why the chain goes on after the last page that is read: a limit, or damage; nil if it does not.
  private(set) var unreadPages: MetadataError.Code?
  private var isCanonRaw = false
  /// Where the next moved directory would end: at the file's end, or where an earlier move begins.
  private var movedEnd: Int
  /// The successor that the last directory of the chain points to.
  private var lastLink = 0

  /// Maximum number of subdirectories read per page.
  private static var subdirectoryLimit: Int { 64 }
  /// Maximum number of orientation statements per packet; real packets have fewer.
  private static var statementLimit: Int { 64 }

  /// Reads everything after the header; faults after the first page become findings.
  ///
  /// - Throws: `.truncated` if there is no first directory, `.unreadable`, `.tooMuchMetadata`.
  init(_ reader: TIFFReader<Source>) throws(MetadataError) {
    self.reader = reader
    movedEnd = reader.byteCount
    do throws(MetadataError) {
      try collect()
      lastLink = 0
      for index in pages.indices { pages[index].xmp = try xmp(of: pages[index].table) }
      forgetOccupiedPlaces()
      hasOverlaps = self.reader.hasOverlaps
      if hasOverlaps { note("a value is inside a directory") }
    } catch {
      hasOverlaps = self.reader.hasOverlaps
      guard !pages.isEmpty, error.code != .unreadable else { throw error }
      unreadPages = lastLink != 0 ? .truncated : nil
      note("the directories are truncated: \(error)")
    }
  }

  /// A directory is not moved back to a position that is now in use.
  private mutating func forgetOccupiedPlaces() {
    for index in pages.indices {
      guard let note = pages[index].note else { continue }
      let size = pages[index].table.bytes.count - reader.layout.entrySize
      if !reader.isVacant(note.formerOffset..<note.formerOffset + size) { pages[index].note = nil }
    }
  }

  private mutating func note(_ message: String) { findings.append(Finding(.metadataDamaged, message)) }

  private mutating func noteAdditionalPages() {
    unreadPages = .tooManyStructures
    findings.append(Finding(.additionalPages, "there are too many pages; the rest are not read"))
  }

  private mutating func collect() throws(MetadataError) {
    isCanonRaw = try isMarkedAsCanonRaw()
    var (pointer, offset) = (reader.layout.firstPointerOffset, reader.firstDirectoryOffset)
    while offset != 0 || pages.isEmpty {
      guard reader.isWithinBudget else { return noteAdditionalPages() }
      guard let table = try reader.table(at: offset) else {
        guard !pages.isEmpty else { throw MetadataError(.truncated, at: min(offset, reader.byteCount)) }
        isChainBroken = true
        return note("the chain of pages refers to byte \(offset), but there is no page")
      }
      let room = reader.entriesLeft
      guard reader.take(table) else {
        guard !pages.isEmpty else { throw MetadataError(.boxInvalid, at: pointer) }
        isChainBroken = true
        return note("the chain of pages forms a loop at byte \(offset)")
      }
      guard pages.isEmpty || table.directory.declaredCount <= room else { return noteAdditionalPages() }
      lastLink = table.directory.next ?? 0
      try take(table, pointer: pointer)
      guard let next = table.directory.next else { return note("the directory at byte \(offset) is incomplete") }
      (pointer, offset) = (table.directory.nextFieldOffset, next)
    }
  }

  /// A CR2 is marked as such after its header; all directories except the first contain other versions of its one
  /// image.
  private mutating func isMarkedAsCanonRaw() throws(MetadataError) -> Bool {
    guard !reader.layout.isBigTIFF, reader.byteCount >= 10 else { return false }
    return try reader.bytes(at: 8, count: 2) == Array("CR".utf8)
  }

  private mutating func take(_ table: TIFFTable, pointer: Int) throws(MetadataError) {
    let image = try reader.image(table)
    if let last = pages.indices.last, isCanonRaw || !image.isWhole {
      let kind = image.kind == .full ? .reduced : image.kind
      pages[last].inside.append(
        TIFFImage(
          range: image.range, kind: kind, size: image.size, tags: image.tags, samples: image.samples))
    } else {
      let note = try note(behind: table, saying: image.tags.value)
      pages.append(TIFFPage(table: table, pointerOffset: pointer, own: image, note: note))
    }
    try takeSubdirectories(of: table)
  }

  private mutating func takeSubdirectories(of parent: TIFFTable) throws(MetadataError) {
    guard let last = pages.indices.last, let entry = parent.directory.first(.subdirectories) else { return }
    var offsets: [Int?] = []
    for index in 0..<min(entry.count, Self.subdirectoryLimit) {
      offsets.append(try reader.integer(of: entry, in: parent, at: index))
    }
    for offset in offsets where reader.isWithinBudget {
      guard let offset, let table = try reader.table(at: offset), reader.take(table) else {
        return note("the directory at byte \(parent.directory.offset) refers to a missing subdirectory")
      }
      if !table.directory.isComplete { note("the subdirectory at byte \(offset) is incomplete") }
      pages[last].inside.append(try reader.image(table))
    }
  }

  private mutating func xmp(of table: TIFFTable) throws(MetadataError) -> [XMPOrientation] {
    guard let entry = table.directory.first(.xmp) else { return [] }
    guard let packet = try reader.packet(of: entry) else {
      note("the XMP packet of the directory at byte \(table.directory.offset) is missing")
      return []
    }
    if table == pages.first?.table { marked = XMPContents.marked(packet.bytes) }
    return Array(XMPOrientation.all(in: packet.bytes, offset: packet.offset).prefix(Self.statementLimit))
  }

  /// The note that Upright writes, if the file ends with a directory that it moved there, or with the moved directories
  /// of several pages.
  private mutating func note(
    behind table: TIFFTable, saying value: ExifOrientation?
  ) throws(MetadataError) -> MovedDirectory.Note? {
    let layout = reader.layout
    let size = MovedDirectory.Note.size(layout)
    let end = table.directory.endOffset
    guard let value, table.directory.isComplete, end == movedEnd - size,
      let note = MovedDirectory.Note(endOf: try reader.bytes(at: end, count: size), layout),
      table.directory.offset == MovedDirectory.offset(behind: note.formerCount),
      let former = try reader.table(at: note.formerOffset), former.directory.isComplete,
      former.directory.endOffset <= note.formerCount,
      table.directory.entries.allSatisfy({ table.range.contains($0.valueOffset) || $0.valueOffset < note.formerCount })
    else { return nil }
    let start = note.formerCount
    let tail = MovedDirectory.tail(
      of: former.directory, in: former.bytes, startingAt: former.directory.offset, behind: start, with: value)
    guard try reader.bytes(at: start, count: movedEnd - start) == tail else { return nil }
    movedEnd = start
    return note
  }
}
