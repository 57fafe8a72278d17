// Decodes and encodes a JPEG's component planes: no color is converted, no chroma resampled (ITU T.81, A.1.1; JFIF
// 1.02).

import CUpright
public import Upright

extension JPEGCodec {
  /// Decodes a region's planes: every sample is that of its decoded block.
  ///
  /// - Throws: `.unanswerable` for a region outside the image, or one that chroma cannot be cropped to; `.unsupported`
  ///   for an image with other planes; otherwise as `Codec`.
  public func decodePlanes(
    of region: PixelRect<Stored>, chroma: Subsampling, cutLimit: Int?, from source: any ByteSource, limits: Limits,
    band take: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try JPEGPart.decode(region, of: source, cutLimit: cutLimit, index, threads(), limits) {
      (part, isBegun) throws(UprightError) in
      try decodePlanes(of: part, chroma, limits) { (rows, first) throws(UprightError) in
        isBegun = true
        try take(rows, first)
      }
    }
  }

  private func decodePlanes(
    of part: JPEGPart, _ chroma: Subsampling, _ limits: Limits,
    _ take: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let region = part.region
    try CodecSession.reading(part.source, as: format, limits: limits) { call throws(UprightError) in
      try call.startPlanes(Self.request(for: region, chroma: chroma, of: call.openJPEG()))
      let bands = Self.bands(of: region)
      var rows = try Self.emptyBand(of: bands[0].count, in: region, chroma: chroma)
      for band in bands {
        if band.count != rows.size.height { rows = try Self.emptyBand(of: band.count, in: region, chroma: chroma) }
        try call.readPlanes(&rows)
        try take(rows, band.lowerBound - region.y)
      }
    }
  }

  /// Encodes an image that is already in planes, with its chroma subsampling.
  ///
  /// - Throws: `.unanswerable` for settings that are invalid in JPEG, or for other subsampling than the planes';
  ///   otherwise as `Codec`.
  public func encode(
    _ picture: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    guard picture.chroma == settings.sampling else {
      throw .unanswerable(field: "sampling", reason: "the planes have a different chroma subsampling")
    }
    var request = try Self.request(for: picture.size, channels: 3, settings: settings)
    request.planar = 1
    let tables = try Self.tables(settings, channels: 3)
    try CodecSession.writing(to: &sink, as: format, limits: limits) { call throws(UprightError) in
      try call.encodeJPEG(request, tables: tables)
      try call.writeMarkers(Self.segments(of: metadata, channels: 3))
      try call.writePlanes(picture)
      try call.endJPEG()
    }
  }
}

extension JPEGCodec {
  /// The region's rows in bands that end at the end of a row of blocks, whatever the subsampling.
  private static func bands(of region: PixelRect<Stored>) -> [Range<Int>] {
    let most = DecodePass.bandRows
    return stride(from: region.y / most * most, to: region.maxY, by: most).map {
      max($0, region.y)..<min($0 + most, region.maxY)
    }
  }

  private static func emptyBand(
    of rows: Int, in region: PixelRect<Stored>, chroma: Subsampling
  ) throws(UprightError) -> PlanarRaster<Decoded> {
    guard let band = PlanarRaster<Decoded>(size: PixelSize(width: region.width, height: rows), chroma: chroma) else {
      throw .outOfMemory
    }
    return band
  }

  private static func request(
    for region: PixelRect<Stored>, chroma: Subsampling, of header: up_jpeg_header
  ) throws(UprightError) -> up_jpeg_region {
    try region.check(inside: (Int(header.width), Int(header.height)))
    let (across, down) = (chroma.horizontal, chroma.vertical)
    guard [1, 2, 4].contains(across), [1, 2, 4].contains(down) else {
      throw .unanswerable(field: "sampling", reason: "JPEG has no \(across)x\(down) luma samples per chroma sample")
    }
    guard region.x % across == 0 || region.maxX % across == 0, region.y % down == 0 || region.maxY % down == 0 else {
      throw .unanswerable(
        field: "region", reason: "\(region) is not aligned to chroma samples of \(across)x\(down) pixels")
    }
    return up_jpeg_region(
      x: UInt32(region.x), y: UInt32(region.y), width: UInt32(region.width), height: UInt32(region.height),
      across: UInt32(across), down: UInt32(down))
  }
}
