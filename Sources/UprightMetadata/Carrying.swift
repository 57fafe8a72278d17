// Carries a source's metadata to a new image, edited to be correct there (EXIF 2.32; ICC.1, B.4; CIPA DC-007). The
// carried metadata of containers that store each kind contiguously, and all carried metadata in the form of a JPEG's
// segments.

internal import UprightGeometry

extension Probe {
  /// All metadata that a new version of the image should keep, with orientation tag 1 everywhere.
  ///
  /// Application segments and comments are carried unchanged, with these exceptions. Exif and XMP are edited; JFIF
  /// and Photoshop resources lose their thumbnails. The index of other images (MPF) is dropped unless some of those
  /// images are carried. Markers about the coding are dropped unless the coding is kept. A PNG's chunks are carried
  /// if they stay valid when pixels change; other containers contribute Exif, XMP and the profile.
  ///
  /// - Throws: `MetadataError` `.truncated` or `.unreadable` if the source no longer provides the bytes;
  ///   `.tooMuchMetadata`.
  public func carry(_ edit: MetadataEdit, from source: some ByteSource) throws(MetadataError) -> CarriedMetadata {
    var carried = CarriedMetadata()
    if let header = header.png { return try carry(edit, ofPNG: header, from: source) }
    let move = ImageMove(self, edit)
    if let header = header.tiff { return try header.packets(in: source, for: move).carried(move) }
    guard let header = header.jpeg else {
      var packets = try header.container.packets(in: source)
      if edit.strip == .allButColor { packets.exif = nil }
      return packets.carried(move)
    }
    var profile: [Int: [UInt8]] = [:]
    let further = try furtherXMP(of: header, edit, from: source)
    let spans = try spans(of: header, edit, from: source)
    var (new, hasFurther): ([[UInt8]], Bool) = (further.payloads ?? [], further.payloads != nil)
    for application in header.applications {
      let segment = application.segment
      if application.kind == .extendedXMP, hasFurther {
        carried.segments += new.map { CarriedMetadata.Segment(marker: segment.marker, payload: $0) }
        new = []
        continue
      }
      let payload = try source.read(segment.payload)
      guard payload.count == segment.payload.count else {
        throw MetadataError(.truncated, at: segment.payload.lowerBound + payload.count)
      }
      guard var kept = spans.payloads[segment.offset] ?? self.kept(payload, of: application, edit: edit) else {
        continue
      }
      if application.kind == .xmp { kept = JPEGSegment.Identifier.xmp + further.referring(Self.packet(kept)) }
      carried.segments.append(CarriedMetadata.Segment(marker: segment.marker, payload: kept))
      collect(
        kept, kind: application.kind, keepsDensity: edit.strip != .allButColor, into: &carried, profile: &profile)
    }
    carried.icc = Self.wholeProfile(profile)
    if let whole = spans.resources, edit.strip != .allButColor { carried.iptc = PhotoshopResources.iptc(in: whole) }
    if let whole = spans.exif { carried.exif = whole }
    if let first = carried.xmp, let joined = XMPPacketParts.joined(first, further.packets) { carried.xmp = joined }
    return carried
  }

  private static func packet(_ payload: [UInt8]) -> [UInt8] {
    Array(payload.dropFirst(JPEGSegment.Identifier.xmp.count))
  }

  /// Photoshop's resources and a long Exif block, which may continue from one segment to the next.
  private func spans(
    of header: JPEGHeader, _ edit: MetadataEdit, from source: some ByteSource
  ) throws(MetadataError) -> JPEGSpans {
    var spans = JPEGSpans()
    guard edit.strip != .allButColor else { return spans }
    try spans.rewriteResources(header, source, by: ResourceRemoval(edit))
    try spans.rewriteExif(header, source) {
      ExifRewriter($0, edit: edit, move: ImageMove(self, edit)).block.bytes
    }
    return spans
  }

  /// Whether Photoshop's resources are removed because they cannot be read to their end.
  ///
  /// - Throws: `.unreadable`.
  package func dropsDamagedResources(_ edit: MetadataEdit, from source: some ByteSource) throws(MetadataError) -> Bool {
    guard edit.removesViews, edit.strip != .allButColor else { return false }
    if let jpeg = header.jpeg, try spans(of: jpeg, edit, from: source).hasDamagedResources { return true }
    guard let tiff = header.tiff else { return try hasDamagedCopies(ResourceRemoval(edit), in: source) }
    return try tiff.resources(in: source).map(ResourceRemoval(edit).removesDamaged) ?? false
  }

  private func kept(_ payload: [UInt8], of application: JPEGHeader.Application, edit: MetadataEdit) -> [UInt8]? {
    if edit.strip == .allButColor, ![.jfif, .icc, .adobe].contains(application.kind) { return nil }
    let hidesPosition = edit.strip == .gps
    switch application.kind {
    case .jfif: return Self.jfif(payload, swapsAxes: edit.swapsAxes)
    case .jfifExtension: return nil
    case .multiPicture: return keepsList(payload, at: application.segment, edit) ? payload : nil
    case .exif:
      guard let block = TIFFBlock(Array(payload.dropFirst(JPEGSegment.Identifier.exif.count))) else {
        return hidesPosition ? nil : payload
      }
      return JPEGSegment.Identifier.exif + ExifRewriter(block, edit: edit, move: ImageMove(self, edit)).block.bytes
    case .xmp:
      let name = JPEGSegment.Identifier.xmp
      return XMPRewriter.carried(
        Array(payload.dropFirst(name.count)), move: ImageMove(self, edit),
        limit: JPEGSegment.longestPayload - name.count
      ).map { name + $0 }
    case .photoshop: return payload
    case .extendedXMP: return payload
    case .gainMap: return ImageMove(self, edit).drops(.gainMap) ? nil : payload
    case .jumbf, .flashPix:
      return edit.strip == .none && ImageMove(self, edit).showsAll ? payload : nil
    case .thermal: return ImageMove(self, edit).keepsThermalImage ? payload : nil
    case .icc: return edit.keepsProfile ? payload : nil
    case .adobe: return edit.keepsCoding ? payload : nil
    case .other where application.segment.marker == 0xFE:
      return hidesPosition && XMPPosition.isNamed(in: payload) ? nil : payload
    case .other: return hidesPosition ? nil : payload
    }
  }

  /// The rest of a packet follows like the packet. It is dropped as a whole if the location is removed; if it cannot be
  /// read, also if it contains images that would have to change.
  private func furtherXMP(
    of header: JPEGHeader, _ edit: MetadataEdit, from source: some ByteSource
  ) throws(MetadataError) -> ExtendedXMPChange {
    guard header.applications.contains(where: { $0.kind == .extendedXMP }) else { return .none }
    let move = ImageMove(self, edit)
    let extended = try ExtendedXMP(header, source)
    if edit.strip.removesPosition { return ExtendedXMPChange(dropping: extended) }
    if extended.isReadable {
      return ExtendedXMPChange(extended) { XMPRewriter.carried($0, move: move, limit: .max) }
    }
    guard try dropsUnreadableXMP(of: header, edit, from: source) else { return .none }
    return ExtendedXMPChange(dropping: extended)
  }

  private func dropsUnreadableXMP(
    of header: JPEGHeader, _ edit: MetadataEdit, from source: some ByteSource
  ) throws(MetadataError) -> Bool {
    let move = ImageMove(self, edit)
    guard XMPThumbnails.go(move) || XMPThumbnails.fullGo(move) else { return false }
    for application in header.applications where application.kind == .extendedXMP {
      if XMPThumbnails.areNamed(in: try source.read(application.segment.payload)) { return true }
    }
    return false
  }

  /// Whether the rest of an XMP packet is dropped although nothing asked for it, because it cannot be read.
  ///
  /// - Throws: `.unreadable`.
  package func losesExtendedXMP(_ edit: MetadataEdit, from source: some ByteSource) throws(MetadataError) -> Bool {
    guard edit.strip == .none, let jpeg = header.jpeg, jpeg.hasUnreadableXMP else { return false }
    return try dropsUnreadableXMP(of: jpeg, edit, from: source)
  }

  /// An MPF index is kept if one of its images is carried; an image's own attributes are always kept.
  private func keepsList(_ payload: [UInt8], at segment: JPEGSegment, _ edit: MetadataEdit) -> Bool {
    let name = JPEGSegment.Identifier.multiPicture.count
    let block = Array(payload.dropFirst(name))
    guard let index = MultiPictureIndex(block, base: segment.payload.lowerBound + name, byteCount: byteCount) else {
      return TIFFBlock(block) != nil
    }
    return index.further.contains { entry in
      edit.attachments.contains { $0.range == entry.range && $0.byteCount != nil }
    }
  }

  private func collect(
    _ payload: [UInt8], kind: JPEGSegment.Kind, keepsDensity: Bool, into carried: inout CarriedMetadata,
    profile: inout [Int: [UInt8]]
  ) {
    switch kind {
    case .exif where carried.exif == nil:
      let block = payload.dropFirst(JPEGSegment.Identifier.exif.count)
      if TIFFBlock(Array(block)) != nil { carried.exif = Array(block) }
    case .xmp where carried.xmp == nil: carried.xmp = Array(payload.dropFirst(JPEGSegment.Identifier.xmp.count))
    case .icc: Self.collectProfile(payload, into: &profile)
    case .photoshop where carried.iptc == nil: carried.iptc = PhotoshopResources.iptc(in: payload)
    case .jfif where keepsDensity && carried.density == nil:
      if let density = PixelDensity(segment: payload), density.isStated { carried.chunks.append(density.chunk) }
    default: break
    }
  }

  /// Whether there may be an ICC profile, according to the headers.
  public var mayHaveColorProfile: Bool {
    header.jpeg?.applications.contains { $0.kind == .icc } ?? header.container.mayHaveProfile
  }

  /// Why no profile can express the colors that the headers name; nil if one can, or none are named.
  package var unsupportedColorsReason: UnsupportedColors? { header.png?.colors.unsupportedReason }

  /// Why samples have other values than the conversion assumes; nil if they do not.
  package var unsupportedRangeReason: UnsupportedColors? { header.png?.colors.unsupportedRangeReason }

  /// The image's complete ICC profile; nil if there is none.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error; `.tooMuchMetadata`.
  public func colorProfile(in source: some ByteSource) throws(MetadataError) -> [UInt8]? {
    if header.png != nil { return try colorProfile(ofPNG: source) }
    guard let jpeg = header.jpeg else { return try header.container.packets(in: source).icc }
    var parts: [Int: [UInt8]] = [:]
    for application in jpeg.applications where application.kind == .icc {
      Self.collectProfile(try source.read(application.segment.payload), into: &parts)
    }
    return Self.wholeProfile(parts)
  }

  private static func collectProfile(_ payload: [UInt8], into parts: inout [Int: [UInt8]]) {
    if payload.count > 14 { parts[Int(payload[12])] = Array(payload[14...]) }
  }

  /// Joins the chunks of a profile in order (ICC.1, B.4: numbered from 1).
  private static func wholeProfile(_ parts: [Int: [UInt8]]) -> [UInt8]? {
    let whole = parts.sorted { $0.key < $1.key }.flatMap(\.value)
    return whole.isEmpty ? nil : whole
  }

  /// JFIF 1.02: densities at 8 and 10, the thumbnail's columns and rows at 12 and 13, then its pixels.
  private static func jfif(_ payload: [UInt8], swapsAxes: Bool) -> [UInt8] {
    guard payload.count >= 14 else { return payload }
    let density = swapsAxes ? payload[10..<12] + payload[8..<10] : payload[8..<12]
    return Array(payload[..<8] + density + [0, 0])
  }
}

extension ImageMove {
  /// A change to the probed image.
  init(_ probe: Probe, _ edit: MetadataEdit) {
    self.init(storedSize: probe.storedSize, orientation: probe.orientation, edit: edit)
    byteCount = probe.byteCount
    attachments = probe.attachments
    dropsVideo = probe.header.items?.hasVideo == true
  }
}

extension MetadataPackets {
  /// The parts that are valid for a new image, with orientation tag 1; as segments, those that a JPEG can hold.
  func carried(_ move: ImageMove) -> CarriedMetadata {
    let edit = move.edit
    var carried = CarriedMetadata()
    if edit.strip != .allButColor || edit.shared.isTIFF {
      carried.exif = exif.map { ExifRewriter($0, edit: edit, move: move).block.bytes }
    }
    carried.xmp = xmp.flatMap { XMPRewriter.carried($0, move: move, limit: .max) }
    carried.icc = edit.keepsProfile ? icc : nil
    if edit.strip != .allButColor { carried.iptc = iptc.map(IPTCRecord.withoutPreview) }
    if edit.strip != .allButColor { carried.photoshop = photoshop.flatMap { PhotoshopResources.carried($0, move) } }
    if edit.strip != .allButColor, let density {
      carried.chunks.append((edit.swapsAxes ? density.turned : density).chunk)
    }
    carried.segments = (carried.density.map { [$0.segment] } ?? []) + carried.packedSegments
    return carried
  }
}

extension CarriedMetadata {
  /// Whether the Exif block contains a JPEG thumbnail.
  package var hasThumbnail: Bool { exif.flatMap { TIFFBlock($0) }.flatMap { Thumbnail(in: $0) } != nil }

  /// Exif, XMP, Photoshop's resources and ICC as JPEG segments; what is too long for them is omitted, except for XMP
  /// that can be divided (EXIF 2.32, 4.7.2; XMP part 3, 1.1.3; ICC.1, B.4).
  var packedSegments: [Segment] {
    var segments: [Segment] = []
    if let exif { segments.append(Segment(marker: 0xE1, payload: JPEGSegment.Identifier.exif + exif)) }
    segments += xmp.map(Self.packetSegments) ?? []
    if let photoshop {
      segments.append(Segment(marker: 0xED, payload: JPEGSegment.Identifier.photoshop + photoshop))
    }
    return segments.filter { $0.payload.count <= JPEGSegment.longestPayload } + profileSegments
  }

  /// The segments of a packet, which is divided if it is too long for one.
  private static func packetSegments(_ packet: [UInt8]) -> [Segment] {
    let name = JPEGSegment.Identifier.xmp
    let room = JPEGSegment.longestPayload - name.count
    let short = packet.count > room ? XMPRewriter.withoutPadding(packet, longest: room) : packet
    guard short.count > room, let (first, rest) = XMPPacketParts.divided(short, limit: room) else {
      return [Segment(marker: 0xE1, payload: name + short)]
    }
    return ([name + first] + ExtendedXMP.payloads(rest)).map { Segment(marker: 0xE1, payload: $0) }
  }

  /// Whether the packet, or the Exif block, is in no segment because it is too long.
  package var lostInSegments: [FileContent] {
    let holds = { (name: [UInt8]) in segments.contains { $0.marker == 0xE1 && $0.payload.starts(with: name) } }
    return (exif != nil && !holds(JPEGSegment.Identifier.exif) ? [.exif] : [])
      + (xmp != nil && !holds(JPEGSegment.Identifier.xmp) ? [.xmp] : [])
  }

  /// Carries a profile that the source's headers do not contain.
  package mutating func take(profile: [UInt8]) {
    icc = profile
    segments += profileSegments
  }

  private var profileSegments: [Segment] {
    guard let icc else { return [] }
    let room = JPEGSegment.longestPayload - JPEGSegment.Identifier.icc.count - 2
    let parts = stride(from: 0, to: icc.count, by: room).map { icc[$0..<min(icc.count, $0 + room)] }
    guard parts.count <= 255 else { return [] }
    return parts.enumerated().map { index, part in
      Segment(marker: 0xE2, payload: JPEGSegment.Identifier.icc + [UInt8(index + 1), UInt8(parts.count)] + part)
    }
  }
}
