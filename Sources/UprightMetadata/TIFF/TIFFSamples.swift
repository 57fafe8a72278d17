// How the samples of a TIFF's picture are coded (TIFF 6.0, sections 4 to 6, 15, 16, 18, 19, 21 and 23; Technical Notes 1 and 2; DNG 1.7, "Raw" photometric interpretations).

internal import UprightGeometry

extension TIFFReader {
  /// What a directory says of its picture's samples.
  ///
  /// - Throws: `.tooMuchMetadata`, `.unreadable`.
  mutating func samples(_ table: TIFFTable, size: PixelSize<Stored>) throws(MetadataError) -> TIFFSamples {
    TIFFSamples(size: size, extra: try extraSamples(in: table)) { tag in
      (try? integer(of: table.directory.first(tag), in: table)) ?? nil
    }
  }

  /// Whether the file says in its header that it is a CR2, whose pictures are previews of raw data.
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

/// The numbers that say it.
struct TIFFSamples: Hashable, Sendable {
  /// What the first sample behind the colours is.
  enum Extra {
    case unspecified, other, opacity, multipliedOpacity
  }

  private let size: PixelSize<Stored>
  private let extra: Extra
  private let photometric, compression, depth, count, format, cmykReason: Int
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
    cmykReason = number(.inkSet) ?? 1
    isPlanar = number(.planarConfiguration) == 2
    stripRows = max(1, min(size.height, number(.rowsPerStrip) ?? size.height))
    let sides = [number(.tileWidth), number(.tileLength)].compactMap { $0 }.filter { (1...1 << 20).contains($0) }
    tile = sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
  }

  /// Raw data of a sensor, as they are or with all colours at each place.
  var isRaw: Bool { photometric == 32_803 || photometric == 34_892 }

  /// Whether the coding may lead to bytes that no field leads to, as JPEG does as it was before Technical Note 2.
  var hidesData: Bool { compression == 6 }

  /// How they are coded; in a file that `holdsRaw` data they are a preview's.
  func coding(holdsRaw: Bool) -> SampleCoding? {
    let unsupportedReason = unsupportedReason(holdsRaw: holdsRaw)
    guard let color else {
      return holdsRaw || otherColors != nil
        ? SampleCoding(color: .rgb, depth: depth, isLossless: true, unsupportedReason: unsupportedReason) : nil
    }
    return SampleCoding(
      color: color, hasTransparency: hasOpacity, depth: depth, isPalette: photometric == 3,
      isMultiplied: hasOpacity && extra == .multipliedOpacity, unit: unit,
      isLossless: ![7, 34_892, 50_001].contains(compression),
      unsupportedReason: unsupportedReason, conversion: conversion)
  }

  /// What the samples are converted from.
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

  /// Colours that are known and not decoded, by name (TIFF 6.0, section 23; Technical Note 4; libtiff's LogL and LogLuv).
  private var otherColors: String? {
    switch photometric {
    case 10: "CIELab as fax machines have it (ITULAB)"
    case 32_844, 32_845: "logarithms of light"
    default: nil
    }
  }

  private var colors: Int { color == .cmyk ? 4 : [2, 6, 8, 9].contains(photometric) ? 3 : 1 }

  /// A fourth sample beside RGB of which nothing is said is opacity for all readers.
  private var hasOpacity: Bool {
    guard count > colors else { return false }
    return extra == .opacity || extra == .multipliedOpacity || extra == .unspecified && photometric == 2 && count == 4
  }

  /// Samples that no decoder here hands on: of no known meaning, or a second kind of opacity. Beside plain gray and RGB they are left out.
  private var hasOtherSamples: Bool { color != nil && count > colors + (hasOpacity ? 1 : 0) }

  private var unit: PixelSize<Stored> {
    if let tile { return tile }
    return isPlanar && count > 1 || conversion == .luma
      ? PixelSize(width: size.width, height: stripRows) : PixelSize(width: 1, height: 1)
  }

  private func unsupportedReason(holdsRaw: Bool) -> String? {
    if holdsRaw { return "the file holds a camera's raw data, and only previews of them are pictures" }
    if let reason = unsupportedCodingReason { return reason + "; saved as RGB of 8 or 16 bits it is decoded" }
    if photometric == 5, cmykReason != 1 { return "its inks are others than cyan, magenta, yellow and black" }
    return color == .cmyk && hasOpacity ? "it has opacity beside four inks" : nil
  }

  /// What of the coding another program could change.
  private var unsupportedCodingReason: String? {
    switch compression {
    case 6: return "its JPEG is coded as it was before TIFF's Technical Note 2"
    case 32_908, 32_909, 34_676, 34_677: return "its samples are logarithms"
    default: break
    }
    if let otherColors { return "its colours are \(otherColors)" }
    if let reason = unsupportedNumbersReason { return reason }
    if hasOtherSamples, conversion != .others {
      return "it has samples that are neither colour nor opacity, which would be lost"
    }
    if photometric == 3, depth > 8 { return "its palette has more than 256 colours" }
    if photometric == 6, isPlanar || count != 3 || depth != 8 {
      return "its luma and chroma lie in planes, beside other samples, or have other than 8 bits"
    }
    return conversion == .lab && extra == .multipliedOpacity && hasOpacity ? "its CIELab is multiplied by opacity" : nil
  }

  /// Which numbers are not decoded.
  private var unsupportedNumbersReason: String? {
    if conversion == .lab {
      return [1, 2, 4].contains(format) && (depth == 8 || depth == 16)
        ? nil : "its CIELab has \(depth) bits, or fractions"
    }
    switch format {
    case 1, 4: return (1...16).contains(depth) || depth == 24 || depth == 32 ? nil : "its samples have \(depth) bits"
    case 2 where ![8, 16, 32].contains(depth): return "its samples are signed numbers of \(depth) bits"
    case 3 where ![16, 32, 64].contains(depth): return "its samples are numbers with fractions, of \(depth) bits"
    case 2, 3:
      return color == .cmyk || photometric == 3
        ? "its samples are signed, or have fractions, and are neither gray nor RGB" : nil
    default: return "its samples are no numbers, or complex ones"
    }
  }
}
