// The tiles of a HEIF or AVIF file's image, and why it may be undecodable (ISO 23008-12, 6.4, 6.6.2.2, 6.6.2.3 and
// 6.9.4; MIAF, ISO 23000-22, 7.3.5.2). How coded samples become colors where libheif 1.15 does not convert them (ITU-T
// H.273, 8.3; AVIF 1.1, 2.2.1 and 4.1).

package import UprightGeometry

/// The primary item as separately coded tiles.
package struct ItemImage: Hashable, Sendable {
  /// Columns and rows of the whole image as coded.
  package let size: PixelSize<Stored>
  /// The displayed part (`clap`).
  package private(set) var shown: PixelRect<Stored>
  /// Columns and rows of a tile.
  package private(set) var tile: PixelSize<Stored>
  /// Tiles per row.
  package private(set) var columns = 1
  /// Whether colors are premultiplied by alpha.
  package private(set) var isMultiplied = false
  /// Whether it is monochrome.
  package private(set) var isGray = false
  /// Whether chroma has fewer samples than luma.
  private(set) var isSubsampled = false
  /// Bits per sample.
  package private(set) var depth = 8
  /// Why it cannot be decoded; nil if it can.
  package private(set) var unsupportedReason: UnsupportedSamples?

  /// The tiles, row by row.
  private(set) var tiles: [ItemTile] = []
  /// The alpha tiles, one per tile, or none.
  private(set) var opacity: [ItemTile] = []
  /// The images that the only tile is composed of, from bottom to top; empty if tiles are coded directly.
  private(set) var inputs: [OverlayInput] = []
  /// The colors as code points, if there is no profile.
  private(set) var colors: ItemCoding.Colors?
  /// The range of the box that states them.
  private(set) var colorsBox: Range<Int>?
  /// The range of the ICC profile.
  private(set) var profile: Range<Int>?

  /// One frame of a file's sequence (1-based), as an image of one tile.
  ///
  /// - Throws: as `Probe`; `.imageMissing` if there is no such frame, `.boxInvalid` if tables do not give its
  ///   position.
  package init(_ source: some ByteSource, frame number: Int) throws(MetadataError) {
    var reader = RangeReader(source)
    let file = try BoxRun(in: 0..<source.byteCount, &reader)
    guard let movie = file.first("moov"), let sequence = try ImageSequence(in: movie, &reader), number >= 1,
      number <= sequence.frames.frameCount
    else { throw MetadataError(.imageMissing, at: source.byteCount) }
    let coding = sequence.frames.coding
    (size, tile, shown) = (sequence.frames.size, sequence.frames.size, sequence.frames.size.bounds)
    isSubsampled = coding.isSubsampled
    (isGray, depth, unsupportedReason) = (coding.isGray, coding.depth ?? 8, sequence.unsupportedReason(number))
    (colors, colorsBox, profile) = (coding.colors, coding.colorsBox, coding.profile)
    guard unsupportedReason == nil else { return }
    tiles = [try ItemTile(frame: number, of: sequence.frames, &reader)]
    if let track = sequence.opacity { opacity = [try ItemTile(frame: number, of: track, &reader)] }
  }

  /// Whether it is coded as AV1.
  var isAV1: Bool { tiles.first?.kind == "av01" }

  /// Whether it has alpha.
  package var hasOpacity: Bool { !opacity.isEmpty }

  /// Total number of pixels in the images that a tile is composed of, excluding their alpha.
  package var inputPixels: Int { inputs.reduce(0) { $0 + $1.pixelCount } }

  /// The longest side of what is decoded for a tile, in pixels.
  package var longestSide: Int {
    inputs.compactMap(\.colors.size).reduce(max(tile.width, tile.height)) { max($0, $1.width, $1.height) }
  }

  /// Reads the tables of the primary item.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  init(
    _ tables: ItemTables, size: PixelSize<Stored>, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) {
    self.size = size
    tile = size
    shown = size.bounds
    unsupportedReason = try take(tables, &reader)
  }

  /// Reads the tables; returns why the image cannot be decoded, nil if it can.
  private mutating func take(
    _ tables: ItemTables, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> UnsupportedSamples? {
    let item = tables.primary
    guard let properties = tables.properties, let list = properties.list(of: item) else {
      return .item(.propertiesMissing)
    }
    let transforms = ItemTransforms(list, in: properties)
    shown = transforms.shown(of: size)
    if transforms.isScaled { return .item(.scaled) }
    if tables.items.first(where: { $0.id == item })?.kind == "iovl" {
      return try takeOverlay(of: item, list, tables, properties, &reader)
    }
    guard let found = try Self.tiles(of: item, tables, &reader), let first = found.pieces.first,
      let firstList = properties.list(of: first.id)
    else {
      return .item(.kind(tables.items.first { $0.id == item }?.kind.description))
    }
    (tiles, columns) = (found.pieces, found.grid?.columns ?? 1)
    if let grid = found.grid {
      guard let side = properties.size(of: firstList), grid.size == size, Self.covers(grid, side) else {
        return .item(.gridTooSmall)
      }
      tile = side
    }
    let own = try ItemCoding(list, in: properties, &reader)
    let coding = try ItemCoding(firstList, in: properties, &reader)
    colors = own.colors ?? coding.colors
    profile = own.profile ?? coding.profile
    if found.grid != nil, let box = own.colorsBox, coding.colorsBox == nil {
      for index in tiles.indices { tiles[index].properties.append((box, false)) }
    }
    colorsBox = coding.colorsBox ?? own.colorsBox
    guard let depth = coding.depth else { return .item(.codingUnknown) }
    if coding.isLayer { return .item(.layer) }
    (self.depth, isGray, isSubsampled) = (depth, coding.isGray, coding.isSubsampled)
    return try takeOpacity(of: item, tables, properties, &reader) ?? unsupportedColorsReason
  }

  /// Why no profile matches the colors' code points.
  private var unsupportedColorsReason: UnsupportedSamples? {
    guard profile == nil, colors?.highRange == nil else { return nil }
    return colors?.unsupportedReason.map(UnsupportedSamples.colors)
  }

  /// Takes an overlay as one tile; if it has no colors of its own, it gets those of its input images.
  private mutating func takeOverlay(
    of item: Int, _ list: ItemAssociations, _ tables: ItemTables, _ properties: ItemProperties,
    _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> UnsupportedSamples? {
    var parts = OverlayParts(tables, properties)
    if let reason = try parts.take(item, size, &reader) { return reason }
    guard let range = tables.range(of: item, byteCount: reader.byteCount) else { return .overlay(.unclear) }
    let own = try ItemCoding(list, in: properties, &reader)
    (colors, profile) = (own.colors ?? parts.coding?.colors, own.profile ?? parts.coding?.profile)
    tiles = [ItemTile(id: item, kind: "iovl", bytes: [range], properties: [], size: size, isSizeMade: true)]
    inputs = parts.inputs
    return unsupportedColorsReason
  }

  private static func covers(_ grid: ItemGrid, _ tile: PixelSize<Stored>) -> Bool {
    let (width, height) = (
      tile.width.multipliedReportingOverflow(by: grid.columns), tile.height.multipliedReportingOverflow(by: grid.rows)
    )
    guard !width.overflow, !height.overflow, tile.width > 0, tile.height > 0 else { return false }
    return width.partialValue >= grid.size.width && height.partialValue >= grid.size.height
  }

  private mutating func takeOpacity(
    of item: Int, _ tables: ItemTables, _ properties: ItemProperties, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> UnsupportedSamples? {
    for reference in tables.references where reference.kind == "auxl" && reference.to.contains(item) {
      guard let list = properties.list(of: reference.from),
        try ItemCoding(list, in: properties, &reader).isOpacity
      else { continue }
      guard let found = try Self.tiles(of: reference.from, tables, &reader), found.pieces.count == tiles.count,
        found.grid?.columns ?? 1 == columns, properties.size(of: list) == size,
        zip(tiles, found.pieces).allSatisfy({ $0.0.size == $0.1.size })
      else { return .item(.opacityTiles) }
      if let first = found.pieces.first, let list = properties.list(of: first.id),
        try ItemCoding(list, in: properties, &reader).isLayer
      {
        return .item(.layer)
      }
      opacity = found.pieces
      isMultiplied = tables.isMultiplied(item, by: reference.from)
      return nil
    }
    return try takeOpacityOfPieces(tables, properties, &reader)
  }

  /// Takes alpha that belongs to the tiles of a grid and not to the grid, as some encoders write it. All tiles have
  /// it, or none.
  private mutating func takeOpacityOfPieces(
    _ tables: ItemTables, _ properties: ItemProperties, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> UnsupportedSamples? {
    let own = Dictionary(tiles.map { ($0.id, $0.size) }) { first, _ in first }
    let items = Dictionary(tables.items.map { ($0.id, $0) }) { first, _ in first }
    var found: [Int: ItemTile] = [:]
    var multiplied = 0
    for reference in tables.references where reference.kind == "auxl" {
      guard let target = reference.to.first(where: { own[$0] != nil }), found[target] == nil,
        let list = properties.list(of: reference.from)
      else { continue }
      let coding = try ItemCoding(list, in: properties, &reader)
      guard coding.isOpacity else { continue }
      if coding.isLayer { return .item(.layer) }
      guard let item = items[reference.from], let piece = ItemTile(item, tables, byteCount: reader.byteCount),
        reference.to.count == 1, piece.size == own[target]
      else { return .item(.opacityTiles) }
      found[target] = piece
      if tables.isMultiplied(target, by: reference.from) { multiplied += 1 }
    }
    guard !found.isEmpty else { return nil }
    let all = tiles.compactMap { found[$0.id] }
    guard all.count == tiles.count, multiplied == 0 || multiplied == found.count else {
      return .item(.opacityTiles)
    }
    (opacity, isMultiplied) = (all, multiplied > 0)
    return nil
  }

  /// The coded items that an item is or consists of; nil if it is neither.
  private static func tiles(
    of id: Int, _ tables: ItemTables, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> (pieces: [ItemTile], grid: ItemGrid?)? {
    guard let item = tables.items.first(where: { $0.id == id }) else { return nil }
    if let piece = ItemTile(item, tables, byteCount: reader.byteCount) { return ([piece], nil) }
    if item.kind == "iden", let properties = tables.properties {
      // The same image; its own transforms come after those of the other item, which must have none.
      guard let parts = tables.references.first(where: { $0.kind == "dimg" && $0.from == id })?.to, parts.count == 1,
        let list = properties.list(of: parts[0]), ItemTransforms(list, in: properties).isPlain,
        tables.items.contains(where: { $0.id == parts[0] && $0.kind != "iden" })
      else { return nil }
      return try tiles(of: parts[0], tables, &reader)
    }
    guard item.kind == "grid", let range = tables.range(of: id, byteCount: reader.byteCount), range.count <= 16,
      let grid = ItemGrid(try reader.bytes(range)),
      let parts = tables.references.first(where: { $0.kind == "dimg" && $0.from == id })?.to,
      parts.count == grid.columns * grid.rows
    else { return nil }
    let wanted = Set(parts)
    let items = tables.items.filter { wanted.contains($0.id) }
    let found = Dictionary(items.map { ($0.id, ItemTile($0, tables, byteCount: reader.byteCount)) }) { first, _ in first
    }
    let pieces = parts.compactMap { found[$0] ?? nil }
    return pieces.count == parts.count ? (pieces, grid) : nil
  }
}

/// What a decoder must do besides the library's own conversion.
package struct SampleConversion: Hashable, Sendable {
  /// Whether alpha has the limited range.
  package var isAlphaLimited = false
  /// Whether red, green and blue are coded as such, in the limited range.
  package var areColorsLimited = false
  /// Whether colors are YCgCo of full range and more than 8 bits, which the library confuses with another matrix.
  package var isYCgCo = false

  /// Whether the library must not convert colors: it would narrow those that are coded as such.
  package var needsCodedSamples: Bool { areColorsLimited || isYCgCo }

  /// Nothing.
  package init() {}
}

extension ItemImage {
  /// How the samples of the tiles become colors; all are coded like the first. The container's numbers are used before
  /// those of the coded data, but alpha has only the latter.
  ///
  /// - Throws: `.unreadable`.
  package func conversion(in source: some ByteSource) throws(MetadataError) -> SampleConversion {
    var conversion = SampleConversion()
    guard inputs.isEmpty, let first = tiles.first else { return conversion }
    if let header = try opacity.first?.sequenceHeader(in: source) { conversion.isAlphaLimited = !header.isFullRange }
    var (matrix, isFullRange) = (colors?.matrix ?? 2, colors?.isFullRange ?? true)
    if colors == nil, !isSubsampled || depth > 8, let header = try first.sequenceHeader(in: source) {
      (matrix, isFullRange) = (header.matrix, header.isFullRange)
    }
    conversion.areColorsLimited = !isGray && matrix == 0 && !isFullRange
    conversion.isYCgCo = !isGray && matrix == 8 && isFullRange && depth > 8
    return conversion
  }
}

extension ItemTile {
  /// The sequence header among its first bytes; nil if it is not AV1.
  fileprivate func sequenceHeader(in source: some ByteSource) throws(MetadataError) -> AV1SequenceHeader? {
    guard kind == "av01", let range = bytes.first else { return nil }
    return AV1SequenceHeader(in: try source.read(range.prefix(AV1SequenceHeader.searchedBytes)))
  }
}
