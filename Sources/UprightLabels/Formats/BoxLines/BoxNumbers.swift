// Prints boxes in a measure, with as few decimals as restore the original.

import UprightGeometry

/// Prints the boxes of one image.
struct BoxNumbers<S: Space> {
  private let across, down, height: Double
  private let measure: BoxMeasure

  /// For an image of `size`, which is optional only for pixels from the top; nil if a required size is missing.
  init?(_ measure: BoxMeasure, _ size: PixelSize<S>?) {
    guard size.map({ !$0.isEmpty }) ?? (measure.plane == .pixels) else { return nil }
    self.measure = measure
    height = Double(size?.height ?? 0)
    let isShare = measure.unit == .shares
    (across, down) = isShare ? (1 / Double(size?.width ?? 1), 1 / height) : (1, 1)
  }

  /// A position, a width and a height.
  func numbers(_ region: Region<S>) -> [[UInt8]] {
    let (box, precision) = scaled(region)
    guard measure.anchor == .center else { return BoxText.corner(box, precision) }
    return [
      JSONOutput.number(box.x + box.width / 2, precision.across),
      JSONOutput.number(box.y + box.height / 2, precision.down),
      JSONOutput.number(box.width, precision.across), JSONOutput.number(box.height, precision.down),
    ]
  }

  /// Left, top, right and bottom.
  func edges(_ region: Region<S>) -> [[UInt8]] {
    let (box, precision) = scaled(region)
    return BoxText.edges(box, precision)
  }

  private func scaled(_ region: Region<S>) -> (Rect2D<S>, LabelPrecision<S>) {
    let box = region.box
    let y = measure.origin == .topLeft ? box.y : height - box.y - box.height
    return (
      Rect2D(x: box.x * across, y: y * down, width: box.width * across, height: box.height * down),
      LabelPrecision(region.precision, scaledBy: (across, down))
    )
  }
}

extension LabelPrecision {
  /// A tolerance in another unit, slightly reduced, so that values at its limit, such as relative decimals, are not
  /// rounded beyond it.
  init(_ other: LabelPrecision<S>, scaledBy factors: (across: Double, down: Double)) {
    let part = factors == (1, 1) ? 1 : 0.98
    self.init(across: Double(other.across) * factors.across * part, down: Double(other.down) * factors.down * part)
  }
}
