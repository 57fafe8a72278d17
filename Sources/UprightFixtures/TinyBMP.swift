// A Windows bitmap written in code: every header, every depth, rows bottom-up or top-down (Win32 API, BITMAPINFOHEADER
// to BITMAPV5HEADER, Bitmap Compression).

/// A bitmap file.
package struct TinyBMP: Sendable {
  /// The header after the file header.
  package enum Header: CaseIterable, Sendable {
    /// BITMAPCOREHEADER, from OS/2: 12 bytes.
    case core
    /// BITMAPINFOHEADER: 40 bytes.
    case info
    /// BITMAPINFOHEADER with a negative height: the top row is first.
    case topDown
    /// BITMAPV4HEADER: 108 bytes.
    case v4
    /// BITMAPV5HEADER: 124 bytes.
    case v5
  }

  /// How pixels are coded.
  package enum Coding: Hashable, Sendable {
    /// Blue, green and red.
    case bytes
    /// Palette indexes with this number of bits.
    case places(bits: Int)
    /// Bit fields of 16 or 32 bits: the masks of red, green, blue and, if present, alpha. Without masks, the default
    /// fields.
    case fields(bits: Int, masks: [Int])
    /// Runs of 4-bit or 8-bit indexes, and literal indexes.
    case runs(bits: Int)
    /// Bytes in another compression.
    case other(compression: Int, [UInt8])
  }

  /// The image, gray, RGB or RGBA.
  package var image: TinyImage
  /// Its header.
  package var header: Header
  /// Its coding.
  package var coding = Coding.bytes
  /// The profile after the pixels, which BITMAPV5HEADER names.
  package var profile: [UInt8] = []

  /// A file of this image.
  package init(_ image: TinyImage, _ header: Header = .info, _ coding: Coding = .bytes) {
    self.image = image
    self.header = header
    self.coding = coding
  }

  /// The whole file.
  package var bytes: [UInt8] {
    let start = 14 + information.count + masks.count + palette.count
    return Array("BM".utf8) + number(start + pixels.count + profile.count) + [0, 0, 0, 0] + number(start) + information
      + masks + palette + pixels + profile
  }

  private func number(_ value: Int, width: Int = 4) -> [UInt8] { TinyTIFF.ByteOrder.little.bytes(value, width: width) }

  private var bits: Int {
    switch coding {
    case .bytes: 24
    case .places(let bits), .fields(let bits, _), .runs(let bits): bits
    case .other: 0
    }
  }

  private var compression: Int {
    switch coding {
    case .bytes, .places: 0
    case .fields(_, let masks): masks.isEmpty ? 0 : masks.count == 4 && header == .info ? 6 : 3
    case .runs(let bits): bits == 8 ? 1 : 2
    case .other(let compression, _): compression
    }
  }

  /// The masks after a shorter header; the longer headers contain them.
  private var masks: [UInt8] {
    guard case .fields(_, let masks) = coding, header == .info || header == .topDown else { return [] }
    return masks.flatMap { number($0) }
  }

  private var information: [UInt8] {
    let width = header == .core ? 2 : 4
    let height = header == .topDown ? -image.height : image.height
    let sides = number(image.width, width: width) + number(height, width: width) + [1, 0] + number(bits, width: 2)
    if header == .core { return [12, 0, 0, 0] + sides }
    let rest = number(compression) + [UInt8](repeating: 0, count: 12) + number(colors.count) + number(0)
    guard header == .v4 || header == .v5 else { return [40, 0, 0, 0] + sides + rest }
    var fields = [0, 0, 0, 0]
    if case .fields(_, let masks) = coding { fields.replaceSubrange(0..<masks.count, with: masks) }
    let v4 =
      fields.flatMap { number($0) } + number(profile.isEmpty ? 0x7352_4742 : 0x4D42_4544)
      + [UInt8](repeating: 0, count: 48)
    guard header == .v5 else { return [108, 0, 0, 0] + sides + rest + v4 }
    let place = 124 + palette.count + pixels.count
    return [124, 0, 0, 0] + sides + rest + v4 + number(4) + number(profile.isEmpty ? 0 : place) + number(profile.count)
      + number(0)
  }

  /// The colors of a palette, in order of occurrence.
  private var colors: [[UInt8]] {
    switch coding {
    case .places, .runs: break
    default: return []
    }
    var colors: [[UInt8]] = []
    for y in 0..<image.height {
      for x in 0..<image.width where !colors.contains(color(x, y)) { colors.append(color(x, y)) }
    }
    return header == .core ? colors + Array(repeating: [0, 0, 0], count: (1 << bits) - colors.count) : colors
  }

  private var palette: [UInt8] { colors.flatMap { $0.reversed() + (header == .core ? [] : [0]) } }

  private func color(_ x: Int, _ y: Int) -> [UInt8] {
    let pixel = image[x, y]
    return pixel.count == 1 ? [pixel[0], pixel[0], pixel[0]] : Array(pixel.prefix(3))
  }

  private var pixels: [UInt8] {
    let rows = header == .topDown ? Array(0..<image.height) : (0..<image.height).reversed()
    let colors = colors
    func places(_ y: Int) -> [Int] { (0..<image.width).map { colors.firstIndex(of: color($0, y)) ?? 0 } }
    switch coding {
    case .bytes: return rows.flatMap { y in filled((0..<image.width).flatMap { color($0, y).reversed() }) }
    case .places(let bits): return rows.flatMap { filled(Self.packed(places($0), bits: bits)) }
    case .fields(let bits, let masks):
      return rows.flatMap { y in filled((0..<image.width).flatMap { field($0, y, bits, masks) }) }
    case .runs(let bits): return rows.flatMap { Self.runs(places($0), bits: bits) } + [0, 1]
    case .other(_, let bytes): return bytes
    }
  }

  private func filled(_ row: [UInt8]) -> [UInt8] { row + Array(repeating: 0, count: (4 - row.count % 4) % 4) }

  private static func packed(_ places: [Int], bits: Int) -> [UInt8] {
    let each = 8 / bits
    return stride(from: 0, to: places.count, by: each).map { start in
      (0..<each).reduce(UInt8(0)) { byte, step in
        byte << bits | (start + step < places.count ? UInt8(places[start + step]) : 0)
      }
    }
  }

  /// Samples scaled to their fields by dropping low bits.
  private func field(_ x: Int, _ y: Int, _ bits: Int, _ masks: [Int]) -> [UInt8] {
    let usual = bits == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF_0000, 0xFF00, 0xFF]
    let samples = color(x, y) + [image.channels == 4 ? image[x, y][3] : 255]
    let value = zip(samples, masks.isEmpty ? usual : masks).reduce(0) { sum, part in
      let (sample, mask) = (Int(part.0), part.1)
      let (shift, width) = (mask.trailingZeroBitCount, mask.nonzeroBitCount)
      return mask == 0 ? sum : sum | (width > 8 ? sample << (width - 8) : sample >> (8 - width)) << shift
    }
    return number(value, width: bits / 8)
  }

  /// The first six indexes as literals, the rest in runs, and the end of the row.
  private static func runs(_ places: [Int], bits: Int) -> [UInt8] {
    var (bytes, next): ([UInt8], Int) = ([], 0)
    if places.count >= 6 {
      let literal = packed(Array(places[..<6]), bits: bits)
      bytes += [0, 6] + literal + (literal.count % 2 == 0 ? [] : [0])
      next = 6
    }
    while next < places.count {
      var count = 1
      while next + count < places.count, count < 255, places[next + count] == places[next] { count += 1 }
      bytes += [UInt8(count), UInt8(bits == 8 ? places[next] : places[next] << 4 | places[next])]
      next += count
    }
    return bytes + [0, 0]
  }
}
