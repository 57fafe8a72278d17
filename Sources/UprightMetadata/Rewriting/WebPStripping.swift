// Strips metadata from a WebP; its coded data stays unchanged (RFC 9649, 2.7).

internal import UprightGeometry

/// Decides what happens to the chunks of a WebP.
struct WebPStripping {
  private let header: WebPHeader
  private let wanted: Stripping

  init(_ header: WebPHeader, _ wanted: Stripping) {
    self.header = header
    self.wanted = wanted
  }

  /// The image, its colors, and the header that announces them.
  static let coding: Set<FourCC> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]
  /// Maximum total size in bytes of metadata that are read.
  private static let longestMetadata = 64 << 20

  /// The changes to the file.
  ///
  /// - Throws: as `RangeReader.riffChunk`, and `.metadataNotRemovable` if the chunks are truncated.
  func rewrite(_ source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    guard !header.isTruncated, !header.findings.contains(where: { $0.code == .metadataDamaged }) else {
      throw MetadataError(.metadataNotRemovable, at: header.frame.end)
    }
    var reader = RangeReader(source, budget: Self.longestMetadata)
    var (edits, offset, flags): ([ByteRewrite.Edit], Int, UInt8) = ([], WebPFrame.start, 0)
    var lastStays = true
    while offset < header.frame.end {
      let chunk = try reader.riffChunk(at: offset)
      offset = chunk.end
      lastStays = true
      if chunk.kind == "ANMF", wanted.removesPosition {
        let trimmed = try FrameTrimming(chunk, &reader)
        edits += trimmed.edits
        lastStays = !trimmed.endsEarlier
      }
      guard !Self.coding.contains(chunk.kind) else { continue }
      guard let kept = try kept(chunk, &reader) else {
        edits.append(.removal(chunk.offset..<chunk.end))
        lastStays = false
        continue
      }
      if chunk.kind == "EXIF" { flags |= WebPFlag.exif }
      if chunk.kind == "XMP " { flags |= WebPFlag.xmp }
      if let kept = kept.new {
        edits.append(ByteRewrite.Edit(chunk.offset..<chunk.end, new: RIFFChunk.bytes(chunk.kind, kept)))
      }
    }
    if wanted.removesAll, let least = wanted.minExifBytes, minExifHomeBytes == nil {
      let filler: [UInt8] = header.frame.omitsFiller && lastStays ? [0] : []
      edits.append(
        ByteRewrite.Edit(header.frame.end..<header.frame.end, new: filler + RIFFChunk.bytes("EXIF", least)))
      flags |= WebPFlag.exif
    }
    if wanted.removesPosition, header.frame.end < source.byteCount {
      edits.append(.removal(header.frame.end..<source.byteCount))
    }
    return try ByteRewrite(edits + announcements(edits, flags, source))
  }

  /// The chunk's new data; nil if it is removed.
  private func kept(
    _ chunk: RIFFChunk, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> (new: [UInt8]?, Void)? {
    if wanted.removesAll { return chunk == minExifHomeBytes ? (nil, ()) : nil }
    guard (["EXIF", "XMP ", WebPCollector.oldPacket] as [FourCC]).contains(chunk.kind) else {
      return wanted.removesPosition || chunk.kind == WebPCollector.credentials ? nil : (nil, ())
    }
    let data = try reader.bytes(chunk.payload)
    let prefix = JPEGSegment.Identifier.exif
    let start = data.starts(with: prefix) ? prefix.count : 0
    guard let kept = chunk.kind == "EXIF" ? wanted.exif(data, from: start) : wanted.packet(data) else { return nil }
    return (kept == data ? nil : kept, ())
  }

  /// The chunk that already contains only the orientation.
  private var minExifHomeBytes: RIFFChunk? {
    guard let first = header.blocks.first, !first.isPrefixed, InsertedExifBlock.isWhole(first.locatedBlock.block.bytes),
      first.locatedBlock.statement?.value == wanted.orientation, wanted.minExifBytes != nil
    else { return nil }
    return first.chunk
  }

  /// The edits of the flags and the file's length, if they change. A file without an extended header does not need
  /// one for its remaining chunks.
  private func announcements(
    _ edits: [ByteRewrite.Edit], _ flags: UInt8, _ source: some ByteSource
  ) throws(MetadataError) -> [ByteRewrite.Edit] {
    guard !edits.isEmpty else { return [] }
    var result: [ByteRewrite.Edit] = []
    var growth = edits.filter { $0.range.lowerBound < header.frame.end || $0.range.isEmpty }.reduce(0) {
      $0 + $1.growth
    }
    if let extended = header.frame.header {
      let old = extended.bytes[0]
      let new = old & ~(WebPFlag.exif | WebPFlag.xmp) | flags
      let place = extended.chunk.payload.lowerBound
      if new != old { result.append(ByteRewrite.Edit(place..<place + 1, new: [new])) }
    } else if flags != 0 {
      guard let image = header.frame.simpleImage else {
        throw MetadataError(.metadataNotRemovable, at: WebPFrame.start)
      }
      let inserted = WebPFrame.insertedHeader(for: image)
      growth += inserted.count
      result.append(ByteRewrite.Edit(WebPFrame.start..<WebPFrame.start, new: inserted))
    }
    let length = LittleEndian.bytes(header.frame.end - 8 + growth)
    if try source.whole(4..<8) != length { result.append(ByteRewrite.Edit(4..<8, new: length)) }
    return result
  }
}

/// A frame without the subchunks that do not code the image (RFC 9649, 2.7.1.1, "Unknown Chunks").
private struct FrameTrimming {
  /// The changes to the frame's chunk; empty if there are no such subchunks.
  private(set) var edits: [ByteRewrite.Edit] = []
  /// Whether its last subchunk is removed, so that the file's final padding byte may change.
  private(set) var endsEarlier = false

  private static let coding: Set<FourCC> = ["ALPH", "VP8 ", "VP8L"]
  /// Size in bytes of a frame's position and duration.
  private static let headCount = 16

  /// Reads the subchunks of a frame.
  ///
  /// - Throws: as `RangeReader.riffChunk`, and `.metadataNotRemovable` if they do not end with the frame.
  init(_ frame: RIFFChunk, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    var (offset, left): (Int, Int) = (frame.payload.lowerBound + Self.headCount, frame.payload.count)
    while offset < frame.payload.upperBound {
      let chunk = try reader.riffChunk(at: offset)
      guard chunk.payload.upperBound <= frame.payload.upperBound else {
        throw MetadataError(.metadataNotRemovable, at: offset)
      }
      offset = min(chunk.end, frame.payload.upperBound)
      guard !Self.coding.contains(chunk.kind) else { continue }
      endsEarlier = offset == frame.payload.upperBound
      left -= offset - chunk.offset
      edits.append(.removal(chunk.offset..<(endsEarlier ? frame.end : offset)))
    }
    guard !edits.isEmpty else { return }
    let size = frame.offset + 4..<frame.offset + 8
    edits.append(ByteRewrite.Edit(size, new: LittleEndian.bytes(left)))
  }
}

extension WebPHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try WebPStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 2 * carriedByteCount }

  func losses(without strip: Strip) -> [RemovalNote] {
    otherKinds.losses(without: strip, credentials: WebPCollector.credentials, attachments, findings)
  }
}
