// HEIF and AVIF by libheif, tile by tile (ISO 23008-12; AVIF 1.1; MIAF, ISO 23000-22).

import CConfined
public import Upright
import UprightCodecs
import UprightMetadata
import UprightRaster

/// HEIF or AVIF by libheif: decodes gray, color and alpha of 8 to 12 bits.
///
/// The library gets each tile of a grid, or a whole image without one, as a separate file, without properties that
/// rotate or mirror. So a region costs only the tiles that it touches. Premultiplied colors are divided by alpha; 10
/// and 12 bits become 16.
public struct HEIFCodec: ImageDecoder, ImageEncoder {
  /// HEIF or AVIF.
  public let format: ContainerFormat

  /// The codec of one of the two formats; it has no state.
  public init(_ kind: Kind) { format = kind == .avif ? .avif : .heif }

  /// The file's brand.
  public enum Kind: Sendable {
    /// HEIF, as phones write it.
    case heif
    /// AVIF.
    case avif
  }

  /// Decoding at full size, and encoding AVIF.
  public var capabilities: Capabilities {
    (format == .avif ? CodecFacts.avif : .heif).capabilities
  }

  /// Decodes a region, one row of tiles after another, the tiles of a row in parallel.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image; otherwise as `Codec`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let image = try Self.image(source, frame: pass.imageIndex ?? 0)
    if let reason = image.unsupportedReason { throw .unsupported(Phrase(reason.description)) }
    var pieces = TileRows(image, pass, source, format, limits)
    try pieces.check()
    try pass.bands(format) { (rows, first) throws(UprightError) in
      try pieces.read(&rows, from: first)
      try band(rows, first)
    }
  }

  /// Encodes an AVIF of 8 bits with its ICC profile, Exif block and XMP packet, without properties that rotate or
  /// mirror.
  ///
  /// - Throws: `.unsupported` for HEIF, and for anything other than gray, RGB and RGBA of 8 bits; otherwise as `Codec`.
  public func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    let (channels, depth) = (image.layout.channels, image.layout.depth)
    guard format == .avif, settings.format == .avif else { throw .unsupported("writing \(settings.format.rawValue)") }
    guard channels != .cmyk, depth == .eight, case .level(let level) = settings.fidelity else {
      throw .unsupported("AVIF with \(channels) at \(depth.rawValue) bits, or without loss, cannot be written")
    }
    var request = uc_avif()
    (request.width, request.height) = (UInt32(clamping: image.size.width), UInt32(clamping: image.size.height))
    (request.channels, request.quality) = (UInt32(channels.count), Int32(clamping: min(100, max(0, level))))
    request.subsampled = settings.sampling == .none ? 0 : 1
    (request.speed, request.threads) = (Self.speed, Self.threads)
    try ConfinedCall.writing(to: &sink, as: format, limits: limits) { call throws(UprightError) in
      try call.writeAVIF(image, request, metadata)
    }
  }

  /// aom's speed: 24 million pixels in seconds, not minutes, for a few percent more bytes.
  private static let speed: Int32 = 8
  /// The maximum threads of the encoder.
  private static let threads: Int32 = 4

  /// The image, or a frame of a sequence if requested.
  private static func image(_ source: any ByteSource, frame: Int) throws(UprightError) -> ItemImage {
    do { return try frame > 0 ? ItemImage(source, frame: frame) : ItemImage(source) } catch {
      throw UprightError(error)
    }
  }
}

// The rows of a region of a tiled image; the decoded tiles of one row are kept in memory (ISO 23008-12, 6.6.2.3).

/// Decoded tiles, and the rows delivered so far.
struct TileRows {
  private let image: ItemImage
  private let pass: DecodePass
  /// The region of the pass, in the coded image.
  private let region: PixelRect<Stored>
  private let source: any ByteSource
  private let format: ContainerFormat
  private let limits: Limits
  /// How samples become colors where the library does not convert them.
  private var conversion = SampleConversion()
  /// The row of tiles that is being delivered, and the one below, which is being decoded meanwhile; nil before the
  /// first.
  private var buffered: (row: Int, pieces: [Tile])?
  private var next: (row: Int, pieces: [Tile])?

  /// A decoder call whose rows belong at a column of the pass.
  private typealias Tile = (call: ConfinedCall, column: Int, width: Int)

  init(
    _ image: ItemImage, _ pass: DecodePass, _ source: any ByteSource, _ format: ContainerFormat, _ limits: Limits
  ) {
    (self.image, self.pass, self.source) = (image, pass, source)
    // The pass's region in the coded image, with `clap` undone; `check` checks the pass before it is used.
    var region = pass.region
    (region.x, region.y) = (region.x &+ image.shown.x, region.y &+ image.shown.y)
    self.region = region
    (self.format, self.limits) = (format, limits)
  }

  /// Checks that the pass fits the image, and reads how its samples become colors.
  ///
  /// - Throws: `.unanswerable`, `.unsupported`, `.limit`, `.malformed`.
  mutating func check() throws(UprightError) {
    let channels: UInt32 = image.hasOpacity ? 4 : image.isGray ? 1 : 3
    _ = try uc_pass(
      pass,
      of: uc_picture(
        width: UInt32(clamping: image.shown.width), height: UInt32(clamping: image.shown.height),
        channels: channels,
        depth: image.depth > 8 ? 16 : 8), format)
    let pixels = (image.size.pixelCount ?? .max).addingSaturating(image.inputPixels)
    guard pixels <= limits.pixels else { throw .limit(.pixels, asked: pixels, allowed: limits.pixels) }
    do { conversion = try image.conversion(in: source) } catch { throw UprightError(error) }
  }

  /// Fills `rows`, which begin at row `first` of the pass.
  mutating func read(_ rows: inout Raster<Decoded>, from first: Int) throws(UprightError) {
    var filled = 0
    while filled < rows.size.height {
      let y = region.y + first + filled
      let row = y / image.tile.height
      if buffered?.row != row { try hold(row) }
      let count = min(rows.size.height - filled, (row + 1) * image.tile.height - y)
      for piece in buffered?.pieces ?? [] {
        try piece.call.read(into: &rows, x: piece.column, y: filled, width: piece.width, height: count)
      }
      filled += count
    }
  }

  /// Moves to a row of tiles, and starts decoding the one below.
  private mutating func hold(_ row: Int) throws(UprightError) {
    buffered = nil
    buffered = (row, try next?.row == row ? next?.pieces ?? [] : decoding(row))
    next = nil
    guard (row + 1) * image.tile.height < region.maxY else { return }
    next = (row + 1, try decoding(row + 1))
  }

  /// The tiles of a row that the pass touches, while they are being decoded.
  private func decoding(_ row: Int) throws(UprightError) -> [Tile] {
    var pieces: [Tile] = []
    let tile = image.tile
    let top = max(region.y, row * tile.height)
    let bottom = min(region.maxY, (row + 1) * tile.height)
    var passes: [uc_pass] = []
    for column in region.x / tile.width...(region.maxX - 1) / tile.width {
      let left = max(region.x, column * tile.width)
      let right = min(region.maxX, (column + 1) * tile.width)
      let call = try opened(row * image.columns + column)
      passes.append(
        uc_pass(
          channels: UInt32(pass.layout.channels.rawValue), depth: Int32(pass.layout.depth.rawValue),
          x: UInt32(left - column * tile.width), y: UInt32(top - row * tile.height), width: UInt32(right - left),
          height: UInt32(bottom - top)))
      pieces.append((call, left - region.x, right - left))
    }
    ConfinedCall.start(pieces.map(\.call), passes)
    return pieces
  }

  private var traits: UInt32 {
    [
      (image.isMultiplied, UC_MULTIPLIED), (image.isGray, UC_GRAY), (conversion.isAlphaLimited, UC_LIMITED_ALPHA),
      (conversion.areColorsLimited, UC_LIMITED_COLORS), (conversion.isYCgCo, UC_YCGCO),
    ].reduce(0) { $1.0 ? $0 | UInt32($1.1) : $0 }
  }

  private func opened(_ index: Int) throws(UprightError) -> ConfinedCall {
    let file: (bytes: [UInt8], isEndEmpty: Bool)
    do {
      file = try image.tileFile(
        index, in: source, limit: limits.memoryBytes, isUnconverted: conversion.needsCodedSamples)
    } catch {
      throw UprightError(error)
    }
    let call = try ConfinedCall(reading: file.bytes, as: format, limits: limits)
    let piece = try call.openHEIF(
      of: image.tile, longestSide: image.longestSide, traits: traits | (file.isEndEmpty ? UInt32(UC_EMPTY_END) : 0))
    guard Int(piece.width) == image.tile.width, Int(piece.height) == image.tile.height else {
      throw .malformed(MetadataError(.corruptData, at: 0))
    }
    return call
  }
}

// How the decoders of this target run a pass, with any library.
extension ConfinedCall {
  /// Decodes a pass over the opened image, band by band.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image, `.unsupported` for channels that it does not
  ///   have.
  func decode(
    _ pass: DecodePass, of image: uc_picture, _ format: ContainerFormat,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try start(uc_pass(pass, of: image, format))
    try pass.bands(format) { (rows, first) throws(UprightError) in
      try read(&rows)
      try band(rows, first)
    }
  }
}

extension uc_pass {
  /// A pass over an image.
  ///
  /// - Throws: `.unanswerable` if it does not fit, `.unsupported` for channels that the image does not have.
  init(_ pass: DecodePass, of image: uc_picture, _ format: ContainerFormat) throws(UprightError) {
    let (region, channels, depth) = (pass.region, pass.layout.channels, Int32(pass.layout.depth.rawValue))
    guard pass.denominator == 1 else {
      throw .unanswerable(field: "denominator", reason: "\(format.rawValue) decodes to 1/1")
    }
    try region.check(inside: (Int(image.width), Int(image.height)))
    let has = Int(image.channels)
    let fits =
      channels == .cmyk || has == SampleLayout.Channels.cmyk.rawValue
      ? channels.rawValue == has : channels.rawValue >= has
    guard fits, depth <= image.depth else {
      throw .unsupported("this \(format.rawValue) as \(channels) of \(depth) bits")
    }
    self.init(
      channels: UInt32(channels.rawValue), depth: depth, x: UInt32(region.x), y: UInt32(region.y),
      width: UInt32(region.width), height: UInt32(region.height))
  }
}
