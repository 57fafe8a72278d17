// What a source's pixels decode to, in any container, and what a new image does not keep of their coding.

extension Probe {
  /// The layout in which its pixels are decoded; nil if the headers do not state it.
  var decodedLayout: SampleLayout? { samples.map(SampleLayout.init) }

  /// Why no library decodes its pixels; nil if one does.
  var reasonPixelsAreClosed: UnsupportedPixels? {
    reasonFramesStay ?? samples?.unsupportedReason.map(UnsupportedPixels.samples)
      ?? jpeg?.reasonCoefficientsAreClosed.map(UnsupportedPixels.coefficients)
  }

  /// Bytes that a decoder keeps for a pass besides its rows.
  func bufferBytes(_ pass: DecodePass) -> Int {
    composesFrames ? bufferBytes(composing: pass) : imageBufferBytes(pass)
  }

  /// The canvas, a saved canvas for frames that are disposed, a coded and decoded frame, and a band of it as
  /// floating-point numbers.
  private func bufferBytes(composing pass: DecodePass) -> Int {
    let canvas = (storedSize.pixelCount ?? .max).multipliedSaturating(4 * pass.layout.depth.rawValue / 8)
    let decoded = (storedSize.pixelCount ?? .max).multipliedSaturating(8)
    let bands = storedSize.width.multipliedSaturating(DecodePass.bandRows * 4 * 4)
    return RunMemory.sum(canvas, canvas, canvas, decoded, byteCount, byteCount, bands)
  }

  private func imageBufferBytes(_ pass: DecodePass) -> Int {
    switch format.codec?.decoderMemory ?? .rows {
    case .rows: 0
    case .coefficients:
      (jpeg.map { $0.isProgressive ? $0.coefficientBytes(of: storedSize) : 0 } ?? 0)
        .addingSaturating(pass.cutLimit ?? 0)
    case .interlacedRows: png?.isInterlaced == true ? bufferBytes(ofInterlaced: pass) : 0
    case .tiles: bufferBytes(ofTiles: pass)
    case .itemTiles: bufferBytes(ofItemTiles: pass)
    case .words: bufferBytes(ofWebP: pass)
    case .numbers: bufferBytes(ofJPEGXL: pass)
    case .canvas: bufferBytes(composing: pass)
    case .places: storedSize.pixelCount ?? .max
    }
  }

  private func bufferBytes(ofInterlaced pass: DecodePass) -> Int {
    storedSize.width.multipliedSaturating(pass.region.height).multipliedSaturating(pass.layout.bytesPerPixel)
  }

  /// Bytes of a decoded tile, and how many tiles the pass touches; nil if there are none.
  private func touchedTiles(_ pass: DecodePass) -> (bytes: Int, columns: Int, rows: Int)? {
    guard let samples, samples.unit.height > 1 else { return nil }
    let (unit, region) = (samples.unit, pass.region)
    let pixel = SampleLayout(samples).bytesPerPixel.multipliedSaturating(max(1, samples.depth / 16))
    return (
      unit.width.multipliedSaturating(unit.height).multipliedSaturating(pixel),
      (region.maxX - 1) / unit.width + 1 - region.x / unit.width,
      (region.maxY - 1) / unit.height + 1 - region.y / unit.height
    )
  }

  /// The row of tiles that the pass touches, twice that for luma and chroma, the next row likewise, and the images of
  /// an overlay with alpha.
  private func bufferBytes(ofItemTiles pass: DecodePass) -> Int {
    guard let samples, let tiles = touchedTiles(pass) else { return 0 }
    let inputs = samples.inputPixels.multipliedSaturating(SampleLayout(.rgba).bytesPerPixel).multipliedSaturating(3)
    return tiles.bytes.multipliedSaturating(tiles.columns).multipliedSaturating(tiles.rows > 1 ? 4 : 3)
      .addingSaturating(inputs)
  }

  /// The row of tiles that the pass touches, and some coded tiles.
  private func bufferBytes(ofTiles pass: DecodePass) -> Int {
    guard let samples, let tiles = touchedTiles(pass) else { return 0 }
    let coded = samples.unit.width < storedSize.width ? min(tiles.columns, Self.maxSharedTiles) : 0
    return tiles.bytes.multipliedSaturating(tiles.columns).addingSaturating(
      tiles.bytes.addingSaturating(tiles.bytes / 8).multipliedSaturating(coded))
  }

  /// The maximum number of coded TIFF tiles held while decoding in parallel; none is more than an eighth larger than
  /// decoded.
  private static let maxSharedTiles = 16

  /// libjxl gets the whole file and decodes the whole image to 4-byte floats, with intermediate ones; the pass is held
  /// in addition.
  private func bufferBytes(ofJPEGXL pass: DecodePass) -> Int {
    // Animation frames are drawn on up to four kept frames.
    let perPixel = 4 * 5 + (shownFrame == nil ? 0 : 4 * 16)
    let decoded = (storedSize.pixelCount ?? .max).multipliedSaturating(perPixel)
    let delivered = (pass.size.pixelCount ?? .max).multipliedSaturating(pass.layout.bytesPerPixel)
    return RunMemory.sum(byteCount, decoded, delivered)
  }

  /// A lossless image is decoded to four bytes per pixel, and alpha beside a lossy one to two, however small the pass
  /// is.
  private func bufferBytes(ofWebP pass: DecodePass) -> Int {
    let perPixel = samples?.isLossless == true ? 4 : samples?.hasTransparency == true ? 2 : 0
    let margin = 8 * (pass.size.width + pass.size.height + 4)
    let rows = pass.checksRest ? storedSize.height - pass.region.y : pass.size.height
    let delivered = pass.size.width.multipliedSaturating(rows).addingSaturating(margin).multipliedSaturating(
      pass.layout.bytesPerPixel)
    return RunMemory.sum(byteCount, (storedSize.pixelCount ?? .max).multipliedSaturating(perPixel), delivered)
  }
}

extension SampleLayout {
  /// Gray, RGB, RGBA or CMYK in whole bytes.
  init(_ samples: SampleCoding) {
    let depth: Depth = samples.depth > 8 ? .sixteen : .eight
    switch samples.color {
    case _ where samples.hasTransparency: self.init(.rgba, depth)
    case .gray: self.init(.gray, depth)
    case .rgb: self.init(.rgb, depth)
    case .cmyk: self.init(.cmyk, depth)
    }
  }
}

/// What a new image does not keep of its source's sample coding.
public enum SampleChange: String, Hashable, Sendable, CaseIterable {
  /// Palette colors are written out: no pixel changes.
  case paletteBecomesColors
  /// 1, 2 or 4 bits become 8: no pixel changes.
  case fewBitsBecomeEight
  /// A transparent color, or gray with alpha, becomes RGB with alpha: no pixel changes.
  case opacityBecomesChannel
  /// Premultiplied colors are divided by alpha, rounded to the nearest.
  case opacityIsDividedOut
  /// The decoder may divide colors by alpha, which rounds those of partly transparent pixels.
  case opacityMayRound
  /// 9 to 15 bits become 16: no pixel changes.
  case bitsAreFilledUp
  /// A gray profile becomes an RGB profile with the same curve: no color changes.
  case profileBecomesColors
  /// CMYK becomes RGB by subtraction, without a profile: colors are approximate.
  case inkBecomesLight
  /// More than 8 bits become 8, rounded to the nearest.
  case sixteenBitsBecomeEight
  /// Floating-point samples become integers: 0 is black, 1 is white, values outside are clipped.
  case fractionsBecomeWhole
  /// Signed samples: values below 0 become black.
  case negativesBecomeBlack
  /// More than 16 bits become 16, rounded to the nearest.
  case longNumbersBecomeSixteen
  /// CIELab becomes sRGB; colors outside sRGB are clipped.
  case labBecomesSRGB
  /// Luma and chroma become RGB, rounded to the nearest.
  case lumaBecomesColors
  /// Samples that are neither color nor alpha are dropped.
  case otherSamplesStayBehind
  /// A TIFF's compression is not written: the new one has Deflate.
  case compressionBecomesDeflate

  /// The changes from a probed image to one of `depth`.
  static func all(of probe: Probe, to depth: SampleLayout.Depth) -> [Self] {
    guard let samples = probe.samples else { return [] }
    return allCases.filter { change in
      switch change {
      case .paletteBecomesColors: samples.isPalette
      case .fewBitsBecomeEight: samples.depth < 8 && !samples.isPalette
      case .opacityBecomesChannel: samples.hasTransparency && !(samples.hasOpacitySamples && samples.color == .rgb)
      case .inkBecomesLight, .profileBecomesColors, .opacityMayRound, .compressionBecomesDeflate: false
      case .opacityIsDividedOut: samples.isMultiplied
      case .bitsAreFilledUp: (9..<16).contains(samples.depth) && depth == .sixteen
      case .fractionsBecomeWhole: samples.conversion == .fractions
      case .negativesBecomeBlack: samples.conversion == .signedNumbers
      case .longNumbersBecomeSixteen: samples.conversion == .longNumbers && depth == .sixteen
      case .labBecomesSRGB: samples.conversion == .lab
      case .lumaBecomesColors: samples.conversion == .luma
      case .otherSamplesStayBehind: samples.conversion == .others
      case .sixteenBitsBecomeEight: samples.depth > 8 && depth == .eight
      }
    }
  }

  /// One sentence for plans, without a period.
  var sentence: String {
    switch self {
    case .paletteBecomesColors: "the palette becomes plain colors: no pixel changes"
    case .fewBitsBecomeEight: "fewer than 8 bits become 8: no pixel changes"
    case .opacityBecomesChannel: "alpha becomes a channel beside red, green and blue: no pixel changes"
    case .opacityIsDividedOut: "premultiplied colors are divided by alpha, rounded to the nearest"
    case .opacityMayRound: "colors of partly transparent pixels may be rounded by their alpha"
    case .bitsAreFilledUp: "9 to 15 bits become 16: no pixel changes"
    case .profileBecomesColors:
      "the gray profile becomes an RGB profile with the same curve: no color changes"
    case .inkBecomesLight: "CMYK becomes RGB without a profile: colors are approximate"
    case .sixteenBitsBecomeEight: "more than 8 bits become 8, rounded to the nearest"
    case .fractionsBecomeWhole:
      "floating-point samples become integers: 0 is black, 1 is white, other values are clipped"
    case .negativesBecomeBlack: "signed samples become unsigned: negative values become black"
    case .longNumbersBecomeSixteen: "more than 16 bits become 16, rounded to the nearest"
    case .labBecomesSRGB: "CIELab becomes sRGB; colors outside sRGB are clipped"
    case .lumaBecomesColors: "luma and chroma become red, green and blue, rounded to the nearest"
    case .compressionBecomesDeflate:
      "the compression becomes Deflate, without loss: the source's is not written, or not for such pixels"
    case .otherSamplesStayBehind: "samples other than color and alpha are not copied"
    }
  }
}

// How high dynamic range becomes standard dynamic range (ITU-R BT.2100, BT.2390, BT.2408).

/// A tone map that a plan carries out.
public struct ToneMapping: Hashable, Sendable {
  /// The source's dynamic range.
  public let range: HighRange
  /// The method: BT.2390 or clipping.
  public let method: Rendition.ToneMap
  /// Bits per sample of the result.
  public let depth: SampleLayout.Depth

  /// `tone-mapped from PQ by BT.2390`.
  public var sentence: String {
    "tone-mapped from \(range.curve.rawValue) by \(method == .clip ? "clipping at 203 nits" : "BT.2390")"
  }

  /// The mapper that carries it out.
  func mapper() throws(UprightError) -> ToneMapper {
    let curve: ToneMapper.Curve = range.curve == .pq ? .pq : .hlg
    guard let mapper = ToneMapper(curve, method == .clip ? .clip : .knee, matrix: range.toSRGB) else {
      throw .unsupported("these colors cannot be tone-mapped")
    }
    return mapper
  }
}
