// Prints a computed box with the fewest decimals that restore its original center and size.

import UprightGeometry

/// One dimension of a box in decimals: both ends and the length.
struct PrintedExtent {
  let low, high, length: ExactDecimal

  /// The fewest decimals with which center and length stay within `tolerance`; nil if none do.
  init?(from low: Double, length: Double, tolerance: Double) {
    // Halves round up, so a value half a unit lower is restored, and one half a unit higher is not.
    let within = -max(tolerance * 1.000001, NumberText.slack)...max(tolerance * 0.999999, NumberText.slack)
    for places in 0...NumberText.maxDecimals {
      guard let size = NumberText.fixed(length, decimals: places), let near = NumberText.fixed(low, decimals: places),
        let far = near.plus(size)
      else { return nil }
      let middle = near.value + size.value / 2 - (low + length / 2)
      guard within.contains(size.value - length), within.contains(middle) else { continue }
      self.init(low: near, high: far, length: size)
      return
    }
    return nil
  }

  private init(low: ExactDecimal, high: ExactDecimal, length: ExactDecimal) {
    (self.low, self.high, self.length) = (low.trimmed(), high.trimmed(), length.trimmed())
  }
}

/// Prints a box.
enum BoxText {
  /// Left, top, width and height.
  static func corner<S: Space>(_ box: Rect2D<S>, _ precision: LabelPrecision<S>) -> [[UInt8]] {
    let (across, down) = extents(box, precision)
    return [
      text(across?.low, box.x), text(down?.low, box.y), text(across?.length, box.width), text(down?.length, box.height),
    ]
  }

  /// Left, top, right and bottom.
  static func edges<S: Space>(_ box: Rect2D<S>, _ precision: LabelPrecision<S>) -> [[UInt8]] {
    let (across, down) = extents(box, precision)
    return [
      text(across?.low, box.x), text(down?.low, box.y), text(across?.high, box.maxX), text(down?.high, box.maxY),
    ]
  }

  private static func extents<S: Space>(
    _ box: Rect2D<S>, _ precision: LabelPrecision<S>
  ) -> (PrintedExtent?, PrintedExtent?) {
    (
      PrintedExtent(from: box.x, length: box.width, tolerance: Double(precision.across)),
      PrintedExtent(from: box.y, length: box.height, tolerance: Double(precision.down))
    )
  }

  private static func text(_ decimal: ExactDecimal?, _ value: Double) -> [UInt8] {
    decimal?.text ?? NumberText.exact(value)
  }
}
