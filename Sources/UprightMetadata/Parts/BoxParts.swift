// The parts that boxes are in any file made of them (ISO 14496-12, 4.2; XMP part 3, 1.2.7; C2PA 2.1, A.4).

extension PartLayout {
  /// The boxes of the file, up to any damage.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  func boxes(_ reader: inout RangeReader<some ByteSource>) throws(MetadataError) -> [Box] {
    var (boxes, offset): ([Box], Int) = ([], 0)
    do throws(MetadataError) {
      while let box = try reader.box(at: offset, in: 0..<byteCount, cutting: true) {
        boxes.append(box)
        offset = box.end
        guard boxes.count < 1 << 16 else { break }
      }
    } catch {
      guard error.code != .unreadable else { throw error }
    }
    return boxes
  }

  /// Claims the header of a box.
  mutating func claimHeader(of box: Box) { claimHeader(box.offset..<box.payload.lowerBound) }

  /// Claims a box that means the same in every file: its type's description, packets, padding, unknown types.
  ///
  /// - Throws: `.unreadable`.
  mutating func takeCommon(_ box: Box, _ source: some ByteSource) throws(MetadataError) {
    let whole = box.offset..<box.end
    switch box.kind {
    case "ftyp", "styp", "free", "skip", "wide", "pdin", "moof", "mfra", "sidx", "ssix", "prft", "emsg":
      claim(.structure, "\(box.kind)", [whole])
    case "uuid":
      claimHeader(of: box)
      let name = try source.read(box.payload.lowerBound - 16..<box.payload.lowerBound)
      switch name {
      case Self.packetName: try takeXMP(box.payload, source)
      case Self.credentialsName: claim(.credentials, "", [box.payload])
      default: claim(.unknown, "uuid " + Hex.text(Array(name.prefix(4))), [box.payload])
      }
    default: claim(.unknown, "\(box.kind)", [whole])
    }
  }

  private static let packetName: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]
  private static let credentialsName: [UInt8] = [
    0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
  ]
}
