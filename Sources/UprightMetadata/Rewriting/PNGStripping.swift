// Strips metadata from a PNG; its coded data stays unchanged (ISO 15948, 5.6, 11.3 and 14.2).

internal import UprightGeometry

/// Decides what happens to the chunks of a PNG.
struct PNGStripping {
  private let header: PNGHeader
  private let wanted: Stripping

  init(_ header: PNGHeader, _ wanted: Stripping) {
    self.header = header
    self.wanted = wanted
  }

  /// Chunks that a decoder needs besides critical ones, or that define pixel geometry: animation frames,
  /// transparency, offsets.
  static let coding: Set<FourCC> = ["acTL", "fcTL", "fdAT", "tRNS", "hIST", "oFFs", "sTER", "vpAg", "caNv"]
  /// Known chunks that cannot contain the location.
  private static let harmless: Set<FourCC> = ["tIME", "sPLT", "pCAL", "sCAL", "gIFg"]
  /// The chunk that signs the original file (C2PA 2.1, A.3.2).
  static let credentials: FourCC = "caBX"
  /// The signature, and chunks that contain file offsets.
  private static let stale: Set<FourCC> = [credentials, "iDOT"]

  /// The changes to the file.
  ///
  /// - Throws: as `RangeReader.chunk`, and `.truncated` if the chunks are truncated.
  func rewrite(_ source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    guard let end = header.end else { throw MetadataError(.truncated, at: source.byteCount) }
    var walker = PNGWalker(source, budget: .max)
    var (edits, room): ([ByteRewrite.Edit], Int) = ([], Self.longestMetadata)
    while let chunk = try walker.next() {
      guard chunk.kind.bytes[0] & 0x20 != 0, !Self.coding.contains(chunk.kind) else { continue }
      let isValid = PNGChunkLengths.isValid(chunk.kind, count: chunk.payload.count, header.frame?.colorType)
      guard mayStay(chunk.kind), isValid else {
        edits.append(.removal(chunk.offset..<chunk.end))
        continue
      }
      guard ["eXIf", "tEXt", "zTXt", "iTXt"].contains(chunk.kind) else { continue }
      guard chunk.payload.count <= room else { throw MetadataError(.tooMuchMetadata, at: chunk.offset) }
      room -= chunk.payload.count
      let record = try walker.reader.record(chunk)
      guard let kept = kept(record) else {
        edits.append(.removal(chunk.offset..<chunk.end))
        continue
      }
      if kept != record.data {
        edits.append(ByteRewrite.Edit(chunk.offset..<chunk.end, new: PNGChunk.bytes(chunk.kind, kept)))
      }
    }
    if wanted.removesPosition, end < source.byteCount { edits.append(.removal(end..<source.byteCount)) }
    return try ByteRewrite(edits + minExifBytes)
  }

  /// Maximum total size in bytes of metadata that are read.
  private static let longestMetadata = 64 << 20

  /// Whether a chunk of a type may be kept; it may still be rewritten.
  private func mayStay(_ kind: FourCC) -> Bool {
    if Self.stale.contains(kind) { return false }
    let disposition = PNGCarrying.disposition(of: kind)
    if wanted.removesAll {
      return disposition == .colors || disposition == .samples || kind == "eXIf" && minExifHomeBytes != nil
    }
    return !wanted.removesPosition || !Self.isUnknown(kind)
  }

  /// Whether a chunk is ancillary and its contents are unknown.
  static func isUnknown(_ kind: FourCC) -> Bool {
    guard kind.value & 0x2000_0000 != 0, kind != "eXIf" else { return false }
    guard !coding.contains(kind), !stale.contains(kind), !harmless.contains(kind) else { return false }
    return [.goes, .stays].contains(PNGCarrying.disposition(of: kind))
  }

  /// The chunk's new data; nil if it is removed.
  private func kept(_ record: PNGRecord) -> [UInt8]? {
    let (kind, data) = (record.chunk.kind, record.data)
    if kind == "eXIf" {
      if record.chunk == minExifHomeBytes { return data }
      return wanted.exif(data, from: PNGExif.prefixCount(of: data))
    }
    guard let keyword = PNGText.keyword(of: data) else { return wanted.removesPosition ? nil : data }
    switch keyword {
    case PNGPacket.keyword: return rewritten(kind, data) { wanted.packet($0) }
    case "Raw profile type xmp": return profile(kind, data) { wanted.packet($0) }
    case let keyword where RawProfile.keywords.contains(keyword):
      return profile(kind, data) { bytes in
        let name = JPEGSegment.Identifier.xmp
        if bytes.starts(with: name) { return wanted.packet(Array(bytes.dropFirst(name.count))).map { name + $0 } }
        return wanted.exif(bytes, from: PNGExif.prefixCount(of: bytes))
      }
    case "Raw profile type iptc" where !wanted.removesPosition, "Raw profile type 8bim" where !wanted.removesPosition:
      return PNGCarrying.kept(kind, data, ResourceRemoval(stripping: wanted.strip))
    default: return wanted.removesPosition && PNGCarrying.mayNamePosition(keyword) ? nil : data
    }
  }

  private func profile(_ kind: FourCC, _ data: [UInt8], _ change: ([UInt8]) -> [UInt8]?) -> [UInt8]? {
    rewritten(kind, data) { text in
      guard let profile = RawProfile(text) else { return wanted.removesPosition ? nil : text }
      return change(profile.bytes).map { $0 == profile.bytes ? text : RawProfile(name: profile.name, bytes: $0).text }
    }
  }

  private func rewritten(_ kind: FourCC, _ data: [UInt8], _ change: ([UInt8]) -> [UInt8]?) -> [UInt8]? {
    guard let text = PNGText(kind, data, limit: PNGCarrying.unpacked) else {
      return wanted.removesPosition ? nil : data
    }
    return change(text.text).map { $0 == text.text ? data : text.data(with: $0) }
  }

  // MARK: The orientation, if everything else is removed

  /// The chunk that already contains only the orientation.
  private var minExifHomeBytes: PNGChunk? {
    guard wanted.removesAll, let least = wanted.minExifBytes, let first = header.blocks.first,
      !first.locatedBlock.isText, first.record.isIntact, first.record.data == least
    else { return nil }
    return first.record.chunk
  }

  private var minExifBytes: [ByteRewrite.Edit] {
    guard wanted.removesAll, let least = wanted.minExifBytes, minExifHomeBytes == nil, let place = header.headerEnd
    else {
      return []
    }
    return [ByteRewrite.Edit(place..<place, new: PNGChunk.bytes("eXIf", least))]
  }
}

extension PNGHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try PNGStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 3 * carriedByteCount / 2 }

  func losses(without strip: Strip) -> [RemovalNote] {
    otherKinds.losses(without: strip, credentials: PNGStripping.credentials, attachments, findings)
      + (strip == .none ? [] : malformedChunks(without: strip))
  }
}
