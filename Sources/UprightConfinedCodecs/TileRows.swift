// The rows of a region of a tiled image; the decoded tiles of one row are kept in memory (ISO 23008-12, 6.6.2.3).

import CConfined
import Upright
import UprightCodecs
import UprightMetadata
import UprightRaster

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
