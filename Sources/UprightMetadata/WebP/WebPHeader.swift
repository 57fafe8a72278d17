// Everything that a WebP's chunks say about how its picture lies, and how large it is (RFC 9649, 2.3 to 2.7).

internal import UprightGeometry

/// Size, Exif and XMP of a WebP; coded pixels are passed over.
struct WebPHeader: ContainerHeader {
  /// Columns and rows as stored: those of the canvas, where there is one.
  let storedSize: PixelSize<Stored>
  /// What is odd about the chunks.
  let findings: [Finding]
  /// The chunks with Exif in the file's order; the first decides.
  let blocks: [WebPExif]
  /// The orientations that XMP packets state, in the file's order.
  let xmp: [XMPOrientation]
  /// The packet that names places in the picture.
  let marked: [[UInt8]]
  /// Where further metadata go, and what announces them.
  let frame: WebPFrame
  /// Whether there may be an Exif block that could not be read.
  let mayHideExif: Bool
  /// What codes the picture.
  let picture: WebPImageData
  let isTruncated: Bool
  /// Where XMP and ICC lie.
  let places: WebPMetadataRanges
  /// The kinds of chunks that nobody knows.
  let otherKinds: NamedKinds

  /// Reads the chunks of `source`. The length in the file's own header is a hint: chunks that are known count wherever they stand.
  ///
  /// - Throws: `.imageMissing` where no chunk has a size, or the error that came before it; `.unreadable`.
  init(_ source: some ByteSource) throws(MetadataError) {
    var reader = RangeReader(source)
    let head = try reader.bytes(at: 0, count: 12)
    var collector = WebPCollector(statedEnd: 8 + RIFFChunk.number(head[4..<8]))
    do throws(MetadataError) {
      var offset = 12
      while offset < source.byteCount, try collector.take(reader.riffChunk(at: offset), &reader) {
        offset = collector.end
      }
    } catch {
      guard error.code != .unreadable else { throw error }
      if collector.size == nil { throw error }
      collector.noteDamage(error)
    }
    guard let size = collector.size else { throw MetadataError(.imageMissing, at: 12) }
    collector.noteEnd(of: source.byteCount)
    storedSize = size
    findings = collector.allFindings
    blocks = collector.blocks
    xmp = collector.xmp
    marked = collector.marked
    frame = collector.frame
    mayHideExif = collector.mayHideExif
    picture = collector.picture
    isTruncated = collector.frame.statedEnd > source.byteCount + (collector.frame.omitsFiller ? 1 : 0)
    places = collector.places
    otherKinds = collector.others
  }

  /// What the chunks with the picture say.
  var samples: SampleCoding? { picture.samples }

  /// A frame as it is once those before it are drawn.
  func samples(ofFrame number: Int) -> SampleCoding? { picture.samples(ofFrame: number, on: storedSize) }

  /// The frames.
  var animation: Animation? { picture.animation }

  /// Whether a chunk holds one.
  var mayHaveProfile: Bool { places.icc != nil }

  /// The first of each kind.
  ///
  /// - Throws: `.truncated`, `.tooMuchMetadata`, `.unreadable`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets {
    var reader = RangeReader(source)
    var packets = MetadataPackets(exif: exif?.block)
    if let place = places.xmp { packets.xmp = try reader.bytes(place) }
    if let place = places.icc { packets.icc = try reader.bytes(place) }
    return packets
  }

  /// Bytes that Exif, XMP and ICC have.
  var packetByteCount: Int {
    (exif?.block.bytes.count ?? 0) + [places.xmp, places.icc].reduce(0) { $0 + ($1?.count ?? 0) }
  }

  /// The Exif block that decides.
  var exif: LocatedExifBlock? { blocks.first?.locatedBlock }

  /// The first Exif chunk decides, announced or not; XMP where the rules let it.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    if let exif { resolved.take(exif) }
    for block in blocks.dropFirst() { resolved.compare(block.locatedBlock) }
    resolved.take(xmp, rules)
    return resolved
  }
}

/// Where a WebP's metadata lie that are not read with its header.
struct WebPMetadataRanges: Hashable, Sendable {
  /// The first XMP packet.
  var xmp: Range<Int>?
  /// The first ICC profile.
  var icc: Range<Int>?
}
