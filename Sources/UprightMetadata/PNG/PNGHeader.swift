// The orientation and size of a PNG, from its chunks (ISO 15948, 5; PNG 3rd edition, 11.3.4.5).

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

  /// Whether the last chunk is missing.
  var isTruncated: Bool { end == nil }

  /// The packets that contain positions in the image.
  var marked: [[UInt8]] { packets.flatMap { XMPContents.marked($0.packet) } }

  /// Maximum number of chunks, since each row of an image may be split over several.
  static let chunkLimit = 1_000_000
  /// Maximum number of chunks besides image data; real files have fewer.
  static let otherChunkLimit = 10_000

  /// Reads the chunks of `source`.
  ///
  /// - Throws: up to the header chunk, as `RangeReader.chunk`, and `.imageMissing` if the size is invalid;
  ///   `.tooManyStructures` for more than 10,000 chunks besides image data.
  init(_ source: some ByteSource) throws(MetadataError) {
    var reader = RangeReader(source, structures: Self.chunkLimit)
    var offset = 8
    var chunk = try reader.chunk(at: offset)
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
    offset = behindHeader
    var end: Int?
    var others = 0
    do throws(MetadataError) {
      repeat {
        chunk = try reader.chunk(at: offset)
        try collector.take(chunk, &reader)
        others += chunk.kind == "IDAT" || chunk.kind == "fdAT" ? 0 : 1
        if others > Self.otherChunkLimit { throw MetadataError(.tooManyStructures, at: chunk.offset) }
        offset = chunk.end
      } while chunk.kind != "IEND"
      end = offset
      if offset < source.byteCount { collector.note(Finding(.trailer, "bytes follow the end of the image")) }
    } catch {
      guard error.code != .unreadable, error.code != .tooManyStructures else { throw error }
      collector.noteDamage(error)
    }
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
    return SampleCoding(
      color: samples.color, hasTransparency: true, depth: samples.depth, isPalette: samples.isPalette,
      hasOpacitySamples: samples.hasOpacitySamples, isLossless: true, highRange: samples.highRange)
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
