// A JPEG at 1/8 of its size without libjpeg: faster, with the same samples, and libjpeg's errors.

import Upright
import UprightJPEG

/// What was delivered of a pass at 1/8.
struct JPEGEighth {
  /// The first row that was not delivered.
  private(set) var rowCount = 0
  /// Whether everything was delivered and nothing is wrong with it. If not, libjpeg delivers the rest, or the error.
  private(set) var isDone = false
  /// The damage that ended it; nil for none.
  private(set) var fault: ScanFault?

  /// Nothing.
  init() {}

  /// Delivers bands until the file turns out to be damaged, or to have a coding that is left to libjpeg.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds; errors of `deliver`.
  init(
    _ pass: DecodePass, of source: some ByteSource, _ threads: WalkThreads, _ limits: Limits,
    _ deliver: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let watched = WatchedSource(source, limits)
    var fault: ScanFault?
    guard var rows = Self.rows(pass, watched, threads, limits, &fault) else {
      try watched.check()
      self.fault = watched.damage(fault)
      return
    }
    var (rowCount, isWhole) = (0, true)
    var row = [UInt8](repeating: 0, count: pass.size.width * pass.layout.channels.count)
    try pass.bands(.jpeg) { (band, first) throws(UprightError) in
      guard isWhole else { return }
      for y in 0..<band.size.height {
        guard Self.read(&row, pass, from: &rows, &fault) else {
          isWhole = false
          return
        }
        guard band.setRow(y, row) else { throw .outOfMemory }
      }
      rowCount = first + band.size.height
      try deliver(band, first)
    }
    self.rowCount = rowCount
    do throws(ScanFault) {
      if isWhole { try rows.finish(readingRest: pass.checksRest && limits.warnings == 0) }
    } catch {
      (isWhole, fault) = (false, error)
    }
    isDone = isWhole
    if !isDone { try watched.check() }
    self.fault = watched.damage(fault)
  }

  /// At the first row of the pass; nil if the file is left to libjpeg.
  private static func rows(
    _ pass: DecodePass, _ source: some ByteSource, _ threads: WalkThreads, _ limits: Limits, _ fault: inout ScanFault?
  ) -> EighthRows? {
    let channels = pass.layout.channels
    guard pass.denominator == 8, pass.layout.depth == .eight, channels == .gray || channels == .rgb,
      var rows = try? EighthRows(source, channels: channels.count, threads: threads),
      isValid(pass.region, in: rows.size),
      let pixels = rows.size.pixelCount, pixels <= limits.pixels, !isFasterByLibjpeg(rows, source.byteCount, pixels)
    else { return nil }
    do throws(ScanFault) { for _ in 0..<pass.region.y / 8 { try rows.skip() } } catch {
      fault = error
      return nil
    }
    return rows
  }

  /// Whether there is so little coded data that skipping it saves less than the chroma of 4:2:0 costs: less than half a
  /// bit per pixel, as measured.
  private static func isFasterByLibjpeg(_ rows: EighthRows, _ byteCount: Int, _ pixels: Int) -> Bool {
    rows.isDetailed && byteCount < pixels / 16
  }

  /// Whether a region is inside the image and its edges are multiples of 8, or the image's.
  private static func isValid(_ region: PixelRect<Stored>, in size: PixelSize<Stored>) -> Bool {
    guard (try? region.check(inside: (size.width, size.height))) != nil else { return false }
    return region.x % 8 == 0 && region.y % 8 == 0 && (region.width % 8 == 0 || region.maxX == size.width)
      && (region.height % 8 == 0 || region.maxY == size.height)
  }

  /// Reads the samples of the next row; false for damage.
  private static func read(
    _ row: inout [UInt8], _ pass: DecodePass, from rows: inout EighthRows, _ fault: inout ScanFault?
  ) -> Bool {
    let first = pass.region.x / 8
    do throws(ScanFault) {
      try rows.next(first..<first + pass.size.width, into: &row)
      return true
    } catch {
      fault = error
      return false
    }
  }
}
