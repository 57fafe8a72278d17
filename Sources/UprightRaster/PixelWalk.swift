// Which pixels move where: an affine walk over pixel indices, the form in which every turn and crop reaches memory.

import CKernels

/// Pixel (column, row) of the rectangle that is written lies at `target + column + row * targetRowStep` in one block
/// of memory and comes from `source + column * sourceColumnStep + row * sourceRowStep` in another; all in whole pixels.
struct PixelWalk {
  let columns: Int
  let rows: Int
  let target: Int
  let targetRowStep: Int
  let source: Int
  let sourceColumnStep: Int
  let sourceRowStep: Int

  /// Whether all of it stays inside blocks of so many pixels.
  func fits(source sourceCount: Int, target targetCount: Int) -> Bool {
    guard columns > 0, rows > 0, target >= 0, targetRowStep >= columns else { return false }
    let across = (columns - 1) * sourceColumnStep
    let down = (rows - 1) * sourceRowStep
    let first = source + min(0, across) + min(0, down)
    let last = source + max(0, across) + max(0, down)
    let lastTarget = target + (columns - 1) + (rows - 1) * targetRowStep
    return first >= 0 && last < sourceCount && lastTarget < targetCount
  }

  /// The walk as the kernels in C take it.
  func inBytes(_ pixelBytes: Int, pastCaches: Bool) -> up_walk {
    up_walk(
      columns: columns, rows: rows, pixel_bytes: pixelBytes, target_row_step: targetRowStep * pixelBytes,
      source_column_step: sourceColumnStep * pixelBytes, source_row_step: sourceRowStep * pixelBytes,
      past_caches: pastCaches)
  }
}
