// The coded images that an overlay is composed of, and why it may be undecodable (ISO 23008-12, 6.6.2.2 and 6.9.4).

internal import UprightGeometry

/// A coded image that is placed on a canvas.
struct OverlayInput: Hashable, Sendable {
  /// Its color item.
  let colors: ItemTile
  /// Its alpha item; nil if it is opaque.
  let opacity: ItemTile?

  /// Number of color pixels, clipped so that sums cannot overflow; any limit is smaller.
  var pixelCount: Int { min(colors.size?.pixelCount ?? .max, 1 << 56) }
}

/// The inputs of an overlay, as far as libheif composes them correctly.
struct OverlayParts {
  /// Maximum number of input images.
  static let mostInputs = 16
  /// Maximum size in bytes of a profile that is compared.
  private static let longestProfile = 4 << 20

  private let tables: ItemTables
  private let properties: ItemProperties
  /// The images, from bottom to top.
  private(set) var inputs: [OverlayInput] = []
  /// The coding of the first image.
  private(set) var coding: ItemCoding?

  init(_ tables: ItemTables, _ properties: ItemProperties) {
    (self.tables, self.properties) = (tables, properties)
  }

  /// Takes the images of an overlay with this size; returns why it cannot be decoded, nil if it can.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  mutating func take(
    _ item: Int, _ size: PixelSize<Stored>, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> UnsupportedSamples? {
    let ids = tables.references.first { $0.kind == "dimg" && $0.from == item }?.to ?? []
    guard !ids.isEmpty, ids.count <= Self.mostInputs else { return .overlay(.inputCount(most: Self.mostInputs)) }
    guard let range = tables.range(of: item, byteCount: reader.byteCount), range.count <= 256,
      let overlay = ItemOverlay(try reader.bytes(range), inputs: ids.count)
    else { return .overlay(.unclear) }
    guard overlay.size == size else { return .overlay(.size) }
    let planes = try opacity(of: ids + [item], &reader)
    if planes[item] != nil { return .overlay(.opacity) }
    for id in ids {
      if let reason = try add(id, planes[id], &reader) { return reason }
    }
    return unsupportedReason(of: overlay)
  }

  /// The alpha item of each image, by the image's item ID.
  private func opacity(
    of ids: [Int], _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> [Int: Int] {
    let wanted = Set(ids)
    var found: [Int: Int] = [:]
    for reference in tables.references where reference.kind == "auxl" && reference.to.contains(where: wanted.contains) {
      guard let list = properties.list(of: reference.from),
        try ItemCoding(list, in: properties, &reader).isOpacity
      else { continue }
      for id in reference.to where wanted.contains(id) && found[id] == nil { found[id] = reference.from }
    }
    return found
  }

  private mutating func add(
    _ id: Int, _ opacity: Int?, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> UnsupportedSamples? {
    guard let colors = tile(id, byteCount: reader.byteCount), let size = colors.size, !size.isEmpty else {
      return .overlay(.inputMissing)
    }
    let plane = opacity.flatMap { tile($0, byteCount: reader.byteCount) }
    guard (plane == nil) == (opacity == nil), plane == nil || plane?.size == size else {
      return .overlay(.inputOpacity)
    }
    if let opacity, tables.isMultiplied(id, by: opacity) {
      return .overlay(.inputMultiplied)
    }
    for own in [id] + (opacity.map { [$0] } ?? []) {
      if let reason = try unsupportedReason(of: own, isOpacity: own == opacity, &reader) { return reason }
    }
    inputs.append(OverlayInput(colors: colors, opacity: plane))
    return nil
  }

  private func tile(_ id: Int, byteCount: Int) -> ItemTile? {
    tables.items.first { $0.id == id }.flatMap { ItemTile($0, tables, byteCount: byteCount) }
  }

  /// Why a coded image cannot be combined with the others.
  private mutating func unsupportedReason(
    of id: Int, isOpacity: Bool, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> UnsupportedSamples? {
    guard let list = properties.list(of: id) else { return .overlay(.inputPropertiesMissing) }
    let kinds = list.list.compactMap { properties[$0.index]?.box.kind }
    if kinds.contains(where: { ["irot", "imir", "clap", "iscl"].contains($0) }) {
      return .overlay(.inputTransformed)
    }
    let own = try ItemCoding(list, in: properties, &reader)
    guard let depth = own.depth else { return .item(.codingUnknown) }
    if depth > 8 { return .overlay(.inputDepth) }
    if own.isLayer { return .item(.layer) }
    if isOpacity { return nil }
    let first = coding ?? own
    coding = first
    guard own.colors == first.colors, try areAlike(own.profile, first.profile, &reader) else {
      return .overlay(.inputColors)
    }
    return nil
  }

  /// Whether two ranges are the same, both nil, or have equal bytes.
  private func areAlike(
    _ one: Range<Int>?, _ other: Range<Int>?, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> Bool {
    guard let one, let other, one != other else { return one == other }
    guard one.count == other.count, one.count <= Self.longestProfile else { return false }
    let bytes = try reader.bytes(one)
    return try bytes == reader.bytes(other)
  }

  /// Maximum position of an image in pixels: libraries add its size to that in 32 bits.
  private static let farthest = 1 << 30

  /// Why libheif would compose the overlay incorrectly. It reads out of bounds for images that begin left of or above
  /// the canvas, and makes every canvas opaque.
  private func unsupportedReason(of overlay: ItemOverlay) -> UnsupportedSamples? {
    if overlay.offsets.contains(where: { $0.x < 0 || $0.y < 0 }) {
      return .overlay(.inputBeforeCanvas)
    }
    if overlay.offsets.contains(where: { $0.x > Self.farthest || $0.y > Self.farthest }) {
      return .overlay(.inputFarOutside)
    }
    let isHidden = zip(inputs, overlay.offsets).contains { input, offset in
      let size = input.colors.size ?? PixelSize(width: 0, height: 0)
      return input.opacity == nil && offset == .init(x: 0, y: 0) && size.width >= overlay.size.width
        && size.height >= overlay.size.height
    }
    guard overlay.fill[3] < 0xFFFF, !isHidden else { return nil }
    return .overlay(.transparentCanvas)
  }
}

// The positions of images on the canvas of an overlay, from the item's bytes (ISO 23008-12, 6.6.2.2).

/// The contents of an `iovl` item.
struct ItemOverlay: Hashable, Sendable {
  /// The position of an image's top left corner on the canvas, in pixels.
  struct Offset: Hashable, Sendable {
    /// Columns right of the canvas's left side, rows below its top.
    let x, y: Int
  }

  /// Red, green, blue and alpha of the uncovered canvas, 0 to 65,535 each.
  let fill: [Int]
  /// Columns and rows of the canvas.
  let size: PixelSize<Stored>
  /// The position of each image, in drawing order.
  let offsets: [Offset]

  /// Decodes the bytes for `count` images; nil for an unknown version, or a wrong number of bytes.
  init?(_ bytes: [UInt8], inputs count: Int) {
    guard count >= 0, count <= OverlayParts.mostInputs, bytes.count > 1, bytes[0] == 0 else { return nil }
    let width = bytes[1] & 1 == 1 ? 4 : 2
    let head = 2 + 4 * 2
    guard bytes.count == head + 2 * width * (1 + count) else { return nil }
    let number = { (place: Int, size: Int) in BigEndian.number(bytes[place..<place + size]) }
    let field = { (index: Int) in number(head + index * width, width) }
    let range = 1 << (8 * width)
    let signed = { (index: Int) in field(index) < range / 2 ? field(index) : field(index) - range }
    fill = (0..<4).map { number(2 + 2 * $0, 2) }
    size = PixelSize(width: field(0), height: field(1))
    offsets = (0..<count).map { Offset(x: signed(2 + 2 * $0), y: signed(3 + 2 * $0)) }
  }
}
