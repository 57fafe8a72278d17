// A second, slow scaling, straight from the definition: a two-dimensional sum in doubles over the whole image.

import UprightGeometry
import UprightRaster

enum ReferenceResample {
  /// The kernels as in their papers, independent of the filters under test.
  static func kernel(_ filter: ResampleFilter, _ t: Double) -> Double {
    let x = abs(t)
    switch filter {
    case .box, .nearest: return t > -0.5 && t <= 0.5 ? 1 : 0
    case .bicubic:
      let a = -0.5
      if x <= 1 { return (a + 2) * x * x * x - (a + 3) * x * x + 1 }
      return x < 2 ? a * x * x * x - 5 * a * x * x + 8 * a * x - 4 * a : 0
    case .lanczos3, .lanczos3OfMeans:
      if x == 0 { return 1 }
      return x < 3 ? 3 * sine(.pi * x) * sine(.pi * x / 3) / (.pi * .pi * x * x) : 0
    }
  }

  /// The sine by its series, after reduction to ±π.
  static func sine(_ x: Double) -> Double {
    let reduced = x - (x / (2 * .pi)).rounded() * 2 * .pi
    var (term, sum) = (reduced, reduced)
    for k in 1..<20 {
      term *= -reduced * reduced / Double(2 * k * (2 * k + 1))
      sum += term
    }
    return sum
  }

  /// The samples of a scaled window before rounding, `[y][x][channel]`.
  static func resized<S: Space>(
    _ image: Raster<S>, to target: PixelSize<S>, window: Rect2D<S>, filter: ResampleFilter
  ) -> [[[Double]]] {
    let (stepX, stepY) = (window.width / Double(target.width), window.height / Double(target.height))
    // The nearest sample is one sample, also of a smaller image.
    let (ratioX, ratioY) = filter == .nearest ? (1, 1) : (max(1, stepX), max(1, stepY))
    let top = Double(image.layout.depth.maximum)
    let count = image.layout.channels.count
    let weighs = image.layout.channels == .rgba
    let pixels = (0..<image.size.height).map { y in
      (0..<image.size.width).map { x -> [Double] in
        var pixel = image.pixel(x: x, y: y).map(Double.init)
        if weighs { for channel in 0..<3 { pixel[channel] *= pixel[3] / top } }
        return pixel
      }
    }
    let sharpened = filter == .lanczos3OfMeans ? sharpened(pixels) : pixels
    return (0..<target.height).map { j in
      let centreY = window.y + (Double(j) + 0.5) * stepY
      return (0..<target.width).map { i -> [Double] in
        let centreX = window.x + (Double(i) + 0.5) * stepX
        let acrossWeights = (0..<image.size.width).map { kernel(filter, (Double($0) + 0.5 - centreX) / ratioX) }
        var (sums, total) = ([Double](repeating: 0, count: count), 0.0)
        for y in 0..<image.size.height {
          let down = kernel(filter, (Double(y) + 0.5 - centreY) / ratioY)
          if down == 0 { continue }
          for x in 0..<image.size.width where acrossWeights[x] != 0 {
            let weight = down * acrossWeights[x]
            total += weight
            for channel in 0..<count { sums[channel] += weight * sharpened[y][x][channel] }
          }
        }
        var pixel = sums.map { $0 / total }
        if weighs {
          let share = pixel[3] < 0.5 ? 0 : top / pixel[3]
          for channel in 0..<3 { pixel[channel] *= share }
        }
        return pixel.map { min(top, max(0, $0)) }
      }
    }
  }

  /// A 24th of its second difference less, across and down, beyond an edge with the pixel at it.
  private static func sharpened(_ pixels: [[[Double]]]) -> [[[Double]]] {
    func line(_ line: [[Double]]) -> [[Double]] {
      line.indices.map { index in
        let (before, after) = (line[max(0, index - 1)], line[min(line.count - 1, index + 1)])
        return line[index].indices.map { line[index][$0] + (2 * line[index][$0] - before[$0] - after[$0]) / 24 }
      }
    }
    let rows = pixels.map(line)
    let columns = rows[0].indices.map { x in line(rows.map { $0[x] }) }
    return rows.indices.map { y in columns.map { $0[y] } }
  }

  /// The largest distance of any sample from the reference.
  static func distance<S: Space>(_ result: Raster<S>, _ reference: [[[Double]]]) -> Double {
    var worst = 0.0
    for y in 0..<result.size.height {
      for x in 0..<result.size.width {
        for (channel, value) in result.pixel(x: x, y: y).enumerated() {
          worst = max(worst, abs(Double(value) - reference[y][x][channel]))
        }
      }
    }
    return worst
  }
}
