// The orientation and size of a WebP, from its chunks (RFC 9649, 2.3 to 2.7). Rewrites the orientation of a WebP, or
// inserts an Exif chunk if there is none (RFC 9649, 2.7.1.5).

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

extension WebPHeader {
  /// If the tag is one SHORT, one byte of it changes. Other Exif blocks and XMP follow if the orientation changes or
  /// `change` normalizes them. A block that the header did not announce becomes announced; normalizing also removes
  /// JPEG's six bytes before it.
  ///
  /// If there is no Exif block, a small one is appended; a simple file also gets the extended header that this
  /// requires. Setting such a file back to upright removes both again.
  ///
  /// - Throws: `.fieldNotWritable` if an Exif block is damaged, or there may be one that could not be read.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits = change.reachesXMP(beside: resolved) ? xmp.map { $0.edit(to: change.value) } : []
    if blocks.isEmpty, change.value != .topLeft {
      guard !mayHideExif else { throw MetadataError(.fieldNotWritable, at: frame.end) }
      edits += try frame.insertion(change.value)
    } else {
      edits += try blockEdits(change)
    }
    let changes = edits.filter { $0.old != $0.new } + attachments.flatMap { $0.videoEdits(change) }
    return BytePatch(concatenatedTrailer?.following(changes, upTo: frame.end) ?? changes)
  }

  private func blockEdits(_ change: OrientationChange) throws(MetadataError) -> [BytePatch.Edit] {
    var edits: [BytePatch.Edit] = []
    let settles = change.normalizes && exif?.statement != nil
    for (index, block) in blocks.enumerated() where index == 0 || change.reachesOthers {
      guard index == 0 || block.locatedBlock.statesOrientation else { continue }
      let made = try block.locatedBlock.change(change, mayGo: blocks.count == 1, mayGrow: index == 0)
      guard case .edits(let inBlock) = made else {
        return try frame.removal(of: block)
      }
      edits += block.edits(inBlock, baring: settles && index == 0)
    }
    let growth = edits.reduce(0) { $0 + $1.growth }
    if growth != 0 { edits.append(try frame.lengthEdit(growth: growth)) }
    if settles || !change.isNone, let flag = frame.flagEdit(raised: true) { edits.append(flag) }
    return edits
  }
}

extension WebPHeader {
  /// Memory, measured.
  var carriedByteCount: Int { 3 * packetByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * packetByteCount }
}
