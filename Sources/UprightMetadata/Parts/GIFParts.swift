// The parts of a GIF: its screen, images and extensions (GIF 89a, 15 to 27; XMP part 3, 1.1.2).

extension PartLayout {
  /// Claims the parts of a GIF.
  ///
  /// - Throws: as `RangeReader.bytes(at:count:)`, after what was found before the damage.
  mutating func takeGIF(_ source: some ByteSource) throws(MetadataError) {
    var reader = RangeReader(source, budget: .max, structures: 4_000_000, window: 1 << 16)
    let screen = try reader.bytes(at: 0, count: 13)
    var offset = 13 + GIFImage.tableBytes(screen[10])
    let image = claim(.image, "", [0..<offset])
    var (frames, control): (Int, Range<Int>?) = (0, nil)
    while offset < byteCount {
      let start = offset
      switch try reader.bytes(at: offset, count: 1)[0] {
      case 0x2C:
        let head = try reader.bytes(at: offset, count: 10)
        let data = offset + 10 + GIFImage.tableBytes(head[9]) + 1
        frames += 1
        // What is cut off belongs to the image that it cuts.
        offset = try reader.subBlocksEnd(from: data) ?? byteCount
        let ranges = (control.map { [$0] } ?? []) + [start..<offset]
        if frames == 1 {
          for range in ranges { extend(image, by: range) }
        } else {
          claim(.frame, "\(frames)", ranges)
        }
        control = nil
      case 0x21:
        let label = try reader.bytes(at: offset + 1, count: 1)[0]
        offset = try reader.subBlocksEnd(from: offset + 2) ?? byteCount
        if label == 0xF9 {
          if let control { claimHeader(control) }
          control = start..<offset
        } else {
          try take(label, start + 2..<offset, source)
          claimHeader(start..<start + 2)
        }
      case 0x3B:
        claim(.structure, "end", [offset..<offset + 1])
        end = offset + 1
        if let control { claimHeader(control) }
        return
      default: return
      }
    }
  }

  private mutating func take(_ label: UInt8, _ blocks: Range<Int>, _ source: some ByteSource) throws(MetadataError) {
    guard label == 0xFF else {
      let names: [UInt8: (FilePart.Kind, String)] = [0xFE: (.comment, ""), 0x01: (.text, "plain text")]
      let (kind, name) = names[label] ?? (.unknown, "extension \(label)")
      claim(kind, name, [blocks])
      return
    }
    switch GIFApplication(try source.read(blocks.prefix(GIFApplication.headCount)), blocks) {
    case .packet(let packet):
      claimHeader(blocks.lowerBound..<packet.lowerBound)
      try takeXMP(packet, source)
      claimHeader(packet.upperBound..<blocks.upperBound)
    case .profile(let data):
      claimHeader(blocks.lowerBound..<data.lowerBound)
      claim(.profile, "", [data])
    case .loops(let name): claim(.structure, name, [blocks])
    case .other(let name): claim(.unknown, name ?? "application", [blocks])
    }
  }
}
