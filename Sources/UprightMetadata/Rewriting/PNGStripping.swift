// Takes metadata out of a PNG whose coded data stay as they are (ISO 15948, 5.6, 11.3 and 14.2).

internal import UprightGeometry

/// What becomes of the chunks of a PNG.
struct PNGStripping {
  private let header: PNGHeader
  private let wanted: Stripping

  init(_ header: PNGHeader, _ wanted: Stripping) {
    self.header = header
    self.wanted = wanted
  }

  /// What a decoder needs beside critical chunks, and what says how large pixels are: frames of an animation, opacity, places.
  private static let coding: Set<FourCC> = ["acTL", "fcTL", "fdAT", "tRNS", "hIST", "oFFs", "sTER", "vpAg", "caNv"]
  /// What is known to say nothing of where a picture was taken.
  private static let harmless: Set<FourCC> = ["tIME", "sPLT", "pCAL", "sCAL"]
  /// What signs the file as it was (C2PA 2.1, A.3.2).
  static let credentials: FourCC = "caBX"
  /// That, and what says where in the file something lies.
  private static let stale: Set<FourCC> = [credentials, "iDOT"]

  /// The changes of the file.
  ///
  /// - Throws: as `RangeReader.chunk`, and `.truncated` where the chunks break off.
  func rewrite(_ source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    guard let end = header.end else { throw MetadataError(.truncated, at: source.byteCount) }
    var reader = RangeReader(source, budget: .max, structures: PNGHeader.chunkLimit)
    var (edits, offset, room): ([ByteRewrite.Edit], Int, Int) = ([], 8, Self.longestMetadata)
    while offset < end {
      let chunk = try reader.chunk(at: offset)
      offset = chunk.end
      guard chunk.kind.bytes[0] & 0x20 != 0, !Self.coding.contains(chunk.kind) else { continue }
      guard mayStay(chunk.kind) else {
        edits.append(.removal(chunk.offset..<chunk.end))
        continue
      }
      guard ["eXIf", "tEXt", "zTXt", "iTXt"].contains(chunk.kind) else { continue }
      guard chunk.payload.count <= room else { throw MetadataError(.tooMuchMetadata, at: chunk.offset) }
      room -= chunk.payload.count
      let record = try reader.record(chunk)
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

  /// Bytes of metadata that are read in all.
  private static let longestMetadata = 64 << 20

  /// Whether a chunk of a kind may stay; one that does may still be rewritten.
  private func mayStay(_ kind: FourCC) -> Bool {
    if Self.stale.contains(kind) { return false }
    let disposition = PNGCarrying.disposition(of: kind)
    if wanted.removesAll {
      return disposition == .colors || disposition == .samples || kind == "eXIf" && minExifHomeBytes != nil
    }
    return !wanted.removesPosition || !Self.isUnknown(kind)
  }

  /// Whether a chunk may go without a decoder's missing it, and nobody knows what it says.
  static func isUnknown(_ kind: FourCC) -> Bool {
    guard kind.value & 0x2000_0000 != 0, kind != "eXIf" else { return false }
    guard !coding.contains(kind), !stale.contains(kind), !harmless.contains(kind) else { return false }
    return [.goes, .stays].contains(PNGCarrying.disposition(of: kind))
  }

  /// The data that a chunk has afterwards; nil where it goes.
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
      return profile(kind, data) { wanted.exif($0, from: PNGExif.prefixCount(of: $0)) }
    case "Raw profile type iptc" where !wanted.removesPosition, "Raw profile type 8bim" where !wanted.removesPosition:
      return PNGCarrying.withoutThumbnails(kind, data)
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

  // MARK: The orientation, where all else goes

  /// The chunk that holds nothing but the orientation already.
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
