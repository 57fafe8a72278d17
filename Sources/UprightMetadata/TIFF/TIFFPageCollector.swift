// Walks the chain of directories of a TIFF file and gathers its pages (TIFF 6.0, section 2; Technical Note 1, SubIFDs).

internal import UprightGeometry

/// The pages so far, and what is odd about them.
struct TIFFPageCollector<Source: ByteSource> {
  private(set) var pages: [TIFFPage] = []
  private(set) var findings: [Finding] = []
  /// The first page's packet, where it names places in the picture.
  private(set) var marked: [[UInt8]] = []
  private var reader: TIFFReader<Source>
  /// Whether a value lies in a directory, so that no change of the one can be sure not to change the other.
  private(set) var hasOverlaps = false
  /// Whether the chain of pages leads back into itself, or to where no page is.
  private(set) var isChainBroken = false
  private var isCanonRaw = false

  /// How many subdirectories of one page are looked at.
  private static var subdirectoryLimit: Int { 64 }
  /// No packet repeats its orientation more often.
  private static var statementLimit: Int { 64 }

  /// Reads what is behind `reader`'s header; faults behind the first page are findings.
  ///
  /// - Throws: `.truncated` where there is no first directory, `.unreadable`, `.tooMuchMetadata`.
  init(_ reader: TIFFReader<Source>) throws(MetadataError) {
    self.reader = reader
    do throws(MetadataError) {
      try collect()
      for index in pages.indices { pages[index].xmp = try xmp(of: pages[index].table) }
      hasOverlaps = self.reader.hasOverlaps
      if hasOverlaps { note("a value lies in a directory") }
    } catch {
      hasOverlaps = self.reader.hasOverlaps
      guard !pages.isEmpty, error.code != .unreadable else { throw error }
      note("the directories break off: \(error)")
    }
  }

  private mutating func note(_ message: String) { findings.append(Finding(.metadataDamaged, message)) }

  private mutating func noteAdditionalPages() {
    findings.append(Finding(.additionalPages, "there are more pages than are looked at"))
  }

  private mutating func collect() throws(MetadataError) {
    isCanonRaw = try isMarkedAsCanonRaw()
    var (pointer, offset) = (reader.layout.firstPointerOffset, reader.firstDirectoryOffset)
    while offset != 0 || pages.isEmpty {
      guard reader.isWithinBudget else { return noteAdditionalPages() }
      guard let table = try reader.table(at: offset) else {
        guard !pages.isEmpty else { throw MetadataError(.truncated, at: min(offset, reader.byteCount)) }
        isChainBroken = true
        return note("a page is said to be at \(offset), where none is")
      }
      let room = reader.entriesLeft
      guard reader.take(table) else {
        guard !pages.isEmpty else { throw MetadataError(.boxInvalid, at: pointer) }
        isChainBroken = true
        return note("the chain of pages comes back at \(offset) to what it went through before")
      }
      guard pages.isEmpty || table.directory.declaredCount <= room else { return noteAdditionalPages() }
      try take(table, pointer: pointer)
      guard let next = table.directory.next else { return note("the directory at \(offset) is incomplete") }
      (pointer, offset) = (table.directory.nextFieldOffset, next)
    }
  }

  /// A CR2 says so behind its header; all directories but the first hold other versions of its one picture.
  private mutating func isMarkedAsCanonRaw() throws(MetadataError) -> Bool {
    guard !reader.layout.isBigTIFF, reader.byteCount >= 10 else { return false }
    return try reader.bytes(at: 8, count: 2) == Array("CR".utf8)
  }

  private mutating func take(_ table: TIFFTable, pointer: Int) throws(MetadataError) {
    let picture = try reader.picture(table)
    if let last = pages.indices.last, isCanonRaw || !picture.isWhole {
      let kind = picture.kind == .full ? .reduced : picture.kind
      pages[last].inside.append(
        TIFFImage(
          range: picture.range, kind: kind, size: picture.size, tags: picture.tags, samples: picture.samples))
    } else {
      let note = try note(behind: table, saying: picture.tags.value)
      pages.append(TIFFPage(table: table, pointerOffset: pointer, own: picture, note: note))
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
        return note("the directory at \(parent.directory.offset) names a subdirectory that is not there")
      }
      if !table.directory.isComplete { note("the subdirectory at \(offset) is incomplete") }
      pages[last].inside.append(try reader.picture(table))
    }
  }

  private mutating func xmp(of table: TIFFTable) throws(MetadataError) -> [XMPOrientation] {
    guard let entry = table.directory.first(.xmp) else { return [] }
    guard let packet = try reader.packet(of: entry) else {
      note("the XMP packet of the directory at \(table.directory.offset) is not there")
      return []
    }
    if table == pages.first?.table, XMPContents.marks(packet.bytes) { marked = [packet.bytes] }
    return Array(XMPOrientation.all(in: packet.bytes, offset: packet.offset).prefix(Self.statementLimit))
  }

  /// Our own note, where the file ends with a directory that we moved there.
  private mutating func note(
    behind table: TIFFTable, saying value: ExifOrientation?
  ) throws(MetadataError) -> MovedDirectory.Note? {
    let layout = reader.layout
    let size = MovedDirectory.Note.size(layout)
    let end = table.directory.endOffset
    guard let value, table.directory.isComplete, end == reader.byteCount - size,
      let note = MovedDirectory.Note(endOf: try reader.bytes(at: end, count: size), layout),
      table.directory.offset == MovedDirectory.offset(behind: note.formerCount),
      let former = try reader.table(at: note.formerOffset), former.directory.isComplete,
      former.directory.endOffset <= note.formerCount,
      table.directory.entries.allSatisfy({ table.range.contains($0.valueOffset) || $0.valueOffset < note.formerCount })
    else { return nil }
    let start = note.formerCount
    let tail = MovedDirectory.tail(
      of: former.directory, in: former.bytes, startingAt: former.directory.offset, behind: start, with: value)
    return try reader.bytes(at: start, count: reader.byteCount - start) == tail ? note : nil
  }
}
