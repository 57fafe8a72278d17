// How one picture lies to another, and how nearly they are the same.

/// What leads from one picture to another, as displayed and as stored.
public struct ImageRelation: Hashable, Sendable {
  /// In what the two agree, the strictest first.
  public enum Agreement: Hashable, Sendable {
    /// The stored pictures are coded by the same bytes; at most tags and other metadata differ.
    case data
    /// Every block of DCT coefficients, whatever their coding.
    case blocks
    /// Every block but those of edges that cannot move, which were trimmed or left unturned.
    case innerBlocks
    /// Every decoded sample.
    case pixels
    /// In decoded samples up to noise; the peak signal-to-noise ratio in decibels, of all of it and of the 32 by 32 pixels that differ most.
    case noise(decibels: Double, lowest: Double)
  }

  /// Which of two images is a re-encoding of the other: a JPEG whose blocks differ from the other's samples by no more than its quantization loses.
  public enum Reencoding: String, Hashable, Sendable, CaseIterable {
    /// The one that was named first.
    case first
    /// The other.
    case second
    /// None: there is more between them than one more quantization.
    case neither
    /// Nothing tells: they agree exactly, no samples were compared, or neither is a JPEG whose tables say what it may lose.
    case unknown
  }

  /// One way of comparing, and why it did not decide.
  public struct Rejection: Hashable, Sendable {
    /// `data`, `blocks`, `pixels` or `quantization`.
    public let step: String
    /// One sentence without a full stop.
    public let reason: String
  }

  /// The turn that carries the first picture as displayed to the second as displayed; of those that do so equally well, the first of the identity and the tags' order.
  public let reorientation: Orientation<Displayed, Displayed>
  /// The same from stored picture to stored picture.
  public let storedTurn: Orientation<Stored, Stored>
  /// How nearly they are the same.
  public let agreement: Agreement
  /// Which is a re-encoding of the other.
  public let reencoding: Reencoding
  /// Whether both have the same ICC profile, or none.
  public let sharesProfile: Bool
  /// The stricter comparisons, and why they did not decide.
  public let rejections: [Rejection]

  /// Noise from which on two pictures count as the same, unless said otherwise: what half of all photos keep that are saved anew at quality 90, and a good
  /// deal more than a shift by one pixel leaves (docs/digest-and-verify.md).
  public static let defaultDecibels = 40.0
  /// What 32 by 32 pixels may have fewer than the whole: more than coding anew costs them, and less than something painted over.
  public static let localDecibels = 15.0

  /// What a re-encoding has at least: below it, tables that lose nearly everything would explain any other image.
  public static let reencodedDecibels = 15.0

  /// Whether one is a re-encoding of the other, of which enough is left to tell it from another image.
  public var isReencoded: Bool {
    guard reencoding == .first || reencoding == .second else { return false }
    if case .noise(let decibels, _) = agreement { return decibels >= Self.reencodedDecibels }
    return true
  }

  /// Whether both show the same, in whatever turn: exactly, or up to noise of at least so many decibels, and nowhere of fewer than ``localDecibels`` below.
  ///
  /// Where no decibels are asked for, a re-encoding shows the same as well, and other noise from ``defaultDecibels`` on.
  public func isSameImage(atLeast asked: Double? = nil) -> Bool {
    guard sharesProfile else { return false }
    if asked == nil, isReencoded { return true }
    let decibels = asked ?? Self.defaultDecibels
    if case .noise(let found, let lowest) = agreement {
      return found >= decibels && lowest >= decibels - Self.localDecibels
    }
    return true
  }

  /// Whether both show the same, in whatever turn, in every block or pixel.
  public var isExactlySameImage: Bool {
    guard sharesProfile else { return false }
    switch agreement {
    case .data, .blocks, .pixels: return true
    case .innerBlocks, .noise: return false
    }
  }

  /// Whether both show the same the same way up and round, as displayed.
  public func isDisplayedAlike(atLeast decibels: Double? = nil) -> Bool {
    reorientation.isIdentity && isSameImage(atLeast: decibels)
  }
}

extension ImageRelation {
  /// Noise that an image may have that was encoded by no JPEG's tables, at the qualities that photos are saved in.
  private static var recodedDecibels: Double { 30 }

  /// Whether the second may be what `plan` made of the first: the same, unless it was re-encoded with a loss; then what its tables may lose, or,
  /// where nothing tells what that is, noise of few decibels.
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
  /// Whether the result decodes to the very samples that the source decodes to: whole, unscaled, in the same colours, coded without loss.
  var keepsSamples: Bool {
    let isExact = settings.format.limits?.loss == .never || settings.fidelity == .exact
    let isWhole = pass.denominator == 1 && window == scaled.bounds.rect && scaled == pass.size
    let isMixed = changes.contains(.sixteenBitsBecomeEight) || changes.contains(.inkBecomesLight)
    return form == .samples && isExact && isWhole && !isMixed && colors == .asSource && toneMapping == nil
  }
}

extension Pipeline {
  /// How what `first` shows lies to what `second` shows; nil where no turn gives the one the size of the other.
  ///
  /// The cheapest comparison that can decide, does: coded bytes, then blocks of coefficients, then pixels. Damaged data are an error, unless both files hold
  /// the same. With `colors` `.srgb`, what both look like is compared, and not their profiles.
  ///
  /// Light of a high dynamic range is compared by `toneMap`, and refused without one where a usual image cannot hold it.
  ///
  /// - Throws: which of the two failed, and why: `.unsupported` where pixels are needed that no codec decodes, `.malformed` where what has to be read is
  ///   damaged, `.limit`, `.codec`, `.io`, `.cancelled`.
  public func relation(
    of first: some ByteSource, to second: some ByteSource, rules: OrientationRules = OrientationRules(),
    colors: Rendition.Colors = .asSource, toneMap: Rendition.ToneMap? = nil
  ) throws(ComparisonFailure) -> ImageRelation? {
    try Comparison(
      pipeline: self, first: ComparedImage(first, .first, rules: rules, toneMap: toneMap),
      second: ComparedImage(second, .second, rules: rules, toneMap: toneMap), colors: colors
    ).relation()
  }
}
