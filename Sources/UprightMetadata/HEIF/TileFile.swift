// A HEIF or AVIF file that contains only one tile of another file's image (ISO 14496-12, 8.11; ISO 23008-12, 6.2,
// 6.6.2.2 and 10.2).

internal import UprightGeometry

extension ItemImage {
  /// A file whose image is one tile, with its alpha or its overlay inputs. The boxes are new; properties and coded
  /// bytes are the source's.
  ///
  /// - Throws: `MetadataError` `.unreadable`, `.truncated` if the source has fewer bytes than its tables state,
  ///   `.tooMuchMetadata` if the tile exceeds `limit` bytes.
  package func file(
    ofTile index: Int, in source: some ByteSource, limit: Int
  ) throws(MetadataError) -> [UInt8] {
    try tileFile(index, in: source, limit: limit, isUnconverted: false).bytes
  }

  /// The same, and whether the coded data end as no encoder ends them.
  ///
  /// - Parameters:
  ///   - index: the tile's index.
  ///   - source: the file.
  ///   - limit: the maximum size in bytes.
  ///   - isUnconverted: whether the decoder must leave luma and chroma as they are: the new file states that they are
  ///     green, blue and red.
  /// - Throws: as `file`.
  package func tileFile(
    _ index: Int, in source: some ByteSource, limit: Int, isUnconverted: Bool
  ) throws(MetadataError) -> (bytes: [UInt8], isEndEmpty: Bool) {
    let items = items(ofTile: index)
    var boxes: [[UInt8]] = []
    var (claims, data): ([[Int]], [[UInt8]]) = ([], [])
    var (left, leftOfProperties) = (limit, Self.maxPropertyBytes)
    var numbers: [Range<Int>: Int] = [:]
    for item in items {
      var own: [Int] = []
      for (range, isEssential) in item.tile.properties where !(isUnconverted && range == colorsBox) {
        if numbers[range] == nil {
          boxes.append(try Self.whole(range, of: source, limit: leftOfProperties))
          numbers[range] = boxes.count
          leftOfProperties -= range.count
        }
        let number = (numbers[range] ?? 0) | (isEssential ? 0x8000 : 0)
        if !own.contains(number) { own.append(number) }
      }
      if item.tile.isSizeMade, let size = item.tile.size {
        boxes.append(Box.bytes("ispe", [0, 0, 0, 0] + BigEndian.bytes(size.width) + BigEndian.bytes(size.height)))
        own.append(boxes.count)
      }
      if isUnconverted, item.owner == nil {
        boxes.append(Box.bytes("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 0, 0x80]))
        own.append(boxes.count)
      }
      if item.owner != nil {
        boxes.append(Box.bytes("auxC", [0, 0, 0, 0] + Array(ItemCoding.opacityPurpose.utf8) + [0]))
        own.append(boxes.count)
      }
      guard own.count <= 255 else {
        throw MetadataError(.tooManyStructures, at: item.tile.bytes.first?.lowerBound ?? 0)
      }
      claims.append(own)
      var bytes: [UInt8] = []
      for range in item.tile.bytes { bytes += try Self.whole(range, of: source, limit: left - bytes.count) }
      left -= bytes.count
      data.append(bytes)
    }
    let head = Box.bytes("ftyp", Array("mif1".utf8) + [0, 0, 0, 0] + Array("mif1heicavifmiaf".utf8))
    let tables = { (start: Int) in
      Self.meta(items, boxes: boxes, claims: claims, sizes: data.map(\.count), start: start)
    }
    let start = head.count + tables(0).count + 8
    let isEndEmpty = zip(items, data).contains { $0.tile.kind == "av01" && Self.isEndEmpty($1) }
    return (head + tables(start) + Box.bytes("mdat", data.flatMap { $0 }), isEndEmpty)
  }

  /// Whether AV1 data end in many zeros. A tile's last byte has a bit that is set (AV1, 8.2.4); zeros after it are
  /// allowed, but no encoder writes them: they stand for bytes that were lost.
  private static func isEndEmpty(_ bytes: [UInt8]) -> Bool {
    bytes.count >= fewestZeros && bytes.suffix(fewestZeros).allSatisfy { $0 == 0 }
  }

  private static let fewestZeros = 16

  /// Maximum total size in bytes of all properties in one file; each is included once, however many items have it.
  private static let maxPropertyBytes = 16 << 20

  /// An item of such a file.
  private struct Item {
    let tile: ItemTile
    /// The item ID of the image whose alpha it is.
    var owner: Int?
    /// Whether it is an input of the overlay in the first item.
    var isInput = false
  }

  /// The contents of such a file, with item IDs from 1: a tile, and its alpha or overlay inputs.
  private func items(ofTile index: Int) -> [Item] {
    var items = [Item(tile: tiles[index])]
    if hasOpacity { items.append(Item(tile: opacity[index], owner: 1)) }
    for input in inputs {
      items.append(Item(tile: input.colors, isInput: true))
      if let opacity = input.opacity { items.append(Item(tile: opacity, owner: items.count)) }
    }
    return items
  }

  /// Which item is whose alpha, and the overlay inputs of the first item.
  private static func references(of items: [Item]) -> [UInt8] {
    let inputs = items.indices.filter { items[$0].isInput }.flatMap { BigEndian.bytes($0 + 1, size: 2) }
    let made = inputs.isEmpty ? [] : Box.bytes("dimg", [0, 1] + BigEndian.bytes(inputs.count / 2, size: 2) + inputs)
    let planes = items.indices.flatMap { index in
      items[index].owner.map {
        Box.bytes("auxl", BigEndian.bytes(index + 1, size: 2) + [0, 1] + BigEndian.bytes($0, size: 2))
      } ?? []
    }
    return made.isEmpty && planes.isEmpty ? [] : Box.bytes("iref", [0, 0, 0, 0] + made + planes)
  }

  private static func whole(
    _ range: Range<Int>, of source: some ByteSource, limit: Int
  ) throws(MetadataError) -> [UInt8] {
    guard range.count <= limit else { throw MetadataError(.tooMuchMetadata, at: range.lowerBound) }
    return try source.whole(range)
  }

  private static func meta(
    _ items: [Item], boxes: [[UInt8]], claims: [[Int]], sizes: [Int], start: Int
  ) -> [UInt8] {
    let ids = Array(1...items.count)
    let infos = zip(ids, items).flatMap { id, item in
      Box.bytes("infe", [2, 0, 0, 0] + BigEndian.bytes(id, size: 2) + [0, 0] + item.tile.kind.bytes + [0])
    }
    var offset = start
    let places = zip(ids, sizes).flatMap { id, size -> [UInt8] in
      defer { offset += size }
      return BigEndian.bytes(id, size: 2) + [0, 0, 0, 1] + BigEndian.bytes(offset) + BigEndian.bytes(size)
    }
    let lists = zip(ids, claims).flatMap { id, own in
      BigEndian.bytes(id, size: 2) + [UInt8(own.count)] + own.flatMap { BigEndian.bytes($0, size: 2) }
    }
    let properties =
      Box.bytes("ipco", boxes.flatMap { $0 }) + Box.bytes("ipma", [0, 0, 0, 1] + BigEndian.bytes(ids.count) + lists)
    return Box.bytes(
      "meta",
      [0, 0, 0, 0]
        + Box.bytes("hdlr", [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
        + Box.bytes("pitm", [0, 0, 0, 0, 0, 1])
        + Box.bytes("iloc", [0, 0, 0, 0, 0x44, 0] + BigEndian.bytes(ids.count, size: 2) + places)
        + Box.bytes("iinf", [0, 0, 0, 0] + BigEndian.bytes(ids.count, size: 2) + infos) + references(of: items)
        + Box.bytes("iprp", properties))
  }
}
