// Small images that reveal every rotation and mirror, and their stored forms (TIFF 6.0, page 36, tag 274).

public import UprightGeometry

/// An image of 8-bit samples, row by row, interleaved.
public struct TinyImage: Hashable, Sendable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Samples per pixel: 1 gray, 3 RGB, 4 CMYK.
  public let channels: Int
  /// `width × height × channels` samples.
  public private(set) var samples: [UInt8]

  /// An image of one color.
  public init(width: Int, height: Int, filledWith color: [UInt8]) {
    (self.width, self.height, channels) = (width, height, color.count)
    samples = []
    samples.reserveCapacity(width * height * color.count)
    for _ in 0..<max(0, width * height) { samples += color }
  }

  /// An image of these samples; nil if their number does not match.
  public init?(width: Int, height: Int, channels: Int, samples: [UInt8]) {
    guard width > 0, height > 0, channels > 0 else { return nil }
    let (pixels, tooMany) = width.multipliedReportingOverflow(by: height)
    let (count, tooLong) = pixels.multipliedReportingOverflow(by: channels)
    guard !tooMany, !tooLong, count == samples.count else { return nil }
    (self.width, self.height, self.channels, self.samples) = (width, height, channels, samples)
  }

  /// The samples of one pixel.
  public subscript(x: Int, y: Int) -> [UInt8] {
    get {
      let start = (y * width + x) * channels
      return Array(samples[start..<start + channels])
    }
    set {
      let start = (y * width + x) * channels
      for channel in 0..<channels { samples[start + channel] = newValue[channel] }
    }
  }

  /// One sample.
  public func sample(x: Int, y: Int, channel: Int) -> UInt8 { samples[(y * width + x) * channels + channel] }

  /// Columns and rows, as a displayed image.
  public var displayedSize: PixelSize<Displayed> { PixelSize(width: width, height: height) }

  /// Fills a rectangle; what is outside the image is clipped.
  public mutating func fill(x: Int, y: Int, width wide: Int, height high: Int, with color: [UInt8]) {
    for row in max(0, y)..<max(max(0, y), min(height, y + high)) {
      for column in max(0, x)..<max(max(0, x), min(width, x + wide)) {
        let start = (row * width + column) * channels
        for channel in 0..<channels { samples[start + channel] = color[channel] }
      }
    }
  }

  private func blank(width: Int, height: Int) -> TinyImage {
    TinyImage(width: width, height: height, filledWith: Array(repeating: 0, count: channels))
  }

  /// Each pixel as a block of `factor × factor`.
  public func enlarged(by factor: Int) -> TinyImage {
    var result = blank(width: width * factor, height: height * factor)
    for y in 0..<height {
      for x in 0..<width {
        result.fill(x: x * factor, y: y * factor, width: factor, height: factor, with: self[x, y])
      }
    }
    return result
  }

  /// The mean of each block of `factor × factor` pixels; partial blocks at edges are left out.
  public func reduced(by factor: Int) -> TinyImage {
    var result = blank(width: width / factor, height: height / factor)
    for y in 0..<result.height {
      for x in 0..<result.width {
        result[x, y] = (0..<channels).map { mean(x: x * factor, y: y * factor, side: factor, channel: $0) }
      }
    }
    return result
  }

  private func mean(x: Int, y: Int, side: Int, channel: Int) -> UInt8 {
    var sum = 0
    for row in y..<y + side {
      for column in x..<x + side { sum += Int(sample(x: column, y: row, channel: channel)) }
    }
    return UInt8((sum + side * side / 2) / (side * side))
  }
}

extension TinyImage {
  /// 3 × 2, six colors that no coding confuses: red green blue / yellow magenta white.
  public static let sixColors: TinyImage = {
    let colors: [[UInt8]] = [
      [255, 0, 0], [0, 255, 0], [0, 0, 255],
      [255, 255, 0], [255, 0, 255], [255, 255, 255],
    ]
    var image = TinyImage(width: 3, height: 2, filledWith: [0, 0, 0])
    for (place, color) in colors.enumerated() { image[place % 3, place / 3] = color }
    return image
  }()

  /// 3 × 2 in six grays, dark to light in reading order.
  public static let sixGrays: TinyImage = {
    var image = TinyImage(width: 3, height: 2, filledWith: [0])
    for place in 0..<6 { image[place % 3, place / 3] = [UInt8(20 + 40 * place)] }
    return image
  }()

  /// 5 × 7, a black F on white: every rotation or mirror changes it.
  public static let letterF: TinyImage = {
    var image = TinyImage(width: 5, height: 7, filledWith: [255])
    image.fill(x: 1, y: 1, width: 1, height: 5, with: [0])
    image.fill(x: 1, y: 1, width: 3, height: 1, with: [0])
    image.fill(x: 1, y: 3, width: 2, height: 1, with: [0])
    return image
  }()
}

extension TinyImage {
  private enum Side { case top, right, bottom, left }

  /// The displayed sides of row 0 and column 0 of the stored image, as in TIFF 6.0.
  private static func sides(of tag: ExifOrientation) -> (row: Side, column: Side) {
    switch tag {
    case .topLeft: (.top, .left)
    case .topRight: (.top, .right)
    case .bottomRight: (.bottom, .right)
    case .bottomLeft: (.bottom, .left)
    case .leftTop: (.left, .top)
    case .rightTop: (.right, .top)
    case .rightBottom: (.right, .bottom)
    case .leftBottom: (.left, .bottom)
    }
  }

  /// The stored image that is displayed as this one under `tag`: stored row r is r pixels from row 0's side, column c
  /// likewise.
  public func stored(as tag: ExifOrientation) -> TinyImage {
    let sides = Self.sides(of: tag)
    let rowsAreColumns = sides.row == .left || sides.row == .right
    var result = rowsAreColumns ? blank(width: height, height: width) : blank(width: width, height: height)
    let (firstOfRows, rowStep) = walk(from: sides.row)
    let (firstOfColumns, columnStep) = walk(from: sides.column)
    var target = 0
    for row in 0..<result.height {
      for column in 0..<result.width {
        let source = (firstOfRows + row * rowStep + firstOfColumns + column * columnStep) * channels
        for channel in 0..<channels { result.samples[target + channel] = samples[source + channel] }
        target += channels
      }
    }
    return result
  }

  /// The first index and the step, in row-major pixel indexes, of a walk inward from a side.
  private func walk(from side: Side) -> (start: Int, step: Int) {
    switch side {
    case .top: (0, width)
    case .bottom: ((height - 1) * width, -width)
    case .left: (0, 1)
    case .right: (width - 1, -1)
    }
  }
}
