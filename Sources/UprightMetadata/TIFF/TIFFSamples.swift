// How the samples of a TIFF's image are coded (TIFF 6.0, sections 4 to 6, 15, 16, 18, 19, 21 and 23; Technical Notes
// 1 and 2; DNG 1.7, "Raw" photometric interpretations).

internal import UprightGeometry

extension TIFFReader {
  /// How a directory describes its image's samples.
  ///
  /// - Throws: `.tooMuchMetadata`, `.unreadable`.
  mutating func samples(_ table: TIFFTable, size: PixelSize<Stored>) throws(MetadataError) -> TIFFSamples {
    TIFFSamples(size: size, extra: try extraSamples(in: table)) { tag in
      (try? integer(of: table.directory.first(tag), in: table)) ?? nil
    }
  }

  /// Whether the header marks the file as a CR2, whose images are previews of raw data.
  ///
  /// - Throws: `.tooMuchMetadata`, `.unreadable`.
  mutating func isCanonRaw() throws(MetadataError) -> Bool {
    guard byteCount >= 10, !layout.isBigTIFF else { return false }
    return try bytes(at: 8, count: 2) == Array("CR".utf8)
  }

  private mutating func extraSamples(in table: TIFFTable) throws(MetadataError) -> TIFFSamples.Extra {
    guard let entry = table.directory.first(.extraSamples) else { return .unspecified }
    switch try integer(of: entry, in: table) {
    case 1: return .multipliedOpacity
    case 2: return .opacity
    default: return .other
    }
  }
}

/// The fields that describe the samples.
struct TIFFSamples: Hashable, Sendable {
  /// The meaning of the first sample after the colors.
  enum Extra {
    case unspecified, other, opacity, multipliedOpacity
  }

  private let size: PixelSize<Stored>
  private let extra: Extra
  let photometric, compression, depth, count: Int
  private let format, inkSet: Int
  /// Predictor and T4Options.
  let predictor, faxOptions: Int
  private let isPlanar: Bool
  private let tile: PixelSize<Stored>?
  private let stripRows: Int

  init(size: PixelSize<Stored>, extra: Extra, number: (TIFFTag) -> Int?) {
    self.size = size
    self.extra = extra
    photometric = number(.photometric) ?? -1
    compression = number(.compression) ?? 1
    depth = number(.bitsPerSample) ?? 1
    count = number(.samplesPerPixel) ?? 1
    format = number(.sampleFormat) ?? 1
    inkSet = number(.inkSet) ?? 1
    predictor = number(.predictor) ?? 1
    faxOptions = number(.faxOptions) ?? 0
    isPlanar = number(.planarConfiguration) == 2
    stripRows = max(1, min(size.height, number(.rowsPerStrip) ?? size.height))
    let sides = [number(.tileWidth), number(.tileLength)].compactMap { $0 }.filter { (1...1 << 20).contains($0) }
    tile = sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
  }

  /// Raw sensor data, mosaicked or with all colors at each pixel.
  var isRaw: Bool { photometric == 32_803 || photometric == 34_892 }

  /// Whether 0 is white.
  var isWhiteZero: Bool { photometric == 0 }

  /// Whether samples have the same numbers when they are decoded to this many bits.
  func keepsNumbers(bits: Int) -> Bool {
    ([1, 2, 5].contains(photometric) || photometric == 0 && bits == 1) && depth == bits && conversion == nil
      && !(hasOpacity && extra == .multipliedOpacity)
  }

  /// Whether the coding may refer to bytes outside any field, as old-style JPEG (before Technical Note 2) does.
  var hidesData: Bool { compression == 6 }

  /// Whether the directory states where they are; raw formats and old-style JPEG may state it elsewhere.
  var areWhereStated: Bool { color != nil && !hidesData }

  /// How the samples are coded; in a file that `holdsRaw` data they are a preview's.
  func coding(holdsRaw: Bool) -> SampleCoding? {
    let unsupportedReason = unsupportedReason(holdsRaw: holdsRaw)
    guard let color else {
      return holdsRaw || otherColors != nil
        ? SampleCoding(color: .rgb, depth: depth, isLossless: true, unsupportedReason: unsupportedReason) : nil
    }
    var coding = SampleCoding(
      color: color, hasTransparency: hasOpacity, depth: depth, isPalette: photometric == 3, unit: unit,
      isLossless: ![7, 34_892, 50_001].contains(compression), unsupportedReason: unsupportedReason)
    coding.isMultiplied = hasOpacity && extra == .multipliedOpacity
    coding.conversion = conversion
    return coding
  }

  /// The conversion that the samples need.
  private var conversion: SampleCoding.Conversion? {
    switch photometric {
    case 6: compression == 7 ? nil : .luma
    case 8, 9: .lab
    default:
      isFloat
        ? .fractions
        : isSigned ? .signedNumbers : depth > 16 ? .longNumbers : hasOtherSamples && photometric <= 2 ? .others : nil
    }
  }

  private var isFloat: Bool { format == 3 }
  private var isSigned: Bool { format == 2 }

  private var color: SampleCoding.Color? {
    switch photometric {
    case 0, 1: .gray
    case 2, 3, 6, 8, 9: .rgb
    case 5: .cmyk
    default: nil
    }
  }

  /// Known but unsupported color spaces (TIFF 6.0, section 23; Technical Note 4; libtiff's LogL and LogLuv).
  private var otherColors: UnsupportedSamples.TIFFCoding? {
    switch photometric {
    case 10: .faxLab
    case 32_844, 32_845: .logLuv
    default: nil
    }
  }

  private var colors: Int { color == .cmyk ? 4 : [2, 6, 8, 9].contains(photometric) ? 3 : 1 }

  /// All readers treat an unspecified fourth sample after RGB as alpha.
  private var hasOpacity: Bool {
    guard count > colors else { return false }
    return extra == .opacity || extra == .multipliedOpacity || extra == .unspecified && photometric == 2 && count == 4
  }

  /// Samples that no decoder here returns: of unknown meaning, or a second alpha. With plain gray and RGB they are
  /// dropped.
  private var hasOtherSamples: Bool { color != nil && count > colors + (hasOpacity ? 1 : 0) }

  private var unit: PixelSize<Stored> {
    if let tile { return tile }
    return isPlanar && count > 1 || conversion == .luma
      ? PixelSize(width: size.width, height: stripRows) : PixelSize(width: 1, height: 1)
  }

  private func unsupportedReason(holdsRaw: Bool) -> UnsupportedSamples? {
    if holdsRaw { return .tiff(.raw) }
    if let unsupportedCoding { return .tiffCoding(unsupportedCoding) }
    if photometric == 5, inkSet != 1 { return .tiff(.inkSet) }
    return color == .cmyk && hasOpacity ? .tiff(.cmykWithAlpha) : nil
  }

  /// Why the coding is unsupported, for codings that another program can change.
  private var unsupportedCoding: UnsupportedSamples.TIFFCoding? {
    switch compression {
    case 6: return .oldStyleJPEG
    case 32_908, 32_909, 34_676, 34_677: return .logarithmic
    default: break
    }
    if let reason = otherColors ?? unsupportedNumbers { return reason }
    if hasOtherSamples, conversion != .others { return .otherSamples }
    if photometric == 3, depth > 8 { return .longPalette }
    if photometric == 6, isPlanar || count != 3 || depth != 8 { return .luma }
    return conversion == .lab && extra == .multipliedOpacity && hasOpacity ? .multipliedLab : nil
  }

  /// Why the number format is unsupported.
  private var unsupportedNumbers: UnsupportedSamples.TIFFCoding? {
    if conversion == .lab {
      return [1, 2, 4].contains(format) && (depth == 8 || depth == 16) ? nil : .labNumbers(bits: depth)
    }
    switch format {
    case 1, 4: return (1...16).contains(depth) || depth == 24 || depth == 32 ? nil : .unsigned(bits: depth)
    case 2 where ![8, 16, 32].contains(depth): return .signed(bits: depth)
    case 3 where ![16, 32, 64].contains(depth): return .float(bits: depth)
    case 2, 3: return color == .cmyk || photometric == 3 ? .otherThanGrayAndRGB : nil
    default: return .complex
    }
  }
}
