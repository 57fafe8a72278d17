// The orientation and size of a WebP, from its chunks (RFC 9649, 2.3 to 2.7).

internal import UprightGeometry

/// Size, Exif and XMP of a WebP; coded pixels are skipped.
struct WebPHeader: ContainerHeader {
  /// Columns and rows as stored: those of the canvas, if there is one.
  let storedSize: PixelSize<Stored>
  /// Unusual facts about the chunks.
  let findings: [Finding]
  /// The Exif chunks, in the file's order; the first decides.
  let blocks: [WebPExif]
  /// The orientations that XMP packets state, in the file's order.
  let xmp: [XMPOrientation]
  /// The XMP packet that contains positions in the image.
  let marked: [[UInt8]]
  /// The structure into which metadata is inserted, and the header that announces it.
  let frame: WebPFrame
  /// Whether there may be an unreadable Exif block.
  let mayHideExif: Bool
  /// The chunks that code the image.
  let imageData: WebPImageData
  let isTruncated: Bool
  /// The ranges of XMP and ICC.
  let places: WebPMetadataRanges
  /// The video that fills the bytes after the image, or the items that XMP lists there.
  let attachments: [JPEGAttachment]
  /// The list of data of other programs at the file's end.
  let concatenatedTrailer: ConcatenatedTrailer?
  /// The unknown chunk types.
  let otherKinds: NamedKinds

  /// The samples stated by the image chunks.
  var samples: SampleCoding? { imageData.samples }

  /// The samples of a frame, composed with the frames before it.
  func samples(ofFrame number: Int) -> SampleCoding? { imageData.samples(ofFrame: number, on: storedSize) }

  /// The animation.
  var animation: ImageAnimation? { imageData.animation }

  /// Whether there is a profile chunk.
  var mayHaveProfile: Bool { places.icc != nil }

  /// The first packet of each kind.
  ///
  /// - Throws: `.truncated`, `.tooMuchMetadata`, `.unreadable`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets {
    var reader = RangeReader(source)
    var packets = MetadataPackets(exif: exif?.block)
    if let place = places.xmp { packets.xmp = try reader.bytes(place) }
    if let place = places.icc { packets.icc = try reader.bytes(place) }
    return packets
  }

  /// Size in bytes of Exif, XMP and ICC.
  var packetByteCount: Int {
    (exif?.block.bytes.count ?? 0) + [places.xmp, places.icc].reduce(0) { $0 + ($1?.count ?? 0) }
  }

  /// The deciding Exif block.
  var exif: LocatedExifBlock? { blocks.first?.locatedBlock }

  /// The first Exif chunk decides, announced or not; XMP does if the rules allow it.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    if let exif { resolved.take(exif) }
    for block in blocks.dropFirst() { resolved.compare(block.locatedBlock) }
    resolved.take(xmp, rules)
    return resolved
  }
}

/// The ranges of a WebP's metadata that are not read with its header.
struct WebPMetadataRanges: Hashable, Sendable {
  /// The first XMP packet.
  var xmp: Range<Int>?
  /// The first ICC profile.
  var icc: Range<Int>?
}
