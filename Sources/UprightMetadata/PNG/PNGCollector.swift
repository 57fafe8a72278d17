// Gathers what a PNG's chunks say, one after the other (ISO 15948, 5.6: metadata may stand before or behind the picture).

internal import UprightGeometry

/// What has been learnt from the chunks so far.
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
  /// Whether there may be an Exif block that could not be read.
  private(set) var mayHideExif = false
  /// Whether a chunk speaks of opacity.
  private(set) var hasTransparency = false
  /// The frames of an animation.
  private(set) var frames = PNGFrames()
  /// Columns and rows of the image.
  private let size: PixelSize<Stored>
  /// What the chunks in front of the picture say of its colours.
  private(set) var colors = PNGColors()
  /// The kinds of chunks that nobody knows, and of what signs the file.
  private(set) var others = NamedKinds()
  /// Bytes of chunks that may come along into a new picture.
  private(set) var carriedBytes = 0

  /// Bytes of text that are unpacked at most, of all chunks together; one that cannot be unpacked uses up the rest.
  private static let textLimit = 8 << 20
  /// Bytes that are read at most for nothing but their checksum.
  private static let checkLimit = 1 << 20
  /// Chunks of a kind that are read at most, whatever they hold; no real file has more than two.
  private static let exifLimit = 16

  /// Nothing yet, of an image of this size.
  init(size: PixelSize<Stored>) { self.size = size }

  mutating func note(_ finding: Finding) { findings.append(finding) }

  /// Notes that the chunks could not be read any further.
  mutating func noteDamage(_ error: MetadataError) {
    mayHideExif = true
    note(Finding(.metadataDamaged, "the chunks break off: \(error)"))
  }

  /// Notes that the file opens with another chunk than the header.
  mutating func noteMissingHeader(at offset: Int) {
    mayHideExif = true
    note(Finding(.metadataDamaged, "no header chunk stands at \(offset), so that the size is not known"))
  }

  /// The Exif blocks: the one that decides first.
  var blocks: [PNGExif] { chunks + texts }

  /// What is odd about all of it.
  var allFindings: [Finding] {
    var found = findings
    if chunks.count > 1 { found.append(Finding(.duplicateExif, "there is more than one Exif chunk; the first counts")) }
    guard let first = blocks.first else { return found }
    if first.isPrefixed {
      found.append(Finding(.exifPrefixed, "the Exif chunk opens with six bytes that belong to JPEG"))
    }
    if chunks.isEmpty {
      found.append(Finding(.exifInText, "the Exif block stands in a text chunk, which many readers pass over"))
    } else if firstIsAfterImage {
      found.append(Finding(.exifAfterImage, "the Exif chunk stands behind the picture, where some readers miss it"))
    }
    return found
  }

  /// Takes a chunk, and reads it where it may speak of orientation.
  ///
  /// - Throws: as `RangeReader.record`.
  mutating func take<S: ByteSource>(_ chunk: PNGChunk, _ reader: inout RangeReader<S>) throws(MetadataError) {
    let comesAlong = PNGCarrying.disposition(of: chunk.kind) != .goes
    if PNGStripping.isUnknown(chunk.kind) || chunk.kind == PNGStripping.credentials { others.add(chunk.kind) }
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

  /// Counts a chunk; false, and said once, where there were too many before it.
  private mutating func isWithinBudget(_ room: WritableKeyPath<Self, Int>, _ chunk: PNGChunk) -> Bool {
    self[keyPath: room] -= 1
    if self[keyPath: room] == -1 {
      mayHideExif = true
      note(Finding(.metadataDamaged, "from \(chunk.offset) on there are more chunks \(chunk.kind) than are read"))
    }
    return self[keyPath: room] >= 0
  }

  private mutating func takeExif(_ record: PNGRecord) {
    noteChecksum(record)
    guard let block = PNGExif(record) else {
      mayHideExif = true
      return note(Finding(.exifMalformed, "the Exif chunk at \(record.chunk.offset) has no TIFF header"))
    }
    if chunks.isEmpty { firstIsAfterImage = isAfterImage }
    chunks.append(block)
  }

  private mutating func takeText<S: ByteSource>(
    _ chunk: PNGChunk, _ reader: inout RangeReader<S>
  ) throws(MetadataError) {
    let opening = min(chunk.payload.count, PNGText.longestKeyword + 1)
    guard let keyword = PNGText.keyword(of: try reader.bytes(at: chunk.payload.lowerBound, count: opening)),
      keyword == PNGPacket.keyword || RawProfile.keywords.contains(keyword), isWithinBudget(\.textBudget, chunk)
    else { return try check(chunk, &reader) }
    let record = try reader.record(chunk)
    noteChecksum(record)
    guard let text = PNGText(chunk.kind, record.data, limit: textCountBudget) else {
      textCountBudget = 0
      mayHideExif = mayHideExif || keyword != PNGPacket.keyword
      return note(Finding(.metadataDamaged, "the text chunk at \(chunk.offset) cannot be unpacked"))
    }
    textCountBudget = max(0, textCountBudget - text.cost)
    if keyword == PNGPacket.keyword {
      packets.append(PNGPacket(record, text: text))
    } else if let block = PNGExif(record, text: text) {
      texts.append(block)
    }
  }

  /// Reads a chunk for its checksum alone, where that is not too much.
  private mutating func check<S: ByteSource>(_ chunk: PNGChunk, _ reader: inout RangeReader<S>) throws(MetadataError) {
    guard chunk.payload.count <= checkBudget else { return }
    checkBudget -= chunk.payload.count
    let record = try reader.record(chunk)
    noteChecksum(record)
    if record.isIntact, !isAfterImage { colors.take(chunk.kind, record.data) }
  }

  private mutating func noteChecksum(_ record: PNGRecord) {
    guard !record.isIntact else { return }
    note(Finding(.wrongChecksum, "the checksum of the chunk at \(record.chunk.offset) is wrong"))
  }
}
