// Finds the attachments after a JPEG's image by the indexes that name them (CIPA DC-007, 5.2; Motion Photo 1.0; Ultra
// HDR 1.1).

internal import UprightGeometry

/// Finds and reads the attachments of one file.
struct JPEGAttachments {
  /// Maximum number of bytes read of each attachment.
  private static let budget = 1 << 20
  /// Maximum number of attachments read; real files have fewer.
  private static let limit = 16

  /// The attachments, in the file's order.
  private(set) var attachments: [JPEGAttachment] = []
  /// Unusual facts about them.
  private(set) var findings: [Finding] = []
  /// Whether an index names an attachment that is missing or of unknown type.
  private(set) var hasUnknownParts = false

  /// The attachments named by XMP and by an MPF segment, which includes its identifier.
  init(_ source: some ByteSource, xmp: XMPContents, multiPicture: (payload: [UInt8], offset: Int)?) {
    if let multiPicture { readIndex(source, multiPicture.payload, at: multiPicture.offset) }
    readItems(source, xmp)
    attachments.sort { $0.range.lowerBound < $1.range.lowerBound }
    if let sentence = Self.sentence(attachments) { findings.append(Finding(.trailer, sentence)) }
  }

  private mutating func readIndex(_ source: some ByteSource, _ payload: [UInt8], at offset: Int) {
    let identifier = JPEGSegment.Identifier.multiPicture.count
    let block = Array(payload.dropFirst(identifier))
    let index = MultiPictureIndex(block, base: offset + identifier, byteCount: source.byteCount)
    if index?.isDamaged != false {
      hasUnknownParts = true
      findings.append(
        Finding(.metadataDamaged, "the index of other images (MPF) is truncated or points outside the file"))
    }
    let further = index?.further ?? []
    hasUnknownParts = hasUnknownParts || further.count > Self.limit
    for entry in further.prefix(Self.limit) {
      let kind = entry.isPreview ? AttachmentKind.preview : .image
      var found = image(source, kind: kind, in: entry.range)
      found.isFrame = entry.isFrame
      hasUnknownParts = hasUnknownParts || found.probe == nil
      add(found)
    }
  }

  /// The items are contiguous up to the file's end, so their positions are computed from there. The first is the main
  /// image.
  private mutating func readItems(_ source: some ByteSource, _ xmp: XMPContents) {
    var end = source.byteCount
    for item in xmp.items.dropFirst().reversed() {
      guard item.length > 0, item.padding <= end, item.length <= end - item.padding else { break }
      end -= item.padding
      let range = end - item.length..<end
      end -= item.length
      if item.semantic == "MotionPhoto" {
        let video = JPEGAttachment.video(source, in: range)
        hasUnknownParts = hasUnknownParts || video == nil
        add(video)
      } else {
        let attachment = image(source, kind: item.semantic == "GainMap" ? .gainMap : .image, in: range)
        if attachment.storedSize != nil { add(attachment) } else { hasUnknownParts = true }
      }
    }
    if let length = xmp.videoLength, (1...source.byteCount).contains(length),
      !attachments.contains(where: { $0.kind == .video })
    {
      add(.video(source, in: source.byteCount - length..<source.byteCount))
    }
  }

  /// Merges an attachment that both indexes name; the second index knows its purpose.
  private mutating func add(_ attachment: JPEGAttachment?) {
    guard let attachment else { return }
    guard let index = attachments.firstIndex(where: { $0.range.lowerBound == attachment.range.lowerBound }) else {
      return attachments.append(attachment)
    }
    if attachments[index].kind == .image { attachments[index] = attachment }
  }

  private func image(_ source: some ByteSource, kind: AttachmentKind, in range: Range<Int>) -> JPEGAttachment {
    let part = PartSource(source, range)
    let header = try? JPEGHeader(part: part, budget: Self.budget)
    let isGainMap = kind == .gainMap || header?.xmpContents.hasGainMap == true
    let exif = header?.exif.map { LocatedExifBlock(block: $0.block, offset: range.lowerBound + $0.offset) }
    return JPEGAttachment(
      kind: isGainMap ? .gainMap : kind, range: range, storedSize: header?.storedSize,
      orientation: header.flatMap(Self.stated), tags: exif?.tags, probe: header.flatMap { Self.probe($0, part) })
  }

  private static func probe(_ header: JPEGHeader, _ part: some ByteSource) -> Probe? {
    guard let head = try? part.read(0..<4096) else { return nil }
    return Probe(AnyHeader(header), of: .jpeg, head: head, byteCount: part.byteCount)
  }

  private static func stated(_ header: JPEGHeader) -> ExifOrientation? {
    let resolved = header.resolvedOrientation(OrientationRules())
    return resolved.source == .none ? nil : resolved.orientation.exif
  }

  private static func sentence(_ attachments: [JPEGAttachment]) -> String? {
    let names: [(AttachmentKind, String)] = [(.gainMap, "a gain map"), (.video, "a video")]
    let found = names.filter { name in attachments.contains { $0.kind == name.0 } }.map(\.1)
    return found.isEmpty
      ? nil
      : found.joined(separator: " and ") + (found.count == 1 ? " follows" : " follow")
        + " the image"
  }
}
