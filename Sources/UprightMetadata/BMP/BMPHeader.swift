// A Windows bitmap: the order of its rows, and the coding of its pixels (Win32 API, BITMAPFILEHEADER to BITMAPV5HEADER;
// OS/2, BITMAPINFOHEADER2). The fields of a bitmap's headers, and the bit masks of its colors (Win32 API,
// BITMAPV4HEADER).

package import UprightGeometry

/// The headers of a bitmap. They cannot state an orientation: a bitmap is always upright.
package struct BMPHeader: ContainerHeader {
  /// How its pixels are coded.
  package enum Coding: Hashable, Sendable {
    /// Palette indexes of 1, 2, 4 or 8 bits.
    case places
    /// Blue, green and red, one byte each.
    case bytes
    /// Bit fields of 16 or 32 bits per pixel.
    case fields(BMPMasks)
    /// Run-length-encoded palette indexes of 4 or 8 bits.
    case runs
  }

  /// Columns and rows as stored, top row first, whichever row is first in the file.
  package let storedSize: PixelSize<Stored>
  /// Whether the top row comes first.
  package let isTopDown: Bool
  /// Bits per pixel.
  package let bits: Int
  /// Offset of the pixels.
  package let pixelOffset: Int
  /// The coding of the pixels; nil if it is unsupported, or the header is truncated.
  package let coding: Coding?
  /// The range of the palette, with `entryBytes` per entry.
  package let palette: Range<Int>
  /// 4, or 3 with the oldest header.
  package let entryBytes: Int
  /// The range of the ICC profile; nil if there is none.
  let profile: Range<Int>?
  /// The density of the pixels in print; nil if it is not stated.
  let density: PixelDensity?
  /// Whether the file ends before the last row.
  let isTruncated: Bool
  /// Why the bitmap cannot be decoded; nil if it can.
  package let unsupportedReason: UnsupportedSamples?

  /// Bytes per row, padded to a multiple of 4.
  package var rowBytes: Int { (storedSize.width * bits + 31) / 32 * 4 }

  /// None.
  var findings: [Finding] { [] }
  /// None.
  var exif: LocatedExifBlock? { nil }
  /// Whether there is a profile in the file.
  var mayHaveProfile: Bool { profile != nil }
  /// Four times the profile's size.
  var carriedByteCount: Int { 4 * (profile?.count ?? 0) }

  /// Whether these bytes begin a bitmap. "BM" alone is ambiguous, so the header length after it must be a valid one.
  static func opens(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "BM".utf8), bytes.count >= 18 else { return false }
    return lengths.contains(bytes[14]) && bytes[15...17].allSatisfy { $0 == 0 }
  }

  private static let lengths: [UInt8] = [12, 16, 40, 52, 56, 64, 108, 124]

  /// Reads the headers.
  ///
  /// - Throws: `.truncated`, `.imageMissing` if there are no rows or columns, `.unreadable`.
  package init(_ source: some ByteSource) throws(MetadataError) {
    let fields = BMPFields(try source.read(0..<154))
    guard fields.count >= 22 else { throw MetadataError(.truncated, at: fields.count) }
    let isCore = fields.length == 12
    guard isCore || fields.count >= 26 else { throw MetadataError(.truncated, at: fields.count) }
    let width = isCore ? fields.number(18, 2) : fields.signed(18)
    let height = isCore ? fields.number(20, 2) : fields.signed(22)
    guard width > 0, height != 0 else { throw MetadataError(.imageMissing, at: 18) }
    (storedSize, isTopDown) = (PixelSize(width: width, height: Int(height.magnitude)), height < 0)
    bits = isCore ? fields.number(24, 2) : fields.number(28, 2)
    let compression = isCore || fields.length < 20 ? 0 : fields.number(30, 4)
    let masks = compression == 3 || compression == 6 ? BMPMasks(fields, hasAlpha: compression == 6) : nil
    let isCut = fields.count < 14 + fields.length
    (coding, unsupportedReason) =
      isCut ? (nil, nil) : Self.coding(fields, bits, compression, masks, isTopDown: height < 0)
    entryBytes = isCore ? 3 : 4
    let start = 14 + fields.length + (fields.length == 40 ? masks == nil ? 0 : compression == 6 ? 16 : 12 : 0)
    let used = isCore || fields.length < 36 ? 0 : fields.number(46, 4)
    let most = bits <= 8 ? 1 << bits : 0
    palette = start..<start + entryBytes * (used == 0 ? most : min(used, most))
    let stated = fields.number(10, 4)
    pixelOffset = stated == 0 ? palette.upperBound : stated
    profile = fields.profile(in: source.byteCount)
    density =
      fields.length < 40 || fields.count < 46
      ? nil : PixelDensity(across: fields.signed(38), down: fields.signed(42), isPerMeter: true)
    let (rows, overflow) = ((width * bits + 31) / 32 * 4).multipliedReportingOverflow(by: Int(height.magnitude))
    let room = source.byteCount - pixelOffset
    isTruncated = isCut || (coding == .runs ? room < 2 : overflow || rows > room)
  }

  private static func coding(
    _ fields: BMPFields, _ bits: Int, _ compression: Int, _ masks: BMPMasks?, isTopDown: Bool
  ) -> (Coding?, UnsupportedSamples?) {
    if fields.length == 64 || fields.length == 16, compression > 2 {
      return (nil, .bmp(.compressionOfOS2))
    }
    switch (compression, bits) {
    case (0, 1), (0, 2), (0, 4), (0, 8): return (.places, nil)
    case (0, 24): return (.bytes, nil)
    case (0, 16): return (.fields(.fiveBits), nil)
    case (0, 32): return (.fields(.eightBits), nil)
    case (1, 8), (2, 4):
      return isTopDown ? (nil, .bmp(.runsFromTop)) : (.runs, nil)
    case (3, 16), (3, 32), (6, 16), (6, 32):
      guard let masks, masks.areWhole else { return (nil, .bmp(.masksWithGaps)) }
      return (.fields(masks), nil)
    case (4, _): return (nil, .bmp(.embeddedJPEG))
    case (5, _): return (nil, .bmp(.embeddedPNG))
    default: return (nil, .bmp(.coding(bits: bits, compression: compression)))
    }
  }

  /// Bits per sample, or per palette index.
  package var depth: Int {
    if case .fields(let masks) = coding { return max(1, masks.depth) }
    return bits <= 8 ? max(1, bits) : 8
  }

  /// The decoded samples.
  package var samples: SampleCoding? {
    var hasOpacity = false
    if case .fields(let masks) = coding { hasOpacity = masks.alpha != 0 }
    return SampleCoding(
      color: .rgb, hasTransparency: hasOpacity, depth: depth, isPalette: bits <= 8, isLossless: true,
      unsupportedReason: unsupportedReason)
  }

  /// Always upright.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation { ResolvedOrientation() }

  /// An empty patch if the image stays upright.
  ///
  /// - Throws: `.notExpressible`.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    guard change.value == .topLeft else { throw MetadataError(.notExpressible, at: 0, format: .bmp) }
    return BytePatch([])
  }

  /// The ICC profile, and the density of the pixels.
  ///
  /// - Throws: `.truncated`, `.tooMuchMetadata`, `.unreadable`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets {
    var reader = RangeReader(source)
    var packets = MetadataPackets(icc: try profile.map { range throws(MetadataError) in try reader.bytes(range) })
    packets.density = density
    return packets
  }
}

/// The first bytes of a bitmap as little-endian numbers; missing bytes read as 0.
struct BMPFields {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Number of bytes.
  var count: Int { bytes.count }

  /// Length in bytes of the header after the file header.
  var length: Int { number(14, 4) }

  /// A number of 2 or 4 bytes.
  func number(_ offset: Int, _ size: Int) -> Int {
    (0..<size).reduce(0) { sum, place in
      bytes.indices.contains(offset + place) ? sum | Int(bytes[offset + place]) << (8 * place) : sum
    }
  }

  /// A signed number of 4 bytes.
  func signed(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: number(offset, 4))) }

  /// The range of the profile that BITMAPV5HEADER states; nil if there is none or it is invalid.
  func profile(in byteCount: Int) -> Range<Int>? {
    guard length == 124, number(70, 4) == 0x4D42_4544 else { return nil }
    let (offset, size) = (14 + number(126, 4), number(130, 4))
    return size > 0 && offset + size <= byteCount ? offset..<offset + size : nil
  }
}

/// The bit masks of a pixel's red, green, blue and alpha.
package struct BMPMasks: Hashable, Sendable {
  /// The mask of each; 0 if absent.
  package let red, green, blue, alpha: UInt32

  /// 5 bits each.
  static let fiveBits = BMPMasks(red: 0x7C00, green: 0x03E0, blue: 0x001F, alpha: 0)
  /// 8 bits each, and 8 unused bits.
  static let eightBits = BMPMasks(red: 0xFF_0000, green: 0xFF00, blue: 0xFF, alpha: 0)

  private init(red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// The masks in or after the header; alpha only if the header has a field for it, or the compression states it.
  init(_ fields: BMPFields, hasAlpha: Bool) {
    func mask(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: fields.number(54 + 4 * index, 4)) }
    (red, green, blue) = (mask(0), mask(1), mask(2))
    alpha = hasAlpha || fields.length >= 56 ? mask(3) : 0
  }

  private var all: [UInt32] { [red, green, blue, alpha] }

  /// Whether the bits of each mask are contiguous, and at most 16.
  var areWhole: Bool {
    all.allSatisfy { mask in
      guard mask != 0 else { return true }
      let value = mask >> UInt32(mask.trailingZeroBitCount)
      return value & (value &+ 1) == 0 && value <= 0xFFFF
    }
  }

  /// The largest number of bits in a mask.
  var depth: Int { all.map(\.nonzeroBitCount).max() ?? 0 }
}
