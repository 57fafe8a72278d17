// PNG files of every color type and depth, interlaced or not (ISO 15948, 7.2, 8.2 and 11.2).

/// A PNG file, given by its coded samples.
package struct SamplePNG: Sendable {
  /// Columns.
  package let width: Int
  /// Rows.
  package let height: Int
  /// 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGBA.
  package let colorType: Int
  /// Bits per sample.
  package let depth: Int
  /// Coded samples, row by row, interleaved.
  package let samples: [UInt16]
  /// Whether the rows are interlaced in seven passes.
  package var isInterlaced = false
  /// The palette's colors.
  package var palette: [[UInt8]] = []
  /// The data of a tRNS chunk; nil for none.
  package var transparency: [UInt8]?
  /// Chunks between the header and the palette.
  package var chunks: [TinyPNG.Chunk] = []
  /// Chunks after the image.
  package var chunksAfterImage: [TinyPNG.Chunk] = []
  /// The maximum bytes of coded pixels per chunk.
  package var pixelBytesPerChunk = Int.max
  /// Bytes after the last row, inside the compressed data.
  package var surplus: [UInt8] = []

  /// A file of these samples.
  package init(width: Int, height: Int, colorType: Int, depth: Int, samples: [UInt16]) {
    (self.width, self.height) = (width, height)
    (self.colorType, self.depth) = (colorType, depth)
    self.samples = samples
  }

  /// The color types and depths that the standard allows (ISO 15948, table 11.1).
  package static let kinds: [(colorType: Int, depth: Int)] = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16), (6, 8),
    (6, 16),
  ]

  /// Samples per pixel of a color type.
  package static func channels(_ colorType: Int) -> Int {
    switch colorType {
    case 2: 3
    case 4: 2
    case 6: 4
    default: 1
    }
  }

  /// Samples per pixel.
  package var channels: Int { Self.channels(colorType) }

  /// The whole file.
  package var bytes: [UInt8] {
    let coded = TinyPNG.zlib(rows + surplus)
    let size = min(coded.count, pixelBytesPerChunk)
    let image = stride(from: 0, to: coded.count, by: size).map { start in
      TinyPNG.Chunk("IDAT", Array(coded[start..<min(coded.count, start + size)]))
    }
    let colors = palette.isEmpty ? [] : [TinyPNG.Chunk("PLTE", palette.flatMap { $0 })]
    let opacity = transparency.map { [TinyPNG.Chunk("tRNS", $0)] } ?? []
    let all = [header] + chunks + colors + opacity + image + chunksAfterImage + [TinyPNG.Chunk("IEND", [])]
    return TinyPNG.signature + all.flatMap(\.bytes)
  }

  private var header: TinyPNG.Chunk {
    let coding = [depth, colorType, 0, 0, isInterlaced ? 1 : 0].map(UInt8.init)
    return TinyPNG.Chunk("IHDR", TinyPNG.field(width) + TinyPNG.field(height) + coding)
  }

  /// First column, first row, and the steps of the seven passes.
  private static let passes = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]

  private var rows: [UInt8] {
    (isInterlaced ? Self.passes : [(0, 0, 1, 1)]).flatMap { x, y, across, down in
      stride(from: y, to: height, by: down).flatMap { row -> [UInt8] in
        let columns = Array(stride(from: x, to: width, by: across))
        return columns.isEmpty ? [] : [0] + packed(columns, of: row)
      }
    }
  }

  /// Packs samples, high bits first, and pads the last byte.
  private func packed(_ columns: [Int], of row: Int) -> [UInt8] {
    let channels = channels
    var (bytes, held, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
    for column in columns {
      for channel in 0..<channels {
        held = held << UInt32(depth) | UInt32(samples[(row * width + column) * channels + channel])
        bits += depth
        while bits >= 8 {
          bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits - 8)))
          bits -= 8
        }
      }
    }
    return bits == 0 ? bytes : bytes + [UInt8(truncatingIfNeeded: held << UInt32(8 - bits))]
  }
}

extension SamplePNG {
  /// An asymmetric image of a kind, with a palette if the kind has one, and with alpha in the palette or as a
  /// transparent color if requested.
  package static func mixedColors(
    width: Int, height: Int, colorType: Int, depth: Int, hasKey: Bool = false, seed: UInt32 = 7
  ) -> SamplePNG {
    var state = seed
    let count = width * height * channels(colorType)
    let samples = (0..<count).map { _ -> UInt16 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt16(truncatingIfNeeded: state >> 16) >> UInt16(16 - depth)
    }
    var file = SamplePNG(width: width, height: height, colorType: colorType, depth: depth, samples: samples)
    if colorType == 3 {
      file.palette = (0..<1 << depth).map { (place: Int) -> [UInt8] in
        [place &* 37, 255 - place, place &* 91].map { UInt8(truncatingIfNeeded: $0) }
      }
      if hasKey { file.transparency = (0..<1 << (depth - 1)).map { UInt8(truncatingIfNeeded: $0 &* 53) } }
    } else if hasKey, colorType == 0 || colorType == 2 {
      file.transparency = samples.prefix(file.channels).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
    return file
  }

  /// The pixel that a reader shows: gray, RGB or RGBA, 8 or 16 bits (ISO 15948, 12.5 and 13.12).
  package func shown(x: Int, y: Int) -> [UInt16] {
    let start = (y * width + x) * channels
    let coded = Array(samples[start..<start + channels])
    let top: UInt16 = depth == 16 ? 65_535 : 255
    switch colorType {
    case 3:
      let color = palette[Int(coded[0])].map(UInt16.init)
      guard let transparency else { return color }
      return color + [coded[0] < transparency.count ? UInt16(transparency[Int(coded[0])]) : 255]
    case 4: return [coded[0], coded[0], coded[0], coded[1]]
    case 6: return coded
    default:
      let spread = depth < 8 ? coded.map { $0 * (255 / ((1 << UInt16(depth)) - 1)) } : coded
      guard let transparency else { return spread }
      let key = stride(from: 0, to: transparency.count, by: 2).map {
        UInt16(transparency[$0]) << 8 | UInt16(transparency[$0 + 1])
      }
      return (channels == 1 ? Array(repeating: spread[0], count: 3) : spread) + [coded == key ? 0 : top]
    }
  }
}
