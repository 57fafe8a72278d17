// Entropy-coded data of one baseline scan (ITU T.81, A.3.3 the transform; F.1.2 the codes; E.1.4 restarts).

internal import UprightGeometry
internal import UprightJPEG

/// Encodes components to the bytes between a scan header and the next marker.
struct TinyScan {
  private let tables: [[UInt8]]
  private let codes: [(dc: JPEGTables.Codes, ac: JPEGTables.Codes)] = [
    (JPEGTables.Huffman.lumaDC.codes, JPEGTables.Huffman.lumaAC.codes),
    (JPEGTables.Huffman.chromaDC.codes, JPEGTables.Huffman.chromaAC.codes),
  ]
  private var output = EntropyBits()
  private var lastDC: [Int]
  private var values = Array(repeating: 0.0, count: 64)

  private init(tables: [[UInt8]], componentCount: Int) {
    self.tables = tables
    lastDC = Array(repeating: 0, count: componentCount)
  }

  /// One scan of all `planes`, with quantization tables in natural order.
  static func bytes(of planes: [TinyPlane], tables: [[UInt8]], restartInterval: Int) -> [UInt8] {
    var scan = TinyScan(tables: tables, componentCount: planes.count)
    guard let first = planes.first else { return [] }
    let across = (first.width + 8 * first.horizontal - 1) / (8 * first.horizontal)
    let down = (first.height + 8 * first.vertical - 1) / (8 * first.vertical)
    for unit in 0..<across * down {
      if restartInterval > 0, unit > 0, unit % restartInterval == 0 { scan.restart(number: unit / restartInterval - 1) }
      for (index, plane) in planes.enumerated() {
        scan.codeUnit(of: plane, index: index, column: unit % across, row: unit / across)
      }
    }
    scan.output.flush()
    return scan.output.bytes
  }

  private mutating func codeUnit(of plane: TinyPlane, index: Int, column: Int, row: Int) {
    for y in 0..<plane.vertical {
      for x in 0..<plane.horizontal {
        let isFlat = plane.block(column: column * plane.horizontal + x, row: row * plane.vertical + y, into: &values)
        code(isFlat: isFlat, index: index, table: plane.table)
      }
    }
  }

  private mutating func code(isFlat: Bool, index: Int, table: Int) {
    let divisors = tables[table]
    guard !isFlat else {
      codeDC(quantized(values[0] * 8, by: divisors[0]), index: index, table: table)
      return put(codes[table].ac[0x00])
    }
    TinyTransform.forward(&values)
    codeDC(quantized(values[0], by: divisors[0]), index: index, table: table)
    var zeros = 0
    for place in JPEGQuantization.zigzag.dropFirst() {
      let value = quantized(values[place], by: divisors[place])
      guard value != 0 else {
        zeros += 1
        continue
      }
      while zeros > 15 {
        put(codes[table].ac[0xF0])
        zeros -= 16
      }
      put(codes[table].ac[zeros << 4 | EntropyBits.category(value)])
      output.put(magnitude: value)
      zeros = 0
    }
    if zeros > 0 { put(codes[table].ac[0x00]) }
  }

  private mutating func codeDC(_ value: Int, index: Int, table: Int) {
    let difference = value - lastDC[index]
    lastDC[index] = value
    put(codes[table].dc[EntropyBits.category(difference)])
    output.put(magnitude: difference)
  }

  /// Clamped to ten bits of magnitude; a black block's mean of -1024 becomes -1023, which is also black.
  private func quantized(_ value: Double, by divisor: UInt8) -> Int {
    max(-1023, min(1023, Int((value / Double(divisor)).rounded())))
  }

  private mutating func put(_ code: (bits: Int, count: Int)) { output.put(code.bits, count: code.count) }

  private mutating func restart(number: Int) {
    output.restart(number: number)
    for index in lastDC.indices { lastDC[index] = 0 }
  }
}

// The forward cosine transform of 8 × 8 samples (ITU T.81, A.3.3), row by row, then column by column.

/// The forward transform, on each axis by sums and differences of opposite samples.
enum TinyTransform {
  /// Half the cosines of k·π/16, k = 0…7, the first over √2.
  private static let half = [
    0.353_553_390_593_273_8, 0.490_392_640_201_615_2, 0.461_939_766_255_643_4, 0.415_734_806_151_272_6,
    0.353_553_390_593_273_8, 0.277_785_116_509_801_1, 0.191_341_716_182_544_9, 0.097_545_161_008_064_1,
  ]

  /// Transforms samples centered on 0 to coefficients, in place.
  static func forward(_ values: inout [Double]) {
    for row in 0..<8 { forward(&values, from: row * 8, step: 1) }
    for column in 0..<8 { forward(&values, from: column, step: 8) }
  }

  private static func forward(_ values: inout [Double], from start: Int, step: Int) {
    let s0 = values[start] + values[start + 7 * step]
    let d0 = values[start] - values[start + 7 * step]
    let s1 = values[start + step] + values[start + 6 * step]
    let d1 = values[start + step] - values[start + 6 * step]
    let s2 = values[start + 2 * step] + values[start + 5 * step]
    let d2 = values[start + 2 * step] - values[start + 5 * step]
    let s3 = values[start + 3 * step] + values[start + 4 * step]
    let d3 = values[start + 3 * step] - values[start + 4 * step]
    let (c1, c2, c3, c4, c5, c6, c7) = (half[1], half[2], half[3], half[4], half[5], half[6], half[7])
    values[start] = c4 * (s0 + s1 + s2 + s3)
    values[start + step] = c1 * d0 + c3 * d1 + c5 * d2 + c7 * d3
    values[start + 2 * step] = c2 * (s0 - s3) + c6 * (s1 - s2)
    values[start + 3 * step] = c3 * d0 - c7 * d1 - c1 * d2 - c5 * d3
    values[start + 4 * step] = c4 * (s0 - s1 - s2 + s3)
    values[start + 5 * step] = c5 * d0 - c1 * d1 + c7 * d2 + c3 * d3
    values[start + 6 * step] = c6 * (s0 - s3) - c2 * (s1 - s2)
    values[start + 7 * step] = c7 * d0 - c5 * d1 + c3 * d2 - c1 * d3
  }
}

// Bits of entropy-coded data, packed into bytes (ITU T.81, F.1.2.1 and F.1.2.2 for magnitudes; F.1.2.3 for stuffing;
// E.1.4 for restarts).

/// Consecutive bits, most significant first, with a zero byte after every 0xFF.
package struct EntropyBits: Sendable {
  /// The complete bytes so far.
  package private(set) var bytes: [UInt8] = []
  private var pending = 0
  private var pendingCount = 0

  /// No bits.
  package init() {}

  /// The category of a value: the number of bits of its magnitude.
  package static func category(_ value: Int) -> Int { Int.bitWidth - value.magnitude.leadingZeroBitCount }

  /// Appends the lowest `count` bits of `bits`.
  package mutating func put(_ bits: Int, count: Int) {
    pending = pending << count | bits
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      let byte = UInt8(truncatingIfNeeded: pending >> pendingCount)
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
    pending &= (1 << pendingCount) - 1
  }

  /// Appends the bits after the code of a value's category: negative values are one less, so that they begin with 0.
  package mutating func put(magnitude value: Int) {
    let size = Self.category(value)
    put(value < 0 ? value + (1 << size) - 1 : value, count: size)
  }

  /// Pads the last byte with ones.
  package mutating func flush() {
    if pendingCount > 0 { put((1 << (8 - pendingCount)) - 1, count: 8 - pendingCount) }
  }

  /// Pads the last byte and writes the restart marker with this number, modulo 8.
  package mutating func restart(number: Int) {
    flush()
    bytes += [0xFF, 0xD0 + UInt8(number % 8)]
  }
}

// The example Huffman tables of ITU T.81 (K.3 to K.6).

/// The tables that every baseline encoder may use.
package enum JPEGTables {
  /// A symbol's code, most significant bit first, by symbol.
  package typealias Codes = [(bits: Int, count: Int)]

  /// The number of codes of each length, and their symbols in order.
  package struct Huffman {
    package let counts: [UInt8]
    package let values: [UInt8]

    /// As listed in DHT.
    package init(counts: [UInt8], values: [UInt8]) { (self.counts, self.values) = (counts, values) }

    /// The codes derived from the counts (ITU T.81, C.2).
    package var codes: Codes {
      var result: Codes = Array(repeating: (bits: 0, count: 0), count: 256)
      var (code, next) = (0, 0)
      for (index, count) in counts.enumerated() {
        for _ in 0..<count {
          result[Int(values[next])] = (bits: code, count: index + 1)
          code += 1
          next += 1
        }
        code <<= 1
      }
      return result
    }

    /// Table K.3.
    package static let lumaDC = Huffman(StandardCodes.differences[0])
    /// Table K.4.
    package static let chromaDC = Huffman(StandardCodes.differences[1])
    /// Table K.5.
    package static let lumaAC = Huffman(StandardCodes.runs[0])
    /// Table K.6.
    package static let chromaAC = Huffman(StandardCodes.runs[1])
  }
}

extension JPEGTables.Huffman {
  private init(_ codes: HuffmanCodes) { self.init(counts: codes.counts, values: codes.symbols) }
}

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
