// Removes views of the whole image from an Exif block that are outside the thumbnail directory (EXIF 2.32, 4.6.5:
// MakerNote; ITU T.81, B.1.1.3: SOI). Clears unreferenced bytes of a block, and removes previews of the whole image
// (EXIF 2.32, 4.5.2; TIFF 6.0, Technical Note 1).

extension ExifRewriter {
  /// Removes JPEGs in values and in unreferenced bytes, a maker note that contains one, and thumbnails in copies of
  /// Photoshop resources and XMP.
  mutating func removeHiddenViews() {
    if Self.makerNoteHoldsView(block) { removeAll(.makerNote, from: \.exifDirectory) }
    editResources()
    editPacket()
    removeValues()
    clearUnreferenced(besides: JPEGStarts(in: block.bytes))
  }

  /// Whether the maker note may contain a JPEG, or refer to bytes that cannot be told from one. Some cameras change the
  /// first byte of theirs.
  static func makerNoteHoldsView(_ block: TIFFBlock) -> Bool {
    let notes = block.exifDirectory?.all(.makerNote) ?? []
    guard !notes.isEmpty else { return false }
    let starts = JPEGStarts(in: block.bytes, anyFirstByte: true)
    return notes.compactMap { block.place(of: $0) }.contains { starts.areIn($0) } || hasOpenViews(block)
  }

  /// Whether a JPEG whose end is unknown starts in unreferenced bytes.
  private static func hasOpenViews(_ block: TIFFBlock) -> Bool {
    let starts = JPEGStarts(in: block.bytes)
    guard !starts.isEmpty, let gaps = ExifCoverage(block)?.gaps else { return false }
    return starts.ranges(in: gaps, of: block) == nil
  }

  /// Whether a block has views of the image besides IFD1's thumbnail and those in the maker note.
  static func hasHiddenViews(_ block: TIFFBlock) -> Bool {
    let starts = JPEGStarts(in: block.bytes)
    let packets = [TIFFTag.xmp, .photoshop].contains { block.ifd0?.first($0) != nil }
    guard packets || !starts.isEmpty else { return false }
    var rewriter = ExifRewriter(stripping: block, of: .none)
    if makerNoteHoldsView(block) { rewriter.removeAll(.makerNote, from: \.exifDirectory) }
    let before = rewriter.block.bytes
    rewriter.removeHiddenViews()
    return rewriter.block.bytes != before
  }

  /// Zeroes unreferenced bytes, which may contain anything, and cuts them off at the block's end. A moved directory
  /// can still be moved back.
  mutating func clearUnreferenced() {
    guard !InsertedExifBlock.isWhole(block.bytes) else { return }
    clearUnreferenced(besides: nil)
  }

  /// Clears the unreferenced ranges in which a JPEG starts; without `starts`, all of them. If there is a maker note,
  /// only the JPEGs are cleared and nothing is cut off, because it may refer to what is around them. Where all of them
  /// are cleared, what it is known to refer to right behind itself stays.
  private mutating func clearUnreferenced(besides starts: JPEGStarts?) {
    if starts?.isEmpty == true { return }
    guard let gaps = ExifCoverage(block, withNotes: starts == nil)?.gaps else { return blankAll() }
    if block.exifDirectory?.first(.makerNote) != nil, let views = starts?.ranges(in: gaps, of: block) {
      return clear(views, in: gaps)
    }
    var bytes = block.bytes
    for gap in gaps.reversed() where bytes[gap].contains(where: { $0 != 0 }) {
      guard starts.map({ $0.areIn(gap) }) ?? true else { continue }
      if gap.upperBound == bytes.count {
        bytes.removeSubrange(gap)
      } else {
        bytes.replaceSubrange(gap, with: repeatElement(0, count: gap.count))
      }
    }
    if bytes != block.bytes { block.bytes = bytes }
  }

  /// Zeroes what the gaps, which are in order, have of these ranges, which are too.
  private mutating func clear(_ views: [Range<Int>], in gaps: [Range<Int>]) {
    var (bytes, next) = (block.bytes, 0)
    for view in views {
      while next < gaps.count, gaps[next].upperBound <= view.lowerBound { next += 1 }
      for gap in gaps[next...].prefix(while: { $0.lowerBound < view.upperBound }) {
        let piece = gap.clamped(to: view)
        bytes.replaceSubrange(piece, with: repeatElement(0, count: piece.count))
      }
    }
    if bytes != block.bytes { block.bytes = bytes }
  }

  /// Removes entries whose values contain a JPEG; a block with more of them than real files have is blanked.
  private mutating func removeValues() {
    let starts = JPEGStarts(in: block.bytes)
    guard !starts.isEmpty else { return }
    for path in [\TIFFBlock.ifd0, \.exifDirectory, \.ifd1] {
      let entries = block[keyPath: path]?.entries ?? []
      let tags = Set(
        entries.filter { entry in
          entry.tag != TIFFTag.makerNote.rawValue && block.place(of: entry).map { starts.areIn($0) } == true
        }.map(\.tag))
      guard tags.count <= 32 else { return blankAll() }
      for tag in tags.sorted() { removeAll(numbered: tag, from: path) }
    }
  }

  /// Whether a block has Photoshop's resources that cannot be read to their end.
  static func hasDamagedResources(_ block: TIFFBlock) -> Bool {
    guard let entry = block.ifd0?.first(.photoshop), entry.elementSize == 1, let place = block.place(of: entry)
    else { return false }
    return ResourceRemoval(stripping: .thumbnails).removesDamaged(Array(block.bytes[place]))
  }

  /// Removes thumbnails from Photoshop resources; resources that cannot be read to their end are removed.
  private mutating func editResources() {
    guard let entry = block.ifd0?.first(.photoshop), entry.elementSize == 1,
      let place = block.place(of: entry)
    else { return }
    let old = Array(block.bytes[place])
    guard let kept = ResourceRemoval(stripping: .thumbnails).kept(old) else {
      return removeAll(.photoshop, from: \.ifd0)
    }
    guard kept != old else { return }
    guard kept.count > 4 else { return removeAll(.photoshop, from: \.ifd0) }
    var bytes = block.bytes
    bytes.replaceSubrange(place, with: kept + [UInt8](repeating: 0, count: old.count - kept.count))
    bytes.replaceSubrange(entry.offset + 4..<entry.offset + 8, with: block.encode(kept.count, size: 4))
    block.bytes = bytes
  }

  /// For a crop, removes a copy of XMP that marks positions in the image or contains images. Otherwise removes only
  /// its thumbnails.
  private mutating func editPacket() {
    guard let entry = block.ifd0?.first(.xmp), let place = block.place(of: entry) else { return }
    let old = Array(block.bytes[place])
    let text = XMPEncoding.utf8(old)
    guard XMPThumbnails.areNamed(in: text) || edit.showsLess && XMPContents.marks(text) else { return }
    guard !edit.showsLess, entry.elementSize == 1, let kept = XMPRewriter.stripped(old, of: .thumbnails),
      kept.count <= old.count
    else { return removeAll(.xmp, from: \.ifd0) }
    block.bytes.replaceSubrange(place, with: XMPRewriter.padded(kept, to: old.count))
  }
}

/// The referenced parts of a block: its header, directories, their values and images.
private struct ExifCoverage {
  /// The unreferenced ranges, in order.
  let gaps: [Range<Int>]

  private static let directoryLimit = 64

  /// nil if a block has more directories than real files have. `withNotes` adds what maker notes refer to behind
  /// themselves.
  init?(_ block: TIFFBlock, withNotes: Bool = false) {
    let size = block.bytes.count
    var covered = [0..<8] + Self.moved(block)
    var waiting = [block.ifd0, block.exifDirectory, block.ifd1].compactMap(\.self)
    var (seen, ends): (Set<Int>, JPEGEnds) = ([], JPEGEnds())
    while let directory = waiting.popLast() {
      guard seen.insert(directory.offset).inserted else { continue }
      guard seen.count <= Self.directoryLimit else { return nil }
      covered.append(directory.offset..<max(directory.offset, min(directory.endOffset, size)))
      covered += directory.entries.compactMap { block.place(of: $0) }
      covered += ExifTree.images(of: directory, in: block, &ends).filter { !$0.isFound }.compactMap {
        $0.range(in: size)
      }
      for tag in [TIFFTag.subdirectories, .exifDirectory, .positionDirectory, .interoperability] {
        for entry in directory.all(tag).prefix(Self.directoryLimit) {
          waiting += (0..<min(entry.count, Self.directoryLimit)).compactMap { index in
            block.integer(of: entry, at: index).flatMap { block.directory(at: $0) }
          }
        }
      }
    }
    let notes = withNotes ? block.exifDirectory?.all(.makerNote).prefix(Self.directoryLimit) ?? [] : []
    covered += notes.flatMap { MakerNoteReach.ranges(of: $0, in: block) }
    gaps = covered.gaps(in: 0..<size)
  }

  /// The former position of a moved IFD0, and the bytes that Upright appended.
  private static func moved(_ block: TIFFBlock) -> [Range<Int>] {
    guard InsertedExifBlock.relocationRemoval(in: block) != nil,
      let note = MovedDirectory.Note(endOf: block.bytes, block.layout),
      let former = block.directory(at: note.formerOffset)
    else { return [] }
    return [former.offset..<former.endOffset, note.formerCount..<block.bytes.count]
  }
}

extension ExifRewriter {
  /// Zeroes the given ranges, as far as they are in the block and belong to nothing that is kept. `shortens` cuts off
  /// those at the block's end. If kept and removed data overlap so that neither is reliable, the whole block is
  /// blanked.
  mutating func clear(_ places: [ExifReference], besides keeping: ExifKeeping, shortens: Bool = false) {
    guard places.count * keeping.count <= Self.comparisonLimit else { return blankAll() }
    var (bytes, end, cleared) = (block.bytes, block.bytes.count, [Range<Int>]())
    for place in Set(places) {
      guard let pieces = keeping.pieces(of: place, in: bytes.count) else { return blankAll() }
      for piece in pieces where shortens && piece.upperBound == bytes.count { end = min(end, piece.lowerBound) }
      cleared += pieces
    }
    for range in cleared.merged {
      bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
    block.bytes = end < bytes.count ? Array(bytes[..<end]) : bytes
  }

  /// Maximum product of removed and kept ranges. Real files stay far below; more would only serve denial of service.
  private static let comparisonLimit = 1 << 22

  /// Clears directories and everything that they refer to.
  mutating func clear(_ tree: ExifTree, besides keeping: ExifKeeping) {
    tree.isTooLarge ? blankAll() : clear(tree.places, besides: keeping)
  }

  /// Zeroes a block in which kept and removed data cannot be told apart.
  mutating func blankAll() {
    block.bytes = block.bytes.prefix(8) + [UInt8](repeating: 0, count: max(0, block.bytes.count - 8))
  }

  /// Entries of IFD0 that contain or refer to a preview, which is useless in an image's Exif.
  private static let previews: [TIFFTag] = [.jpegFromRaw, .subdirectories, .thumbnailOffset, .thumbnailLength]

  /// Whether a block has previews besides IFD1's thumbnail.
  static func hasPreviews(_ block: TIFFBlock) -> Bool {
    previews.contains { block.ifd0?.first($0) != nil } || third(block) != nil
  }

  /// Offset of the directory after IFD1; nil if there is none. Some writers omit the link field, and readers
  /// interpret the bytes there as a link.
  private static func third(_ block: TIFFBlock) -> Int? {
    guard let ifd1 = block.ifd1, let next = ifd1.next, next != 0, ifd1.endOffset <= block.bytes.count,
      let directory = block.directory(at: next), !directory.entries.isEmpty
    else { return nil }
    let tags: [TIFFTag] = [.thumbnailOffset, .stripOffsets, .positionDirectory, .subdirectories, .exifDirectory]
    let isMeant =
      tags.contains { directory.first($0) != nil }
      || directory.isComplete && directory.entries.allSatisfy { (1...13).contains($0.type) }
    let link = ifd1.nextFieldOffset..<ifd1.endOffset
    return isMeant && !ExifKeeping(block, second: true).holds(link) ? next : nil
  }

  /// Removes all previews except IFD1's thumbnail: in IFD0, its subdirectories, and the directories after IFD1.
  mutating func dropPreviews() {
    guard Self.hasPreviews(block) else { return }
    let keeping = ExifKeeping(block, without: Set(Self.previews), second: true)
    var tree = ExifTree(besides: keeping)
    for entry in block.ifd0?.all(.subdirectories) ?? [] { tree.take(entry, of: block) }
    if let third = Self.third(block), let ifd1 = block.ifd1 {
      tree.take(at: third, of: block, follows: true)
      block.put(0, size: 4, at: ifd1.nextFieldOffset)
    }
    var ends = JPEGEnds()
    let own = block.ifd0.map { ExifTree.jpegs(of: $0, in: block, &ends) } ?? []
    clear(tree, besides: keeping)
    clear(own, besides: keeping)
    for tag in Self.previews { removeAll(tag, from: \.ifd0) }
  }
}
