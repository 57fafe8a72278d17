// Which pixels move where: an affine walk over pixel indexes, used by every reorientation and crop.

import CKernels

/// Pixel (column, row) of the target rectangle is at `target + column + row * targetRowStep` in one memory block. It
/// comes from `source + column * sourceColumnStep + row * sourceRowStep` in another. All values are in whole pixels.
struct PixelWalk {
  let columns: Int
  let rows: Int
  let target: Int
  let targetRowStep: Int
  let source: Int
  let sourceColumnStep: Int
  let sourceRowStep: Int

  /// Whether it stays inside memory blocks of these numbers of pixels.
  func fits(source sourceCount: Int, target targetCount: Int) -> Bool {
    guard columns > 0, rows > 0, target >= 0, targetRowStep >= columns else { return false }
    let across = (columns - 1) * sourceColumnStep
    let down = (rows - 1) * sourceRowStep
    let first = source + min(0, across) + min(0, down)
    let last = source + max(0, across) + max(0, down)
    let lastTarget = target + (columns - 1) + (rows - 1) * targetRowStep
    return first >= 0 && last < sourceCount && lastTarget < targetCount
  }

  /// The walk for the kernels in C.
  func inBytes(_ pixelBytes: Int, pastCaches: Bool) -> up_walk {
    up_walk(
      columns: columns, rows: rows, pixel_bytes: pixelBytes, target_row_step: targetRowStep * pixelBytes,
      source_column_step: sourceColumnStep * pixelBytes, source_row_step: sourceRowStep * pixelBytes,
      past_caches: pastCaches)
  }
}
