// Strips metadata from a JPEG XL file; its codestream stays unchanged (ISO 18181-2, 9).

internal import UprightGeometry

/// Decides what happens to the boxes around a codestream.
struct JPEGXLStripping {
  private let header: JPEGXLHeader
  private let wanted: Stripping

  init(_ header: JPEGXLHeader, _ wanted: Stripping) {
    self.header = header
    self.wanted = wanted
  }

  /// The codestream, and the boxes that identify the file.
  private static let coding: Set<FourCC> = ["JXL ", "ftyp", "jxll", "jxlc", "jxlp", "jxli"]
  /// Maximum total size in bytes of metadata that are read.
  private static let longestMetadata = 64 << 20

  /// The changes to the file; a bare codestream has no metadata outside the image.
  ///
  /// Compressed boxes become uncompressed ones if something of theirs is removed. Those that cannot be read are removed
  /// completely. So are signatures of the original file, and the JPEG
  /// reconstruction data, which refer to segments that no longer exist.
  ///
  /// - Throws: as `RangeReader.box`, and `.metadataNotRemovable` if the boxes are truncated.
  func rewrite(_ source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    guard header.box != nil else { return try ByteRewrite([]) }
    guard header.damage == nil else { throw MetadataError(.metadataNotRemovable, at: source.byteCount) }
    var reader = RangeReader(source, budget: Self.longestMetadata)
    var decompression = BrotliBox.Budget()
    var (edits, reconstruction, offset): ([ByteRewrite.Edit], [ByteRewrite.Edit], Int) = ([], [], 0)
    while let box = try reader.box(at: offset, in: 0..<source.byteCount) {
      offset = box.end
      guard !Self.coding.contains(box.kind) else { continue }
      let whole = box.offset..<box.end
      switch box.kind {
      case "Exif", "xml ":
        let data = try reader.bytes(box.payload)
        guard let kept = kept(box.kind, data) else {
          edits.append(.removal(whole))
          continue
        }
        if kept != data { edits.append(ByteRewrite.Edit(whole, new: Box.bytes(box.kind, kept))) }
      case "brob":
        let packed = try reader.bytes(whole)
        let inner = try? BrotliBox(packed, of: box, &decompression)
        guard let inner, ["Exif", "xml "].contains(inner.kind), let kept = kept(inner.kind, inner.contents) else {
          edits.append(.removal(whole))
          continue
        }
        if kept != inner.contents { edits.append(ByteRewrite.Edit(whole, new: Box.bytes(inner.kind, kept))) }
      case "jumb": edits.append(.removal(whole))
      case "jbrd": reconstruction.append(.removal(whole))
      case "jhgm": if wanted.removesAll { edits.append(.removal(whole)) }
      default: if wanted.removesPosition { edits.append(.removal(whole)) }
      }
    }
    return try ByteRewrite(edits.isEmpty && !wanted.removesPosition ? [] : edits + reconstruction)
  }

  private func kept(_ kind: FourCC, _ data: [UInt8]) -> [UInt8]? {
    if kind == "xml " { return wanted.packet(data) }
    guard data.count >= 4 else { return wanted.removesPosition ? nil : data }
    let start = 4 + BigEndian.number(data[..<4])
    // No reader looks at the bytes before the block.
    guard start <= data.count, start == 4 || !wanted.removesPosition else {
      return start <= data.count ? wanted.exif([0, 0, 0, 0] + data[start...], from: 4) : nil
    }
    return wanted.exif(data, from: start)
  }
}

extension JPEGXLHeader {
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { nil }

  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    try JPEGXLStripping(self, wanted).rewrite(source)
  }

  var rewritingByteCount: Int { 4 * packetByteCount }

  /// Size in bytes of the Exif block and the packet, and of compressed boxes.
  var packetByteCount: Int {
    compressed.reduce((exif?.block.bytes.count ?? 0) + (packet?.count ?? 0)) { $0 + $1.bytes.count + $1.contents.count }
  }

  /// The box of content credentials (JUMBF).
  static var credentials: FourCC { "jumb" }

  func losses(without strip: Strip) -> [RemovalNote] {
    guard strip != .none else { return [] }
    return (strip == .allButColor && hasGainMap ? [.parts(.auxiliary, 1)] : [])
      + (hasCompressed ? [.compressedMetadata] : [])
      + (exceededLimit.map { [.largeCompressedMetadata(limit: $0)] } ?? [])
      + (hasReconstruction ? [.reconstructionData] : [])
      + otherKinds.losses(without: strip, .boxes, credentials: Self.credentials)
  }
}
