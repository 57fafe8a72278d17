// Windows bitmaps, decoded in Swift without a library (Win32 API, Bitmap Storage and Bitmap Compression).

public import Upright
import UprightMetadata

/// Bitmaps: palettes of 1 to 8 bits, 16, 24 and 32 bits, bit fields of up to 16 bits, and run-length encoding; decoding
/// only.
public struct BMPCodec: ImageDecoder {
  /// The codec; it has no state.
  public init() {}

  /// BMP.
  public var format: ContainerFormat { .bmp }

  /// Decoding at full size.
  public var capabilities: Capabilities { CodecFacts.bmp.capabilities }

  /// Decodes a region. Only its rows are read; with run-length encoding, all rows up to its last.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image; otherwise as `ImageDecoder`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let rows = try BMPRows(source, pass, limits)
    try pass.bands(format) { (empty, first) throws(UprightError) in
      if Cancellation.isRequested { throw .cancelled }
      let samples = try rows.samples(first, empty.size)
      guard let made = Raster<Decoded>(size: empty.size, layout: pass.layout, bytes: samples) else {
        throw .outOfMemory
      }
      try band(made, first)
    }
  }
}

// The rows of a bitmap as samples (Win32 API, BITMAPINFOHEADER: rows are padded to 4 bytes, and run from the bottom up
// unless the height is negative).

/// Decodes rows of a bitmap, in any coding.
private struct BMPRows {
  private let header: BMPHeader
  private let source: any ByteSource
  private let pass: DecodePass
  /// Red, green and blue of each palette entry.
  private let palette: [[UInt8]]
  /// Every pixel's palette index, the bottom row first; empty if rows are read one by one.
  private let places: [UInt8]

  /// Reads the header, and decodes runs.
  ///
  /// - Throws: `.malformed`, `.unsupported`, `.unanswerable`, `.limit`, `.io`.
  init(_ source: any ByteSource, _ pass: DecodePass, _ limits: Limits) throws(UprightError) {
    (self.source, self.pass) = (source, pass)
    do { header = try BMPHeader(source) } catch { throw UprightError(error) }
    try Self.check(pass, header, limits)
    palette = try Self.palette(header, source)
    guard header.coding == .runs else {
      places = []
      return
    }
    let bytes = try Self.read(header.pixelOffset..<max(header.pixelOffset, source.byteCount), source)
    let lowest = header.storedSize.height - pass.region.y
    places = try BMPRuns(size: header.storedSize, bits: header.bits).places(bytes, at: header.pixelOffset, rows: lowest)
  }

  /// The interleaved samples of rows of the pass.
  ///
  /// - Throws: `.malformed` if the file is too short, `.io`.
  func samples(_ first: Int, _ size: PixelSize<Decoded>) throws(UprightError) -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(size.width * size.height * pass.layout.bytesPerPixel)
    for y in pass.region.y + first..<pass.region.y + first + size.height { try append(row: y, to: &samples) }
    return samples
  }

  private func append(row y: Int, to samples: inout [UInt8]) throws(UprightError) {
    let number = header.isTopDown ? y : header.storedSize.height - 1 - y
    if header.coding == .runs {
      let start = number * header.storedSize.width
      for x in pass.region.x..<pass.region.maxX { append(place: Int(places[start + x]), to: &samples) }
      return
    }
    let offset = header.pixelOffset + number * header.rowBytes
    let (from, to) = (pass.region.x * header.bits / 8, (pass.region.maxX * header.bits + 7) / 8)
    let bytes = try Self.read(offset + from..<offset + to, source)
    switch header.coding {
    case .places: appendPlaces(bytes, from: from, to: &samples)
    case .bytes:
      for x in 0..<pass.region.width {
        append((bytes[3 * x + 2], bytes[3 * x + 1], bytes[3 * x]), to: &samples)
      }
    case .fields(let masks): append(BMPFieldReader(masks, bits: header.bits), bytes, to: &samples)
    case .runs, nil: break
    }
  }

  private func appendPlaces(_ bytes: [UInt8], from: Int, to samples: inout [UInt8]) {
    let (bits, mask) = (header.bits, 1 << header.bits - 1)
    for x in pass.region.x..<pass.region.maxX {
      let bit = x * bits
      append(place: Int(bytes[bit / 8 - from]) >> (8 - bits - bit % 8) & mask, to: &samples)
    }
  }

  private func append(place: Int, to samples: inout [UInt8]) {
    guard palette.indices.contains(place) else { return append((0, 0, 0), to: &samples) }
    let color = palette[place]
    append((color[0], color[1], color[2]), to: &samples)
  }

  private func append(_ color: (UInt8, UInt8, UInt8), to samples: inout [UInt8]) {
    samples.append(color.0)
    samples.append(color.1)
    samples.append(color.2)
    if pass.layout.channels == .rgba { samples.append(255) }
  }

  private func append(_ reader: BMPFieldReader, _ bytes: [UInt8], to samples: inout [UInt8]) {
    let channels = pass.layout.channels.count
    for x in 0..<pass.region.width {
      let pixel = reader.pixel(bytes, at: x)
      for channel in 0..<channels {
        switch pass.layout.depth {
        case .eight: samples.append(UInt8(truncatingIfNeeded: reader.sample(pixel, channel, most: 255)))
        case .sixteen:
          let sample = UInt16(truncatingIfNeeded: reader.sample(pixel, channel, most: 65_535)).littleEndian
          samples.append(UInt8(truncatingIfNeeded: sample))
          samples.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
      }
    }
  }
}

extension BMPRows {
  private static func check(_ pass: DecodePass, _ header: BMPHeader, _ limits: Limits) throws(UprightError) {
    if let reason = header.unsupportedReason { throw .unsupported(Phrase(reason.description)) }
    guard header.coding != nil else { throw .malformed(MetadataError(.truncated, at: 0)) }
    guard pass.denominator == 1 else { throw .unanswerable(field: "denominator", reason: "BMP decodes to 1/1") }
    try pass.region.check(inside: (header.storedSize.width, header.storedSize.height))
    let (channels, depth) = (pass.layout.channels, pass.layout.depth)
    guard channels == .rgb || channels == .rgba, depth == .eight || header.depth > 8 else {
      throw .unsupported("this BMP as \(channels) of \(depth.rawValue) bits")
    }
    let pixels = header.storedSize.pixelCount ?? .max
    guard pixels <= limits.pixels else { throw .limit(.pixels, asked: pixels, allowed: limits.pixels) }
    guard header.coding == .runs, pixels > limits.memoryBytes else { return }
    throw .limit(.memory, asked: pixels, allowed: limits.memoryBytes)
  }

  /// Red, green and blue of each palette entry in the file.
  private static func palette(_ header: BMPHeader, _ source: any ByteSource) throws(UprightError) -> [[UInt8]] {
    let range = header.palette.clamped(to: 0..<max(header.palette.lowerBound, source.byteCount))
    guard !range.isEmpty else { return [] }
    let bytes = try read(range, source)
    return stride(from: 0, through: bytes.count - header.entryBytes, by: header.entryBytes).map { start in
      [bytes[start + 2], bytes[start + 1], bytes[start]]
    }
  }

  private static func read(_ range: Range<Int>, _ source: any ByteSource) throws(UprightError) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try source.read(range) } catch { throw UprightError(error) }
    guard bytes.count == range.count else { throw .malformed(MetadataError(.truncated, at: source.byteCount)) }
    return bytes
  }
}

/// Decodes colors in bit fields.
private struct BMPFieldReader {
  private let fields: [(mask: UInt32, shift: UInt32, most: Int)]
  private let pixelBytes: Int

  init(_ masks: BMPMasks, bits: Int) {
    fields = [masks.red, masks.green, masks.blue, masks.alpha].map { mask in
      let shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
      return (mask, shift, Int(mask >> shift))
    }
    pixelBytes = bits / 8
  }

  /// The pixel at `index` of a row.
  func pixel(_ bytes: [UInt8], at index: Int) -> UInt32 {
    (0..<pixelBytes).reduce(0) { $0 | UInt32(bytes[index * pixelBytes + $1]) << UInt32(8 * $1) }
  }

  /// A channel of a pixel, scaled to 0…`most`, rounded to the nearest; without an alpha field, alpha is opaque.
  func sample(_ pixel: UInt32, _ channel: Int, most: Int) -> Int {
    let field = fields[channel]
    guard field.most > 0 else { return channel == 3 ? most : 0 }
    return (Int((pixel & field.mask) >> field.shift) * most + field.most / 2) / field.most
  }
}

/// Run-length-encoded palette indexes of 4 or 8 bits (Win32 API, Bitmap Compression).
private struct BMPRuns {
  let size: PixelSize<Stored>
  let bits: Int

  /// Every pixel's palette index, the bottom row first; pixels that no run reaches have index 0. Only `rows` rows from
  /// the bottom are needed.
  ///
  /// - Throws: `.malformed` if the runs end before the needed rows do.
  func places(_ bytes: [UInt8], at offset: Int, rows: Int) throws(UprightError) -> [UInt8] {
    var places = [UInt8](repeating: 0, count: size.width * size.height)
    var (x, y, next) = (0, 0, 0)
    while y < min(rows, size.height) {
      guard next + 1 < bytes.count else { throw Self.truncated(offset + bytes.count) }
      let (count, value) = (Int(bytes[next]), bytes[next + 1])
      next += 2
      if count > 0 {
        for step in 0..<count { put(nibble(value, step), &x, y, &places) }
        continue
      }
      switch value {
      case 0: (x, y) = (0, y + 1)
      case 1: return places
      case 2:
        guard next + 1 < bytes.count else { throw Self.truncated(offset + bytes.count) }
        (x, y, next) = (x + Int(bytes[next]), y + Int(bytes[next + 1]), next + 2)
      default:
        let length = bits == 8 ? Int(value) : (Int(value) + 1) / 2
        guard next + length <= bytes.count else { throw Self.truncated(offset + bytes.count) }
        for step in 0..<Int(value) {
          put(bits == 8 ? bytes[next + step] : nibble(bytes[next + step / 2], step), &x, y, &places)
        }
        next += length + length % 2
      }
    }
    return places
  }

  private static func truncated(_ offset: Int) -> UprightError { .malformed(MetadataError(.truncated, at: offset)) }

  private func nibble(_ value: UInt8, _ step: Int) -> UInt8 {
    bits == 8 ? value : step % 2 == 0 ? value >> 4 : value & 15
  }

  /// Sets a pixel; pixels beyond the end of the row are ignored.
  private func put(_ place: UInt8, _ x: inout Int, _ y: Int, _ places: inout [UInt8]) {
    if x < size.width { places[y * size.width + x] = place }
    x += 1
  }
}
