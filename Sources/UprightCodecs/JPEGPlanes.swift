// Decodes and encodes a JPEG's component planes: no color is converted, no chroma resampled (ITU T.81, A.1.1; JFIF
// 1.02).

import CUpright
public import Upright
import UprightJPEG

extension JPEGCodec {
  /// Decodes a pass's planes: every sample is that of its decoded block.
  ///
  /// - Throws: `.unanswerable` for a region outside the image, one that chroma cannot be cropped to, or a denominator
  ///   above 1; `.unsupported` for an image with other planes; otherwise as `Codec`.
  public func decodePlanes(
    _ pass: DecodePass, chroma: Subsampling, from source: any ByteSource, limits: Limits,
    band take: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try pass.checkPlanes()
    try JPEGPart.decode(pass, of: source, index, threads(), limits) {
      (part, limits, isBegun) throws(UprightError) in
      var own = DecodePass(
        region: part.region, denominator: 1, layout: pass.layout,
        secondPart: pass.cutLimit == nil ? pass.secondPart : nil)
      own.checksRest = pass.checksRest && !part.isCut
      let fault = try decodePlanes(own, of: part, chroma, limits) { (rows, first) throws(UprightError) in
        isBegun = true
        if part.delivers { try take(rows, first) }
      }
      try limits.check(fault ?? part.fault)
    }
  }

  /// Delivers the bands; returns the damage that a walk found, of which libjpeg may not have warned.
  private func decodePlanes(
    _ pass: DecodePass, of part: JPEGPart, _ chroma: Subsampling, _ limits: Limits,
    _ take: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) -> ScanFault? {
    let region = pass.region
    var fault: ScanFault?
    try CodecSession.reading(part.source, as: format, limits: limits) { call throws(UprightError) in
      var request = try Self.request(for: region, chroma: chroma, of: call.openJPEG())
      request.walked = part.isCut ? 1 : 0
      request.rest = pass.checksRest ? 1 : 0
      let second = secondPlanes(pass, of: part.source, chroma, limits)
      defer { second?.end() }
      try call.startPlanes(request)
      let bands = Self.bands(of: region)
      var rows = try Self.emptyBand(of: bands[0].count, in: region, chroma: chroma)
      for band in bands {
        let first = band.lowerBound - region.y
        if let other = try second?.band(first, unless: call.hasWarnings) {
          try take(other, first)
          continue
        }
        if band.count != rows.size.height { rows = try Self.emptyBand(of: band.count, in: region, chroma: chroma) }
        try call.readPlanes(&rows)
        try take(rows, first)
      }
      fault = second?.fault
    }
    return fault
  }

  /// The second part of a pass; nil if it does not begin with a band.
  private func secondPlanes(
    _ pass: DecodePass, of source: any ByteSource, _ chroma: Subsampling, _ limits: Limits
  ) -> JPEGSecondPart<PlanarRaster<Decoded>>? {
    guard !usesOnlyLibjpeg, pass.region.y % DecodePass.bandRows == 0 else { return nil }
    return JPEGSecondPart(pass, of: source, index, threads(), limits) {
      (pass, cut, limits, take) throws(UprightError) in
      try CodecSession.reading(cut, as: .jpeg, limits: limits) { call throws(UprightError) in
        var request = try Self.request(for: pass.region, chroma: chroma, of: call.openJPEG())
        request.walked = 1
        try call.startPlanes(request)
        for first in stride(from: 0, to: pass.region.height, by: DecodePass.bandRows) {
          try cut.check()
          let count = min(DecodePass.bandRows, pass.region.height - first)
          var rows = try Self.emptyBand(of: count, in: pass.region, chroma: chroma)
          try call.readPlanes(&rows)
          take(rows)
        }
      }
    }
  }

  /// Encodes an image that is already in planes, with its chroma subsampling.
  ///
  /// - Throws: `.unanswerable` for settings that are invalid in JPEG, or for other subsampling than the planes';
  ///   otherwise as `Codec`.
  public func encode(
    _ image: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    try writePlanes(of: image.size, chroma: image.chroma, settings, metadata, limits, into: &sink) {
      call throws(UprightError) in try call.writePlanes(image)
    }
  }

  /// Writes a file whose planes `write` gives to the encoder.
  func writePlanes(
    of size: PixelSize<Output>, chroma: Subsampling, _ settings: EncodeSettings, _ metadata: CarriedMetadata,
    _ limits: Limits, into sink: inout some ByteSink, _ write: (CodecSession) throws(UprightError) -> Void
  ) throws(UprightError) {
    guard chroma == settings.sampling else {
      throw .unanswerable(field: "sampling", reason: "the planes have a different chroma subsampling")
    }
    var request = try Self.request(for: size, channels: 3, settings: settings)
    request.planar = 1
    let tables = try Self.tables(settings, channels: 3)
    try CodecSession.writing(to: &sink, as: format, limits: limits) { call throws(UprightError) in
      try call.encodeJPEG(request, tables: tables)
      try call.writeMarkers(Self.segments(of: metadata, channels: 3))
      try write(call)
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
      across: UInt32(across), down: UInt32(down), walked: 0, rest: 0)
  }
}
