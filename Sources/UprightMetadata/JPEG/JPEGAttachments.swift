// Finds what lies in a JPEG's file behind its picture, by the lists that name it (CIPA DC-007, 5.2; Motion Photo 1.0; Ultra HDR 1.1).

internal import UprightGeometry

/// Finds and reads what follows one file's picture.
struct JPEGAttachments {
  /// Bytes that may be read of each one.
  private static let budget = 1 << 20
  /// How many are read; no file has more of interest.
  private static let limit = 16

  /// What was found, in the file's order.
  private(set) var attachments: [JPEGAttachment] = []
  /// What is odd about it.
  private(set) var findings: [Finding] = []
  /// Whether a list names something that is not there, or is nothing that is known.
  private(set) var hasUnknownParts = false

  /// Those of a file that XMP and an MPF segment, read with its identifier, speak of.
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
      findings.append(Finding(.metadataDamaged, "the index of further pictures breaks off or leads outside the file"))
    }
    let further = index?.further ?? []
    hasUnknownParts = hasUnknownParts || further.count > Self.limit
    for entry in further.prefix(Self.limit) {
      let kind = entry.isPreview ? JPEGAttachment.Kind.preview : .picture
      var found = picture(source, kind: kind, in: entry.range)
      found.isFrame = entry.isFrame
      hasUnknownParts = hasUnknownParts || found.probe == nil
      add(found)
    }
  }

  /// The items lie one behind the other up to the file's end, so that places are counted from there; the first is the picture itself.
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
        let attachment = picture(source, kind: item.semantic == "GainMap" ? .gainMap : .picture, in: range)
        if attachment.storedSize != nil { add(attachment) } else { hasUnknownParts = true }
      }
    }
    if let length = xmp.videoLength, (1...source.byteCount).contains(length),
      !attachments.contains(where: { $0.kind == .video })
    {
      add(.video(source, in: source.byteCount - length..<source.byteCount))
    }
  }

  /// What both lists name is one: the second knows its purpose.
  private mutating func add(_ attachment: JPEGAttachment?) {
    guard let attachment else { return }
    guard let index = attachments.firstIndex(where: { $0.range.lowerBound == attachment.range.lowerBound }) else {
      return attachments.append(attachment)
    }
    if attachments[index].kind == .picture { attachments[index] = attachment }
  }

  private func picture(_ source: some ByteSource, kind: JPEGAttachment.Kind, in range: Range<Int>) -> JPEGAttachment {
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
    return Probe(.jpeg(header), of: .jpeg, head: head, byteCount: part.byteCount)
  }

  private static func stated(_ header: JPEGHeader) -> ExifOrientation? {
    let resolved = header.resolvedOrientation(OrientationRules())
    return resolved.source == .none ? nil : resolved.orientation.exif
  }

  private static func sentence(_ attachments: [JPEGAttachment]) -> String? {
    let names: [(JPEGAttachment.Kind, String)] = [(.gainMap, "a gain map"), (.video, "a film")]
    let found = names.filter { name in attachments.contains { $0.kind == name.0 } }.map(\.1)
    return found.isEmpty
      ? nil
      : found.joined(separator: " and ") + (found.count == 1 ? " follows" : " follow")
        + " the picture"
  }
}
