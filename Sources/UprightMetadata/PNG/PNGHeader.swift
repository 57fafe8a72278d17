// The orientation and size of a PNG, from its chunks (ISO 15948, 5; PNG 3rd edition, 11.3.4.5). Rewrites the
// orientation of a PNG, or inserts an Exif chunk if there is none (PNG 3rd edition, 11.3.4.5).

internal import UprightGeometry

/// Size, Exif and XMP of a PNG; coded pixels are skipped.
struct PNGHeader: ContainerHeader {
  /// Columns and rows as stored; 0 if the first chunk is not the header.
  let storedSize: PixelSize<Stored>
  /// How the image is coded; nil if the header chunk is invalid.
  let frame: PNGFrame?
  /// Offset of the first value in the header chunk that the standard does not allow: color type, depth or method; nil
  /// if all are valid.
  let impossibleCoding: Int?
  /// The animation, if there are several frames, or one besides the still image.
  let animation: ImageAnimation?
  /// One past the last chunk; nil if it is not found.
  let end: Int?
  /// The video that fills the bytes after the image, or the items that XMP lists there.
  let attachments: [JPEGAttachment]
  /// The list of data of other programs at the file's end.
  let concatenatedTrailer: ConcatenatedTrailer?
  /// The unknown chunk types, and those that sign the file.
  let otherKinds: NamedKinds
  /// The types of chunks that would be carried if their lengths were right.
  let malformedKinds: NamedKinds
  /// The types of chunks with facts about the image.
  let describingKinds: NamedKinds
  /// The number of text chunks besides Exif and XMP.
  let otherTextCount: Int
  /// Size in bytes of the chunks that may be carried to a new image.
  let carriedBytes: Int
  /// The colors defined by the chunks.
  let colors: PNGColors
  /// Unusual facts about the chunks.
  let findings: [Finding]
  /// The Exif blocks: `eXIf` chunks in the file's order, then those in text; the first decides.
  let blocks: [PNGExif]
  /// The XMP packets in the file's order.
  let packets: [PNGPacket]
  /// The XMP packets as digits in text, in the file's order.
  let profilePackets: [PNGProfilePacket]
  /// Where a chunk may be inserted: right after the header chunk; nil if there may be an unreadable Exif block.
  let insertionOffset: Int?
  /// One past the header chunk; nil if the first chunk is another one.
  let headerEnd: Int?

  /// The violation if no decoder can follow the header, although it gives the size (PNG 3rd edition, table 12 and
  /// 11.2.1).
  var brokenHeader: MetadataError? { impossibleCoding.map { MetadataError(.boxInvalid, at: $0) } }

  /// Whether the last chunk is missing.
  var isTruncated: Bool { end == nil }

  /// The packets that contain positions in the image.
  var marked: [[UInt8]] { packets.flatMap { XMPContents.marked($0.packet) } }

  /// Maximum number of chunks besides image data; real files have fewer.
  static let otherChunkLimit = 10_000

  /// The deciding Exif block.
  var exif: LocatedExifBlock? { blocks.first?.locatedBlock }

  /// Memory in bytes for a new image's chunks, before and after editing and compression.
  var carriedByteCount: Int {
    let read = blocks.reduce(0) { $0 + $1.record.data.count } + packets.reduce(0) { $0 + $1.packet.count }
    return 9 * (carriedBytes + read) / 2
  }

  /// Memory in bytes for Exif blocks and packets, doubled because those of the result are read too.
  var probingByteCount: Int {
    blocks.reduce(0) { $0 + 4 * $1.record.data.count } + packets.reduce(0) { $0 + $1.byteCount }
      + profilePackets.reduce(0) { $0 + $1.byteCount }
  }

  /// The samples according to the header, transparency and color chunks.
  var samples: SampleCoding? {
    var samples = frame?.samples
    samples?.highRange = colors.highRange
    return samples
  }

  /// A frame is coded like the image; a frame that does not fill the canvas is transparent elsewhere.
  func samples(ofFrame number: Int) -> SampleCoding? {
    guard let animation, number > 0, let samples else { return samples }
    guard !animation.isOpaque(number, on: storedSize) else { return samples }
    var coding = SampleCoding(
      color: samples.color, hasTransparency: true, depth: samples.depth, isPalette: samples.isPalette,
      isLossless: true, highRange: samples.highRange)
    coding.hasOpacitySamples = samples.hasOpacitySamples
    return coding
  }

  /// Whether there is a profile, or one can be built from the chunks.
  var mayHaveProfile: Bool { colors.mayHaveProfile }

  /// The first `eXIf` chunk decides at any position, otherwise the first Exif block in text; XMP does if the rules
  /// allow it.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    if let exif { resolved.take(exif) }
    for block in blocks.dropFirst() { resolved.compare(block.locatedBlock) }
    resolved.take(packets.flatMap(\.statements), rules)
    return resolved
  }
}

extension PNGHeader {
  /// If the tag is one SHORT, one byte of it changes, and the four bytes of the chunk's checksum. Other Exif blocks
  /// and XMP follow if the orientation changes or `change` normalizes them. A block that some readers miss is then
  /// moved to where all find it.
  ///
  /// If there is no Exif block, a small chunk is inserted after the header chunk, so that readers find it before the
  /// pixels. Setting such a file back to upright removes the chunk again. Text chunks are rewritten.
  ///
  /// - Throws: `.fieldNotWritable` if an Exif block is damaged, or there may be one that could not be read.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits: [BytePatch.Edit] = []
    for (index, block) in blocks.enumerated() where index == 0 || change.reachesOthers {
      guard index == 0 || block.locatedBlock.statesOrientation else { continue }
      let place = index == 0 ? betterPlace(for: block, change) : nil
      edits += try block.edits(change, mayGo: blocks.count == 1, mayGrow: index == 0, movingTo: place)
    }
    if change.reachesXMP(beside: resolved) {
      for packet in packets { edits += try packet.edits(to: change.value) }
      for packet in profilePackets { edits += try packet.edits(to: change.value) }
    }
    if blocks.isEmpty, change.value != .topLeft { edits.append(try insertion(change.value)) }
    let changes = edits.filter { $0.old != $0.new }
    guard let end else { return BytePatch(changes) }
    let all = changes + attachments.flatMap { $0.videoEdits(change) }
    return BytePatch(concatenatedTrailer?.following(all, upTo: end) ?? all)
  }

  /// The new position of a deciding block that some readers miss; nil if it stays.
  private func betterPlace(for block: PNGExif, _ change: OrientationChange) -> Int? {
    let isHidden = findings.contains { $0.code == .exifInText || $0.code == .exifAfterImage }
    return change.normalizes && isHidden && block.locatedBlock.statement != nil ? insertionOffset : nil
  }

  private func insertion(_ value: ExifOrientation) throws(MetadataError) -> BytePatch.Edit {
    guard let insertionOffset else { throw MetadataError(.fieldNotWritable, at: 8) }
    let chunk = PNGChunk.bytes("eXIf", InsertedExifBlock.block(value))
    return BytePatch.Edit(offset: insertionOffset, old: [], new: chunk)
  }
}
