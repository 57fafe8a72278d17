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
        offset = try blocksEnd(from: data, &reader) ?? byteCount
        let ranges = (control.map { [$0] } ?? []) + [start..<offset]
        if frames == 1 {
          for range in ranges { extend(image, by: range) }
        } else {
          claim(.frame, "\(frames)", ranges)
        }
        control = nil
      case 0x21:
        let label = try reader.bytes(at: offset + 1, count: 1)[0]
        offset = try blocksEnd(from: offset + 2, &reader) ?? byteCount
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

  /// The offset after the sub-blocks that begin at `offset`; nil if they are cut off.
  private func blocksEnd(
    from offset: Int, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> Int? {
    var offset = offset
    while offset < byteCount {
      try reader.count(at: offset)
      let count = Int(try reader.bytes(at: offset, count: 1)[0])
      offset += 1 + count
      if count == 0 { return offset }
    }
    return nil
  }

  /// Length in bytes of the end of an XMP packet that leads every reader of sub-blocks out of it.
  private static let packetEnd = 258

  private mutating func take(_ label: UInt8, _ blocks: Range<Int>, _ source: some ByteSource) throws(MetadataError) {
    guard label == 0xFF else {
      let names: [UInt8: (FilePart.Kind, String)] = [0xFE: (.comment, ""), 0x01: (.text, "plain text")]
      let (kind, name) = names[label] ?? (.unknown, "extension \(label)")
      claim(kind, name, [blocks])
      return
    }
    let head = try source.read(blocks.prefix(12))
    guard head.count == 12, head[0] == 11 else {
      claim(.unknown, "application", [blocks])
      return
    }
    let (name, data) = (String(decoding: head[1...], as: UTF8.self), blocks.lowerBound + 12)
    switch name {
    case "XMP DataXMP" where data <= blocks.upperBound - Self.packetEnd:
      let packet = data..<blocks.upperBound - Self.packetEnd
      claimHeader(blocks.lowerBound..<packet.lowerBound)
      try takeXMP(packet, source)
      claimHeader(packet.upperBound..<blocks.upperBound)
    case "ICCRGBG1012":
      claimHeader(blocks.lowerBound..<data)
      claim(.profile, "", [data..<blocks.upperBound])
    case "NETSCAPE2.0", "ANIMEXTS1.0": claim(.structure, name, [blocks])
    default: claim(.unknown, name, [blocks])
    }
  }
}
