// The coded images that an overlay is composed of, and why it may not be decoded (ISO 23008-12, 6.6.2.2 and 6.9.4).

internal import UprightGeometry

/// A coded image that is laid on a canvas.
struct OverlayInput: Hashable, Sendable {
  /// Its colours.
  let colors: ItemImage.Tile
  /// Its opacity, nil where it hides all that lies below it.
  let opacity: ItemImage.Tile?

  /// Pixels of its colours; of more than any limit allows, as many as can still be added up.
  var pixelCount: Int { min(colors.size?.pixelCount ?? .max, 1 << 56) }
}

/// What an overlay is made of, as far as libheif lays it together rightly.
struct OverlayParts {
  /// More images than this are refused.
  static let mostInputs = 16
  /// Bytes of a profile that are compared with another's.
  private static let longestProfile = 4 << 20
  /// Why an overlay is refused whose own bytes are damaged.
  static let unclear = "its overlay does not say where its images lie"

  private let tables: ItemTables
  private let properties: ItemProperties
  /// The images, from below.
  private(set) var inputs: [OverlayInput] = []
  /// How the first of them is coded.
  private(set) var coding: ItemCoding?

  init(_ tables: ItemTables, _ properties: ItemProperties) {
    (self.tables, self.properties) = (tables, properties)
  }

  /// Takes the images of an overlay of a size; why it is not decoded as a clause, nil where nothing speaks against it.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  mutating func take(
    _ item: Int, _ size: PixelSize<Stored>, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> String? {
    let ids = tables.references.first { $0.kind == "dimg" && $0.from == item }?.to ?? []
    guard !ids.isEmpty, ids.count <= Self.mostInputs else {
      return "it is composed of no image, or of more than \(Self.mostInputs)"
    }
    guard let range = tables.range(of: item, byteCount: reader.byteCount), range.count <= 256,
      let overlay = ItemOverlay(try reader.bytes(range), inputs: ids.count)
    else { return Self.unclear }
    guard overlay.size == size else { return "its overlay has another size than it says" }
    let planes = try opacity(of: ids + [item], &reader)
    if planes[item] != nil { return "its overlay has opacity of its own, which is not carried out here" }
    for id in ids {
      if let reason = try add(id, planes[id], &reader) { return reason }
    }
    return unsupportedReason(of: overlay)
  }

  /// The item of each one's opacity, by the number of what it belongs to.
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
  ) throws(MetadataError) -> String? {
    guard let colors = tile(id, byteCount: reader.byteCount), let size = colors.size, !size.isEmpty else {
      return "it is composed of what is no coded image of this file"
    }
    let plane = opacity.flatMap { tile($0, byteCount: reader.byteCount) }
    guard (plane == nil) == (opacity == nil), plane == nil || plane?.size == size else {
      return "an image that it is composed of has opacity of another size, or none that is coded"
    }
    if let opacity, ItemImage.isMultiplied(id, by: opacity, tables) {
      return "an image that it is composed of is multiplied by its opacity, which is not carried out here"
    }
    for own in [id] + (opacity.map { [$0] } ?? []) {
      if let reason = try unsupportedReason(of: own, isOpacity: own == opacity, &reader) { return reason }
    }
    inputs.append(OverlayInput(colors: colors, opacity: plane))
    return nil
  }

  private func tile(_ id: Int, byteCount: Int) -> ItemImage.Tile? {
    tables.items.first { $0.id == id }.flatMap { ItemImage.Tile($0, tables, byteCount: byteCount) }
  }

  /// Why a coded image cannot be laid with the others.
  private mutating func unsupportedReason(
    of id: Int, isOpacity: Bool, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> String? {
    guard let list = properties.list(of: id) else { return "it is composed of what has no list of properties" }
    let kinds = list.list.compactMap { properties[$0.index]?.box.kind }
    if kinds.contains(where: { ["irot", "imir", "clap", "iscl"].contains($0) }) {
      return "an image that it is composed of is turned, mirrored, cropped or scaled by itself, which is not "
        + "carried out here"
    }
    let own = try ItemCoding(list, in: properties, &reader)
    guard let depth = own.depth else { return "its coding is not said" }
    if depth > 8 {
      return "it is composed of images with more than 8 bits per sample, which is not carried out here"
    }
    if own.isLayer { return ItemImage.layerReason }
    if isOpacity { return nil }
    let first = coding ?? own
    coding = first
    guard own.colors == first.colors, try areAlike(own.profile, first.profile, &reader) else {
      return "it is composed of images with different colours"
    }
    return nil
  }

  /// Whether there are the same bytes at two places, or no place twice.
  private func areAlike(
    _ one: Range<Int>?, _ other: Range<Int>?, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> Bool {
    guard let one, let other, one != other else { return one == other }
    guard one.count == other.count, one.count <= Self.longestProfile else { return false }
    let bytes = try reader.bytes(one)
    return try bytes == reader.bytes(other)
  }

  /// Where an image may begin, in pixels: libraries add its size to that in 32 bits.
  private static let farthest = 1 << 30

  /// What libheif does in another way than the standard: it reads beside images that begin left of the canvas or above it, and
  /// makes every canvas opaque.
  private func unsupportedReason(of overlay: ItemOverlay) -> String? {
    if overlay.offsets.contains(where: { $0.x < 0 || $0.y < 0 }) {
      return "an image that it is composed of begins left of its canvas or above it, which is not carried out here"
    }
    if overlay.offsets.contains(where: { $0.x > Self.farthest || $0.y > Self.farthest }) {
      return "an image that it is composed of is far outside of its canvas"
    }
    let isHidden = zip(inputs, overlay.offsets).contains { input, offset in
      let size = input.colors.size ?? PixelSize(width: 0, height: 0)
      return input.opacity == nil && offset == .init(x: 0, y: 0) && size.width >= overlay.size.width
        && size.height >= overlay.size.height
    }
    guard overlay.fill[3] < 0xFFFF, !isHidden else { return nil }
    return "its canvas is transparent, and no image hides all of it"
  }
}
