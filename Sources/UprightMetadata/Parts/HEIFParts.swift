// The parts of a HEIF or AVIF: its items, their metadata, and its tracks (ISO 23008-12, 6, 7 and A; ISO 14496-12, 8.11).

/// What the items of a file are for one another.
private struct ItemRoles {
  private let tables: ItemTables
  private let infos: [Int: ItemInfo]
  /// The item that each tile or input is a part of.
  private var wholes: [Int: Int] = [:]
  private var thumbnails: Set<Int> = []
  private var gainMaps: Set<Int> = []
  /// The items that each auxiliary image is for.
  private var auxiliary: [Int: [Int]] = [:]
  private var described: [Int: [Int]] = [:]
  private var purposes: [Int: String] = [:]

  init(_ tables: ItemTables, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    self.tables = tables
    infos = Dictionary(tables.items.map { ($0.id, $0) }) { first, _ in first }
    for reference in tables.references {
      switch reference.kind {
      case "thmb": thumbnails.insert(reference.from)
      case "auxl": auxiliary[reference.from, default: []] += reference.to
      case "cdsc": described[reference.from] = (described[reference.from] ?? []) + reference.to
      case "dimg" where infos[reference.from]?.kind == "tmap":
        gainMaps.formUnion([reference.from] + reference.to.filter { $0 != tables.primary }.suffix(1))
      case "dimg":
        for item in reference.to where item != tables.primary && wholes[item] == nil { wholes[item] = reference.from }
      default: break
      }
    }
    for item in auxiliary.keys.sorted() {
      guard let properties = tables.properties, let list = properties.list(of: item) else { continue }
      purposes[item] = String(decoding: try ItemCoding(list, in: properties, &reader).purpose, as: UTF8.self)
    }
  }

  /// All items, the primary one first, and what describes it before what describes others.
  var items: [Int] {
    var seen: Set<Int> = []
    let own = tables.describing.map(\.id)
    return ([tables.primary] + own + tables.items.map(\.id) + tables.locations.map(\.id))
      .filter { seen.insert($0).inserted }
  }

  /// The item that an item is a part of, or itself.
  func whole(of item: Int) -> Int {
    var item = item
    for _ in 0..<16 {
      guard let next = wholes[item] else { return item }
      item = next
    }
    return item
  }

  /// What a whole item is.
  func role(of item: Int) -> (kind: FilePart.Kind, name: String) {
    if item == tables.primary { return (.image, "") }
    if gainMaps.contains(item) { return (.gainMap, infos[item]?.kind == "tmap" ? "tmap" : "") }
    if thumbnails.contains(item) { return (.thumbnail, "") }
    if let images = auxiliary[item] {
      let role = Self.role(ofPurpose: purposes[item] ?? "")
      return role == FilePart.opacityRole && isOnlyForThumbnails(images) ? (.thumbnail, "alpha") : role
    }
    guard let info = infos[item] else { return (.item, "") }
    switch info.kind {
    case "Exif": return (.exif, name(ofDescription: item))
    case "mime":
      let type = String(decoding: info.contentType, as: UTF8.self)
      return type == "application/rdf+xml" ? (.xmp, name(ofDescription: item)) : (.item, type)
    default: return (.item, "\(info.kind)")
    }
  }

  private func isOnlyForThumbnails(_ images: [Int]) -> Bool {
    !images.isEmpty && images.allSatisfy { thumbnails.contains(whole(of: $0)) }
  }

  /// Whether an item's bytes are a packet as it is read.
  func isPacket(_ item: Int) -> Bool { infos[item]?.contentEncoding.isEmpty ?? false }

  /// Empty for what describes the image, or nothing in particular.
  private func name(ofDescription item: Int) -> String {
    guard let targets = described[item], let first = targets.first, !targets.contains(tables.primary) else { return "" }
    let whole = whole(of: first)
    if whole == tables.primary { return "" }
    // What describes another description would be asked for its own name.
    let isImage = described[whole] == nil
    return isImage ? "of \(role(of: whole).kind.rawValue)" : "of item"
  }

  private static func role(ofPurpose purpose: String) -> (kind: FilePart.Kind, name: String) {
    let last = purpose.split(separator: ":").last.map(String.init) ?? ""
    switch purpose {
    case ItemCoding.opacityPurpose, "urn:mpeg:hevc:2015:auxid:1": return FilePart.opacityRole
    case "urn:mpeg:mpegB:cicp:systems:auxiliary:depth", "urn:mpeg:hevc:2015:auxid:2": return (.depthMap, "")
    default: return last.hasSuffix("gainmap") ? (.gainMap, "") : (.auxiliary, last)
    }
  }
}

extension PartLayout {
  /// Claims the parts of a HEIF or AVIF.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  mutating func takeHEIF(_ source: some ByteSource, of header: AnyHeader) throws(MetadataError) {
    var reader = RangeReader(source, budget: 64 << 20, structures: 200_000)
    let appended = header.items?.appendedVideo?.range
    let boxes = try boxes(&reader).filter { $0.end <= appended?.lowerBound ?? byteCount }
    if let appended { claim(.video, "", [appended]) }
    if let items = header.items {
      try takeItems(items.tables, source, &reader)
      if let profile = items.image.profile { claim(.profile, "", [profile]) }
      takeColors(items.tables)
    }
    var hasOtherMedia = false
    for movie in boxes where movie.kind == "moov" {
      hasOtherMedia = try takeTracks(of: movie, hasItems: header.items != nil, &reader) || hasOtherMedia
    }
    for box in boxes {
      switch box.kind {
      case "meta": claim(.structure, "meta", [box.offset..<box.end])
      case "moov": try takeMovieBox(box, source, &reader)
      case "mpvd":
        claimHeader(of: box)
        claim(.video, "", [box.payload])
      case "mdat":
        claimHeader(of: box)
        if hasOtherMedia { claim(.video, "mdat", [box.payload]) }
      default: try takeCommon(box, source)
      }
    }
  }

  // MARK: Items

  private mutating func takeItems(
    _ tables: ItemTables, _ source: some ByteSource, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) {
    let roles = try ItemRoles(tables, &reader)
    var known: [Int: Int?] = [:]
    for item in roles.items {
      let ranges = tables.location(of: item).map { tables.ranges(of: $0, byteCount: byteCount) } ?? []
      let whole = roles.whole(of: item)
      if let part = known[whole] {
        for range in ranges { extend(part, by: range) }
        continue
      }
      let (kind, name) = roles.role(of: whole)
      switch kind {
      case .exif where item == whole: try takeExifBehindOffset(ranges, source, name)
      case .xmp where item == whole:
        let (part, places) = (claim(.xmp, name, ranges), BytePlaces(ranges))
        if roles.isPacket(item), let bytes = try places.bytes(in: source) { nestXMP(bytes, at: places, in: part) }
      default: known[whole] = claim(kind, name, ranges)
      }
    }
  }

  /// Claims the properties that define the image's colors without a profile.
  private mutating func takeColors(_ tables: ItemTables) {
    guard let properties = tables.properties, let list = properties.list(of: tables.primary) else { return }
    for entry in list.list {
      guard let box = properties[entry.index]?.box, ["colr", "clli", "mdcv", "cclv", "amve"].contains(box.kind) else {
        continue
      }
      claim(.colors, "\(box.kind)", [box.payload])
    }
  }

  // MARK: Tracks

  /// Claims the samples of a movie's tracks. Returns whether there are some whose place is unknown.
  private mutating func takeTracks(
    of movie: Box, hasItems: Bool, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> Bool {
    var (isPartial, hasImage) = (false, hasItems)
    for track in try BoxRun(in: movie.payload, &reader).boxes where track.kind == "trak" {
      let handler = try Self.handler(of: track, &reader)
      guard let ranges = try TrackSamples.ranges(of: track, &reader) else {
        isPartial = true
        continue
      }
      switch handler {
      case "pict" where !hasImage:
        hasImage = true
        claim(.image, "", ranges)
      case "pict", "auxv": claim(.frame, handler, ranges)
      case "vide": claim(.video, "", ranges)
      case "soun": claim(.audio, "", ranges)
      default: claim(.item, "track \(handler)", ranges)
      }
    }
    return isPartial
  }
}
