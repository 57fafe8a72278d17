// The samples that a JPEG encoder would have had of an image: on the grid of each component, in its colors (JFIF 1.02;
// ITU T.81, A.1.1).

/// How a JPEG component's samples cover the displayed image.
struct ComponentGrid {
  /// Pixels per sample, in displayed axes.
  let step: (across: Int, down: Int)
  /// Samples horizontally and vertically.
  let width, height: Int
  /// Pixels missing from the first sample, if the far stored edge is displayed first.
  let missing: (across: Int, down: Int)
  /// Samples missing from the first block.
  let cut: (across: Int, down: Int)

  /// The grid of a component of a frame that is displayed by `orientation` in `size`; nil if its samples do not cover
  /// whole pixels.
  init?(
    _ component: JPEGFrame.Component, of frame: JPEGFrame, as orientation: Orientation<Stored, Displayed>,
    in size: PixelSize<Displayed>
  ) {
    let isAlone = frame.components.count == 1
    let most = isAlone ? (horizontal: 1, vertical: 1) : frame.maxSampling
    let own = isAlone ? (1, 1) : (component.horizontal, component.vertical)
    guard own.0 > 0, own.1 > 0, most.horizontal % own.0 == 0, most.vertical % own.1 == 0 else { return nil }
    let (across, down) = (most.horizontal / own.0, most.vertical / own.1)
    let steps = orientation.swapsAxes ? (down, across) : (across, down)
    let reversed = orientation.inverse.reversesFromAxes
    step = (steps.0, steps.1)
    width = Self.covering(size.width, steps.0)
    height = Self.covering(size.height, steps.1)
    missing = (
      reversed.horizontal ? width * steps.0 - size.width : 0, reversed.vertical ? height * steps.1 - size.height : 0
    )
    cut = (
      reversed.horizontal ? Self.covering(width, 8) * 8 - width : 0,
      reversed.vertical ? Self.covering(height, 8) * 8 - height : 0
    )
  }

  private static func covering(_ length: Int, _ step: Int) -> Int { (length + step - 1) / step }
}

extension ComponentGrid {
  /// The sample for pixels with this sum, rounded as in libjpeg and nearly all encoders: alternately down and up, so
  /// that brightness is preserved. With other rounding, all samples of a row may be off by the same half, which adds up
  /// in one frequency.
  fileprivate func coarse(_ sum: Float, of pixels: Int, column: Int) -> Float {
    let all = step.across * step.down
    let bias = step == (2, 1) ? column & 1 : step == (2, 2) ? 1 + column & 1 : all / 2
    // Edges repeat their last pixels.
    let total = Int((sum * Float(all) / Float(max(1, pixels))).rounded()) + 128 * all
    return Float((total + bias) / all - 128)
  }

  /// Whether one sample covers several pixels.
  var isCoarse: Bool { step != (1, 1) }
}

/// An image in memory, displayed like the JPEG that it is compared with.
enum QuantizedSamples {
  /// Interleaved samples: gray or RGB.
  case pixels(Raster<Output>)
  /// The planes of another JPEG with the same grid.
  case planes(PlanarRaster<Output>)

  /// Some rows of a component's samples, row by row and centered on 0; nil if out of memory.
  func rows(_ rows: Range<Int>, of component: Int, in model: JPEGFrame.ColorModel, _ grid: ComponentGrid) -> [Float]? {
    switch self {
    case .planes(let planar):
      return planar.planes[component].rows(rows).map { $0.bytes.map { Float($0) - 128 } }
    case .pixels(let raster):
      let first = max(0, rows.lowerBound * grid.step.down - grid.missing.down)
      let end = min(raster.size.height, rows.upperBound * grid.step.down - grid.missing.down)
      guard let band = raster.rows(first..<end) else { return nil }
      let values = Self.values(of: band, component, model)
      if grid.step == (1, 1) { return values }
      var result: [Float] = []
      result.reserveCapacity(rows.count * grid.width)
      for row in rows {
        let top = max(0, row * grid.step.down - grid.missing.down) - first
        let bottom = min(end, (row + 1) * grid.step.down - grid.missing.down) - first
        for column in 0..<grid.width {
          let left = max(0, column * grid.step.across - grid.missing.across)
          let right = min(raster.size.width, (column + 1) * grid.step.across - grid.missing.across)
          var sum: Float = 0
          for y in top..<bottom { for x in left..<right { sum += values[y * raster.size.width + x] } }
          result.append(grid.coarse(sum, of: (bottom - top) * (right - left), column: column))
        }
      }
      return result
    }
  }

  /// One component of each pixel.
  private static func values(of band: Raster<Output>, _ component: Int, _ model: JPEGFrame.ColorModel) -> [Float] {
    let (bytes, count) = (band.bytes, band.layout.channels.count)
    if count == 1 {
      return component == 0 || model == .rgb
        ? bytes.map { Float($0) - 128 } : [Float](repeating: 0, count: bytes.count)
    }
    // As in libjpeg, in 65,536ths: half a level of chroma is rounded down, and for two equal colors every other value
    // ends in a half.
    let weights: (Int, Int, Int) =
      switch (model, component) {
      case (.rgb, 0): (65_536, 0, 0)
      case (.rgb, 1): (0, 65_536, 0)
      case (.rgb, _): (0, 0, 65_536)
      case (_, 0): (19_595, 38_470, 7_471)
      case (_, 1): (-11_058, -21_710, 32_768)
      case (_, _): (32_768, -27_439, -5_329)
      }
    let isCentered = model != .rgb && component > 0
    let (half, center) = isCentered ? (32_767, 0) : (32_768, 128)
    var result: [Float] = []
    result.reserveCapacity(bytes.count / count)
    for place in stride(from: 0, to: bytes.count - 2, by: count) {
      let red = weights.0 * Int(bytes[place])
      let green = weights.1 * Int(bytes[place + 1])
      let blue = weights.2 * Int(bytes[place + 2])
      result.append(Float(((red + green + blue + half) >> 16) - center))
    }
    return result
  }
}
