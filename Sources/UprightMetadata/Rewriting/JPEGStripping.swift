// Strips metadata from a JPEG; its coded data stays unchanged (ITU T.81, B.1.1; CIPA DC-007, 5.2; Ultra HDR 1.1).

internal import UprightGeometry

/// Decides what happens to the segments and attachments of a JPEG.
struct JPEGStripping {
  private let header: JPEGHeader
  private let wanted: Stripping

  init(_ header: JPEGHeader, _ wanted: Stripping) {
    self.header = header
    self.wanted = wanted
  }

  /// The new contents of an attachment; nil if it is removed.
  private struct Kept {
    let attachment: JPEGAttachment
    let edits: [ByteRewrite.Edit]?
    var byteCount: Int? { edits.map { $0.reduce(attachment.range.count) { $0 + $1.growth } } }
  }

  /// The changes to the file.
  ///
  /// - Throws: as `JPEGWalker.next`, `.unreadable`, `.metadataNotRemovable`.
  func rewrite(_ source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    let data = try CodedScans(source, from: header.scanOffset, segmentLimit: .max)
    let attachments = try attachments(source, behind: data.end)
    var edits = try junkEdits(source) + behindEdits(attachments, data, source.byteCount)
    if wanted.removesPosition { edits += data.segments.map { .removal($0.offset..<$0.payload.upperBound) } }
    edits += attachments.flatMap { $0.edits ?? [] }
    var lists: [JPEGSegment] = []
    let (spans, further) = (try spans(source), try furtherXMP(source))
    var new = further.payloads ?? []
    for application in header.applications {
      let segment = application.segment
      if application.kind == .extendedXMP, further.payloads != nil {
        edits.append(
          ByteRewrite.Edit(segment.offset..<segment.payload.upperBound, new: new.flatMap { Self.bytes(segment, $0) }))
        new = []
        continue
      }
      let payload = try source.whole(segment.payload)
      if let spanned = spans.payloads[segment.offset] {
        edits.append(
          spanned.map { Self.edit(of: segment, to: $0) } ?? .removal(segment.offset..<segment.payload.upperBound))
        continue
      }
      if application.kind == .multiPicture, keepsList(payload, at: segment, attachments) {
        lists.append(segment)
        continue
      }
      guard var kept = try kept(payload, of: application, source, attachments) else {
        edits.append(.removal(segment.offset..<segment.payload.upperBound))
        continue
      }
      if application.kind == .xmp {
        let name = JPEGSegment.Identifier.xmp
        kept = name + further.referring(Array(kept.dropFirst(name.count)))
      }
      if kept != payload { edits.append(Self.edit(of: segment, to: kept)) }
    }
    edits += minExifBytes.map { [$0] } ?? []
    let rewrite = try ByteRewrite(edits)
    var index: [ByteRewrite.Edit] = []
    for list in lists {
      if let edit = try relisted(list, source, rewrite, attachments, imageEnd: data.end) { index.append(edit) }
    }
    return index.isEmpty ? rewrite : try ByteRewrite(edits + index)
  }

  // MARK: Segments

  private static func edit(of segment: JPEGSegment, to payload: [UInt8]) -> ByteRewrite.Edit {
    ByteRewrite.Edit(segment.offset..<segment.payload.upperBound, new: bytes(segment, payload))
  }

  private static func bytes(_ segment: JPEGSegment, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, segment.marker] + BigEndian.bytes(payload.count + 2, size: 2) + payload
  }

  /// Photoshop's resources and a long Exif block, which may continue from one segment to the next.
  private func spans(_ source: some ByteSource) throws(MetadataError) -> JPEGSpans {
    var spans = JPEGSpans()
    guard !wanted.removesAll else { return spans }
    try spans.rewriteResources(header, source, by: ResourceRemoval(stripping: wanted.strip))
    try spans.rewriteExif(header, source) { wanted.block($0) }
    return spans
  }

  /// Whether Photoshop's resources are removed because they cannot be read to their end.
  ///
  /// - Throws: `.unreadable`.
  func hasDamagedResources(_ source: some ByteSource) throws(MetadataError) -> Bool {
    try spans(source).hasDamagedResources
  }

  /// The rest of the XMP packet without thumbnails; it is removed as a whole if it cannot be read.
  private func furtherXMP(_ source: some ByteSource) throws(MetadataError) -> ExtendedXMPChange {
    guard header.applications.contains(where: { $0.kind == .extendedXMP }) else { return .none }
    let extended = try ExtendedXMP(header, source)
    if wanted.removesPosition { return ExtendedXMPChange(dropping: extended) }
    if extended.isReadable { return ExtendedXMPChange(extended) { wanted.packet($0) } }
    return try namesThumbnailsInFurtherXMP(source) ? ExtendedXMPChange(dropping: extended) : .none
  }

  private func kept(
    _ payload: [UInt8], of application: JPEGHeader.Application, _ source: some ByteSource, _ attachments: [Kept]
  ) throws(MetadataError) -> [UInt8]? {
    let isOwn = application.segment == minExifHomeBytes
    if wanted.removesAll, ![.jfif, .icc, .adobe].contains(application.kind), !isOwn { return nil }
    switch application.kind {
    case .icc, .adobe: return payload
    case .jfif: return wanted.removesThumbnails ? Self.withoutThumbnail(payload) : payload
    case .jfifExtension, .jumbf, .flashPix: return nil
    case .exif: return isOwn ? payload : wanted.exif(payload, from: JPEGSegment.Identifier.exif.count)
    case .xmp: return packet(payload, source, attachments)
    case .extendedXMP, .photoshop: return payload
    case .gainMap:
      let maps = attachments.filter { $0.attachment.kind == .gainMap }
      return !maps.isEmpty && maps.allSatisfy { $0.edits == nil } ? nil : payload
    case .multiPicture: return nil
    case .other where application.segment.marker == 0xFE:
      return wanted.removesPosition && XMPPosition.isNamed(in: payload) ? nil : payload
    case .other, .thermal: return wanted.removesPosition ? nil : payload
    }
  }

  /// JFIF 1.02: the thumbnail's columns and rows at 12 and 13, then its pixels.
  private static func withoutThumbnail(_ payload: [UInt8]) -> [UInt8] {
    payload.count > 14 ? Array(payload[..<12] + [0, 0]) : payload
  }

  private func packet(_ payload: [UInt8], _ source: some ByteSource, _ attachments: [Kept]) -> [UInt8]? {
    let name = JPEGSegment.Identifier.xmp
    var edit = MetadataEdit(
      size: PixelSize(width: header.storedSize.width, height: header.storedSize.height),
      map: Transform2D(scaleX: 1, scaleY: 1, tx: 0, ty: 0), thumbnail: nil, keepsProfile: true, keepsCoding: true)
    edit.attachments = attachments.map { CarriedAttachment($0.attachment.range, byteCount: $0.byteCount) }
    var move = ImageMove(storedSize: header.storedSize, orientation: .identity, edit: edit)
    (move.byteCount, move.attachments) = (source.byteCount, header.attachments)
    let isListed = wanted.removesPosition
    let rest = XMPRewriter.stripped(
      Array(payload.dropFirst(name.count)), of: wanted.strip, move: isListed ? move : nil,
      dropsLists: isListed && header.hasUnknownAttachments)
    return rest.map { name + $0 }.flatMap { $0.count <= JPEGSegment.longestPayload ? $0 : nil }
  }

  /// Extended XMP is checked as a whole, since a property may begin in one segment and end in another.
  private func namesThumbnailsInFurtherXMP(_ source: some ByteSource) throws(MetadataError) -> Bool {
    for application in header.applications where application.kind == .extendedXMP {
      if XMPThumbnails.areNamed(in: try source.whole(application.segment.payload)) { return true }
    }
    return false
  }

  /// Bytes between segments may contain anything.
  private func junkEdits(_ source: some ByteSource) throws(MetadataError) -> [ByteRewrite.Edit] {
    guard wanted.removesPosition else { return [] }
    var walker = try JPEGWalker(source, budget: .max)
    var (edits, end): ([ByteRewrite.Edit], Int) = ([], 2)
    while let segment = try walker.next() {
      if segment.offset > end { edits.append(.removal(end..<segment.offset)) }
      end = segment.payload.upperBound
      if segment.marker == 0xDA { break }
    }
    return edits
  }

  // MARK: The orientation, if everything else is removed

  /// The segment that already contains only the orientation.
  private var minExifHomeBytes: JPEGSegment? {
    guard wanted.removesAll, let least = wanted.minExifBytes, let first = header.exifSegments.first else { return nil }
    return first.block.bytes == least ? first.segment : nil
  }

  private var minExifBytes: ByteRewrite.Edit? {
    guard wanted.removesAll, wanted.minExifBytes != nil, minExifHomeBytes == nil else { return nil }
    let first = header.applications.first
    let isBehindJFIF = first?.kind == .jfif && first?.segment.offset == 2
    let place = isBehindJFIF ? first?.segment.payload.upperBound ?? 2 : 2
    return ByteRewrite.Edit(place..<place, new: InsertedExifBlock.segment(wanted.orientation))
  }

  // MARK: Attachments

  private func attachments(_ source: some ByteSource, behind end: Int) throws(MetadataError) -> [Kept] {
    var (kept, last): ([Kept], Int) = ([], end)
    for attachment in header.attachments {
      let isApart = attachment.range.lowerBound >= last && attachment.range.upperBound <= source.byteCount
      guard isApart, !goes(attachment) else {
        kept.append(Kept(attachment: attachment, edits: nil))
        continue
      }
      last = attachment.range.upperBound
      kept.append(Kept(attachment: attachment, edits: try edits(in: attachment, source)))
    }
    return kept
  }

  private func goes(_ attachment: JPEGAttachment) -> Bool {
    if wanted.removesAll || wanted.strip == .thumbnails && attachment.kind == .preview { return true }
    guard wanted.removesPosition else { return false }
    return header.hasUnknownAttachments || attachment.kind == .video || attachment.isBlock
      || attachment.probe?.header.jpeg == nil
  }

  /// If the location is removed, attachments may shrink and are indexed again. Otherwise a smaller attachment is
  /// padded with zeros, so that everything keeps its position.
  private func edits(
    in attachment: JPEGAttachment, _ source: some ByteSource
  ) throws(MetadataError) -> [ByteRewrite.Edit] {
    guard let own = attachment.probe, let header = own.header.jpeg else { return [] }
    let part = PartSource(source, attachment.range)
    let wanted = Stripping(strip: wanted.strip, orientation: own.orientation.exif)
    let edits = try JPEGStripping(header, wanted).rewrite(part).edits
    let growth = edits.reduce(0) { $0 + $1.growth }
    let filler =
      self.wanted.removesPosition || growth >= 0
      ? [] : [ByteRewrite.Edit(part.byteCount..<part.byteCount, new: [], zeroCount: -growth)]
    return (edits + filler).map { $0.shifted(by: attachment.range.lowerBound) }
  }

  /// If the location is removed, only known attachments remain after the image; otherwise only the requested ones are
  /// removed.
  private func behindEdits(_ attachments: [Kept], _ data: CodedScans, _ byteCount: Int) -> [ByteRewrite.Edit] {
    guard wanted.removesPosition else {
      let gone = attachments.filter { $0.edits == nil && $0.attachment.range.lowerBound >= data.end }.map(
        \.attachment.range)
      let kept = attachments.filter { $0.edits != nil }.map(\.attachment.range)
      return gone.flatMap { kept.gaps(in: $0) }.map { .removal($0) }
    }
    return attachments.filter { $0.edits != nil }.map(\.attachment.range).gaps(in: data.end..<byteCount)
      .map { .removal($0) }
  }

  /// An MPF index is kept if one of its images is; an image's own attributes are always kept.
  private func keepsList(_ payload: [UInt8], at segment: JPEGSegment, _ attachments: [Kept]) -> Bool {
    if wanted.removesAll { return false }
    let name = JPEGSegment.Identifier.multiPicture.count
    let block = Array(payload.dropFirst(name))
    guard let index = MultiPictureIndex(block, base: segment.payload.lowerBound + name, byteCount: .max / 2) else {
      return TIFFBlock(block) != nil
    }
    if !wanted.removesPosition, header.hasUnknownAttachments { return true }
    return index.further.isEmpty
      || index.further.contains { entry in
        attachments.contains { $0.attachment.range.lowerBound == entry.range.lowerBound && $0.edits != nil }
      }
  }

  /// The index with new positions; nil if they are unchanged.
  private func relisted(
    _ segment: JPEGSegment, _ source: some ByteSource, _ rewrite: ByteRewrite, _ attachments: [Kept], imageEnd: Int
  ) throws(MetadataError) -> ByteRewrite.Edit? {
    let base = segment.payload.lowerBound + JPEGSegment.Identifier.multiPicture.count
    let bytes = try source.whole(base..<segment.payload.upperBound)
    guard MultiPictureIndex(bytes, base: base, byteCount: source.byteCount)?.further.isEmpty == false else {
      return nil
    }
    var places: [Int: Range<Int>] = [:]
    for kept in attachments {
      guard let count = kept.byteCount else { continue }
      let start = rewrite.place(of: kept.attachment.range.lowerBound)
      places[kept.attachment.range.lowerBound] = start..<start + count
    }
    let old = MultiPictureIndex.primaryCount(bytes) ?? imageEnd
    let index = MultiPictureIndex.rewritten(
      bytes, from: base, to: rewrite.place(of: base), primaryCount: rewrite.place(of: max(old, imageEnd)),
      places: places)
    guard let index else { throw MetadataError(.metadataNotRemovable, at: base) }
    return index == bytes ? nil : ByteRewrite.Edit(base..<segment.payload.upperBound, new: index)
  }
}

extension MultiPictureIndex {
  /// The first image's length in bytes according to the index; nil if it is not stated.
  fileprivate static func primaryCount(_ bytes: [UInt8]) -> Int? {
    guard let block = TIFFBlock(bytes), let field = block.ifd0?.first(.multiPictureEntries) else { return nil }
    return block.u32(at: field.valueOffset + 4)
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
