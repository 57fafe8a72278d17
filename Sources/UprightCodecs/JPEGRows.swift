// Rows of a JPEG without libjpeg: faster, with the same samples, and libjpeg's errors.

import Upright
import UprightJPEG

/// What was delivered of a pass.
struct JPEGRows {
  /// The first row that was not delivered.
  private(set) var rowCount = 0
  /// Whether everything was delivered and nothing is wrong with it. If not, libjpeg delivers the rest, or the error.
  private(set) var isDone = false
  /// The damage that ended it; nil for none.
  private(set) var fault: ScanFault?

  /// Nothing.
  init() {}

  /// Delivers bands of pixels until the file turns out to be damaged, or to have a coding that is left to libjpeg.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds; errors of `deliver`.
  init(
    _ pass: DecodePass, of source: some ByteSource, _ threads: WalkThreads, _ limits: Limits,
    _ deliver: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let watched = WatchedSource(source, limits)
    guard pass.layout.depth == .eight, [.gray, .rgb].contains(pass.layout.channels),
      let header = Self.header(of: watched, pass, limits)
    else {
      try watched.check()
      return
    }
    let (left, top) = (pass.region.x / pass.denominator, pass.region.y / pass.denominator)
    let read = try? SampleRows(
      watched, header, channels: pass.layout.channels.count, denominator: pass.denominator,
      areMeans: pass.isOfMeans, columns: left..<left + pass.size.width, rows: top..<top + pass.size.height,
      threads: threads)
    guard let read else {
      try watched.check()
      return
    }
    var rows = read
    skip(top, of: &rows)
    if fault == nil {
      try pass.bands(.jpeg) { (band, first) throws(UprightError) in
        guard fault == nil else { return }
        try watched.check()
        for y in 0..<band.size.height where fault == nil {
          let isWritten = band.withMutableRow(y) { row in
            do throws(ScanFault) { try rows.next(into: &row) } catch { fault = error }
          }
          guard isWritten else { throw .outOfMemory }
        }
        guard fault == nil else { return }
        rowCount = first + band.size.height
        try deliver(band, first)
      }
    }
    try finish(&rows, pass, watched, limits)
  }

  /// The same of the bands of component planes, given as rows of the image.
  init(
    planesOf pass: DecodePass, _ chroma: Subsampling, _ bands: [Range<Int>], of source: some ByteSource,
    _ threads: WalkThreads, _ limits: Limits,
    _ deliver: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let (watched, region) = (WatchedSource(source, limits), pass.region)
    let (across, down) = (chroma.horizontal, chroma.vertical)
    guard region.x >= 0, region.y >= 0, across > 0, down > 0, region.x % across == 0, region.y % down == 0,
      let header = Self.header(of: watched, pass, limits),
      let read = try? SampleRows(
        planesOf: watched, header, chroma: (across, down), columns: region.x..<region.maxX,
        rows: region.y..<region.maxY, threads: threads)
    else {
      try watched.check()
      return
    }
    var rows = read
    skip(region.y, of: &rows)
    for band in bands where fault == nil {
      try watched.check()
      var planes = try Self.emptyBand(of: band.count, in: region, chroma: chroma)
      for y in 0..<band.count where fault == nil { try copyRow(y, of: &rows, to: &planes, pass) }
      guard fault == nil else { break }
      rowCount = band.upperBound - region.y
      try deliver(planes, band.lowerBound - region.y)
    }
    try finish(&rows, pass, watched, limits)
  }

  private mutating func copyRow(
    _ y: Int, of rows: inout SampleRows, to planes: inout PlanarRaster<Decoded>, _ pass: DecodePass
  ) throws(UprightError) {
    do throws(ScanFault) { try rows.nextPlanes() } catch { return fault = error }
    let chroma = planes.chroma
    for plane in 0..<3 where plane == 0 || y % chroma.vertical == 0 {
      let step = plane == 0 ? .none : chroma
      let isWritten = planes.withMutableRow(y / step.vertical, ofPlane: plane) { row in
        rows.copyPlane(plane, from: pass.region.x / step.horizontal, to: &row)
      }
      guard isWritten else { throw .outOfMemory }
    }
  }

  /// A band of planes for so many rows of a region.
  ///
  /// - Throws: `.shortage`.
  static func emptyBand(
    of rows: Int, in region: PixelRect<Stored>, chroma: Subsampling
  ) throws(UprightError) -> PlanarRaster<Decoded> {
    guard let band = PlanarRaster<Decoded>(size: PixelSize(width: region.width, height: rows), chroma: chroma) else {
      throw .outOfMemory
    }
    return band
  }

  /// The header of a file that has the region of a pass; nil if the file is left to libjpeg.
  private static func header(of source: some ByteSource, _ pass: DecodePass, _ limits: Limits) -> ScanHeader? {
    guard let header = try? ScanHeader(of: source),
      (try? pass.check(inside: (header.size.width, header.size.height), .jpeg)) != nil,
      let pixels = header.size.pixelCount, pixels <= limits.pixels
    else { return nil }
    return header
  }

  private mutating func skip(_ count: Int, of rows: inout SampleRows) {
    do throws(ScanFault) { for _ in 0..<count { try rows.skip() } } catch { fault = error }
  }

  private mutating func finish(
    _ rows: inout SampleRows, _ pass: DecodePass, _ source: WatchedSource<some ByteSource>, _ limits: Limits
  ) throws(UprightError) {
    do throws(ScanFault) {
      if fault == nil { try rows.finish(readingRest: pass.checksRest && limits.warnings == 0) }
    } catch { fault = error }
    isDone = fault == nil
    if !isDone { try source.check() }
    fault = source.damage(fault)
  }
}
