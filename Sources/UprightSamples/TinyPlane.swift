// The components of an image as coded: YCbCr, subsampled (JFIF 1.02, page 3; ITU T.81, A.1.1 and A.2.4).

/// One component's samples on its grid.
struct TinyPlane {
  let identifier: UInt8
  let horizontal: Int
  let vertical: Int
  let table: Int
  let width: Int
  let height: Int
  var samples: [UInt8]

  /// The components of `image`.
  static func planes(of image: TinyImage, sampling: TinyJPEG.Sampling, convertsColor: Bool) -> [TinyPlane] {
    guard image.channels == 3 else { return plain(image, identifiers: image.channels == 1 ? [1] : Array("CMYK".utf8)) }
    guard convertsColor else { return plain(image, identifiers: Array("RGB".utf8)) }
    let (across, down) = sampling.factors
    let colors = plain(image, identifiers: [1, 2, 3])
    return colors.enumerated().map { index, plane in
      let converted = plane.replacing(samples: converted(colors, component: index))
      return index == 0
        ? TinyPlane(
          identifier: 1, horizontal: across, vertical: down, table: 0, width: plane.width, height: plane.height,
          samples: converted.samples)
        : converted.reduced(across: across, down: down)
    }
  }

  private static func plain(_ image: TinyImage, identifiers: [UInt8]) -> [TinyPlane] {
    (0..<image.channels).map { channel in
      TinyPlane(
        identifier: identifiers[channel], horizontal: 1, vertical: 1, table: 0,
        width: image.width, height: image.height,
        samples: stride(from: channel, to: image.samples.count, by: image.channels).map { image.samples[$0] })
    }
  }

  /// Y, Cb or Cr of three color planes.
  private static func converted(_ colors: [TinyPlane], component: Int) -> [UInt8] {
    let weights = [
      (0.299, 0.587, 0.114, 0.0),
      (-0.168_735_892, -0.331_264_108, 0.5, 128.0),
      (0.5, -0.418_687_589, -0.081_312_411, 128.0),
    ][component]
    return colors[0].samples.indices.map { index in
      let red = Double(colors[0].samples[index])
      let green = Double(colors[1].samples[index])
      let blue = Double(colors[2].samples[index])
      let value = weights.0 * red + weights.1 * green + weights.2 * blue + weights.3
      return UInt8(min(255, max(0, value + 0.5)))
    }
  }

  private func replacing(samples: [UInt8]) -> TinyPlane {
    TinyPlane(
      identifier: identifier, horizontal: horizontal, vertical: vertical, table: table, width: width, height: height,
      samples: samples)
  }

  /// Means of `across × down` samples, with the last ones repeated beyond the edge, and with the second quantization
  /// table.
  private func reduced(across: Int, down: Int) -> TinyPlane {
    let (wide, high) = ((width + across - 1) / across, (height + down - 1) / down)
    var result: [UInt8] = []
    result.reserveCapacity(wide * high)
    for y in 0..<high {
      for x in 0..<wide {
        var sum = 0
        for row in 0..<down {
          for column in 0..<across { sum += sample(x: x * across + column, y: y * down + row) }
        }
        result.append(UInt8((sum + across * down / 2) / (across * down)))
      }
    }
    return TinyPlane(
      identifier: identifier, horizontal: 1, vertical: 1, table: 1, width: wide, height: high, samples: result)
  }

  /// A sample; beyond the edge, the nearest one.
  func sample(x: Int, y: Int) -> Int { Int(samples[min(y, height - 1) * width + min(x, width - 1)]) }

  /// 8 × 8 samples centered on 0, or one number if all are equal.
  func block(column: Int, row: Int, into values: inout [Double]) -> Bool {
    let first = sample(x: column * 8, y: row * 8)
    var isFlat = true
    for y in 0..<8 {
      for x in 0..<8 {
        let value = sample(x: column * 8 + x, y: row * 8 + y)
        if value != first { isFlat = false }
        values[y * 8 + x] = Double(value - 128)
      }
    }
    return isFlat
  }
}
