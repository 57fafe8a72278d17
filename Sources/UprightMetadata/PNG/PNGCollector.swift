// Collects the contents of a PNG's chunks in order (ISO 15948, 5.6: metadata may come before or after the image
// data).

internal import UprightGeometry

/// The facts collected from the chunks so far.
struct PNGCollector {
  private var chunks: [PNGExif] = []
  private var texts: [PNGExif] = []
  private var isAfterImage = false
  private var firstIsAfterImage = false
  private var findings: [Finding] = []
  private var textCountBudget = Self.textLimit
  private var exifBudget = Self.exifLimit
  private var textBudget = Self.exifLimit
  private var checkBudget = Self.checkLimit
  /// The XMP packets.
  private(set) var packets: [PNGPacket] = []
  /// The XMP packets as digits.
  private(set) var profilePackets: [PNGProfilePacket] = []
  /// Whether there may be an unreadable Exif block.
  private(set) var mayHideExif = false
  /// Whether a chunk defines transparency.
  private(set) var hasTransparency = false
  /// The frames of an animation.
  private(set) var frames = PNGFrames()
  /// Columns and rows of the image.
  private let size: PixelSize<Stored>
  /// The colors defined by the chunks before the image data.
  private(set) var colors = PNGColors()
  /// The unknown chunk types, and those that sign the file.
  private(set) var others = NamedKinds()
  /// The types of chunks with facts about the image.
  private(set) var describing = NamedKinds()
  /// The number of text chunks besides Exif and XMP.
  private(set) var otherTextCount = 0
  /// Size in bytes of the chunks that may be carried to a new image.
  private(set) var carriedBytes = 0

  /// Maximum total number of decompressed text bytes; a text that cannot be decompressed uses up the rest.
  private static let textLimit = 8 << 20
  /// Maximum number of bytes read only to verify checksums.
  private static let checkLimit = 1 << 20
  /// Maximum number of chunks of a type that are read, whatever they contain; real files have at most two.
  private static let exifLimit = 16

  private let color: PNGFrame.ColorType?
  /// The types of chunks that would be carried if their lengths were right.
  private(set) var malformed = NamedKinds()

  /// Starts empty, for an image of this size and color type.
  init(size: PixelSize<Stored>, _ color: PNGFrame.ColorType?) { (self.size, self.color) = (size, color) }

  private mutating func note(_ finding: Finding) { findings.append(finding) }

  /// Records that further chunks are unreadable.
  private mutating func noteDamage(_ error: MetadataError) {
    mayHideExif = true
    note(Finding(.metadataDamaged, "the chunks are truncated: \(error)"))
  }

  /// Records that the first chunk is not the header.
  mutating func noteMissingHeader(at offset: Int) {
    mayHideExif = true
    note(Finding(.metadataDamaged, "no header chunk at byte \(offset), so the size is unknown"))
  }

  /// The Exif blocks; the deciding one is first.
  var blocks: [PNGExif] { chunks + texts }

  /// All findings.
  var allFindings: [Finding] {
    var found = findings
    if chunks.count > 1 {
      found.append(Finding(.duplicateExif, "there is more than one Exif chunk; the first is used"))
    }
    guard let first = blocks.first else { return found }
    if first.isPrefixed {
      found.append(Finding(.exifPrefixed, "the Exif chunk starts with six bytes that belong only in JPEG"))
    }
    if chunks.isEmpty {
      found.append(Finding(.exifInText, "Exif is in a text chunk, which many readers ignore"))
    } else if firstIsAfterImage {
      found.append(Finding(.exifAfterImage, "the Exif chunk comes after the image data, where some readers miss it"))
    }
    return found
  }

  /// Adds the chunks from `start` to `IEND`. Returns where they end; nil if further ones are unreadable.
  ///
  /// - Throws: `.unreadable`; `.tooManyStructures` for too many chunks besides image data.
  mutating func takeAll<S: ByteSource>(
    from start: Int, _ reader: inout RangeReader<S>
  ) throws(MetadataError) -> Int? {
    var (offset, others, isLast) = (start, 0, false)
    do throws(MetadataError) {
      repeat {
        let chunk = try reader.chunk(at: offset)
        try take(chunk, &reader)
        others += chunk.kind == "IDAT" || chunk.kind == "fdAT" ? 0 : 1
        if others > PNGHeader.otherChunkLimit { throw MetadataError(.tooManyStructures, at: chunk.offset) }
        (offset, isLast) = (chunk.end, chunk.kind == "IEND")
      } while !isLast
    } catch {
      guard error.code != .unreadable, error.code != .tooManyStructures else { throw error }
      noteDamage(error)
      return nil
    }
    if offset < reader.byteCount { note(Finding(.trailer, "bytes follow the end of the image")) }
    return offset
  }

  /// Adds a chunk, and reads it if it may affect the orientation.
  ///
  /// - Throws: as `RangeReader.record`.
  private mutating func take<S: ByteSource>(_ chunk: PNGChunk, _ reader: inout RangeReader<S>) throws(MetadataError) {
    let comesAlong = PNGCarrying.disposition(of: chunk.kind) != .goes
    if PNGStripping.isUnknown(chunk.kind) || chunk.kind == PNGStripping.credentials { others.add(chunk.kind) }
    if PNGHeader.fields.contains(chunk.kind) || PNGHeader.gainMap.contains(chunk.kind) { describing.add(chunk.kind) }
    if comesAlong, !PNGChunkLengths.isValid(chunk.kind, count: chunk.payload.count, color) { malformed.add(chunk.kind) }
    if comesAlong { carriedBytes += chunk.payload.count }
    if chunk.kind == "iCCP", !isAfterImage { colors.take("iCCP", []) }
    switch chunk.kind {
    case "IDAT":
      isAfterImage = true
      frames.takePixels()
    case "fcTL":
      let data = try reader.exactly(at: chunk.payload.lowerBound, count: min(27, chunk.payload.count))
      frames.take(control: data, at: chunk.offset, on: size)
    case "fdAT": frames.takeFramePixels()
    case "tRNS": hasTransparency = true
    case "acTL":
      frames.take(announcement: try reader.exactly(at: chunk.payload.lowerBound, count: min(9, chunk.payload.count)))
    case "eXIf": if isWithinBudget(\.exifBudget, chunk) { takeExif(try reader.record(chunk)) }
    case "tEXt", "zTXt", "iTXt": try takeText(chunk, &reader)
    case _ where comesAlong: try check(chunk, &reader)
    default: break
    }
  }

  /// Counts a chunk. Returns false if there were too many, and reports that once.
  private mutating func isWithinBudget(_ room: WritableKeyPath<Self, Int>, _ chunk: PNGChunk) -> Bool {
    self[keyPath: room] -= 1
    if self[keyPath: room] == -1 {
      mayHideExif = true
      note(Finding(.metadataDamaged, "too many \(chunk.kind) chunks; those from byte \(chunk.offset) are not read"))
    }
    return self[keyPath: room] >= 0
  }

  private mutating func takeExif(_ record: PNGRecord) {
    noteChecksum(record)
    guard let block = PNGExif(record) else {
      mayHideExif = true
      return note(Finding(.exifMalformed, "the Exif chunk at byte \(record.chunk.offset) has no TIFF header"))
    }
    if chunks.isEmpty { firstIsAfterImage = isAfterImage }
    chunks.append(block)
  }

  private mutating func takeText<S: ByteSource>(
    _ chunk: PNGChunk, _ reader: inout RangeReader<S>
  ) throws(MetadataError) {
    let opening = min(chunk.payload.count, PNGText.longestKeyword + 1)
    guard let keyword = PNGText.keyword(of: try reader.bytes(at: chunk.payload.lowerBound, count: opening)),
      ([PNGPacket.keyword, RawProfile.packetKeyword] + RawProfile.keywords).contains(keyword),
      isWithinBudget(\.textBudget, chunk)
    else {
      otherTextCount += 1
      return try check(chunk, &reader)
    }
    if keyword == RawProfile.packetKeyword { otherTextCount += 1 }
    let record = try reader.record(chunk)
    noteChecksum(record)
    guard let text = PNGText(chunk.kind, record.data, limit: textCountBudget) else {
      textCountBudget = 0
      mayHideExif = mayHideExif || RawProfile.keywords.contains(keyword)
      return note(Finding(.metadataDamaged, "the text chunk at byte \(chunk.offset) cannot be decompressed"))
    }
    textCountBudget = max(0, textCountBudget - text.cost)
    if keyword == PNGPacket.keyword {
      packets.append(PNGPacket(record, text: text))
    } else if RawProfile.keywords.contains(keyword), let block = PNGExif(record, text: text) {
      texts.append(block)
    } else if let packet = PNGProfilePacket(record, text: text) {
      profilePackets.append(packet)
    }
  }

  /// Reads a chunk only to verify its checksum, if the limit allows.
  private mutating func check<S: ByteSource>(_ chunk: PNGChunk, _ reader: inout RangeReader<S>) throws(MetadataError) {
    guard chunk.payload.count <= checkBudget else { return }
    checkBudget -= chunk.payload.count
    let record = try reader.record(chunk)
    noteChecksum(record)
    if record.isIntact, !isAfterImage { colors.take(chunk.kind, record.data) }
  }

  private mutating func noteChecksum(_ record: PNGRecord) {
    guard !record.isIntact else { return }
    note(Finding(.wrongChecksum, "the checksum of the chunk at byte \(record.chunk.offset) is wrong"))
  }
}

extension PNGHeader {
  /// Reads the chunks of `source`.
  ///
  /// - Throws: up to the header chunk, as `RangeReader.chunk`, and `.imageMissing` if the size is invalid;
  ///   `.tooManyStructures` for more than 10,000 chunks besides image data.
  init(_ source: some ByteSource) throws(MetadataError) {
    var reader = RangeReader(source, structures: PNGChunk.limit)
    var chunk = try reader.chunk(at: 8)
    if chunk.kind == "CgBI" { chunk = try reader.chunk(at: chunk.end) }
    let isAltered = chunk.offset != 8
    var frame: PNGFrame?
    if chunk.kind == "IHDR" {
      storedSize = try Self.size(chunk, &reader)
      frame = isAltered ? nil : PNGFrame(header: try reader.bytes(chunk.payload))
      impossibleCoding = isAltered || frame != nil ? nil : chunk.payload.lowerBound + 8
    } else {
      storedSize = PixelSize(width: 0, height: 0)
      impossibleCoding = nil
    }
    var collector = PNGCollector(size: storedSize, frame?.colorType)
    if chunk.kind != "IHDR" { collector.noteMissingHeader(at: chunk.offset) }
    let behindHeader = chunk.end
    let end = try collector.takeAll(from: behindHeader, &reader)
    frame?.hasTransparencyChunk = collector.hasTransparency
    animation = frame.flatMap { collector.frames.animation(isOpaque: !$0.hasTransparency) }
    frame?.isAnimated = animation != nil
    self.frame = frame
    self.end = end
    attachments = Self.attachments(after: end, collector.packets, source)
    concatenatedTrailer = end == nil ? nil : ConcatenatedTrailer(source)
    otherKinds = collector.others
    malformedKinds = collector.malformed
    describingKinds = collector.describing
    otherTextCount = collector.otherTextCount
    carriedBytes = collector.carriedBytes
    colors = collector.colors
    findings = collector.allFindings
    blocks = collector.blocks
    (packets, profilePackets) = (collector.packets, collector.profilePackets)
    insertionOffset = collector.mayHideExif ? nil : behindHeader
    headerEnd = storedSize.isEmpty ? nil : behindHeader
  }

  private static func attachments(
    after end: Int?, _ packets: [PNGPacket], _ source: some ByteSource
  ) -> [JPEGAttachment] {
    guard let end, end < source.byteCount else { return [] }
    return JPEGAttachment.all(after: end, listed: XMPContents.listedItems(in: packets.map(\.packet)), source)
  }

  /// The size in the header chunk (ISO 15948, 11.2.2).
  private static func size<S: ByteSource>(
    _ chunk: PNGChunk, _ reader: inout RangeReader<S>
  ) throws(MetadataError) -> PixelSize<Stored> {
    guard chunk.payload.count == 13 else { throw MetadataError(.boxInvalid, at: chunk.offset) }
    let width = try reader.number(at: chunk.payload.lowerBound, size: 4)
    let height = try reader.number(at: chunk.payload.lowerBound + 4, size: 4)
    guard (1..<1 << 31).contains(width), (1..<1 << 31).contains(height) else {
      throw MetadataError(.imageMissing, at: chunk.payload.lowerBound)
    }
    return PixelSize(width: width, height: height)
  }
}
