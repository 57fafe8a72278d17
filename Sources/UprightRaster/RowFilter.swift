// The two passes of a resampler on rows of floats: across as a row comes in, down as soon as a result's rows are there.

/// Rows of floats between the two passes, and where they stand.
///
/// Gray rows hold one float per sample, all others one lane per pixel.
final class RowFilter {
  let vertical: ResampleTaps
  private let horizontal: ResampleTaps
  private let layout: SampleLayout
  private let width: Int
  /// One incoming row.
  private let incoming: SampleStorage
  /// The last rows that were scaled across, each in the slot of its number modulo `slots`.
  private let ring: SampleStorage
  private let slots: Int
  /// One finished row.
  private let outgoing: SampleStorage
  private let lanesPerRow: Int
  private var taken = 0
  private var written = 0

  init?(
    columns: Int, rows: Int, across: (Double, Double), down: (Double, Double), to target: (width: Int, height: Int),
    layout: SampleLayout, filter: ResampleFilter
  ) {
    let isGray = layout.channels == .gray
    guard
      let horizontal = ResampleTaps(window: across, of: columns, to: target.width, filter: filter, aligned: isGray),
      let vertical = ResampleTaps(window: down, of: rows, to: target.height, filter: filter, aligned: false)
    else { return nil }
    slots = vertical.depth
    lanesPerRow = Self.lanes(target.width, isGray)
    guard let incoming = SampleStorage(byteCount: (Self.lanes(columns, isGray) + 4).timesSaturating(Lane.bytes)),
      let ring = SampleStorage(byteCount: slots.timesSaturating(lanesPerRow * Lane.bytes)),
      let outgoing = SampleStorage(byteCount: lanesPerRow * Lane.bytes)
    else { return nil }
    self.horizontal = horizontal
    self.vertical = vertical
    self.layout = layout
    width = target.width
    self.incoming = incoming
    self.ring = ring
    self.outgoing = outgoing
  }

  /// Scales the row of samples at byte `place` across.
  func take(_ samples: SampleStorage, at place: Int) {
    let columns = horizontal.covered
    incoming.loadLanes(
      from: samples, at: place + columns.lowerBound * layout.bytesPerPixel, pixels: columns.count, layout)
    if layout.channels == .rgba {
      let maximum = Float(layout.depth.maximum)
      incoming.updateLanes(columns.count) { Premultiply.apply($0, maximum: maximum) }
    }
    let slot = (taken % slots) * lanesPerRow
    if layout.channels == .gray {
      ring.convolveFloats(incoming, horizontal, to: slot)
    } else {
      ring.convolveLanes(incoming, horizontal, to: slot)
    }
    taken += 1
  }

  /// The result whose rows are all there and which has not been written yet, or nil.
  func nextResult() -> Int? {
    guard written < vertical.ends.count, vertical.ends[written] <= taken else { return nil }
    defer { written += 1 }
    return written
  }

  /// Blends the rows behind `result` and writes its samples at byte `place`.
  func write(_ result: Int, to samples: SampleStorage, at place: Int) {
    outgoing.blendRows(of: ring, slots: slots, lanesPerRow: lanesPerRow, vertical, result: result)
    let maximum = Float(layout.depth.maximum)
    if layout.channels == .rgba {
      outgoing.updateLanes(lanesPerRow) { Premultiply.undo($0, maximum: maximum) }
    }
    samples.storeLanes(of: outgoing, at: place, pixels: width, layout)
  }

  /// What is allocated.
  var heldBytes: Int {
    let storages = [incoming, ring, outgoing, horizontal.weights, vertical.weights]
    let tables = 2 * MemoryLayout<Int>.size * (horizontal.starts.count + vertical.starts.count)
    return storages.reduce(tables) { $0 + $1.byteCount }
  }

  /// The most that may be allocated for any window, saturating.
  static func workingBytes(
    columns: Int, rows: Int, to target: (width: Int, height: Int), layout: SampleLayout, filter: ResampleFilter
  ) -> Int {
    let isGray = layout.channels == .gray
    let lanes = lanes(target.width, isGray)
    let slots = ResampleTaps.longestSpan(of: rows, to: target.height, filter: filter)
    return lanes.timesSaturating(slots.plusSaturating(1))
      .plusSaturating(Self.lanes(columns, isGray)).plusSaturating(4)
      .timesSaturating(Lane.bytes)
      .plusSaturating(ResampleTaps.workingBytes(of: columns, to: target.width, filter: filter))
      .plusSaturating(ResampleTaps.workingBytes(of: rows, to: target.height, filter: filter))
  }

  private static func lanes(_ columns: Int, _ isGray: Bool) -> Int {
    isGray ? columns.plusSaturating(3) / 4 : columns
  }
}
