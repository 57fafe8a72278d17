// Scaling of an image that comes in bands: rows are scaled horizontally on arrival and vertically when all are
// available.

public import UprightGeometry

/// Scales a window of an image while its rows arrive, keeping only as many rows as the filter is high.
///
/// The filter may use samples around the window; at the image's edges the weights of existing samples are normalized.
/// Color is weighted by alpha. A whole-pixel window at its own size is copied exactly.
public struct Resampler<S: Space>: ~Copyable {
  /// The rows of the image that must arrive; others are ignored.
  public let neededRows: Range<Int>
  private let size: PixelSize<S>
  private let work: Method
  private var result: Raster<S>?
  private var nextRow: Int

  private enum Method {
    case copy(PixelRect<S>)
    case filter(RowFilter)
  }

  /// The maximum line length, in pixels.
  package static var longestLine: Int { ResampleTaps.longestLine }

  /// Scales `window` of an image of `size` to `target`.
  ///
  /// Nil if the window is empty, NaN or outside the image, if a side is longer than 2²⁴, or if out of memory.
  public init?(
    from size: PixelSize<S>, window: Rect2D<S>, to target: PixelSize<S>, layout: SampleLayout, filter: ResampleFilter
  ) {
    self.init(from: size, window: window, to: target, layout: layout, filter: filter, kernels: .best)
  }

  /// The same with a given set of inner loops.
  init?(
    from size: PixelSize<S>, window: Rect2D<S>, to target: PixelSize<S>, layout: SampleLayout, filter: ResampleFilter,
    kernels: Kernels
  ) {
    guard !size.isEmpty, let result = Raster(size: target, layout: layout) else { return nil }
    if let exact = Self.wholePixels(window, of: target, in: size) {
      work = .copy(exact)
      neededRows = exact.y..<exact.maxY
    } else {
      guard
        let rows = RowFilter(
          columns: size.width, rows: size.height, across: (window.x, window.width), down: (window.y, window.height),
          to: (target.width, target.height), layout: layout, filter: filter,
          kernels: kernels)
      else { return nil }
      work = .filter(rows)
      neededRows = rows.vertical.covered
    }
    self.size = size
    self.result = result
    nextRow = neededRows.lowerBound
  }

  /// Takes the next rows: `band` contains rows `firstRow`… of the image.
  ///
  /// Rows that arrived before or are not needed are ignored. After a gap, or a band of another width or layout, there
  /// is no result.
  public mutating func push(_ band: Raster<S>, firstRow: Int) {
    let (end, overflow) = firstRow.addingReportingOverflow(band.size.height)
    let upTo = min(end, neededRows.upperBound)
    guard upTo > nextRow || firstRow > nextRow, nextRow < neededRows.upperBound else { return }
    guard !overflow, firstRow <= nextRow, result?.layout == band.layout, band.size.width == size.width else {
      result = nil
      return
    }
    switch work {
    case .copy(let window):
      let origin = PixelRect<S>(x: -window.x, y: -window.y, width: size.width, height: size.height)
      result?.place(band, firstRow: firstRow, of: size, by: .identity, at: origin)
    case .filter(let rows):
      for row in stride(from: nextRow, to: upTo, by: RowFilter.rowsAtOnce) {
        take(min(RowFilter.rowsAtOnce, upTo - row), from: row - firstRow, of: band, into: rows)
      }
    }
    nextRow = upTo
  }

  /// The scaled window, once; nil if rows are missing.
  public mutating func finish() -> Raster<S>? {
    defer { result = nil }
    return nextRow == neededRows.upperBound ? result : nil
  }

  /// The maximum bytes it keeps besides the band and the result, for any window of an image of `size`; saturates at
  /// `Int.max`.
  public static func workingBytes(
    from size: PixelSize<S>, to target: PixelSize<S>, layout: SampleLayout, filter: ResampleFilter
  ) -> Int {
    RowFilter.workingBytes(
      columns: size.width, rows: size.height, to: (target.width, target.height), layout: layout, filter: filter)
  }

  /// The bytes it keeps besides the band and the result.
  var bufferBytes: Int {
    switch work {
    case .copy: 0
    case .filter(let rows): rows.bufferBytes
    }
  }

  private mutating func take(_ count: Int, from row: Int, of band: Raster<S>, into rows: RowFilter) {
    rows.take(count, of: band.storage, at: row * band.bytesPerRow, step: band.bytesPerRow)
    guard let place = result?.storage, let stride = result?.bytesPerRow else { return }
    let finished = rows.nextResults()
    rows.write(finished, to: place, at: finished.lowerBound * stride, step: stride)
  }

  /// The window as whole pixels if it has the target's size and is on the pixel grid inside the image.
  private static func wholePixels(
    _ window: Rect2D<S>, of target: PixelSize<S>, in size: PixelSize<S>
  ) -> PixelRect<S>? {
    let exact = window.pixels(.nearest)
    guard exact.rect == window, exact.size == target, exact.clipped(to: size) == exact else { return nil }
    return exact
  }
}

// Scaling of a complete raster.

extension Raster {
  /// `window` of this raster (all of it by default) scaled to `target`.
  ///
  /// Nil if the window is empty or outside, if a side is longer than 2²⁴, or if out of memory.
  public func resized(
    to target: PixelSize<S>, window: Rect2D<S>? = nil, filter: ResampleFilter = .lanczos3
  ) -> Raster<S>? {
    guard
      var resampler = Resampler(
        from: size, window: window ?? size.bounds.rect, to: target, layout: layout, filter: filter)
    else { return nil }
    resampler.push(self, firstRow: 0)
    return resampler.finish()
  }

  /// Samples the raster again in place: a result's pixel is `shift` of a pixel to the right and below its own position.
  ///
  /// Both parts of `shift` are from 0 to 1; an axis whose part is 0 stays exactly as it is.
  ///
  /// - Returns: false, with nothing changed, if a side is longer than 2²⁴ or if out of memory.
  mutating func resample(
    from shift: (across: Double, down: Double), filter: ResampleFilter, kernels: Kernels = .best
  ) -> Bool {
    guard let horizontal = ResampleTaps(shift: shift.across, of: size.width, filter: filter),
      let vertical = ResampleTaps(shift: shift.down, of: size.height, filter: filter),
      let rows = RowFilter(columns: size.width, horizontal, vertical, layout: layout, kernels: kernels), ownMemory()
    else { return false }
    // A result's row is written after all rows that it needs, so none is overwritten before it is read.
    for first in stride(from: 0, to: size.height, by: RowFilter.rowsAtOnce) {
      let count = min(RowFilter.rowsAtOnce, size.height - first)
      rows.take(count, of: storage, at: first * bytesPerRow, step: bytesPerRow)
      let finished = rows.nextResults()
      rows.write(finished, to: storage, at: finished.lowerBound * bytesPerRow, step: bytesPerRow)
    }
    return true
  }
}
