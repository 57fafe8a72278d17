// A HEIF or AVIF file that holds one piece of another's picture and nothing else (ISO 14496-12, 8.11; ISO 23008-12, 6.2 and 10.2).

internal import UprightGeometry

extension ItemPicture {
  /// A file whose picture is one piece, with its opacity; the boxes are ours, properties and coded bytes the source's.
  ///
  /// - Throws: `MetadataError` `.unreadable`, `.truncated` where the source has fewer bytes than its tables say, `.tooMuchMetadata` where the
  ///   piece has more than `limit`.
  package func file(
    ofPiece index: Int, in source: some ByteSource, limit: Int
  ) throws(MetadataError) -> [UInt8] {
    let items = [pieces[index]] + (hasOpacity ? [opacity[index]] : [])
    var boxes: [[UInt8]] = []
    var (claims, data): ([[Int]], [[UInt8]]) = ([], [])
    for item in items {
      var own: [Int] = []
      for (range, isEssential) in item.properties {
        boxes.append(try Self.whole(range, of: source, limit: limit))
        own.append(boxes.count | (isEssential ? 0x8000 : 0))
      }
      if item.isSizeMade, let size = item.size {
        boxes.append(Self.box("ispe", [0, 0, 0, 0] + Self.number(size.width, 4) + Self.number(size.height, 4)))
        own.append(boxes.count)
      }
      if !claims.isEmpty {
        boxes.append(Self.box("auxC", [0, 0, 0, 0] + Array(ItemCoding.opacityPurpose.utf8) + [0]))
        own.append(boxes.count)
      }
      guard own.count <= 255 else { throw MetadataError(.tooManyStructures, at: item.bytes.first?.lowerBound ?? 0) }
      claims.append(own)
      var bytes: [UInt8] = []
      for range in item.bytes { bytes += try Self.whole(range, of: source, limit: limit - bytes.count) }
      data.append(bytes)
    }
    let head = Self.box("ftyp", Array("mif1".utf8) + [0, 0, 0, 0] + Array("mif1heicavifmiaf".utf8))
    let tables = { (start: Int) in
      Self.meta(kinds: items.map(\.kind), boxes: boxes, claims: claims, sizes: data.map(\.count), start: start)
    }
    let start = head.count + tables(0).count + 8
    return head + tables(start) + Self.box("mdat", data.flatMap { $0 })
  }

  private static func whole(
    _ range: Range<Int>, of source: some ByteSource, limit: Int
  ) throws(MetadataError) -> [UInt8] {
    guard range.count <= limit else { throw MetadataError(.tooMuchMetadata, at: range.lowerBound) }
    let bytes = try source.read(range)
    guard bytes.count == range.count else { throw MetadataError(.truncated, at: range.lowerBound + bytes.count) }
    return bytes
  }

  private static func meta(
    kinds: [FourCC], boxes: [[UInt8]], claims: [[Int]], sizes: [Int], start: Int
  ) -> [UInt8] {
    let ids = Array(1...kinds.count)
    let infos = zip(ids, kinds).flatMap { id, kind in
      box("infe", [2, 0, 0, 0] + number(id, 2) + [0, 0] + kind.bytes + [0])
    }
    var offset = start
    let places = zip(ids, sizes).flatMap { id, size -> [UInt8] in
      defer { offset += size }
      return number(id, 2) + [0, 0, 0, 1] + number(offset, 4) + number(size, 4)
    }
    let lists = zip(ids, claims).flatMap { id, own in
      number(id, 2) + [UInt8(own.count)] + own.flatMap { number($0, 2) }
    }
    let properties =
      box("ipco", boxes.flatMap { $0 }) + box("ipma", [0, 0, 0, 1] + number(ids.count, 4) + lists)
    let opacity = ids.count > 1 ? box("iref", [0, 0, 0, 0] + box("auxl", [0, 2, 0, 1, 0, 1])) : []
    return box(
      "meta",
      [0, 0, 0, 0]
        + box("hdlr", [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
        + box("pitm", [0, 0, 0, 0, 0, 1])
        + box("iloc", [0, 0, 0, 0, 0x44, 0] + number(ids.count, 2) + places)
        + box("iinf", [0, 0, 0, 0] + number(ids.count, 2) + infos) + opacity + box("iprp", properties))
  }

  private static func box(_ kind: FourCC, _ payload: [UInt8]) -> [UInt8] {
    number(payload.count + 8, 4) + kind.bytes + payload
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }
}
