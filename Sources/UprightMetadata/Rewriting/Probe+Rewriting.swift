// Strips metadata from a file whose stored image stays unchanged byte for byte, for any container.

internal import UprightGeometry

extension Probe {
  /// The changes that remove metadata from the file. All coded image data and the displayed orientation stay
  /// unchanged.
  ///
  /// - Throws: `.metadataNotRemovable` if the container is damaged or kept data overlap removed data;
  ///   `.unsupportedFormat` if `reasonNotRewritable(_:)` gives a reason; `.truncated`, `.tooMuchMetadata`,
  ///   `.unreadable`, and the container's own violations.
  public func rewriting(without strip: Strip, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    guard strip != .none else { return try ByteRewrite([]) }
    guard reasonNotRewritable(strip) == nil else { throw MetadataError(.unsupportedFormat, at: 0, format: format) }
    let wanted = Stripping(strip: strip, orientation: orientation.exif)
    return try header.container.rewriting(wanted, in: source)
  }

  /// Why metadata cannot be removed from such a file, as a clause that names an alternative; nil if it can.
  package func reasonNotRewritable(_ strip: Strip) -> String? { header.container.reasonNotRewritable(format) }

  /// Memory in bytes for the metadata read and written by a rewrite.
  package var rewritingByteCount: Int { header.container.rewritingByteCount }

  /// What else is removed along with the requested metadata, according to the headers, one sentence each.
  package func losses(without strip: Strip) -> [String] {
    let note = strip != .none && strip != .allButColor && makerNoteHoldsView ? [Self.makerNoteGoes] : []
    return header.container.losses(without: strip) + note
  }

  /// The part of `losses(without:)` to report in advance: images, videos and whole blocks of metadata that are removed
  /// although the request does not name them.
  package func removedContent(without strip: Strip) -> [String] { header.container.removedContent(without: strip) }

  /// The message about a removed maker note.
  private static let makerNoteGoes = "the maker note is removed: it contains a preview of the whole image"
}

extension JPEGHeader {
  func reasonNotRewritable(_ format: ContainerFormat) -> String? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try JPEGStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int {
    2 * carriedByteCount + 2 * attachments.reduce(0) { $0 + ($1.probe?.carriedByteCount ?? 0) }
  }
}

extension PNGHeader {
  func reasonNotRewritable(_ format: ContainerFormat) -> String? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try PNGStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 3 * carriedByteCount / 2 }

  func losses(without strip: Strip) -> [String] {
    otherKinds.losses(without: strip, "chunks", credentials: PNGStripping.credentials, findings)
  }
}

extension WebPHeader {
  func reasonNotRewritable(_ format: ContainerFormat) -> String? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try WebPStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 2 * carriedByteCount }

  func losses(without strip: Strip) -> [String] {
    otherKinds.losses(without: strip, "chunks", credentials: WebPCollector.credentials, findings)
  }
}

extension HEIFHeader {
  func reasonNotRewritable(_ format: ContainerFormat) -> String? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try HEIFStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 3 * (tables.box.end - tables.box.offset) + 4 * describedByteCount }
}

extension JPEGXLHeader {
  func reasonNotRewritable(_ format: ContainerFormat) -> String? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try JPEGXLStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 4 * packetByteCount }
}

extension TIFFHeader {
  func reasonNotRewritable(_ format: ContainerFormat) -> String? {
    if holdsRaw {
      return """
        a raw file repeats its metadata in maker notes and previews, which cannot be changed; develop it, and strip \
        the result
        """
    }
    if imageOffset != nil {
      return "the first page of this TIFF is not an image, so nothing can be removed safely"
    }
    guard isChainBroken else { return nil }
    return "the pages of this TIFF form a loop or lead outside the file, so nothing can be removed safely"
  }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    var stripping = try TIFFStripping(source, wanted)
    return try stripping.rewrite()
  }
}

extension MovieHeader {
  func reasonNotRewritable(_ format: ContainerFormat) -> String? {
    """
    video metadata cannot be changed; `ffmpeg -i IN.\(format.rawValue) -map 0 -map_metadata -1 -c copy \
    OUT.\(format.rawValue)` removes it without re-encoding and keeps the rotation
    """
  }
}

extension SequenceHeader {
  func reasonNotRewritable(_ format: ContainerFormat) -> String? {
    """
    the metadata of an image sequence without a still image cannot be changed; --frame 1 makes a still image of \
    its first frame, without metadata
    """
  }
}

extension Probe {
  /// Maximum number of bytes of Photoshop resources that are searched; those of a complete JPEG header have no more.
  private static let longestResources = 16 << 20

  /// The messages about kept Photoshop resources of unknown content, which requires reading more than the headers.
  ///
  /// - Throws: `.unreadable`.
  package func unknownResources(
    without strip: Strip, in source: some ByteSource
  ) throws(MetadataError) -> [String] {
    guard strip == .thumbnails || strip == .gps else { return [] }
    var (numbers, left): ([Int], Int) = ([], Self.longestResources)
    for (range, start) in resourceRanges where range.count <= left {
      left -= range.count
      numbers += PhotoshopResources.unknownNumbers(in: try source.read(range), from: start, besides: strip)
    }
    let note = try removesMakerNote(in: source) ? [Self.makerNoteGoes] : []
    return Self.sentence(onUnknown: numbers.map { "8BIM \($0)" }, count: numbers.count, of: strip) + note
      + (try unreadablePackets(without: strip, in: source))
  }

  /// Whether a TIFF's maker note may contain a preview, which requires reading more than the headers.
  package func removesMakerNote(in source: some ByteSource) throws(MetadataError) -> Bool {
    guard header.tiff != nil, let block = try header.container.packets(in: source).exif else { return false }
    return ExifRewriter.makerNoteHoldsView(block)
  }

  /// The messages about XMP that is removed completely because it declares entities, whose text may be anything.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  package func unreadablePackets(without strip: Strip, in source: some ByteSource) throws(MetadataError) -> [String] {
    guard strip == .gps, try xmpPackets(in: source).contains(where: XMPPosition.declaresEntities) else { return [] }
    return ["XMP is removed entirely: it declares entities, which may contain the location (gps)"]
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

  /// The message about kept blocks with these names that may contain what was to be removed; empty if there are none.
  static func sentence(onUnknown names: [String], count: Int, of strip: Strip = .thumbnails) -> [String] {
    guard count > 0 else { return [] }
    let named = "(\(Set(names).sorted().joined(separator: ", ")))"
    let content = strip == .gps ? "contain the location" : "show the original image"
    return count == 1
      ? ["1 block of unknown content stays \(named): it may \(content)"]
      : ["\(count) blocks of unknown content stay \(named): they may \(content)"]
  }
}

extension Strip {
  /// Why unread data is removed.
  fileprivate var reason: String {
    self == .allButColor ? "as requested (all-but-color)" : "they may contain the location (gps)"
  }
}

extension NamedKinds {
  /// Messages about the removed data of these kinds, of which one may sign the file, and about removed attachments.
  fileprivate func losses(
    without strip: Strip, _ noun: String, credentials: FourCC? = nil, _ findings: [Finding] = []
  ) -> [String] {
    guard strip != .none else { return [] }
    let signs = credentials.map(kinds.contains) == true
    let unknown = kinds.filter { $0 != credentials }.map(\.description)
    var losses = signs ? ["the content credentials are removed: they sign the original file"] : []
    guard strip.removesPosition else {
      return losses + Probe.sentence(onUnknown: unknown, count: count(besides: credentials))
    }
    if !unknown.isEmpty {
      losses.append("unknown \(noun) are removed (\(unknown.joined(separator: ", "))): \(strip.reason)")
    }
    if findings.contains(where: { $0.code == .trailer }) {
      losses.append("bytes after the end of the image are removed")
    }
    return losses
  }
}

extension JPEGHeader {
  func removedContent(without strip: Strip) -> [String] {
    attachments.filter { strip != .thumbnails || $0.kind != .preview }.compactMap { $0.removal(strip) }
      + unreadableContent(strip)
  }

  /// The message about unreadable data after the image.
  private func unreadableContent(_ strip: Strip) -> [String] {
    strip.removesPosition && hasUnknownAttachments
      ? ["everything after the image is removed: the file lists data there that cannot be read"] : []
  }

  func losses(without strip: Strip) -> [String] {
    var losses = attachments.compactMap { $0.removal(strip) } + unreadableContent(strip)
    if strip.removesPosition, applications.contains(where: { $0.kind == .extendedXMP }) {
      losses.append("the rest of the XMP packet is removed: it may contain the location (gps)")
    }
    if strip.removesPosition { losses.append("bytes after the end of the image, if any, are removed") }
    if strip != .none, applications.contains(where: { $0.kind == .jumbf }) {
      losses.append("the content credentials are removed: they sign the original file")
    }
    if strip == .thumbnails || strip == .gps, applications.contains(where: { $0.kind == .photoshop }) {
      let reason = strip == .gps ? "they may contain the location (gps)" : "as requested (thumbnails)"
      losses.append("Photoshop's thumbnail and IPTC's preview, if any, are removed: \(reason)")
    }
    if strip == .thumbnails {
      let unknown = applications.filter { $0.kind == .other && $0.segment.marker != 0xFE }
      losses += Probe.sentence(onUnknown: unknown.map { "APP\($0.segment.marker & 15)" }, count: unknown.count)
    }
    if strip == .gps, applications.contains(where: { $0.kind == .flashPix }) {
      losses.append("the FlashPix streams are removed: they may contain the location (gps)")
    }
    if strip == .gps, let exif, ExifRewriter.hasPreviews(exif.block) || ExifRewriter.hasHiddenViews(exif.block) {
      losses.append("the previews in Exif are removed: they may contain the location (gps)")
    }
    return losses
  }
}

extension JPEGAttachment {
  /// The message if `strip` removes it too; nil if it stays.
  fileprivate func removal(_ strip: Strip) -> String? {
    switch kind {
    case _ where strip == .allButColor: "the \(word) is removed: as requested (\(strip.rawValue))"
    case .preview where strip == .thumbnails: "the preview is removed: as requested (thumbnails)"
    case .video where strip.removesPosition: "the video is removed: it may contain the location (gps)"
    case _ where strip.removesPosition && probe?.header.jpeg == nil:
      "the \(word) is removed: its headers could not be read"
    default: nil
    }
  }

  fileprivate var word: String {
    switch kind {
    case .gainMap: "gain map"
    case .video: "video"
    case .preview: "preview"
    case .picture: "other image"
    }
  }
}

extension JPEGXLHeader {
  /// Size in bytes of the Exif block and the packet.
  var packetByteCount: Int { (exif?.block.bytes.count ?? 0) + (packet?.count ?? 0) }
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

  func losses(without strip: Strip) -> [String] {
    guard strip.removesPosition else { return [] }
    let tags = Set(([first] + further).flatMap { $0.table.directory.entries.map(\.tag) })
    let map = tags.contains(where: TIFFTag.isGeographic)
    let own = tags.filter { TIFFTag.isPrivate($0) && $0 != TIFFTag.photoshop.rawValue }.sorted()
    let pictures = ([first] + further).flatMap { [$0.own] + $0.inside }
    let hides = pictures.contains { $0.samples?.hidesData == true }
    return
      (hides
      ? ["unreferenced bytes stay: the old-style JPEG (before Technical Note 2) may need them"] : [])
      + (map ? ["the map location (GeoTIFF) is removed"] : [])
      + (own.isEmpty ? [] : ["private fields are removed (tags \(own.map(String.init).joined(separator: ", ")))"])
  }
}

extension JPEGXLHeader {
  func removedContent(without strip: Strip) -> [String] {
    strip != .none && hasCompressed ? ["compressed metadata is removed entirely: Brotli is not supported"] : []
  }

  func losses(without strip: Strip) -> [String] {
    guard strip != .none else { return [] }
    return removedContent(without: strip)
      + (hasReconstruction
        ? ["the data that reconstructs the JPEG is removed, because it refers to removed metadata"] : [])
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

  func losses(without strip: Strip) -> [String] {
    guard strip.removesPosition else { return strip == .thumbnails ? unknownContent : [] }
    var losses: [String] = []
    if strip == .allButColor {
      let words = Probe.words(parts(OrientationRules()), opacity: samples?.hasTransparency == true)
      losses = words.map { "\($0) are removed: as requested (all-but-color)" }
    } else {
      let unknown = tables.items.filter { $0.kind == "uri " || $0.kind == "mime" && !$0.isXMP }
      losses = NamedKinds(unknown.map(\.kind)).losses(without: strip, "items")
    }
    let boxes = file.boxes.map(\.kind).filter { !HEIFStripping.known.contains($0) && $0 != "free" && $0 != "skip" }
    losses += removedContent(without: strip)
    losses += NamedKinds(boxes.filter { $0 != Self.video }).losses(without: strip, "boxes")
    return losses + (file.damage == nil ? [] : ["bytes after the last box are removed"])
  }

  /// Whether a motion photo's video is in a box of its own.
  var hasVideoBox: Bool { file.boxes.contains { $0.kind == Self.video } }

  func removedContent(without strip: Strip) -> [String] {
    guard strip.removesPosition, hasVideoBox else { return [] }
    let reason = strip == .allButColor ? "as requested (all-but-color)" : "it may contain the location (gps)"
    return ["the video is removed: \(reason)"]
  }

  /// Messages about kept items and boxes that may contain a thumbnail.
  private var unknownContent: [String] {
    let items = tables.items.filter { !Self.knownItems.contains($0.kind) && !$0.isXMP }.map(\.kind)
    let unknown = items + file.boxes.map(\.kind).filter { !Self.knownBoxes.contains($0) }
    return Probe.sentence(onUnknown: unknown.map(\.description), count: unknown.count)
  }

  /// Items that are images, parts of images, or Exif (ISO 23008-12, 6.6 and annexes; ISO 21496-1).
  private static let knownItems: Set<FourCC> = [
    "hvc1", "hev1", "lhv1", "hvt1", "av01", "avc1", "vvc1", "evc1", "jpeg", "j2k1", "unci", "mski", "grid", "iovl",
    "iden", "tmap", "Exif",
  ]
  /// Boxes of a file that are known to contain no images besides those of items.
  private static let knownBoxes = HEIFStripping.known.union(["free", "skip", video])

  /// The box of a motion photo's video.
  private static let video: FourCC = "mpvd"
}
