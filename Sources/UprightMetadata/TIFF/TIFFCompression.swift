// How the samples of a TIFF that is written are compressed (TIFF 6.0, sections 3, 9, 10, 11, 13 and 14; Technical Note 2 of
// 2002 for Deflate; ITU-T T.4 and T.6).

/// The compression of strips, and whether a pixel is one bit.
package struct TIFFCompression: Hashable, Sendable {
  /// The compressions that are written, by their numbers.
  package enum Scheme: Int, Hashable, Sendable, CaseIterable {
    /// None.
    case none = 1
    /// Fax lines without end marks; bilevel.
    case faxRuns = 2
    /// Group 3 fax; bilevel.
    case group3 = 3
    /// Group 4 fax; bilevel.
    case group4 = 4
    /// LZW.
    case lzw = 5
    /// Deflate.
    case deflate = 8
    /// PackBits.
    case packBits = 32_773

    /// Whether it codes bilevel pixels only.
    package var isFax: Bool { [.faxRuns, .group3, .group4].contains(self) }

    /// Its name for people.
    package var name: String {
      switch self {
      case .none: "no compression"
      case .faxRuns: "CCITT RLE"
      case .group3: "CCITT Group 3"
      case .group4: "CCITT Group 4"
      case .lzw: "LZW"
      case .deflate: "Deflate"
      case .packBits: "PackBits"
      }
    }
  }

  /// The compression.
  package var scheme = Scheme.deflate
  /// Whether differences of neighbors are compressed, for LZW and Deflate.
  package var predicts = true
  /// Whether a pixel is one bit.
  package var isBilevel = false
  /// Whether 0 is white, of bilevel pixels.
  package var isWhiteZero = false
  /// T4Options: 1 for two-dimensional coding, 4 for lines that end on byte boundaries.
  package var faxOptions = 0

  /// Deflate with differences.
  package init() {}

  /// Memberwise initializer.
  package init(
    _ scheme: Scheme, predicts: Bool, isBilevel: Bool = false, isWhiteZero: Bool = false, faxOptions: Int = 0
  ) {
    (self.scheme, self.predicts) = (scheme, predicts)
    (self.isBilevel, self.isWhiteZero, self.faxOptions) = (isBilevel, isWhiteZero, faxOptions)
  }

  /// PhotometricInterpretation of gray pixels.
  var grayPhotometric: Int { isBilevel && isWhiteZero ? 0 : 1 }
}

extension TIFFSamples {
  /// Whether pixels are one bit, without a palette.
  var isBilevel: Bool { [0, 1].contains(photometric) && depth == 1 && count == 1 }

  /// The compression that a new image can have too: the same, if it is one that is written. `bilevel` states whether its
  /// pixels remain one bit; nil if another compression is needed.
  func compression(bilevel: Bool) -> TIFFCompression? {
    guard let scheme = TIFFCompression.Scheme(rawValue: compression == 32_946 ? 8 : compression),
      bilevel || !scheme.isFax
    else { return nil }
    return TIFFCompression(
      scheme, predicts: !bilevel && (scheme == .deflate || scheme == .lzw && predictor > 1), isBilevel: bilevel,
      isWhiteZero: photometric == 0, faxOptions: scheme == .group3 ? faxOptions & 5 : 0)
  }
}

extension Probe {
  /// Whether the image is a TIFF of one bit per pixel.
  package var isBilevelTIFF: Bool { header.tiff?.first.main.samples?.isBilevel ?? false }

  /// The compression of a new TIFF made from this one: the same if it can be written, otherwise Deflate; nil for another
  /// source. `bilevel` states whether pixels remain one bit.
  package func tiffCompression(bilevel: Bool) -> (compression: TIFFCompression, isKept: Bool)? {
    guard let samples = header.tiff?.first.main.samples else { return nil }
    if let same = samples.compression(bilevel: bilevel) { return (same, true) }
    var other = TIFFCompression()
    if bilevel {
      (other.isBilevel, other.predicts, other.isWhiteZero) = (true, false, samples.isWhiteZero)
    }
    return (other, false)
  }
}
