// Carries a source's metadata to a new image, edited to be correct there (EXIF 2.32; ICC.1, B.4; CIPA DC-007).

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
    guard let header = header.jpeg else { return try header.container.packets(in: source).carried(move) }
    var profile: [Int: [UInt8]] = [:]
    let dropsFurtherXMP = try dropsFurtherXMP(of: header, edit, from: source)
    for application in header.applications where application.kind != .extendedXMP || !dropsFurtherXMP {
      let payload = try source.read(application.segment.payload)
      guard payload.count == application.segment.payload.count else {
        throw MetadataError(.truncated, at: application.segment.payload.lowerBound + payload.count)
      }
      guard let kept = kept(payload, of: application, edit: edit) else { continue }
      carried.segments.append(CarriedMetadata.Segment(marker: application.segment.marker, payload: kept))
      collect(kept, kind: application.kind, into: &carried, profile: &profile)
    }
    carried.icc = Self.wholeProfile(profile)
    return carried
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
      return JPEGSegment.Identifier.exif + ExifRewriter(block, edit: edit).block.bytes
    case .xmp:
      let name = JPEGSegment.Identifier.xmp
      return XMPRewriter.carried(
        Array(payload.dropFirst(name.count)), move: ImageMove(self, edit),
        limit: JPEGSegment.longestPayload - name.count
      ).map { name + $0 }
    case .photoshop:
      return hidesPosition
        ? PhotoshopResources.withoutPosition(payload)
        : PhotoshopResources.withoutThumbnails(payload, orViews: edit.removesViews)
    case .extendedXMP: return payload
    case .gainMap: return ImageMove(self, edit).drops(.gainMap) ? nil : payload
    case .jumbf, .flashPix:
      return edit.strip == .none && ImageMove(self, edit).showsAll ? payload : nil
    case .icc: return edit.keepsProfile ? payload : nil
    case .adobe: return edit.keepsCoding ? payload : nil
    case .other where application.segment.marker == 0xFE:
      return hidesPosition && XMPPosition.isNamed(in: payload) ? nil : payload
    case .other: return hidesPosition ? nil : payload
    }
  }

  /// Extended XMP is dropped as a whole, because a property may begin in one segment and end in another. That happens
  /// when the location is removed, or when thumbnails are and it contains some.
  private func dropsFurtherXMP(
    of header: JPEGHeader, _ edit: MetadataEdit, from source: some ByteSource
  ) throws(MetadataError) -> Bool {
    if edit.strip.removesPosition { return true }
    guard XMPThumbnails.fullGo(ImageMove(self, edit)) else { return false }
    for application in header.applications where application.kind == .extendedXMP {
      if XMPThumbnails.areNamed(in: try source.read(application.segment.payload)) { return true }
    }
    return false
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
    _ payload: [UInt8], kind: JPEGSegment.Kind, into carried: inout CarriedMetadata, profile: inout [Int: [UInt8]]
  ) {
    switch kind {
    case .exif where carried.exif == nil:
      let block = payload.dropFirst(JPEGSegment.Identifier.exif.count)
      if TIFFBlock(Array(block)) != nil { carried.exif = Array(block) }
    case .xmp where carried.xmp == nil: carried.xmp = Array(payload.dropFirst(JPEGSegment.Identifier.xmp.count))
    case .icc: Self.collectProfile(payload, into: &profile)
    case .photoshop where carried.iptc == nil: carried.iptc = PhotoshopResources.iptc(in: payload)
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
