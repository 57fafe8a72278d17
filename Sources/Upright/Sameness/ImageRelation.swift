// How one image relates to another, and how closely they agree.

/// The reorientation from one image to another, as displayed and as stored, and their agreement.
public struct ImageRelation: Hashable, Sendable {
  /// How closely the two agree, the strictest first.
  public enum Agreement: Hashable, Sendable {
    /// The stored images are coded by the same bytes; at most tags and other metadata differ.
    case data
    /// In every block of DCT coefficients, whatever their coding.
    case blocks
    /// In every block except those at edges that cannot move, which were trimmed or left in place.
    case innerBlocks
    /// In every decoded sample.
    case pixels
    /// In decoded samples up to noise: the peak signal-to-noise ratio in decibels, overall and of the 32 × 32 pixels
    /// that differ most.
    case noise(decibels: Double, lowest: Double)
  }

  /// Which of two images is a re-encoding of the other: a JPEG whose blocks differ from the other's samples by no more
  /// than its quantization loses.
  public enum Reencoding: String, Hashable, Sendable, CaseIterable {
    /// The image named first.
    case first
    /// The image named second.
    case second
    /// Neither: they differ by more than one quantization.
    case neither
    /// Not known: they agree exactly, no samples were compared, or neither is a JPEG whose tables show what it may
    /// lose.
    case unknown
  }

  /// One way of comparing, and why it did not decide.
  public struct Rejection: Hashable, Sendable {
    /// What is compared.
    public enum Step: String, Hashable, Sendable, CaseIterable {
      /// The encoded data.
      case data
      /// The coefficients of JPEG blocks.
      case blocks
      /// The decoded samples.
      case pixels
      /// The samples, up to what the tables of a JPEG lose.
      case quantization
    }

    /// Why a step did not decide.
    public enum Reason: Hashable, Sendable {
      /// The encoded data differs.
      case dataDiffers
      /// Not both images are JPEG.
      case notBothJPEG
      /// The coefficients of an image cannot be read; why.
      case coefficientsUnsupported(UnsupportedCoefficients)
      /// Colors are converted to sRGB before they are compared.
      case colorsConverted
      /// No codec reads blocks.
      case blocksNotReadable
      /// Sizes, sampling or quantization tables differ.
      case codingDiffers
      /// No rotation maps the blocks of one image to the other's.
      case blocksDiffer
      /// The decoded samples differ.
      case samplesDiffer
      /// The difference is more than a JPEG's tables can lose.
      case quantizationExceeded
    }

    /// What was compared.
    public let step: Step
    /// Why it did not decide.
    public let reason: Reason
  }

  /// The reorientation from the first displayed image to the second. If several fit equally well, the identity comes
  /// first, then tag order.
  public let reorientation: Orientation<Displayed, Displayed>
  /// The same from stored image to stored image.
  public let storedTurn: Orientation<Stored, Stored>
  /// How closely they agree.
  public let agreement: Agreement
  /// Which is a re-encoding of the other.
  public let reencoding: Reencoding
  /// Whether the re-encoding is quantized more coarsely than the other image, and than at quality 50.
  public let isCoarse: Bool
  /// Whether both have the same ICC profile, or none.
  public let sharesProfile: Bool
  /// The stricter comparisons, and why they did not decide.
  public let rejections: [Rejection]

  /// The default noise limit in decibels for the same image. Half of all photos that are re-encoded at quality 90 keep
  /// it, and it is far more than a shift by one pixel leaves (docs/digest-and-verify.md).
  public static let defaultDecibels = 40.0
  /// How many decibels lower 32 × 32 pixels may be than the whole: more than re-encoding costs them, and less than
  /// retouching does.
  public static let localDecibels = 15.0

  /// The minimum for a re-encoding, in decibels: below it, tables that lose nearly everything would explain any image.
  public static let reencodedDecibels = 15.0

  /// Whether one is a re-encoding of the other, with enough left to tell it from another image.
  public var isReencoded: Bool {
    guard reencoding == .first || reencoding == .second else { return false }
    if case .noise(let decibels, _) = agreement { return decibels >= Self.reencodedDecibels }
    return true
  }

  /// Whether both show the same, in any orientation. They must agree exactly, or up to noise of at least `asked`
  /// decibels and nowhere more than ``localDecibels`` below.
  ///
  /// Without `asked`, a re-encoding is also the same unless it ``isCoarse``, and other noise from ``defaultDecibels``.
  public func isSameImage(atLeast asked: Double? = nil) -> Bool {
    guard sharesProfile else { return false }
    if asked == nil, isReencoded, !isCoarse { return true }
    let decibels = asked ?? Self.defaultDecibels
    if case .noise(let found, let lowest) = agreement {
      return found >= decibels && lowest >= decibels - Self.localDecibels
    }
    return true
  }

  /// Whether both show the same, in any orientation, in every block or pixel.
  public var isExactlySameImage: Bool {
    guard sharesProfile else { return false }
    switch agreement {
    case .data, .blocks, .pixels: return true
    case .innerBlocks, .noise: return false
    }
  }

  /// Whether both show the same in the same displayed orientation.
  public func isDisplayedAlike(atLeast decibels: Double? = nil) -> Bool {
    reorientation.isIdentity && isSameImage(atLeast: decibels)
  }
}

extension ImageRelation {
  /// The allowed noise in decibels of an image that was not encoded with JPEG tables, at the usual qualities of photos.
  private static var recodedDecibels: Double { 30 }

  /// Whether the second may be the result of `plan` on the first: the same, unless the plan re-encodes lossily. Then it
  /// may lose what its tables allow or, if that is unknown, have a little noise.
  public func isAcceptable(for plan: Plan) -> Bool {
    guard case .transcode(let transcode) = plan.route, !transcode.keepsSamples else {
      return isSameImage(atLeast: .infinity)
    }
    switch reencoding {
    case .second: return true
    case .first, .neither: return isSameImage(atLeast: Self.defaultDecibels)
    case .unknown: return isSameImage(atLeast: Self.recodedDecibels)
    }
  }
}

extension Plan.Transcode {
  /// Whether the result decodes to exactly the source's samples: whole, unscaled, in the same colors, coded losslessly.
  var keepsSamples: Bool {
    let isExact = settings.format.limits?.loss == .never || settings.fidelity == .exact
    let isWhole = pass.denominator == 1 && window == scaled.bounds.rect && scaled == pass.size
    let isMixed = changes.contains(.sixteenBitsBecomeEight) || changes.contains(.inkBecomesLight)
    return form == .samples && isExact && isWhole && !isMixed && colors == .asSource && toneMapping == nil
  }
}

extension Pipeline {
  /// How the image in `first` relates to the image in `second`; nil if no reorientation makes their sizes equal.
  ///
  /// The cheapest comparison that can decide is used: coded bytes, then blocks of coefficients, then pixels. Damaged
  /// data is an error, unless both files contain the same. With `colors` `.srgb`, the appearance is compared, not the
  /// profiles.
  ///
  /// An image may look the same in several orientations, as a blank one does. Then the result has the displayed
  /// reorientation `expected`, if it is one of them.
  ///
  /// High dynamic range is compared after `toneMap`; without one, it is an error if a standard image cannot hold it.
  ///
  /// - Throws: Which of the two failed, and why: `.unsupported` if no codec decodes the pixels that are needed,
  ///   `.malformed` if data to be read is damaged, `.limit`, `.codec`, `.io`, `.cancelled`.
  public func relation(
    of first: some ByteSource, to second: some ByteSource, rules: OrientationRules = OrientationRules(),
    colors: Rendition.Colors = .asSource, toneMap: Rendition.ToneMap? = nil,
    expecting expected: Orientation<Displayed, Displayed> = .identity
  ) throws(ComparisonFailure) -> ImageRelation? {
    try Comparison(
      pipeline: self, first: ComparedImage(first, .first, rules: rules, toneMap: toneMap),
      second: ComparedImage(second, .second, rules: rules, toneMap: toneMap), colors: colors,
      expected: expected
    ).relation()
  }
}
