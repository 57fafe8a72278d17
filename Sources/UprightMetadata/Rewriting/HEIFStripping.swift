// Strips metadata from a HEIF or AVIF file; every coded item stays where it is (ISO 14496-12, 8.11; ISO 23008-12, A.2
// and A.3).

internal import UprightGeometry

/// Decides what happens to the items of a file.
///
/// Nothing moves: rewritten items are padded to their old length, removed items are zeroed, and a free-space box
/// replaces the entries that tables lose.
struct HEIFStripping {
  private let header: HEIFHeader
  private let wanted: Stripping
  private var tables: ItemTables { header.tables }

  init(_ header: HEIFHeader, _ wanted: Stripping) {
    self.header = header
    self.wanted = wanted
  }

  /// Boxes of a file that are not metadata.
  static let known: Set<FourCC> = ["ftyp", "styp", "meta", "mdat", "moov", "pdin", "sidx", "etyp"]
  /// Maximum total size in bytes of metadata that are read.
  private static let longestMetadata = 64 << 20

  /// The changes to the file.
  ///
  /// - Throws: `.metadataNotRemovable` if the tables are damaged, an image sequence has its own metadata, or a kept
  ///   item overlaps a removed one; `.truncated`, `.tooMuchMetadata`, `.unreadable`.
  func rewrite(_ source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    guard tables.damage.isEmpty, tables.firstMissingByte(in: source.byteCount) == nil, tables.properties != nil else {
      throw MetadataError(.metadataNotRemovable, at: tables.box.offset)
    }
    try checkSequence(source)
    let (gone, contents) = try decide(source)
    let kept = tables.locations.filter { !gone.contains($0.id) }
      .flatMap { tables.ranges(of: $0, byteCount: source.byteCount) }
    try checkApart(contents.map(\.0), gone: gone, source.byteCount)
    var edits = try boxEdits(source, kept: kept)
    for (range, new) in contents where !tables.box.payload.contains(range.lowerBound) {
      edits.append(ByteRewrite.Edit(range, new: new))
    }
    edits += try dataEdits(source, kept: kept, gone: gone)
    if let meta = try metaEdit(source, gone: gone, contents: contents) { edits.append(meta) }
    return try ByteRewrite(edits)
  }

  // MARK: Removed items

  /// The removed items, and the new contents of others with their old length.
  private func decide(
    _ source: some ByteSource
  ) throws(MetadataError) -> (gone: Set<Int>, contents: [(Range<Int>, [UInt8])]) {
    var gone = try removedImages(source)
    var contents: [(Range<Int>, [UInt8])] = []
    var room = Self.longestMetadata
    for item in tables.items where !gone.contains(item.id) {
      let isMetadata = ["Exif", "mime", "uri "].contains(item.kind)
      guard isMetadata || item.kind == "jpeg" && wanted.removesPosition else { continue }
      if isMetadata, wanted.removesAll {
        gone.insert(item.id)
        continue
      }
      guard let range = tables.range(of: item.id, byteCount: source.byteCount) else {
        if item.kind == "jpeg" { throw MetadataError(.metadataNotRemovable, at: tables.box.offset) }
        if wanted.removesPosition { gone.insert(item.id) }
        continue
      }
      guard range.count <= room else { throw MetadataError(.tooMuchMetadata, at: range.lowerBound) }
      room -= range.count
      let data = try source.whole(range)
      guard let kept = try kept(item, data) else {
        gone.insert(item.id)
        continue
      }
      guard kept.count == data.count else { throw MetadataError(.metadataNotRemovable, at: range.lowerBound) }
      if kept != data { contents.append((range, kept)) }
    }
    return (gone, contents)
  }

  /// Checks that rewritten bytes do not belong to another item or a table.
  private func checkApart(_ places: [Range<Int>], gone: Set<Int>, _ byteCount: Int) throws(MetadataError) {
    guard !places.isEmpty else { return }
    let own = Set(places)
    let others = tables.locations.filter { !gone.contains($0.id) }
      .flatMap { tables.ranges(of: $0, byteCount: byteCount) }
      .filter { !own.contains($0) }
    let structures = header.file.boxes.filter { $0.kind != "mdat" }.flatMap { box in
      let whole = [box.offset..<box.end]
      return tables.itemData.map { whole.without([$0.payload]) } ?? whole
    }
    let free = places.without(others + structures)
    guard free == places.merged else { throw MetadataError(.metadataNotRemovable, at: places[0].lowerBound) }
  }

  /// The removed images, with their tiles and whatever belongs only to them.
  private func removedImages(_ source: some ByteSource) throws(MetadataError) -> Set<Int> {
    if wanted.removesAll { return Set(tables.items.map(\.id)).subtracting(try neededImages(source)) }
    guard wanted.removesThumbnails else { return [] }
    var gone = Set(header.images.parts.filter { $0.role == .thumbnail && $0.id != tables.primary }.map(\.id))
    while true {
      var more: Set<Int> = []
      for reference in tables.references {
        if reference.kind == "dimg", gone.contains(reference.from) { more.formUnion(reference.to) }
        if reference.kind == "auxl" || reference.kind == "cdsc", reference.to.allSatisfy(gone.contains) {
          more.insert(reference.from)
        }
      }
      let shared = tables.references.filter { $0.kind == "dimg" && !gone.contains($0.from) }.flatMap(\.to)
      more.subtract(shared)
      more.remove(tables.primary)
      guard !more.isSubset(of: gone) else { return gone }
      gone.formUnion(more)
    }
  }

  /// The primary image, its alpha, that of its tiles, and the tiles of all of these.
  private func neededImages(_ source: some ByteSource) throws(MetadataError) -> Set<Int> {
    var reader = RangeReader(source)
    var (needed, count): (Set<Int>, Int) = ([tables.primary], 0)
    var planes = tables.references.filter { $0.kind == "auxl" }
    while needed.count > count {
      count = needed.count
      for reference in tables.references where reference.kind == "dimg" && needed.contains(reference.from) {
        needed.formUnion(reference.to)
      }
      let reached = planes.filter { !needed.isDisjoint(with: $0.to) }
      planes.removeAll { !needed.isDisjoint(with: $0.to) }
      for plane in reached where try isOpacity(plane.from, &reader) { needed.insert(plane.from) }
    }
    return needed
  }

  private func isOpacity(_ item: Int, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) -> Bool {
    guard let properties = tables.properties, let list = properties.list(of: item) else { return false }
    return try ItemCoding(list, in: properties, &reader).isOpacity
  }

  /// An item's new contents with its old length; nil if it is removed.
  private func kept(_ item: ItemInfo, _ data: [UInt8]) throws(MetadataError) -> [UInt8]? {
    switch item.kind {
    case "Exif":
      guard data.count >= 4 else { return wanted.removesPosition ? nil : data }
      let start = 4 + BigEndian.number(data[..<4])
      guard start <= data.count, var kept = wanted.exif(data, from: start) else {
        return wanted.removesPosition ? nil : data
      }
      let prefix = JPEGSegment.Identifier.exif
      if wanted.removesPosition, !kept[4..<start].isEmpty, kept[4..<start].elementsEqual(prefix) == false {
        kept.replaceSubrange(4..<start, with: repeatElement(0, count: start - 4))
      }
      return kept + [UInt8](repeating: 0, count: max(0, data.count - kept.count))
    case "mime" where item.isXMP:
      return wanted.packet(data, droppingVideo: wanted.removesPosition && header.hasVideo).map {
        XMPRewriter.padded($0, to: data.count)
      }
    case "jpeg":
      let rewrite = try JPEGStripping(
        JPEGHeader(data), Stripping(strip: wanted.strip, orientation: .topLeft)
      ).rewrite(data)
      let kept = try PatchedSource(data, rewrite).read(0..<data.count)
      return kept + [UInt8](repeating: 0, count: max(0, data.count - kept.count))
    default: return wanted.removesPosition ? nil : data
    }
  }

  // MARK: File-level boxes

  /// An image sequence in the file is kept, unless it has its own metadata.
  private func checkSequence(_ source: some ByteSource) throws(MetadataError) {
    guard let sequence = header.sequence, wanted.removesPosition else { return }
    var reader = RangeReader(source)
    var waiting = [sequence]
    while let box = waiting.popLast() {
      for inside in try BoxRun(in: box.payload, &reader).boxes {
        if ["udta", "meta", "uuid", "xml "].contains(inside.kind) {
          throw MetadataError(.metadataNotRemovable, at: inside.offset)
        }
        if ["trak", "mdia", "minf", "stbl", "edts"].contains(inside.kind) { waiting.append(inside) }
      }
    }
  }

  /// If the location is removed: converts unknown boxes to free space, zeroes all free space, and cuts off everything
  /// after the last required byte.
  private func boxEdits(_ source: some ByteSource, kept: [Range<Int>]) throws(MetadataError) -> [ByteRewrite.Edit] {
    guard wanted.removesPosition else {
      guard header.file.damage == nil else { throw MetadataError(.metadataNotRemovable, at: tables.box.offset) }
      return []
    }
    let needed = header.file.boxes.filter { Self.known.contains($0.kind) }
    var end = needed.map(\.end).max() ?? 0
    end = max(end, kept.map(\.upperBound).max() ?? 0)
    if let damage = header.file.damage, damage.offset < end {
      throw MetadataError(.metadataNotRemovable, at: damage.offset)
    }
    var edits: [ByteRewrite.Edit] = end < source.byteCount ? [.removal(end..<source.byteCount)] : []
    for box in header.file.boxes where !Self.known.contains(box.kind) && box.offset < end {
      guard !kept.contains(where: { $0.overlaps(box.offset..<box.end) }) else {
        throw MetadataError(.metadataNotRemovable, at: box.offset)
      }
      let isFree = box.kind == "free" || box.kind == "skip"
      if !isFree { edits.append(ByteRewrite.Edit(box.offset + 4..<box.offset + 8, new: Array("free".utf8))) }
      let start = isFree ? box.payload.lowerBound : box.offset + (box.isLong ? 16 : 8)
      edits += try source.zeroing([start..<box.end])
    }
    return edits
  }

  /// Zeroes bytes that no longer belong to any item.
  private func dataEdits(
    _ source: some ByteSource, kept: [Range<Int>], gone: Set<Int>
  ) throws(MetadataError) -> [ByteRewrite.Edit] {
    var rooms = header.file.boxes.filter { $0.kind == "mdat" }.map(\.payload)
    if header.sequence != nil || !wanted.removesPosition {
      let lost = tables.locations.filter { gone.contains($0.id) && $0.origin == .file }
      rooms = lost.flatMap { tables.ranges(of: $0, byteCount: source.byteCount) }
      let data = header.file.boxes.filter { $0.kind == "mdat" }.map(\.payload)
      if let outside = rooms.without(data).first { throw MetadataError(.metadataNotRemovable, at: outside.lowerBound) }
    }
    return try source.zeroing(rooms.without(kept))
  }

  private func metaEdit(
    _ source: some ByteSource, gone: Set<Int>, contents: [(Range<Int>, [UInt8])]
  ) throws(MetadataError) -> ByteRewrite.Edit? {
    let whole = tables.box.offset..<tables.box.end
    guard whole.count <= Self.longestMetadata else { throw MetadataError(.tooMuchMetadata, at: whole.lowerBound) }
    let old = try source.whole(whole)
    var bytes = old
    for (range, new) in contents where tables.box.payload.contains(range.lowerBound) {
      let place = range.lowerBound - whole.lowerBound
      bytes.replaceSubrange(place..<place + range.count, with: new)
    }
    if let data = tables.itemData, wanted.removesPosition || !gone.isEmpty {
      let kept = tables.locations.filter { $0.origin == .itemData && !gone.contains($0.id) }
        .flatMap { tables.ranges(of: $0, byteCount: source.byteCount) }
      let lost = tables.locations.filter { $0.origin == .itemData && gone.contains($0.id) }
        .flatMap { tables.ranges(of: $0, byteCount: source.byteCount) }
      for range in (wanted.removesPosition ? [data.payload] : lost).without(kept) {
        let place = range.lowerBound - whole.lowerBound
        bytes.replaceSubrange(place..<place + range.count, with: repeatElement(0, count: range.count))
      }
    }
    let new = try ItemTableShrinking(bytes, of: tables, without: gone, hidesText: wanted.removesPosition).shrunk()
    return new == old ? nil : ByteRewrite.Edit(whole, new: new)
  }
}

extension XMPRewriter {
  /// The packet padded to `count` bytes with spaces before its trailer, if it has one.
  static func padded(_ packet: [UInt8], to count: Int) -> [UInt8] {
    guard packet.count < count else { return packet }
    let trailer = Array("<?xpacket end".utf8)
    let place = XMPProperty.firstRange(of: trailer, in: packet, from: 0)?.lowerBound ?? packet.count
    return Array(packet[..<place]) + [UInt8](repeating: 0x20, count: count - packet.count) + packet[place...]
  }
}

extension HEIFHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try HEIFStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 3 * (tables.box.end - tables.box.offset) + 4 * describedByteCount }

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
