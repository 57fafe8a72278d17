// Images made in code, and the simplest comparisons of their samples; optimized, because tests themselves are not.

package import UprightGeometry

/// Samples of a grid, row by row.
package struct Samples: Hashable, Sendable {
  /// Columns.
  package var width: Int
  /// Rows.
  package var height: Int
  /// Samples of a pixel.
  package var channels: Int
  /// The samples, row by row, interleaved.
  package var bytes: [UInt8]

  /// Samples of a grid; zeros if there are none.
  package init(width: Int, height: Int, channels: Int, bytes: [UInt8]? = nil) {
    (self.width, self.height, self.channels) = (width, height, channels)
    self.bytes = bytes ?? [UInt8](repeating: 0, count: width * height * channels)
  }

  /// An image with edges, gradients and noise, without symmetry.
  package static func mixedColors(width: Int, height: Int, channels: Int, seed: UInt32 = 1) -> Samples {
    var image = Samples(width: width, height: height, channels: channels)
    var state = seed
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<channels {
          state = state &* 1_664_525 &+ 1_013_904_223
          let noise = Int(state >> 27)
          let edge = (x / 5 + y / 3 + channel) % 3 == 0 ? 60 : 0
          image[x, y, channel] = UInt8(
            clamping: (x * (5 + channel) + y * (3 - channel)) % 160 + edge + noise)
        }
      }
    }
    return image
  }

  /// A gray square of noise with the same amplitude in each octave, as photos have nearly.
  package static func photo(side: Int, seed: UInt64 = 47) -> Samples {
    var random = SplitMix64(seed: seed)
    var sums = [Double](repeating: 128, count: side * side)
    for step in [1, 2, 4, 8, 16, 32, 64] {
      let columns = side / step + 2
      let grid = (0..<columns * columns).map { _ in Double.random(in: -16...16, using: &random) }
      for y in 0..<side {
        for x in 0..<side {
          let place = y / step * columns + x / step
          let (a, b) = (Double(x % step) / Double(step), Double(y % step) / Double(step))
          let upper = grid[place] * (1 - a) + grid[place + 1] * a
          let lower = grid[place + columns] * (1 - a) + grid[place + columns + 1] * a
          sums[y * side + x] += upper * (1 - b) + lower * b
        }
      }
    }
    return Samples(width: side, height: side, channels: 1, bytes: sums.map { UInt8(min(255, max(0, $0))) })
  }

  /// Three columns and two rows of flat color, `cell` pixels each.
  package static func six(cell: Int) -> Samples {
    var image = Samples(width: 3 * cell, height: 2 * cell, channels: 3)
    for y in 0..<2 * cell {
      for x in 0..<3 * cell {
        for channel in 0..<3 { image[x, y, channel] = sixColors[y / cell * 3 + x / cell][channel] }
      }
    }
    return image
  }

  /// A sample.
  package subscript(x: Int, y: Int, channel: Int) -> UInt8 {
    get { bytes[(y * width + x) * channels + channel] }
    set { bytes[(y * width + x) * channels + channel] = newValue }
  }

  /// The samples of a pixel.
  package func pixel(_ x: Int, _ y: Int) -> [UInt8] { (0..<channels).map { self[x, y, $0] } }

  /// The samples of a region.
  package func cropped(x: Int, y: Int, width: Int, height: Int) -> Samples {
    var part = Samples(width: width, height: height, channels: channels, bytes: [])
    part.bytes.reserveCapacity(width * height * channels)
    for row in y..<y + height {
      let start = (row * self.width + x) * channels
      part.bytes += bytes[start..<start + width * channels]
    }
    return part
  }

  /// The image with every pixel moved by `orientation`, one by one.
  package func turned(_ orientation: Orientation<Stored, Displayed>) -> Samples {
    let size = PixelSize<Stored>(width: width, height: height)
    let result = orientation.applied(to: size)
    var turned = Samples(width: result.width, height: result.height, channels: channels)
    for y in 0..<height {
      for x in 0..<width {
        let to = PixelRect<Stored>(x: x, y: y, width: 1, height: 1).applying(orientation, in: size)
        for channel in 0..<channels { turned[to.x, to.y, channel] = self[x, y, channel] }
      }
    }
    return turned
  }

  /// The largest difference of any sample; 256 if the shapes differ.
  package func distance(to other: Samples) -> Int {
    guard (width, height, channels) == (other.width, other.height, other.channels) else { return 256 }
    return SampleBytes.largestDifference(bytes, other.bytes)
  }

  /// A binary PGM or PPM of 8 bits.
  package init?(pnm: [UInt8]) {
    guard let map = PortableMap(pnm) else { return nil }
    self.init(width: map.width, height: map.height, channels: map.channels, bytes: map.samples)
  }

  /// A binary PGM or PPM of 8 bits.
  package var pnm: [UInt8] { PortableMap(width: width, height: height, channels: channels, samples: bytes).bytes }
}

/// Red, green, blue, yellow, magenta, cyan.
package let sixColors: [[UInt8]] = [
  [220, 30, 30], [30, 200, 30], [30, 30, 220], [220, 220, 30], [220, 30, 220], [30, 220, 220],
]

/// Comparisons of samples, byte by byte.
package enum SampleBytes {
  /// Whether all are the same.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool { one == other }

  /// Whether the first of `one` are those of `other`.
  package static func areFirst(_ other: [UInt8], of one: [UInt8]) -> Bool { one.starts(with: other) }

  /// The largest difference.
  package static func largestDifference(_ one: [UInt8], _ other: [UInt8]) -> Int {
    zip(one, other).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// The sum of squared differences.
  package static func squaredDifferences(_ one: [UInt8], _ other: [UInt8]) -> Int {
    zip(one, other).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
  }

  /// The sum of squared differences of brightness (ITU-R BT.601) of RGB.
  package static func squaredDifferencesOfLight(_ one: [UInt8], _ other: [UInt8]) -> Double {
    func light(_ bytes: [UInt8], _ place: Int) -> Double {
      0.299 * Double(bytes[place]) + 0.587 * Double(bytes[place + 1]) + 0.114 * Double(bytes[place + 2])
    }
    return stride(from: 0, to: min(one.count, other.count) - 2, by: 3).reduce(0.0) { sum, place in
      let difference = light(one, place) - light(other, place)
      return sum + difference * difference
    }
  }
}
