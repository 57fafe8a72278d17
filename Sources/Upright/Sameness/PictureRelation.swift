// How one picture lies to another, and how nearly they are the same.

/// What leads from one picture to another, as displayed and as stored.
public struct PictureRelation: Hashable, Sendable {
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

  /// One way of comparing, and why it did not decide.
  public struct Rejection: Hashable, Sendable {
    /// `data`, `blocks` or `pixels`.
    public let step: String
    /// One sentence without a full stop.
    public let reason: String
  }

  /// The turn that carries the first picture as displayed to the second as displayed; of those that do so equally well, the first of the identity and the tags' order.
  public let turn: Orientation<Displayed, Displayed>
  /// The same from stored picture to stored picture.
  public let storedTurn: Orientation<Stored, Stored>
  /// How nearly they are the same.
  public let agreement: Agreement
  /// Whether both have the same ICC profile, or none.
  public let sharesProfile: Bool
  /// The stricter comparisons, and why they did not decide.
  public let rejections: [Rejection]

  /// Noise from which on two pictures count as the same, unless said otherwise: what half of all photos keep that are saved anew at quality 90, and a good
  /// deal more than a shift by one pixel leaves (DESIGN.md, "Verifying").
  public static let usualDecibels = 40.0
  /// What 32 by 32 pixels may have fewer than the whole: more than coding anew costs them, and less than something painted over.
  public static let localDecibels = 15.0

  /// Whether both show the same, in whatever turn: exactly, or up to noise of at least so many decibels, and nowhere of fewer than ``localDecibels`` below.
  public func isSamePicture(atLeast decibels: Double = usualDecibels) -> Bool {
    guard sharesProfile else { return false }
    if case .noise(let found, let lowest) = agreement {
      return found >= decibels && lowest >= decibels - Self.localDecibels
    }
    return true
  }

  /// Whether both show the same, in whatever turn, in every block or pixel.
  public var isExactlySamePicture: Bool {
    guard sharesProfile else { return false }
    switch agreement {
    case .data, .blocks, .pixels: return true
    case .innerBlocks, .noise: return false
    }
  }

  /// Whether both show the same the same way up and round, as displayed.
  public func isDisplayedAlike(atLeast decibels: Double = usualDecibels) -> Bool {
    turn.isIdentity && isSamePicture(atLeast: decibels)
  }
}

extension Pipeline {
  /// How what `first` shows lies to what `second` shows; nil where no turn gives the one the size of the other.
  ///
  /// The cheapest comparison that can decide, does: coded bytes, then blocks of coefficients, then pixels. Damaged data are an error, unless both files hold
  /// the same. With `colors` `.srgb`, what both look like is compared, and not their profiles.
  ///
  /// - Throws: which of the two failed, and why: `.unsupported` where pixels are needed that no codec decodes, `.malformed` where what has to be read is
  ///   damaged, `.limit`, `.codec`, `.io`, `.cancelled`.
  public func relation(
    of first: some ByteSource, to second: some ByteSource, rules: OrientationRules = OrientationRules(),
    colors: Rendition.Colors = .asSource
  ) throws(ComparisonFailure) -> PictureRelation? {
    try Comparison(
      pipeline: self, first: ComparedPicture(first, .first, rules: rules),
      second: ComparedPicture(second, .second, rules: rules), colors: colors
    ).relation()
  }
}
