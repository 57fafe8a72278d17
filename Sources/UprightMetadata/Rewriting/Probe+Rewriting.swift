// Strips metadata from a file whose stored image stays unchanged byte for byte, for any container.

internal import UprightGeometry

extension Probe {
  /// The changes that remove metadata from the file. All coded image data and the displayed orientation stay
  /// unchanged.
  ///
  /// - Throws: `.metadataNotRemovable` if the container is damaged or kept data overlap removed data;
  ///   `.unsupportedFormat` if `stripRefusal` has a reason; `.truncated`, `.tooMuchMetadata`,
  ///   `.unreadable`, and the container's own violations.
  public func rewriting(without strip: Strip, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    guard strip != .none else { return try ByteRewrite([]) }
    guard stripRefusal == nil else { throw MetadataError(.unsupportedFormat, at: 0, format: format) }
    let wanted = Stripping(strip: strip, orientation: orientation.exif)
    return try header.container.rewriting(wanted, in: source)
  }

  /// Why metadata cannot be removed from such a file; nil if it can.
  public var stripRefusal: StripRefusal? { header.container.stripRefusal(format) }

  /// Memory in bytes for the metadata read and written by a rewrite.
  package var rewritingByteCount: Int { header.container.rewritingByteCount }

  /// What else is removed along with the requested metadata, according to the headers.
  package func losses(without strip: Strip) -> [RemovalNote] {
    let note = strip != .none && strip != .allButColor && makerNoteHoldsView ? [RemovalNote.makerNote] : []
    return header.container.losses(without: strip) + note
  }
}

extension JPEGHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try JPEGStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int {
    2 * carriedByteCount + 2 * attachments.reduce(0) { $0 + ($1.probe?.carriedByteCount ?? 0) }
  }
}

extension PNGHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try PNGStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 3 * carriedByteCount / 2 }

  func losses(without strip: Strip) -> [RemovalNote] {
    otherKinds.losses(
      without: strip, .chunks, credentials: PNGStripping.credentials, attachments.isEmpty ? findings : [])
      + (strip.removesPosition ? attachments.compactMap { $0.removal(strip) } : [])
      + (strip == .none ? [] : malformedChunks(without: strip))
  }
}

extension WebPHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try WebPStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 2 * carriedByteCount }

  func losses(without strip: Strip) -> [RemovalNote] {
    otherKinds.losses(
      without: strip, .chunks, credentials: WebPCollector.credentials, attachments.isEmpty ? findings : [])
      + (strip.removesPosition ? attachments.compactMap { $0.removal(strip) } : [])
  }
}

extension HEIFHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try HEIFStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 3 * (tables.box.end - tables.box.offset) + 4 * describedByteCount }
}

extension JPEGXLHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try JPEGXLStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 4 * packetByteCount }
}

extension TIFFHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? {
    if holdsRaw { return .raw }
    return imageOffset != nil ? .firstPageNoImage : isChainBroken ? .brokenPages : nil
  }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    var stripping = try TIFFStripping(source, wanted)
    return try stripping.rewrite()
  }
}

extension MovieHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { .video(format) }
}

extension SequenceHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { .sequence }
}

extension Probe {
  /// Maximum number of bytes of Photoshop resources that are searched; those of a complete JPEG header have no more.
  private static let longestResources = 16 << 20

  /// What more is removed, and which Photoshop resources of unknown content stay; this takes reading more than the
  /// headers.
  ///
  /// - Throws: `.unreadable`.
  package func unknownResources(
    without strip: Strip, in source: some ByteSource
  ) throws(MetadataError) -> [RemovalNote] {
    guard strip == .thumbnails || strip == .gps else { return [] }
    var (numbers, left): ([Int], Int) = ([], Self.longestResources)
    for (range, start) in resourceRanges where range.count <= left {
      left -= range.count
      numbers += PhotoshopResources.unknownNumbers(in: try source.read(range), from: start, besides: strip)
    }
    let note = try removesMakerNote(in: source) ? [RemovalNote.makerNote] : []
    return .unknownBlocksStay(numbers.map { "8BIM \($0)" }, count: numbers.count, strip) + note
      + (try unreadablePackets(without: strip, in: source))
  }

  /// Whether Photoshop's resources are removed because they cannot be read to their end.
  ///
  /// - Throws: `.unreadable`, `.truncated`.
  package func hasDamagedResources(
    without strip: Strip, in source: some ByteSource
  ) throws(MetadataError) -> Bool {
    guard strip == .thumbnails || strip == .gps else { return false }
    if let jpeg = header.jpeg,
      try JPEGStripping(jpeg, Stripping(strip: strip, orientation: .topLeft)).hasDamagedResources(source)
    {
      return true
    }
    guard header.tiff != nil else { return try hasDamagedCopies(ResourceRemoval(stripping: strip), in: source) }
    for (range, _) in resourceRanges where range.count <= Self.longestResources {
      if ResourceRemoval(stripping: strip).removesDamaged(try source.read(range)) { return true }
    }
    return false
  }

  /// Whether Photoshop's resources in Exif or in text chunks are removed because they cannot be read to their end. With
  /// the location, they go anyway.
  ///
  /// - Throws: `.unreadable`.
  func hasDamagedCopies(_ removal: ResourceRemoval, in source: some ByteSource) throws(MetadataError) -> Bool {
    guard removal.removesViews, removal.strip != .gps else { return false }
    if let block = header.container.exif?.block, ExifRewriter.hasDamagedResources(block) { return true }
    guard let png = header.png else { return false }
    return try hasDamagedResources(ofPNG: png, in: source)
  }

  /// Whether a TIFF's maker note may contain a preview, which requires reading more than the headers.
  package func removesMakerNote(in source: some ByteSource) throws(MetadataError) -> Bool {
    guard header.tiff != nil, let block = try header.container.packets(in: source).exif else { return false }
    return ExifRewriter.makerNoteHoldsView(block)
  }

  /// Whether XMP is removed completely because it declares entities, whose text may be anything.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  package func unreadablePackets(
    without strip: Strip, in source: some ByteSource
  ) throws(MetadataError) -> [RemovalNote] {
    guard strip == .gps, try xmpPackets(in: source).contains(where: XMPPosition.declaresEntities) else { return [] }
    return [.xmpWithEntities]
  }

  private func xmpPackets(in source: some ByteSource) throws(MetadataError) -> [[UInt8]] {
    if let png = header.png { return png.packets.map(\.packet) }
    guard let jpeg = header.jpeg else { return try header.container.packets(in: source).xmp.map { [$0] } ?? [] }
    var packets: [[UInt8]] = []
    for application in jpeg.applications where application.kind == .xmp {
      packets.append(try source.read(application.segment.payload))
    }
    return packets
  }

  /// The ranges of Photoshop resources, each with the number of bytes before its first resource.
  private var resourceRanges: [(range: Range<Int>, start: Int)] {
    if let tiff = header.tiff {
      return ([tiff.first] + tiff.further).compactMap { page in
        guard let entry = page.table.directory.first(.photoshop), entry.elementSize == 1, entry.count > 4,
          entry.valueOffset >= 0, entry.count <= byteCount - min(byteCount, entry.valueOffset)
        else { return nil }
        return (entry.valueOffset..<entry.valueOffset + entry.count, 0)
      }
    }
    let segments = header.jpeg?.applications.filter { $0.kind == .photoshop } ?? []
    return segments.map { ($0.segment.payload, JPEGSegment.Identifier.photoshop.count) }
  }
}

extension [RemovalNote] {
  /// The note on blocks with these names that stay; empty if there are none.
  static func unknownBlocksStay(_ names: [String], count: Int, _ strip: Strip = .thumbnails) -> [RemovalNote] {
    count > 0 ? [.unknownBlocksStay(Set(names).sorted(), count: count, strip)] : []
  }
}

extension NamedKinds {
  /// The removed data of these kinds, of which one may sign the file, and removed bytes after the image.
  fileprivate func losses(
    without strip: Strip, _ container: RemovalNote.Container, credentials: FourCC? = nil, _ findings: [Finding] = []
  ) -> [RemovalNote] {
    guard strip != .none else { return [] }
    let signs = credentials.map(kinds.contains) == true
    let unknown = kinds.filter { $0 != credentials }.map(\.description)
    var losses = signs ? [RemovalNote.contentCredentials] : []
    guard strip.removesPosition else {
      return losses + .unknownBlocksStay(unknown, count: count(besides: credentials))
    }
    if !unknown.isEmpty { losses.append(.unknownBlocks(unknown, container, strip)) }
    if findings.contains(where: { $0.code == .trailer }) { losses.append(.trailer) }
    return losses
  }
}

extension JPEGHeader {
  func losses(without strip: Strip) -> [RemovalNote] {
    var losses = attachments.compactMap { $0.removal(strip) }
    if strip.removesPosition, hasUnknownAttachments { losses.append(.unreadableAttachments) }
    if strip.removesPosition, applications.contains(where: { $0.kind == .extendedXMP }) { losses.append(.extendedXMP) }
    if strip.removesPosition { losses.append(.possibleTrailer) }
    if strip != .none, applications.contains(where: { $0.kind == .jumbf }) { losses.append(.contentCredentials) }
    if strip == .thumbnails || strip == .gps, applications.contains(where: { $0.kind == .photoshop }) {
      losses.append(.photoshopPreviews(strip))
    }
    if strip == .thumbnails {
      let unknown = applications.filter { $0.kind == .other && $0.segment.marker != 0xFE }
      let thermal = applications.contains(where: \.kind.isThermal) ? ["thermal image"] : []
      let names = unknown.map { "APP\($0.segment.marker & 15)" } + thermal + furtherViews
      losses += .unknownBlocksStay(names, count: names.count)
    }
    if strip == .gps, applications.contains(where: { $0.kind == .flashPix }) { losses.append(.flashPix) }
    if strip == .gps, let exif, ExifRewriter.hasPreviews(exif.block) || ExifRewriter.hasHiddenViews(exif.block) {
      losses.append(.exifPreviews)
    }
    return losses
  }
}

extension JPEGAttachment {
  /// The note if `strip` removes it too; nil if it stays.
  fileprivate func removal(_ strip: Strip) -> RemovalNote? {
    switch kind {
    case _ where strip == .allButColor: .attachment(kind, .requested(strip))
    case .preview where strip == .thumbnails: .attachment(kind, .requested(strip))
    case .video where strip.removesPosition: .attachment(kind, .mayHoldPosition)
    case _ where strip.removesPosition && isBlock: .attachment(kind, .mayHoldPosition)
    case _ where strip.removesPosition && probe?.header.jpeg == nil: .attachment(kind, .unreadable)
    default: nil
    }
  }
}

extension JPEGXLHeader {
  /// Size in bytes of the Exif block and the packet, and of compressed boxes.
  var packetByteCount: Int {
    compressed.reduce((exif?.block.bytes.count ?? 0) + (packet?.count ?? 0)) { $0 + $1.bytes.count + $1.contents.count }
  }
}

extension TIFFHeader {
  /// Size in bytes of everything besides images that the pages' directories refer to: packets, resources, profiles.
  var packetByteCount: Int {
    ([first] + further).reduce(0) { sum, page in
      let packets = [TIFFTag.xmp, .photoshop, .profile].compactMap { page.table.directory.first($0)?.count }
      return packets.reduce(sum) { $0 + min(max(0, $1), byteCount, 1 << 40) }
    }
  }

  /// Packets and their copies, and the range of each strip or tile.
  var rewritingByteCount: Int {
    let perStrip = 64
    return ([first] + further).reduce(0) { sum, page in
      let table = page.table
      let packets = [TIFFTag.xmp, .photoshop].compactMap { table.directory.first($0)?.count }
      let strips = [TIFFTag.stripOffsets, .tileOffsets].compactMap { table.directory.first($0)?.count }
      return sum + 4 * table.bytes.count + packets.reduce(0) { $0 + 4 * min($1, byteCount) }
        + strips.reduce(0) { $0 + perStrip * min($1, byteCount) }
    }
  }

  func losses(without strip: Strip) -> [RemovalNote] {
    guard strip.removesPosition else { return [] }
    let tags = Set(([first] + further).flatMap { $0.table.directory.entries.map(\.tag) })
    let map = tags.contains(where: TIFFTag.isGeographic)
    let own = tags.filter { TIFFTag.isPrivate($0) && $0 != TIFFTag.photoshop.rawValue }.sorted()
    let images = ([first] + further).flatMap { [$0.own] + $0.inside }
    let hides = images.contains { $0.samples?.hidesData == true }
    return (hides ? [.unreferencedBytesStay] : []) + (map ? [.mapLocation] : [])
      + (own.isEmpty ? [] : [.privateFields(tags: own)])
  }
}

extension JPEGXLHeader {
  /// The box of content credentials (JUMBF).
  static var credentials: FourCC { "jumb" }

  func losses(without strip: Strip) -> [RemovalNote] {
    guard strip != .none else { return [] }
    return (strip == .allButColor && hasGainMap ? [.parts(.auxiliary, 1)] : [])
      + (hasCompressed ? [.compressedMetadata] : [])
      + (exceededLimit.map { [.largeCompressedMetadata(limit: $0)] } ?? [])
      + (hasReconstruction ? [.reconstructionData] : [])
      + otherKinds.losses(without: strip, .boxes, credentials: Self.credentials)
  }
}

extension HEIFHeader {
  /// Total size in bytes of all metadata items.
  var describedByteCount: Int {
    let ids = Set(tables.items.filter { ["Exif", "mime", "uri ", "jpeg"].contains($0.kind) }.map(\.id))
    return tables.locations.filter { ids.contains($0.id) }.reduce(0) { sum, location in
      sum + location.extents.reduce(0) { $0 + min($1.length, 64 << 20) }
    }
  }

  func losses(without strip: Strip) -> [RemovalNote] {
    guard strip.removesPosition else { return strip == .thumbnails ? unknownContent : [] }
    var losses: [RemovalNote] = []
    if strip == .allButColor {
      let counts = Probe.counts(parts(OrientationRules()), opacity: samples?.hasTransparency == true)
      losses = counts.map { .parts($0.kind, $0.count) }
    } else {
      losses = NamedKinds(unknownItems.map(\.kind)).losses(without: strip, .items)
    }
    if hasVideo { losses.append(.video(strip)) }
    losses += NamedKinds(unknownBoxes).losses(without: strip, .boxes)
    return losses + (file.damage == nil ? [] : [.bytesAfterLastBox])
  }

  /// Items that are no image, Exif or XMP.
  var unknownItems: [ItemInfo] { tables.items.filter { $0.kind == "uri " || $0.kind == "mime" && !$0.isXMP } }

  /// The types of the boxes that no standard of images defines.
  var unknownBoxes: [FourCC] { file.boxes.map(\.kind).filter { !Self.knownBoxes.contains($0) } }

  /// Whether there is a motion photo's video, in a box of its own or after all others.
  var hasVideo: Bool { appendedVideo != nil || file.boxes.contains { $0.kind == Self.videoBox } }

  /// Kept items and boxes that may contain a thumbnail.
  private var unknownContent: [RemovalNote] {
    let items = tables.items.filter { !Self.knownItems.contains($0.kind) && !$0.isXMP }.map(\.kind)
    let unknown = items + unknownBoxes
    return .unknownBlocksStay(unknown.map(\.description), count: unknown.count)
  }

  /// Items that are images, parts of images, or Exif (ISO 23008-12, 6.6 and annexes; ISO 21496-1).
  private static let knownItems: Set<FourCC> = [
    "hvc1", "hev1", "lhv1", "hvt1", "av01", "avc1", "vvc1", "evc1", "jpeg", "j2k1", "unci", "mski", "grid", "iovl",
    "iden", "tmap", "Exif",
  ]
  /// Boxes of a file that are known to contain no images besides those of items.
  private static let knownBoxes = HEIFStripping.known.union(["free", "skip", videoBox])

  /// The box of a motion photo's video.
  private static let videoBox: FourCC = "mpvd"
}
