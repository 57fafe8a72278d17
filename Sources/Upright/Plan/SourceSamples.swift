// What a source's pixels decode to, whichever its container, and what of its coding a new picture does not keep.

extension Probe {
  /// The layout in which its pixels are decoded; nil where headers say nothing that is known.
  var decodedLayout: SampleLayout? { samples.map(SampleLayout.init) }

  /// Why no library decodes its pixels; nil where one does.
  var reasonPixelsAreClosed: String? {
    reasonFramesStay ?? samples?.unsupportedReason ?? jpeg?.reasonCoefficientsAreClosed
  }

  /// Bytes that a decoder holds of the picture for a pass besides its rows: all coefficients of a JPEG in several scans;
  /// of an interlaced PNG the region's rows, as wide as the picture; of a picture in tiles a row of those that it touches,
  /// with some as they are coded, or in HEIF and AVIF with twice as much again for their luma and chroma, and the next row
  /// likewise as such, and all that an overlay is composed of, with opacity, in the same way; of a WebP the coded bytes and the pass.
  func bufferBytes(_ pass: DecodePass) -> Int {
    composesFrames ? bufferBytes(composing: pass) : imageBufferBytes(pass)
  }

  /// The canvas, what it was before a frame that goes again, a frame as it is coded and decoded, and a band of it as numbers.
  private func bufferBytes(composing pass: DecodePass) -> Int {
    let canvas = (storedSize.pixelCount ?? .max).multipliedSaturating(4 * pass.layout.depth.rawValue / 8)
    let decoded = (storedSize.pixelCount ?? .max).multipliedSaturating(8)
    let bands = storedSize.width.multipliedSaturating(DecodePass.bandRows * 4 * 4)
    return RunMemory.sum(canvas, canvas, canvas, decoded, byteCount, byteCount, bands)
  }

  private func imageBufferBytes(_ pass: DecodePass) -> Int {
    if let jpeg { return jpeg.isProgressive ? jpeg.coefficientBytes(of: storedSize) : 0 }
    if format == .webp { return bufferBytes(ofWebP: pass) }
    if format == .jpegXL { return bufferBytes(ofJPEGXL: pass) }
    if png?.isInterlaced == true {
      return storedSize.width.multipliedSaturating(pass.region.height).multipliedSaturating(pass.layout.bytesPerPixel)
    }
    guard let samples, samples.unit.height > 1 else { return 0 }
    let (unit, region) = (samples.unit, pass.region)
    let columns = (region.maxX - 1) / unit.width + 1 - region.x / unit.width
    let rows = (region.maxY - 1) / unit.height + 1 - region.y / unit.height
    let pixel = SampleLayout(samples).bytesPerPixel.multipliedSaturating(max(1, samples.depth / 16))
    let tile = unit.width.multipliedSaturating(unit.height).multipliedSaturating(pixel)
    if format == .heif || format == .avif {
      let inputs = samples.inputPixels.multipliedSaturating(SampleLayout(.rgba).bytesPerPixel).multipliedSaturating(3)
      return tile.multipliedSaturating(columns).multipliedSaturating(rows > 1 ? 4 : 3).addingSaturating(inputs)
    }
    let coded = unit.width < storedSize.width ? min(columns, Self.maxSharedTiles) : 0
    return tile.multipliedSaturating(columns).addingSaturating(
      tile.addingSaturating(tile / 8).multipliedSaturating(coded))
  }

  /// Tiles of a TIFF that are held as they stand in the file while they are decoded side by side; none is
  /// more than an eighth larger than decoded.
  private static let maxSharedTiles = 16

  /// libjxl decodes the whole picture to numbers of four bytes, with others of which it makes them; the pass is held beside them.
  private func bufferBytes(ofJPEGXL pass: DecodePass) -> Int {
    // Frames of an animation are drawn on up to four others that are kept.
    let perPixel = 4 * 5 + (shownFrame == nil ? 0 : 4 * 16)
    let decoded = (storedSize.pixelCount ?? .max).multipliedSaturating(perPixel)
    return decoded.addingSaturating((pass.size.pixelCount ?? .max).multipliedSaturating(pass.layout.bytesPerPixel))
  }

  /// A lossless picture is decoded to four bytes for each of its pixels, and opacity beside a lossy one to two, however small the pass is.
  private func bufferBytes(ofWebP pass: DecodePass) -> Int {
    let perPixel = samples?.isLossless == true ? 4 : samples?.hasTransparency == true ? 2 : 0
    let margin = 8 * (pass.size.width + pass.size.height + 4)
    let delivered = (pass.size.pixelCount ?? .max).addingSaturating(margin).multipliedSaturating(
      pass.layout.bytesPerPixel)
    return RunMemory.sum(byteCount, (storedSize.pixelCount ?? .max).multipliedSaturating(perPixel), delivered)
  }
}

extension SampleLayout {
  /// Whole bytes of gray, RGB, RGBA or ink.
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

/// What a new picture does not keep of how its source's samples are coded.
public enum SampleChange: String, Hashable, Sendable, CaseIterable {
  /// A palette's colours are written out: no pixel changes.
  case paletteBecomesColors
  /// 1, 2 or 4 bits become 8: no pixel changes.
  case fewBitsBecomeEight
  /// A transparent colour, or gray with opacity, becomes RGB with opacity: no pixel changes.
  case opacityBecomesChannel
  /// Colours that come multiplied by opacity are divided by it, rounded to the nearest.
  case opacityIsDividedOut
  /// 9 to 15 bits become 16: no pixel changes.
  case bitsAreFilledUp
  /// A profile of gray becomes one of red, green and blue with the same curve: no colour changes.
  case profileBecomesColors
  /// Inks become light by subtraction, without a profile: colours are near, not right.
  case inkBecomesLight
  /// More than 8 bits become 8, rounded to the nearest.
  case sixteenBitsBecomeEight
  /// Numbers with fractions become whole ones: 0 is black, 1 white, what lies outside is clipped.
  case fractionsBecomeWhole
  /// Signed numbers: what is below 0 becomes black.
  case negativesBecomeBlack
  /// More than 16 bits become 16, rounded to the nearest.
  case longNumbersBecomeSixteen
  /// CIELab becomes sRGB; colors that sRGB does not have are clipped.
  case labBecomesSRGB
  /// Luma and chroma become red, green and blue, rounded to the nearest.
  case lumaBecomesColors
  /// Samples that are neither colour nor opacity stay behind.
  case otherSamplesStayBehind

  /// The changes from a probed picture to one of a depth.
  static func all(of probe: Probe, to depth: SampleLayout.Depth) -> [Self] {
    guard let samples = probe.samples else { return [] }
    return allCases.filter { change in
      switch change {
      case .paletteBecomesColors: samples.isPalette
      case .fewBitsBecomeEight: samples.depth < 8 && !samples.isPalette
      case .opacityBecomesChannel: samples.hasTransparency && !(samples.hasOpacitySamples && samples.color == .rgb)
      case .inkBecomesLight, .profileBecomesColors: false
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

  /// One sentence without a full stop, for plans.
  var sentence: String {
    switch self {
    case .paletteBecomesColors: "the palette's colours are written out: no pixel changes"
    case .fewBitsBecomeEight: "fewer than 8 bits become 8: no pixel changes"
    case .opacityBecomesChannel: "opacity gets a channel beside red, green and blue: no pixel changes"
    case .opacityIsDividedOut: "colours that come multiplied by opacity are divided by it, rounded to the nearest"
    case .bitsAreFilledUp: "between 8 and 16 bits become 16: no pixel changes"
    case .profileBecomesColors:
      "a profile of gray becomes one of red, green and blue with the same curve: no colour changes"
    case .inkBecomesLight: "inks become light by subtraction, not by a profile: colours are near, not right"
    case .sixteenBitsBecomeEight: "more than 8 bits become 8, rounded to the nearest"
    case .fractionsBecomeWhole:
      "numbers with fractions become whole numbers: 0 is black, 1 is white, and what lies outside is clipped"
    case .negativesBecomeBlack: "signed numbers become numbers from 0 on: what is below 0 is black"
    case .longNumbersBecomeSixteen: "more than 16 bits become 16, rounded to the nearest"
    case .labBecomesSRGB: "CIELab becomes sRGB, and colors that sRGB does not have are clipped"
    case .lumaBecomesColors: "luma and chroma become red, green and blue, rounded to the nearest"
    case .otherSamplesStayBehind: "samples that are neither colour nor opacity stay behind"
    }
  }
}
