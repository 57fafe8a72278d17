// TIFF files of every kind of sample, in strips or tiles, interleaved or planar (TIFF 6.0, sections 3 to 6, 8, 14 to 16
// and 18).

/// A TIFF file, given by its coded samples.
package struct SampleTIFF: Sendable {
  /// How the samples of a pixel are coded.
  package struct Kind: Sendable, CustomStringConvertible {
    /// 0 gray with white as 0, 1 gray, 2 RGB, 3 palette, 5 CMYK.
    package var photometric: Int
    /// Bits per sample.
    package var depth: Int
    /// The ExtraSamples value of a sample after the colors: 0 unspecified, 1 premultiplied alpha, 2 alpha; nil for
    /// none.
    package var extra: Int?
    /// Whether each sample has its own plane.
    package var isPlanar: Bool
    /// Columns and rows of a tile; nil for strips.
    package var tile: (width: Int, height: Int)?

    /// A kind of file.
    package init(
      _ photometric: Int, _ depth: Int, extra: Int? = nil, isPlanar: Bool = false,
      tile: (width: Int, height: Int)? = nil
    ) {
      (self.photometric, self.depth, self.extra) = (photometric, depth, extra)
      (self.isPlanar, self.tile) = (isPlanar, tile)
    }

    package var description: String {
      let place = tile.map { "tiles of \($0.width)x\($0.height)" } ?? "strips"
      return "photometric \(photometric), \(depth) bits, extra \(extra ?? -1), planar \(isPlanar), \(place)"
    }

    /// Color samples per pixel.
    package var colors: Int {
      switch photometric {
      case 2: 3
      case 5: 4
      default: 1
      }
    }

    /// Samples per pixel.
    package var samples: Int { colors + (extra == nil ? 0 : 1) }

    /// Whether the sample after the colors is alpha.
    package var hasOpacity: Bool { extra == 1 || extra == 2 }
  }

  /// Columns.
  package let width: Int
  /// Rows.
  package let height: Int
  /// How it is coded.
  package let kind: Kind
  /// Coded samples, row by row, interleaved.
  package let samples: [UInt16]
  /// The byte order.
  package var byteOrder = TinyTIFF.ByteOrder.little
  /// Whether it is BigTIFF.
  package var isBigTIFF = false
  /// Rows per strip.
  package var rowsPerStrip = 5
  /// Whether strips and tiles are compressed by Deflate.
  package var isPacked = false
  /// Bytes that follow the pixels of each strip or tile in its compressed data.
  package var surplus: [UInt8] = []
  /// The palette's colors.
  package var palette: [[UInt8]] = []
  /// Entries in addition to those of the samples; they replace entries with the same tag.
  package var entries: [TinyEntry] = []

  /// A file of these samples.
  package init(width: Int, height: Int, _ kind: Kind, samples: [UInt16]) {
    (self.width, self.height, self.kind, self.samples) = (width, height, kind, samples)
  }

  /// The whole file.
  package var bytes: [UInt8] {
    let wide = isBigTIFF ? 8 : 4
    let header = isBigTIFF ? 16 : 8
    var blocks: [UInt8] = []
    var (offsets, counts): ([Int], [Int]) = ([], [])
    for block in parts {
      offsets.append(header + blocks.count)
      counts.append(block.count)
      blocks += block + [UInt8](repeating: 0, count: block.count % 2)
    }
    let start = header + blocks.count
    let version = (isBigTIFF ? [43, 8, 0] : [42]).flatMap { byteOrder.bytes($0, width: 2) }
    var all = described(offsets, counts).filter { own in !entries.contains { $0.tag == own.tag } } + entries
    all.sort { $0.tag < $1.tag }
    let directory = TinyDirectory(byteOrder, isBigTIFF: isBigTIFF, all)
    return byteOrder.signature + version + byteOrder.bytes(start, width: wide) + blocks
      + directory.bytes(at: start, next: 0)
  }

  private func described(_ offsets: [Int], _ counts: [Int]) -> [TinyEntry] {
    var entries = [
      TinyEntry(256, .long, [width]), TinyEntry(257, .long, [height]),
      TinyEntry(258, .short, [Int](repeating: kind.depth, count: kind.samples)),
      TinyEntry(259, .short, [isPacked ? 8 : 1]), TinyEntry(262, .short, [kind.photometric]),
      TinyEntry(277, .short, [kind.samples]), TinyEntry(284, .short, [kind.isPlanar ? 2 : 1]),
    ]
    if let tile = kind.tile {
      entries += [TinyEntry(322, .short, [tile.width]), TinyEntry(323, .short, [tile.height])]
      entries += [TinyEntry(324, .long, offsets), TinyEntry(325, .long, counts)]
    } else {
      entries += [
        TinyEntry(273, .long, offsets), TinyEntry(278, .short, [rowsPerStrip]), TinyEntry(279, .long, counts),
      ]
    }
    if let extra = kind.extra { entries.append(TinyEntry(338, .short, [extra])) }
    if !palette.isEmpty {
      entries.append(TinyEntry(320, .short, (0..<3).flatMap { color in palette.map { Int($0[color]) * 257 } }))
    }
    return entries
  }

  /// The tiles or strips of the first plane, then those of the others.
  private var parts: [[UInt8]] {
    let (across, down) = (kind.tile?.width ?? width, kind.tile?.height ?? rowsPerStrip)
    return (kind.isPlanar ? (0..<kind.samples).map { [$0] } : [Array(0..<kind.samples)]).flatMap { channels in
      stride(from: 0, to: height, by: down).flatMap { y in
        stride(from: 0, to: width, by: across).map { x in
          let rows = kind.tile == nil ? min(down, height - y) : down
          let bytes = (y..<y + rows).flatMap { row($0, x..<x + across, channels) }
          return isPacked ? TinyPNG.zlib(bytes + surplus) : bytes
        }
      }
    }
  }

  /// A row of a block, padded beyond the image and to a whole byte.
  private func row(_ y: Int, _ columns: Range<Int>, _ channels: [Int]) -> [UInt8] {
    let (perPixel, padding) = (kind.samples, 0x5A & top)
    var values: [UInt16] = []
    values.reserveCapacity(columns.count * channels.count)
    for x in columns {
      for channel in channels {
        values.append(x < width && y < height ? samples[(y * width + x) * perPixel + channel] : padding)
      }
    }
    if kind.depth == 16 { return values.flatMap { byteOrder.bytes(Int($0), width: 2) } }
    var (bytes, held, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
    for value in values {
      held = held << UInt32(kind.depth) | UInt32(value)
      bits += kind.depth
      while bits >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits - 8)))
        bits -= 8
      }
    }
    return bits == 0 ? bytes : bytes + [UInt8(truncatingIfNeeded: held << UInt32(8 - bits))]
  }

  private var top: UInt16 { UInt16(1 << kind.depth - 1) }
}

extension SampleTIFF {
  /// Kinds of samples: every photometric interpretation at the usual depths, with and without alpha.
  package static let samples: [Kind] =
    [1, 2, 4, 8, 16].flatMap { [Kind(0, $0), Kind(1, $0)] } + [1, 2, 4, 8].map { Kind(3, $0) }
    + [8, 16].flatMap { [Kind(2, $0), Kind(5, $0), Kind(2, $0, extra: 0), Kind(5, $0, extra: 0)] }
    + [8, 16].flatMap { depth in [1, 2].flatMap { [Kind(1, depth, extra: $0), Kind(2, depth, extra: $0)] } }
    + [Kind(1, 12), Kind(2, 10), Kind(2, 4)]

  /// These in strips and in tiles, interleaved and planar.
  package static let kinds: [Kind] = samples.flatMap { kind in
    [false, true].flatMap { isPlanar in
      [nil, (width: 16, height: 32)].map { tile in
        Kind(kind.photometric, kind.depth, extra: kind.extra, isPlanar: isPlanar, tile: tile)
      }
    }
  }.filter { !$0.isPlanar || $0.samples > 1 }

  /// An asymmetric image of a kind, with a palette if the kind has one.
  package static func mixedColors(width: Int, height: Int, _ kind: Kind, seed: UInt32 = 7) -> SampleTIFF {
    var state = seed
    let samples = (0..<width * height * kind.samples).map { _ -> UInt16 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt16(truncatingIfNeeded: state >> 16) >> UInt16(16 - kind.depth)
    }
    var file = SampleTIFF(width: width, height: height, kind, samples: samples)
    if kind.photometric == 3 {
      file.palette = (0..<1 << kind.depth).map { (place: Int) -> [UInt8] in
        [place &* 37, 255 - place, place &* 91].map { UInt8(truncatingIfNeeded: $0) }
      }
    }
    return file
  }

  /// The pixel that a reader shows: gray, RGB, RGBA or CMYK, 8 or 16 bits.
  package func shown(x: Int, y: Int) -> [UInt16] {
    let start = (y * width + x) * kind.samples
    let coded = Array(samples[start..<start + kind.samples])
    let (most, wanted) = (Double(top), kind.depth > 8 ? 65_535.0 : 255)
    let spread = coded.map { UInt16((Double($0) * wanted / most).rounded()) }
    if kind.photometric == 3 { return palette[Int(coded[0])].map(UInt16.init) }
    var colors = Array(spread[..<kind.colors])
    guard kind.hasOpacity else {
      return kind.photometric == 0 ? colors.map { UInt16(wanted) - $0 } : colors
    }
    let opacity = spread[kind.colors]
    if kind.extra == 1 {
      colors = colors.map { opacity == 0 ? 0 : UInt16(min(wanted, (Double($0) * wanted / Double(opacity)).rounded())) }
    }
    return (colors.count == 1 ? Array(repeating: colors[0], count: 3) : colors) + [opacity]
  }
}
