// Finds the attachments after a JPEG's image by the indexes that name them (CIPA DC-007, 5.2; Motion Photo 1.0; Ultra
// HDR 1.1).

internal import UprightGeometry

/// Finds and reads the attachments of one file.
struct JPEGAttachments {
  /// Maximum number of bytes read of each attachment.
  private static let budget = 1 << 20
  /// Maximum number of attachments read; real files have fewer.
  private static let limit = 16
  /// Maximum number of bytes of coded data in which the image's end is searched for a video that nothing names.
  private static let searchedByteCount = 16 << 20

  /// The attachments, in the file's order.
  private(set) var attachments: [JPEGAttachment] = []
  /// Unusual facts about them.
  private(set) var findings: [Finding] = []
  /// Whether an index names an attachment that is missing or of unknown type.
  private(set) var hasUnknownParts = false
  /// Whether a list has a video that is not where the list says.
  private var missesVideo = false

  /// The attachments named by XMP, by an MPF segment, which includes its identifier, and by Samsung's trailer.
  /// Also a video that nothing names. `scanOffset` is the start of the image's coded data.
  init(
    _ source: some ByteSource, xmp: XMPContents, multiPicture: (payload: [UInt8], offset: Int)?, scanOffset: Int
  ) {
    if let multiPicture { readIndex(source, multiPicture.payload, at: multiPicture.offset) }
    let trailer = SamsungTrailer(source)
    for list in [xmp.items, xmp.deviceItems] { readItems(source, list, trailer, scanOffset) }
    readVideo(source, xmp)
    if !attachments.contains(where: { $0.kind == .video }),
      let video = trailer?.video.flatMap({ JPEGAttachment.video(source, in: $0) }), video.headers != nil
    {
      add(video)
    }
    readBlocks(source, trailer?.blocks ?? [])
    if xmp.claimsVideo || trailer?.video != nil || xmp.items.contains(where: \.isVideo) {
      findVideo(source, scanOffset)
    } else if trailer == nil {
      findUnlistedVideo(source, scanOffset)
    }
    if missesVideo, !attachments.contains(where: { $0.kind == .video }) { hasUnknownParts = true }
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
      var found = Self.image(source, kind: kind, in: entry.range)
      found.isFrame = entry.isFrame
      hasUnknownParts = hasUnknownParts || found.headers == nil
      add(found)
    }
  }

  /// The items are contiguous up to the file's end, so their positions are computed from there. The first is the main
  /// image.
  ///
  /// Other data may follow the last item, or separate two. An item that is not where the list has it is therefore
  /// looked for where the other index or Samsung's has one of its length, after the image, and before Samsung's index.
  private mutating func readItems(
    _ source: some ByteSource, _ list: [XMPContents.Item], _ trailer: SamsungTrailer?, _ scanOffset: Int
  ) {
    guard let primary = list.first else { return }
    let items = Array(list.dropFirst())
    let places = Self.places(of: items, upTo: source.byteCount)
    let found = zip(items, places).map { item, place in place.flatMap { Self.attachment(source, item, in: $0) } }
    for attachment in found.reversed() { add(attachment) }
    let missing = items.indices.filter { places[$0] != nil && found[$0] == nil }
    if !missing.isEmpty {
      let imageEnd = CodedScans.imageEnd(in: source, after: scanOffset)
      let starts = imageEnd.flatMap { Self.sum($0, max(0, primary.padding)) }.map { Self.places(of: items, from: $0) }
      let ends = (trailer?.indexStart).map { Self.places(of: items, upTo: $0) }
      for index in missing {
        let item = items[index]
        let listed = attachments.first { $0.kind != .video && $0.range.count == item.length }?.range
        let candidates =
          (item.isVideo ? [trailer?.video] : [listed]) + [starts?[index], ends?[index]]
        let match = candidates.lazy.compactMap(\.self).compactMap { Self.attachment(source, item, in: $0) }.first
        if item.isVideo {
          missesVideo = missesVideo || match == nil
        } else {
          hasUnknownParts = hasUnknownParts || match == nil
        }
        add(match)
      }
    }
  }

  private mutating func readVideo(_ source: some ByteSource, _ xmp: XMPContents) {
    if let length = xmp.videoLength, (1...source.byteCount).contains(length),
      !attachments.contains(where: { $0.kind == .video })
    {
      add(.video(source, in: source.byteCount - length..<source.byteCount))
    }
  }

  /// Looks after the image for a video that XMP or a trailer promises where there is none. That reads all coded data.
  private mutating func findVideo(_ source: some ByteSource, _ scanOffset: Int) {
    guard !attachments.contains(where: { $0.kind == .video }),
      let imageEnd = CodedScans.imageEnd(in: source, after: scanOffset)
    else { return }
    let start = max(imageEnd, attachments.map(\.range.upperBound).max() ?? 0)
    guard start < source.byteCount, let video = try? JPEGAttachment.video(source, near: start..<source.byteCount),
      video.headers != nil
    else { return }
    add(video)
  }

  /// Looks after the image for a video that nothing promises: it begins where the image or the last attachment ends,
  /// and fills the file. Coded data is read only if the file ends as videos do that have their index last.
  private mutating func findUnlistedVideo(_ source: some ByteSource, _ scanOffset: Int) {
    let end = source.byteCount
    guard end - scanOffset > 2, !attachments.contains(where: { $0.kind == .video || $0.range.upperBound == end }),
      let tail = try? source.read(max(scanOffset, end - 4096)..<end), Self.isEndOfIndex(tail),
      let imageEnd = CodedScans.imageEnd(in: source, after: scanOffset, limit: Self.searchedByteCount)
    else { return }
    add(.video(source, filling: max(imageEnd, attachments.map(\.range.upperBound).max() ?? 0)..<end))
  }

  /// Whether the end of a file has a table of a movie's samples (ISO 14496-12, 8.5 to 8.7).
  ///
  /// One of every four bytes in a row belongs to the name of a table that is there, so only those are looked at first.
  static func isEndOfIndex(_ tail: [UInt8]) -> Bool {
    stride(from: tail.startIndex, to: tail.endIndex, by: 4).contains { index in
      switch tail[index] {
      case 0x73, 0x74, 0x63, 0x6F, 0x36, 0x34, 0x7A: hasTable(near: index, in: tail)
      default: false
      }
    }
  }

  /// Whether a byte belongs to the name of a table: `stco`, `co64`, `stsz` or `stsc`.
  private static func hasTable(near index: Int, in tail: [UInt8]) -> Bool {
    (max(tail.startIndex, index - 3)...index).contains { start in
      guard start + 4 <= tail.endIndex else { return false }
      return switch (tail[start], tail[start + 1], tail[start + 2], tail[start + 3]) {
      case (0x73, 0x74, 0x63, 0x6F), (0x63, 0x6F, 0x36, 0x34), (0x73, 0x74, 0x73, 0x7A), (0x73, 0x74, 0x73, 0x63): true
      default: false
      }
    }
  }

  /// The images in Samsung's trailer that no index names.
  private mutating func readBlocks(_ source: some ByteSource, _ blocks: [SamsungTrailer.Block]) {
    var count = 0
    for block in blocks {
      guard !attachments.contains(where: { $0.range.overlaps(block.content) }) else { continue }
      guard let image = Self.image(source, of: block) else { continue }
      count += 1
      guard count <= Self.limit else { return hasUnknownParts = true }
      add(image)
    }
  }

  /// The image in a block of Samsung's trailer; a depth map is none that can be read. nil for other contents.
  private static func image(_ source: some ByteSource, of block: SamsungTrailer.Block) -> JPEGAttachment? {
    let isDepth = block.name.contains("DepthMap")
    let isJPEG = (try? source.read(block.content.prefix(3))) == [0xFF, 0xD8, 0xFF]
    guard isJPEG || isDepth else { return nil }
    let unreadable = JPEGAttachment(kind: .image, range: block.content, storedSize: nil, orientation: nil)
    var found = isJPEG ? image(source, kind: .image, in: block.content) : unreadable
    found.semantic = isDepth ? "Depth" : block.name.contains("Original") ? "Original" : block.name
    found.isBlock = true
    return found
  }

  /// The range of each item if the last one ends at `end`; nil before one without a length.
  static func places(of items: [XMPContents.Item], upTo end: Int) -> [Range<Int>?] {
    var (places, end): ([Range<Int>?], Int) = ([], end)
    for item in items.reversed() {
      guard item.length > 0, 0...end ~= item.padding, item.length <= end - item.padding else { break }
      end -= item.padding
      places.append(end - item.length..<end)
      end -= item.length
    }
    return [Range<Int>?](repeating: nil, count: items.count - places.count) + places.reversed()
  }

  /// The range of each item if the first one begins at `start`; nil after one without a length.
  private static func places(of items: [XMPContents.Item], from start: Int) -> [Range<Int>?] {
    var (places, start): ([Range<Int>?], Int?) = ([], start)
    for item in items {
      let end = start.flatMap { item.length > 0 ? Self.sum($0, item.length) : nil }
      places.append(start.flatMap { start in end.map { start..<$0 } })
      start = item.padding < 0 ? nil : end.flatMap { Self.sum($0, item.padding) }
    }
    return places
  }

  private static func sum(_ one: Int, _ other: Int) -> Int? {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  /// The attachment that an item describes; nil if `range` does not begin with one.
  private static func attachment(_ source: some ByteSource, _ item: XMPContents.Item, in range: Range<Int>)
    -> JPEGAttachment?
  {
    guard range.upperBound <= source.byteCount else { return nil }
    if item.isVideo { return .video(source, in: range) }
    var found = image(source, kind: item.semantic == "GainMap" ? .gainMap : .image, in: range)
    found.semantic = item.semantic
    return found.storedSize == nil ? nil : found
  }

  /// Merges an attachment that both indexes name; the second index knows its purpose.
  private mutating func add(_ attachment: JPEGAttachment?) {
    guard let attachment else { return }
    guard let index = attachments.firstIndex(where: { $0.range.lowerBound == attachment.range.lowerBound }) else {
      return attachments.append(attachment)
    }
    if attachments[index].kind == .image {
      attachments[index] = attachment
    } else if attachments[index].semantic.isEmpty {
      attachments[index].semantic = attachment.semantic
    }
  }

  private static func image(_ source: some ByteSource, kind: AttachmentKind, in range: Range<Int>) -> JPEGAttachment {
    let part = PartSource(source, range)
    let header = try? JPEGHeader(part: part, budget: Self.budget)
    let isGainMap = kind == .gainMap || header?.xmpContents.hasGainMap == true
    let exif = header?.exif.map { LocatedExifBlock(block: $0.block, offset: range.lowerBound + $0.offset) }
    return JPEGAttachment(
      kind: isGainMap ? .gainMap : kind, range: range, storedSize: header?.storedSize,
      orientation: header.flatMap(Self.stated), tags: exif?.tags,
      headers: header.flatMap { AttachedHeaders($0, of: .jpeg, in: part) })
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

extension JPEGAttachment {
  /// What follows a PNG or WebP that ends at `end`: a video that fills the rest, or the items that XMP lists up to the
  /// file's end. Images among these are named; none is made anew, so that their headers are not read.
  static func all(after end: Int, listed items: [XMPContents.Item], _ source: some ByteSource) -> [JPEGAttachment] {
    if let video = video(source, filling: end..<source.byteCount) { return [video] }
    let further = Array(items.dropFirst())
    return zip(further, JPEGAttachments.places(of: further, upTo: source.byteCount)).compactMap { item, place in
      guard let place, place.lowerBound >= end, let head = try? source.read(place.prefix(64)),
        ContainerFormat(signature: head) != nil
      else { return nil }
      if item.isVideo { return video(source, in: place) }
      var found = JPEGAttachment(
        kind: item.semantic == "GainMap" ? .gainMap : .image, range: place, storedSize: nil, orientation: nil)
      found.semantic = item.semantic
      return found
    }
  }
}

extension XMPContents.Item {
  fileprivate var isVideo: Bool { semantic == "MotionPhoto" }
}

extension JPEGHeader {
  /// Reads the header of `source` and of its attachments.
  ///
  /// - Throws: as `JPEGWalker.next`, and `.frameMissing`, `.frameInvalid`.
  init(_ source: some ByteSource) throws(MetadataError) {
    try self.init(part: source)
    let index = applications.first { $0.kind == .multiPicture }?.segment.payload
    let payload = try index.map { (place) throws(MetadataError) in
      (payload: try source.read(place), offset: place.lowerBound)
    }
    let extended =
      applications.contains { $0.kind == .extendedXMP } ? try ExtendedXMP(self, source) : nil
    var contents = xmpContents
    for packet in extended?.packets ?? [] { contents.add(XMPContents(packet.bytes)) }
    let found = JPEGAttachments(source, xmp: contents, multiPicture: payload, scanOffset: scanOffset)
    take(found.attachments, hasUnknown: found.hasUnknownParts, found.findings, ConcatenatedTrailer(source))
    guard let extended else { return }
    take(furtherMarked: extended.packets.map(\.bytes).filter(XMPContents.marks), isReadable: extended.isReadable)
  }
}
