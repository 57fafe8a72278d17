// Metadata taken out of a file whose picture stays as it is stored, byte for byte, whichever container it is.

internal import UprightGeometry

extension Probe {
  /// The changes that take metadata out of the file; all that codes the picture stays as it is, and so does how it is displayed.
  ///
  /// - Throws: `.metadataNotRemovable` where the container is damaged or something that stays lies over what goes; `.unsupportedFormat` where
  ///   `reasonNotRewritable(_:)` says why; `.truncated`, `.tooMuchMetadata`, `.unreadable`, and what the container's own rules say.
  public func rewriting(without strip: Strip, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    guard strip != .none else { return try ByteRewrite([]) }
    guard reasonNotRewritable(strip) == nil else { throw MetadataError(.unsupportedFormat, at: 0, format: format) }
    let wanted = Stripping(strip: strip, orientation: orientation.exif)
    switch header {
    case .jpeg(let header): return try JPEGStripping(header, wanted).rewrite(source)
    case .png(let header): return try PNGStripping(header, wanted).rewrite(source)
    case .webp(let header): return try WebPStripping(header, wanted).rewrite(source)
    case .items(let header): return try HEIFStripping(header, wanted).rewrite(source)
    case .jpegXL(let header): return try JPEGXLStripping(header, wanted).rewrite(source)
    case .tiff:
      var stripping = try TIFFStripping(source, wanted)
      return try stripping.rewrite()
    case .bare, .movie, .sequence: throw MetadataError(.unsupportedFormat, at: 0, format: format)
    }
  }

  /// Why metadata cannot be taken out of such a file, as a clause that says what would do; nil where they can.
  package func reasonNotRewritable(_ strip: Strip) -> String? {
    switch header {
    case .movie:
      return
        "metadata of videos are not rewritten here; `ffmpeg -i IN.\(format.rawValue) -map 0 -map_metadata -1 -c copy "
        + "OUT.\(format.rawValue)` leaves them out, encodes nothing anew and keeps the rotation"
    case .sequence:
      return
        "metadata of an image sequence without a still image are not rewritten here; --frame 1 makes a still image of "
        + "its first frame, without any"
    case .bare:
      return "metadata of \(format.rawValue) are not rewritten here"
    case .tiff(let header) where header.holdsRaw:
      return "a raw file repeats its metadata in maker notes and previews that are not rewritten here; "
        + "develop it, and take them out of the result"
    case .tiff(let header) where header.imageOffset != nil:
      return "the first page of this TIFF is no picture of its own, so that nothing can be taken out safely"
    case .tiff(let header) where header.isChainBroken:
      return "the pages of this TIFF lead back to one another, or to where none is, so that nothing can be taken out "
        + "safely"
    case .jpeg, .png, .webp, .items, .jpegXL, .tiff: return nil
    }
  }

  /// Memory for what is read and written of the metadata when they are rewritten.
  package var rewritingByteCount: Int {
    switch header {
    case .jpeg(let header):
      2 * carriedByteCount + 2 * header.attachments.reduce(0) { $0 + ($1.probe?.carriedByteCount ?? 0) }
    case .png(let header): 3 * header.carriedByteCount / 2
    case .webp: 2 * carriedByteCount
    case .items(let header): 3 * (header.tables.box.end - header.tables.box.offset) + 4 * header.describedByteCount
    case .tiff(let header): header.rewritingByteCount
    case .jpegXL(let header): 4 * header.packetByteCount
    case .bare, .movie, .sequence: 0
    }
  }

  /// What goes besides the metadata that were asked about, as the file says it, one sentence each.
  package func losses(without strip: Strip) -> [String] {
    switch header {
    case .jpeg(let header): header.losses(without: strip)
    case .tiff(let header): header.losses(without: strip)
    case .items(let header): header.losses(without: strip)
    case .jpegXL(let header): header.losses(without: strip)
    case .png(let header):
      header.otherKinds.losses(without: strip, "chunks", credentials: PNGStripping.credentials, header.findings)
    case .webp(let header):
      header.otherKinds.losses(without: strip, "chunks", credentials: WebPCollector.credentials, header.findings)
    case .bare, .movie, .sequence: []
    }
  }
}

extension Probe {
  /// What is said of blocks, by their names, that stay although nobody knows whether they hold a small picture; none for none.
  fileprivate static func sentence(onUnknown names: [String], count: Int) -> [String] {
    guard count > 0 else { return [] }
    let named = "(\(Set(names).sorted().joined(separator: ", ")))"
    return count == 1
      ? ["1 block of unknown content stays \(named): it may show the image as it was"]
      : ["\(count) blocks of unknown content stay \(named): they may show the image as it was"]
  }
}

extension Strip {
  /// Why something goes that nobody reads.
  fileprivate var reason: String {
    self == .allButColor ? "as asked (all-but-color)" : "they may say where it was taken (gps)"
  }
}

extension NamedKinds {
  /// What goes of these kinds, of which one may sign the file, and of what follows the picture.
  fileprivate func losses(
    without strip: Strip, _ noun: String, credentials: FourCC? = nil, _ findings: [Finding] = []
  ) -> [String] {
    guard strip != .none else { return [] }
    let signs = credentials.map(kinds.contains) == true
    let unknown = kinds.filter { $0 != credentials }.map(\.description)
    var losses = signs ? ["the content credentials go: they sign the file as it was"] : []
    guard strip.removesPosition else {
      return losses + Probe.sentence(onUnknown: unknown, count: count(besides: credentials))
    }
    if !unknown.isEmpty {
      losses.append("\(noun) that nobody knows go (\(unknown.joined(separator: ", "))): \(strip.reason)")
    }
    if findings.contains(where: { $0.code == .trailer }) { losses.append("bytes behind the picture's end go") }
    return losses
  }
}

extension JPEGHeader {
  fileprivate func losses(without strip: Strip) -> [String] {
    var losses: [String] = []
    for attachment in attachments {
      switch attachment.kind {
      case _ where strip == .allButColor: losses.append("the \(attachment.word) goes: as asked (\(strip.rawValue))")
      case .preview where strip == .thumbnails: losses.append("the preview goes: as asked (thumbnails)")
      case .video where strip.removesPosition: losses.append("the film goes: it may say where it was taken (gps)")
      default: break
      }
    }
    if strip.removesPosition, hasUnknownAttachments {
      losses.append("what follows the picture goes: its lists name something that nobody can read")
    }
    if strip.removesPosition, applications.contains(where: { $0.kind == .extendedXMP }) {
      losses.append("the rest of the XMP packet goes: it may say where it was taken (gps)")
    }
    if strip.removesPosition { losses.append("bytes behind the picture's end go, if there are any") }
    if strip != .none, applications.contains(where: { $0.kind == .jumbf }) {
      losses.append("the content credentials go: they sign the file as it was")
    }
    if strip == .thumbnails || strip == .gps, applications.contains(where: { $0.kind == .photoshop }) {
      let reason = strip == .gps ? "they may say where it was taken (gps)" : "as asked (thumbnails)"
      losses.append("Photoshop's thumbnail and IPTC's preview go, if there are any: \(reason)")
    }
    if strip == .thumbnails {
      let unknown = applications.filter { $0.kind == .other && $0.segment.marker != 0xFE }
      losses += Probe.sentence(onUnknown: unknown.map { "APP\($0.segment.marker & 15)" }, count: unknown.count)
    }
    if strip == .gps, applications.contains(where: { $0.kind == .flashPix }) {
      losses.append("FlashPix's streams go: they may say where it was taken (gps)")
    }
    if strip == .gps, let exif, ExifRewriter.hasPreviews(exif.block) {
      losses.append("the previews in Exif go: they may say where it was taken (gps)")
    }
    return losses
  }
}

extension JPEGAttachment {
  fileprivate var word: String {
    switch kind {
    case .gainMap: "gain map"
    case .video: "film"
    case .preview: "preview"
    case .picture: "further picture"
    }
  }
}

extension JPEGXLHeader {
  /// Bytes of its Exif block and its packet.
  var packetByteCount: Int { (exif?.block.bytes.count ?? 0) + (packet?.count ?? 0) }
}

extension TIFFHeader {
  /// Bytes of what the directories of its pages lead to besides pictures: packets, resources, profiles.
  var packetByteCount: Int {
    ([first] + further).reduce(0) { sum, page in
      let packets = [TIFFTag.xmp, .photoshop, .profile].compactMap { page.table.directory.first($0)?.count }
      return packets.reduce(sum) { $0 + min(max(0, $1), byteCount, 1 << 40) }
    }
  }

  /// Packets and their copies, and for each strip or tile where it is.
  fileprivate var rewritingByteCount: Int {
    let perStrip = 64
    return ([first] + further).reduce(0) { sum, page in
      let table = page.table
      let packets = [TIFFTag.xmp, .photoshop].compactMap { table.directory.first($0)?.count }
      let strips = [TIFFTag.stripOffsets, .tileOffsets].compactMap { table.directory.first($0)?.count }
      return sum + 4 * table.bytes.count + packets.reduce(0) { $0 + 4 * min($1, byteCount) }
        + strips.reduce(0) { $0 + perStrip * min($1, byteCount) }
    }
  }

  fileprivate func losses(without strip: Strip) -> [String] {
    guard strip.removesPosition else { return [] }
    let tags = Set(([first] + further).flatMap { $0.table.directory.entries.map(\.tag) })
    let map = tags.contains(where: TIFFTag.isGeographic)
    let own = tags.filter { TIFFTag.isPrivate($0) && $0 != TIFFTag.photoshop.rawValue }.sorted()
    let pictures = ([first] + further).flatMap { [$0.own] + $0.inside }
    let hides = pictures.contains { $0.samples?.hidesData == true }
    return
      (hides
      ? ["bytes that nothing leads to stay: its JPEG, coded as it was before Technical Note 2, may need them"] : [])
      + (map ? ["the place on the map goes (GeoTIFF)"] : [])
      + (own.isEmpty ? [] : ["private fields go (tags \(own.map(String.init).joined(separator: ", ")))"])
  }
}

extension JPEGXLHeader {
  fileprivate func losses(without strip: Strip) -> [String] {
    guard strip != .none else { return [] }
    return (hasCompressed ? ["compressed metadata go whole: Brotli is not unpacked here"] : [])
      + (hasReconstruction
        ? ["what makes the JPEG again goes, because it names metadata that are no longer there"] : [])
  }
}

extension HEIFHeader {
  /// Bytes of all items that are metadata.
  var describedByteCount: Int {
    let ids = Set(tables.items.filter { ["Exif", "mime", "uri ", "jpeg"].contains($0.kind) }.map(\.id))
    return tables.locations.filter { ids.contains($0.id) }.reduce(0) { sum, location in
      sum + location.extents.reduce(0) { $0 + min($1.length, 64 << 20) }
    }
  }

  fileprivate func losses(without strip: Strip) -> [String] {
    guard strip.removesPosition else { return [] }
    var losses: [String] = []
    if strip == .allButColor {
      let words = Probe.words(parts(OrientationRules()), opacity: samples?.hasTransparency == true)
      losses = words.map { "\($0) go: as asked (all-but-color)" }
    } else {
      let unknown = tables.items.filter { $0.kind == "uri " || $0.kind == "mime" && !$0.isXMP }
      losses = NamedKinds(unknown.map(\.kind)).losses(without: strip, "items")
    }
    let boxes = file.boxes.map(\.kind).filter { !HEIFStripping.known.contains($0) && $0 != "free" && $0 != "skip" }
    if boxes.contains(Self.video) {
      let reason = strip == .allButColor ? "as asked (all-but-color)" : "it may say where it was taken (gps)"
      losses.append("the film goes: \(reason)")
    }
    losses += NamedKinds(boxes.filter { $0 != Self.video }).losses(without: strip, "boxes")
    return losses + (file.damage == nil ? [] : ["bytes behind the last box go"])
  }

  /// The box of a motion photo's film.
  private static let video: FourCC = "mpvd"
}
