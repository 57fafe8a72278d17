// The parts that boxes are in any file made of them (ISO 14496-12, 4.2; XMP part 3, 1.2.7; C2PA 2.1, A.4). The parts of
// a movie: its tracks, media data, texts and packets (ISO 14496-12, 8; QuickTime File Format, "Movie Atoms" and "User
// Data").

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
      case Box.packetName: try takeXMP(box.payload, source)
      case Self.credentialsName: claim(.credentials, "", [box.payload])
      default: claim(.unknown, "uuid " + Hex.text(Array(name.prefix(4))), [box.payload])
      }
    default: claim(.unknown, "\(box.kind)", [whole])
    }
  }

  private static let credentialsName: [UInt8] = [
    0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
  ]
}

extension PartLayout {
  /// Claims the parts of a movie.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  mutating func takeMovie(_ source: some ByteSource) throws(MetadataError) {
    var reader = RangeReader(source)
    for box in try boxes(&reader) {
      switch box.kind {
      case "moov": try takeMovieBox(box, source, &reader)
      case "mdat":
        claimHeader(of: box)
        claim(.video, "", [box.payload])
      case "meta": claim(.field, "meta", [box.offset..<box.end])
      default: try takeCommon(box, source)
      }
    }
  }

  /// Claims `moov`, and nests its tracks by their handlers, and its texts by their types.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  mutating func takeMovieBox(
    _ movie: Box, _ source: some ByteSource, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) {
    let part = claim(.structure, "moov", [movie.offset..<movie.end])
    for box in try Self.list(in: movie.payload, &reader) {
      let whole = box.offset..<box.end
      switch box.kind {
      case "trak":
        let handler = try Self.handler(of: box, &reader)
        let kind: FilePart.Kind =
          switch handler {
          case "vide": .video
          case "soun": .audio
          case "pict", "auxv": .frame
          case "text", "sbtl", "subt", "clcp": .text
          default: .field
          }
        nest(kind, "track \(handler)", [whole], in: part)
      case "udta":
        for item in try Self.list(in: box.payload, &reader) {
          let isPacket = item.kind == "XMP_"
          let kind: FilePart.Kind = isPacket ? .xmp : item.kind.bytes[0] == 0xA9 ? .text : .field
          let own = nest(kind, isPacket ? "" : Self.name(item.kind), [item.payload], in: part)
          let places = BytePlaces([item.payload])
          if isPacket, let bytes = try places.bytes(in: source) { nestXMP(bytes, at: places, in: own) }
        }
      case "meta": nest(.field, "meta", [whole], in: part)
      case "mvhd", "iods", "free", "skip", "mvex", "trex": break
      default: nest(.unknown, Self.name(box.kind), [whole], in: part)
      }
    }
  }

  /// The boxes of a range up to any damage, or up to four zeros, which end a list of QuickTime.
  private static func list(
    in range: Range<Int>, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> [Box] {
    let list = reader.list(in: range)
    if let damage = list.damage, damage.code != .boxInvalid, damage.code != .truncated { throw damage }
    return list.boxes
  }

  /// The handler of a track; empty if it has none.
  static func handler(
    of track: Box, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> String {
    guard let media = try list(in: track.payload, &reader).first(where: { $0.kind == "mdia" }),
      let box = try list(in: media.payload, &reader).first(where: { $0.kind == "hdlr" }), box.payload.count >= 12
    else { return "" }
    return "\(FourCC(try reader.bytes(at: box.payload.lowerBound + 8, count: 4)))"
  }

  /// A type whose first character may be a copyright sign, as in QuickTime's texts.
  private static func name(_ kind: FourCC) -> String {
    kind.bytes[0] == 0xA9 ? "©" + "\(kind)".dropFirst() : "\(kind)"
  }
}
