// What a source's pixels decode to, whichever its container, and what of its coding a new picture does not keep.

extension Probe {
  /// The layout in which its pixels are decoded; nil where headers say nothing that is known.
  var decodedLayout: SampleLayout? {
    if let png { return png.decodedLayout }
    return (jpeg?.decodedChannels).map { SampleLayout($0) }
  }

  /// Why no library decodes its pixels; nil where one does.
  var reasonPixelsAreClosed: String? {
    if png?.isAnimated == true { return "the PNG is animated, and its further frames would not turn with the first" }
    return jpeg?.reasonCoefficientsAreClosed
  }

  /// Bytes that a decoder holds of the picture for a pass besides its rows: all coefficients of a JPEG in several scans;
  /// of an interlaced PNG the region's rows, as wide as the picture.
  func heldBytes(_ pass: DecodePass) -> Int {
    if let jpeg { return jpeg.isProgressive ? jpeg.coefficientBytes(of: storedSize) : 0 }
    guard png?.isInterlaced == true else { return 0 }
    return storedSize.width.timesSaturating(pass.region.height).timesSaturating(pass.layout.bytesPerPixel)
  }
}

extension PNGFrame {
  /// Whole bytes of gray, RGB or RGBA.
  var decodedLayout: SampleLayout {
    SampleLayout(
      hasTransparency ? .rgba : colorType == .gray ? .gray : .rgb, depth == 16 ? .sixteen : .eight)
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
  /// 16 bits become 8, rounded to the nearest.
  case sixteenBitsBecomeEight

  /// The changes from a probed picture to one of a depth.
  static func all(of probe: Probe, to depth: SampleLayout.Depth) -> [Self] {
    guard let png = probe.png else { return [] }
    let isPalette = png.colorType == .palette
    return allCases.filter { change in
      switch change {
      case .paletteBecomesColors: isPalette
      case .fewBitsBecomeEight: png.depth < 8 && !isPalette
      case .opacityBecomesChannel: png.hasTransparency && png.colorType != .rgba
      case .sixteenBitsBecomeEight: png.depth == 16 && depth == .eight
      }
    }
  }

  /// One sentence without a full stop, for plans.
  var sentence: String {
    switch self {
    case .paletteBecomesColors: "the palette's colours are written out: no pixel changes"
    case .fewBitsBecomeEight: "fewer than 8 bits become 8: no pixel changes"
    case .opacityBecomesChannel: "opacity gets a channel beside red, green and blue: no pixel changes"
    case .sixteenBitsBecomeEight: "16 bits become 8, rounded to the nearest"
    }
  }
}
