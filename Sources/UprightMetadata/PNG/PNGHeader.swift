// Everything that a PNG's chunks say about how its picture lies, and how large it is (ISO 15948, 5; PNG 3rd edition, 11.3.4.5).

internal import UprightGeometry

/// Size, Exif and XMP of a PNG; coded pixels are passed over.
struct PNGHeader: ContainerHeader {
  /// Columns and rows as stored; none where the file opens with another chunk than the header.
  let storedSize: PixelSize<Stored>
  /// How the picture is coded; nil where the header chunk is none that the standard knows.
  let frame: PNGFrame?
  /// At which byte the header chunk says what the standard does not have: a color type, a depth for it, a method; nil where all is as it should be.
  let impossibleCoding: Int?
  /// The frames, where there are several, or one beside the still image.
  let animation: Animation?
  /// One past the last chunk; nil where that is not found.
  let end: Int?
  /// The kinds of chunks that nobody knows, and of what signs the file.
  let otherKinds: NamedKinds
  /// Bytes of the chunks that may come along into a new picture.
  let carriedBytes: Int
  /// What the chunks say of the picture's colours.
  let colors: PNGColors
  /// What is odd about the chunks.
  let findings: [Finding]
  /// The Exif blocks: chunks of their own in the file's order, then those in text; the first decides.
  let blocks: [PNGExif]
  /// The XMP packets in the file's order.
  let packets: [PNGPacket]
  /// Where a chunk may be inserted: right behind the header chunk; nil where there may be an Exif block that could not be read.
  let insertionOffset: Int?
  /// One past the header chunk; nil where the file opens with another.
  let headerEnd: Int?

  /// The packets that name places in the picture.
  var marked: [[UInt8]] { packets.map(\.packet).filter(XMPContents.marks) }

  /// No real file has more chunks, although each row of a picture may come in several.
  static let chunkLimit = 1_000_000
  /// No real file has more chunks besides those of coded pixels.
  static let otherChunkLimit = 10_000

  /// Reads the chunks of `source`.
  ///
  /// - Throws: as `RangeReader.chunk`, and `.imageMissing` where the size is none, all of them only up to the header chunk;
  ///   `.tooManyStructures` for more than ten thousand chunks besides those of coded pixels.
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
    var collector = PNGCollector(size: storedSize)
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
      if offset < source.byteCount { collector.note(Finding(.trailer, "bytes follow the end of the picture")) }
    } catch {
      guard error.code != .unreadable, error.code != .tooManyStructures else { throw error }
      collector.noteDamage(error)
    }
    frame?.hasTransparencyChunk = collector.hasTransparency
    animation = frame.flatMap { collector.frames.animation(isOpaque: !$0.hasTransparency) }
    frame?.isAnimated = animation != nil
    self.frame = frame
    self.end = end
    otherKinds = collector.others
    carriedBytes = collector.carriedBytes
    colors = collector.colors
    findings = collector.allFindings
    blocks = collector.blocks
    packets = collector.packets
    insertionOffset = collector.mayHideExif ? nil : behindHeader
    headerEnd = storedSize.isEmpty ? nil : behindHeader
  }

  /// The Exif block that decides.
  var exif: LocatedExifBlock? { blocks.first?.locatedBlock }

  /// Memory that chunks of a new picture may take, before and after they are edited and packed.
  var carriedByteCount: Int {
    let read = blocks.reduce(0) { $0 + $1.record.data.count } + packets.reduce(0) { $0 + $1.packet.count }
    return 9 * (carriedBytes + read) / 2
  }

  /// Memory that Exif blocks and packets take while they are there, twice: they are read of the result too.
  var probingByteCount: Int {
    blocks.reduce(0) { $0 + 4 * $1.record.data.count } + packets.reduce(0) { $0 + $1.byteCount }
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

  /// What the header chunk and those about opacity and light say.
  var samples: SampleCoding? {
    var samples = frame?.samples
    samples?.highRange = colors.highRange
    return samples
  }

  /// A frame is coded as the image is; where it does not fill the canvas, the rest is transparent.
  func samples(ofFrame number: Int) -> SampleCoding? {
    guard let animation, number > 0, let samples else { return samples }
    guard !animation.isOpaque(number, on: storedSize) else { return samples }
    return SampleCoding(
      color: samples.color, hasTransparency: true, depth: samples.depth, isPalette: samples.isPalette,
      hasOpacitySamples: samples.hasOpacitySamples, isLossless: true, highRange: samples.highRange)
  }

  /// Whether chunks hold a profile, or say what one would.
  var mayHaveProfile: Bool { colors.mayHaveProfile }

  /// The first chunk `eXIf` decides wherever it stands, else the first Exif block in text; XMP where the rules let it.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    if let exif { resolved.take(exif) }
    for block in blocks.dropFirst() { resolved.compare(block.locatedBlock) }
    resolved.take(packets.flatMap(\.statements), rules)
    return resolved
  }
}
