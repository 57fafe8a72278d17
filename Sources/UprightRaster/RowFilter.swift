// The two passes of a resampler on float rows: horizontal as rows arrive, vertical when a result's rows are complete.

import CKernels

/// Float rows between the two passes, and their positions.
final class RowFilter {
  let vertical: ResampleTaps
  private let horizontal: ResampleTaps
  private let layout: SampleLayout
  /// Samples in a row of the result.
  private let samples: Int
  /// Work memory of the horizontal pass: one row of lanes, or what the loops in C need.
  private let work: SampleStorage
  /// The last rows that were scaled horizontally.
  let ring: RowRing
  /// One finished row.
  private let outgoing: SampleStorage
  private let kernels: Kernels
  private var taken = 0
  private var written = 0

  /// The maximum number of rows taken at once.
  static let rowsAtOnce = Int(UP_WORK_ROWS)

  convenience init?(
    columns: Int, rows: Int, across: (Double, Double), down: (Double, Double), to target: (width: Int, height: Int),
    layout: SampleLayout, filter: ResampleFilter, kernels: Kernels
  ) {
    guard let horizontal = ResampleTaps(window: across, of: columns, to: target.width, filter: filter),
      let vertical = ResampleTaps(window: down, of: rows, to: target.height, filter: filter)
    else { return nil }
    self.init(columns: columns, horizontal, vertical, layout: layout, kernels: kernels)
  }

  /// The passes of these taps on rows of `columns` pixels.
  init?(columns: Int, _ horizontal: ResampleTaps, _ vertical: ResampleTaps, layout: SampleLayout, kernels: Kernels) {
    samples = horizontal.starts.count * layout.channels.count
    let workLanes = Self.workLanes(columns, layout, span: horizontal.span)
    guard let work = SampleStorage(byteCount: workLanes.multipliedSaturating(Lane.bytes)),
      let ring = RowRing(slots: vertical.depth + Self.rowsAtOnce - 1, samples: samples),
      let outgoing = SampleStorage(byteCount: ring.rowFloats * MemoryLayout<Float>.stride)
    else { return nil }
    self.horizontal = horizontal
    self.vertical = vertical
    self.layout = layout
    self.work = work
    self.ring = ring
    self.outgoing = outgoing
    self.kernels = kernels
  }

  /// Scales `rows` rows of samples horizontally, at most `rowsAtOnce`, `step` bytes apart from byte `place`.
  ///
  /// Their results must be written before more rows are taken.
  func take(_ rows: Int, of source: SampleStorage, at place: Int, step: Int) {
    precondition(rows <= Self.rowsAtOnce, "too many rows at once")
    let first = place + horizontal.covered.lowerBound * layout.bytesPerPixel
    let isDone = work.scaleAcross(
      source, at: first, step: step, rows: rows, layout, horizontal, into: ring, next: taken, by: kernels)
    if !isDone { for row in 0..<rows { scaleAcross(source, at: first + row * step, to: ring.place(of: taken + row)) } }
    taken += rows
  }

  private func scaleAcross(_ source: SampleStorage, at place: Int, to first: Int) {
    work.loadLanes(from: source, at: place, pixels: horizontal.covered.count, layout)
    if layout.channels == .rgba {
      let maximum = Float(layout.depth.maximum)
      work.updateLanes(horizontal.covered.count) { Premultiply.apply($0, maximum: maximum) }
    }
    ring.storage.convolveLanes(work, horizontal, to: first, channels: layout.channels.count)
  }

  /// The results whose rows are complete and which have not been returned yet.
  func nextResults() -> Range<Int> {
    let first = written
    while written < vertical.ends.count, vertical.ends[written] <= taken { written += 1 }
    return first..<written
  }

  /// Blends the rows of `results` and writes their samples, rows `step` bytes apart from byte `place`.
  func write(_ results: Range<Int>, to target: SampleStorage, at place: Int, step: Int) {
    guard !results.isEmpty else { return }
    let isDone = target.scaleDown(
      ring, vertical, results, at: place, step: step, samples: samples, layout, by: kernels)
    if !isDone { for (row, result) in results.enumerated() { write(result, to: target, at: place + row * step) } }
  }

  private func write(_ result: Int, to target: SampleStorage, at place: Int) {
    outgoing.blendRows(of: ring, vertical, result: result)
    if layout.channels == .rgba {
      let maximum = Float(layout.depth.maximum)
      outgoing.updateLanes(samples / 4) { Premultiply.undo($0, maximum: maximum) }
    }
    target.storeSamples(of: outgoing, at: place, count: samples, layout.depth)
  }

  /// The allocated bytes.
  var bufferBytes: Int {
    let storages = [work, ring.storage, outgoing, horizontal.weights, vertical.weights]
    let tables = 2 * MemoryLayout<Int>.size * (horizontal.starts.count + vertical.starts.count)
    return storages.reduce(tables) { $0 + $1.byteCount }
  }

  /// The maximum allocation for any window, saturating.
  static func workingBytes(
    columns: Int, rows: Int, to target: (width: Int, height: Int), layout: SampleLayout, filter: ResampleFilter
  ) -> Int {
    let slots = ResampleTaps.longestSpan(of: rows, to: target.height, filter: filter).addingSaturating(rowsAtOnce - 1)
    let span = ResampleTaps.longestSpan(of: columns, to: target.width, filter: filter)
    return RowRing.rowFloats(target.width.multipliedSaturating(layout.channels.count))
      .multipliedSaturating(slots.addingSaturating(1)).multipliedSaturating(MemoryLayout<Float>.stride)
      .addingSaturating(workLanes(columns, layout, span: span).multipliedSaturating(Lane.bytes))
      .addingSaturating(ResampleTaps.workingBytes(of: columns, to: target.width, filter: filter))
      .addingSaturating(ResampleTaps.workingBytes(of: rows, to: target.height, filter: filter))
  }

  private static func workLanes(_ columns: Int, _ layout: SampleLayout, span: Int) -> Int {
    max(columns.addingSaturating(4), ResampleTaps.workFloats(layout, samples: span).addingSaturating(3) / 4)
  }
}

// Premultiplied alpha, so that transparent pixels contribute no color to their neighbors (Porter and Duff 1984, 3).

/// Multiplication of red, green and blue by the alpha in the fourth element.
enum Premultiply {
  /// Red, green and blue times alpha, where `maximum` is opaque.
  @inline(__always)
  static func apply(_ pixel: Lane, maximum: Float) -> Lane {
    let share = pixel.w * (1 / maximum)
    return pixel * Lane(share, share, share, 1)
  }

  /// The unpremultiplied color, clamped to 0…`maximum`; black if alpha is less than half a step.
  @inline(__always)
  static func undo(_ pixel: Lane, maximum: Float) -> Lane {
    guard pixel.w >= 0.5 else { return .zero }
    let share = maximum / pixel.w
    return pixel * Lane(share, share, share, 1)
  }
}

// The rows between horizontal and vertical scaling: the last few, as floats.

/// Float rows with interleaved samples; row r is in slot r modulo `slots`.
struct RowRing {
  let storage: SampleStorage
  let slots: Int
  /// Floats from one row to the next: whole parts of a result, and at least three more than a row has.
  let rowFloats: Int

  /// Nil if out of memory.
  init?(slots: Int, samples: Int) {
    let floats = Self.rowFloats(samples)
    let bytes = floats.multipliedSaturating(slots).multipliedSaturating(MemoryLayout<Float>.stride)
    guard let storage = SampleStorage(byteCount: bytes) else { return nil }
    self.storage = storage
    self.slots = slots
    rowFloats = floats
  }

  /// The first float of a row.
  func place(of row: Int) -> Int { row % slots * rowFloats }

  /// The ring for the loops in C.
  var shape: up_ring { up_ring(slots: slots, row_floats: rowFloats) }

  /// Floats from one row of this many samples to the next, saturating.
  static func rowFloats(_ samples: Int) -> Int {
    (samples.addingSaturating(3 + 63) / 64).multipliedSaturating(64)
  }
}
