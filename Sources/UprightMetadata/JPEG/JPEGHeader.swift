// The contents of a JPEG before its first scan: segments, frame, tables, Exif and XMP (ITU T.81, B.2). Which
// orientation field of a JPEG decides, and which ones disagree (EXIF 2.32, 4.6.4.A; precedence as in most readers).
// Rewrites a JPEG's orientation, or inserts an orientation tag if there is none (EXIF 2.32, 4.6.4.A and 4.7.2.A).

internal import UprightGeometry

/// Everything from SOI to the end of the first scan's header.
struct JPEGHeader: ContainerHeader {
  /// An application segment or comment, and its kind.
  struct Application: Hashable, Sendable {
    let segment: JPEGSegment
    var kind: JPEGSegment.Kind
  }

  /// Columns and rows as stored.
  let storedSize: PixelSize<Stored>
  /// How the image is coded.
  let frame: JPEGFrame
  /// How the frame describes the samples.
  var samples: SampleCoding? { frame.samples }
  /// Application segments and comments in the file's order.
  let applications: [Application]
  /// The Exif blocks with a valid TIFF header, in the file's order; the first decides.
  let exifSegments: [ExifSegment]
  /// The orientations that XMP packets state, in the file's order.
  let xmp: [XMPOrientation]
  /// Unusual facts about the segments.
  private(set) var findings: [Finding]
  /// Other contents of XMP.
  let xmpContents: XMPContents
  /// What readers with other rules might use as the orientation.
  let evidence: JPEGEvidence
  /// Start of the first scan's coded data; the source's end if there is no scan.
  let scanOffset: Int
  /// The attachments after the main image.
  private(set) var attachments: [JPEGAttachment] = []
  /// Whether an index names an attachment that is missing or of unknown type.
  private(set) var hasUnknownAttachments = false
  /// The list of data of other programs at the file's end.
  private(set) var concatenatedTrailer: ConcatenatedTrailer?
  /// The rest of the XMP packet in further segments, if it contains positions in the image, or images.
  private(set) var furtherMarked: [[UInt8]] = []
  /// Whether there is such a rest that is incomplete or invalid.
  private(set) var hasUnreadableXMP = false

  /// An Exif segment whose TIFF header is valid.
  struct ExifSegment: Hashable, Sendable {
    let segment: JPEGSegment
    let block: TIFFBlock
    /// The block and its file offset.
    var locatedBlock: LocatedExifBlock {
      LocatedExifBlock(block: block, offset: segment.payload.lowerBound + JPEGSegment.Identifier.exif.count)
    }
  }

  /// Takes what follows the main image.
  mutating func take(
    _ attachments: [JPEGAttachment], hasUnknown: Bool, _ findings: [Finding], _ trailer: ConcatenatedTrailer?
  ) {
    (self.attachments, hasUnknownAttachments, concatenatedTrailer) = (attachments, hasUnknown, trailer)
    self.findings += findings
  }

  /// Takes the rest of the XMP packet.
  mutating func take(furtherMarked: [[UInt8]], isReadable: Bool) {
    (self.furtherMarked, hasUnreadableXMP) = (furtherMarked, !isReadable)
  }

  /// The XMP packets that contain positions in the image.
  var marked: [[UInt8]] { xmpContents.marked + furtherMarked }

  /// Whether an MPF segment lists additional images (CIPA DC-007).
  var hasMultiPicture: Bool { applications.contains { $0.kind == .multiPicture } }

  /// The deciding Exif block and its file offset.
  var exif: LocatedExifBlock? { exifSegments.first?.locatedBlock }
}

extension JPEGHeader {
  /// The first tag 274 in IFD0 of the first valid Exif block decides. IFD1 and other blocks never do; XMP does if the
  /// rules allow it.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    if let exif { resolved.take(exif) }
    for further in exifSegments.dropFirst() { resolved.compare(further.locatedBlock) }
    resolved.take(xmp, rules)
    if let further = JPEGAttachment.finding(attachments, besides: resolved.orientation.exif) {
      resolved.findings.append(further)
    }
    return resolved
  }

  /// The main image and its attachments. An image without an orientation is displayed as stored, unless it belongs to
  /// the main image.
  func parts(_ rules: OrientationRules) -> [ImagePart] {
    let main = resolvedOrientation(rules).orientation
    return [ImagePart(.main, storedSize: storedSize, orientation: main, offset: 0)]
      + attachments.map { $0.part(besides: main) }
  }
}

extension JPEGAttachment {
  /// The attachment as a part of a file whose main image has orientation `main`.
  func part(besides main: Orientation<Stored, Displayed>) -> ImagePart {
    ImagePart(
      kind.part, storedSize: storedSize ?? PixelSize(width: 0, height: 0),
      orientation: orientation.map(Orientation.init(exif:)) ?? (kind.belongs ? main : .identity),
      offset: range.lowerBound)
  }
}

extension AttachmentKind {
  /// Whether it is displayed like the main image unless it states otherwise.
  var belongs: Bool { self == .preview || self == .gainMap }

  /// Its role among the parts of a file.
  fileprivate var part: ImagePart.Kind {
    switch self {
    case .image: .page
    case .preview: .preview
    case .gainMap: .auxiliary
    case .video: .video
    }
  }
}

extension JPEGHeader {
  /// If the tag is one SHORT, one byte of it changes; another type or count becomes one SHORT. Other Exif blocks,
  /// XMP, the thumbnail and the image's own attachments follow a change of orientation. If `change` normalizes, all
  /// except the attachments agree in any case. If there is no tag, a directory entry or a small Exif segment is
  /// inserted; setting such a file back to upright removes the insertion.
  ///
  /// - Throws: `.fieldNotWritable` if the Exif directory is damaged, the segment is full, or an insertion would move
  ///   images that an index lists by offset.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits = change.reachesXMP(beside: resolved) ? xmp.map { $0.edit(to: change.value) } : []
    edits += companionEdits(change)
    if let first = exifSegments.first {
      edits += try exifEdits(change, in: first)
    } else if change.value != .topLeft {
      edits.append(insertedSegment(change.value))
    }
    let changes = edits.filter { $0.old != $0.new }
    return BytePatch(changes + trailerEdits(after: changes))
  }

  /// Offsets after the image follow what is inserted or removed before its coded data.
  private func trailerEdits(after changes: [BytePatch.Edit]) -> [BytePatch.Edit] {
    guard changes.allSatisfy({ $0.growth == 0 || $0.offset < scanOffset }) else { return [] }
    let growth = changes.reduce(0) { $0 + $1.growth }
    let moved = concatenatedTrailer?.edits(movingBy: growth, from: scanOffset) ?? []
    return moved.filter { edit in !changes.contains { $0.range.overlaps(edit.range) } }
  }

  /// Other Exif blocks get the orientation of the first; the thumbnail, and the gain map and the video after the image,
  /// are reoriented like it.
  private func companionEdits(_ change: OrientationChange) -> [BytePatch.Edit] {
    let further = change.reachesOthers ? exifSegments.dropFirst().flatMap { $0.locatedBlock.edits(change) } : []
    return further + (change.isNone ? [] : attachmentEdits(change))
  }

  /// Malicious indexes may name one tag twice, or the main image as its own attachment.
  private func attachmentEdits(_ change: OrientationChange) -> [BytePatch.Edit] {
    var edits: [BytePatch.Edit] = []
    for attachment in attachments where attachment.range.lowerBound >= scanOffset {
      let own = attachment.kind.belongs ? attachment.tags?.edits(reorienting: change) : attachment.videoEdits(change)
      for edit in own ?? []
      where !edits.contains(where: { $0.range.overlaps(edit.range) }) { edits.append(edit) }
    }
    return edits
  }

  private func exifEdits(_ change: OrientationChange, in segment: ExifSegment) throws(MetadataError) -> [BytePatch.Edit]
  {
    let carrier = segment.locatedBlock
    let isAlone = !findings.contains { $0.code == .duplicateExif }
    guard case .edits(let edits) = try carrier.change(change, mayGo: isAlone) else {
      let whole = carrier.statement?.value.map(InsertedExifBlock.segment) ?? []
      return [BytePatch.Edit(offset: segment.segment.offset, old: whole, new: [])]
    }
    let growth = edits.reduce(0) { $0 + $1.growth }
    let shifted = edits.map { $0.shifted(by: carrier.offset) }
    return growth == 0 ? shifted : [try lengthEdit(segment.segment, growth: growth)] + shifted
  }

  private func lengthEdit(_ segment: JPEGSegment, growth: Int) throws(MetadataError) -> BytePatch.Edit {
    let length = segment.payload.count + 2
    guard length + growth <= 65_535 else { throw MetadataError(.fieldNotWritable, at: segment.offset) }
    try requireRoomToMove(before: segment.offset)
    return BytePatch.Edit(
      offset: segment.payload.lowerBound - 2, old: BigEndian.bytes(length, size: 2),
      new: BigEndian.bytes(length + growth, size: 2))
  }

  private func insertedSegment(_ value: ExifOrientation) -> BytePatch.Edit {
    let first = applications.first
    let isBehindJFIF = first?.kind == .jfif && first?.segment.offset == 2
    let place = isBehindJFIF ? first?.segment.payload.upperBound ?? 2 : 2
    return BytePatch.Edit(offset: place, old: [], new: InsertedExifBlock.segment(value))
  }

  /// MPF offsets are relative to the MPF segment: an insertion before it shifts both, an insertion after it does not.
  private func requireRoomToMove(before offset: Int) throws(MetadataError) {
    let listed = applications.first { $0.kind == .multiPicture }
    if let listed, listed.segment.offset < offset {
      throw MetadataError(.fieldNotWritable, at: offset)
    }
  }
}

extension JPEGHeader {
  /// Memory, measured.
  var carriedByteCount: Int { 4 * applications.reduce(0) { $0 + $1.segment.payload.count } }
  /// The rest of XMP packets, doubled because those of the result are read too.
  var probingByteCount: Int { furtherMarked.reduce(0) { $0 + 4 * $1.count } }
}
