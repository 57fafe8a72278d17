// The space of labels, as far as headers and numbers reveal it. No label format states it; the orientation tag (EXIF
// 2.32, 4.6.4, tag 274) maps one space to the other.

public import UprightGeometry

/// The unknown space of labels: either the image as stored or as displayed.
public enum Labelled: Space {}

/// The facts from an image's header.
public struct ImageFacts: Hashable, Sendable {
  /// Columns and rows as stored.
  public var size: PixelSize<Stored>
  /// The orientation for display.
  public var orientation: Orientation<Stored, Displayed>

  /// An image with a size and orientation.
  public init(size: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>) {
    (self.size, self.orientation) = (size, orientation)
  }

  /// Columns and rows as displayed.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: size) }
}

/// The unit of a label format's coordinates, and whether the format states the image's size.
public enum LabelUnit: Hashable, Sendable, CaseIterable {
  /// Pixels; the size may be stated too.
  case pixels
  /// Relative coordinates without the image's size; they fit both spaces.
  case shares
  /// Relative coordinates with a stated size: that of the image, or of one with the same aspect ratio.
  case sharesOfStatedSize
}

/// The space of one image's labels.
public enum LabelSpaceVerdict: Hashable, Sendable {
  /// Why it cannot be decided.
  public enum Ambiguity: String, Hashable, Sendable, CaseIterable {
    /// The orientation keeps width and height, so that every size and every box fits both.
    case sameShape = "same-shape"
    /// The labels state no size, and every box fits both.
    case allFitsBoth = "all-fits-both"
    /// There are no labels, and no size is stated.
    case nothingThere = "nothing-there"
  }

  /// The image is displayed as stored: there is nothing to decide.
  case either
  /// The image as stored.
  case stored
  /// The image as displayed.
  case displayed
  /// Sizes and numbers do not decide it; a person must look.
  case undecidable(Ambiguity)
  /// The labels fit neither, or contain evidence for both; described in words.
  case contradiction(String)
  /// The image is missing, or its header cannot be read.
  case imageMissing

  /// A verdict without its reasons.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The labels refer to the image as stored.
    case stored
    /// The labels refer to the image as displayed.
    case displayed
    /// The image is displayed as stored.
    case either
    /// The space cannot be decided.
    case undecidable
    /// The labels fit neither space, or contain evidence for both.
    case contradiction
    /// The image is missing.
    case imageMissing = "picture-missing"
  }

  /// The kind of verdict.
  public var kind: Kind {
    switch self {
    case .either: .either
    case .stored: .stored
    case .displayed: .displayed
    case .undecidable: .undecidable
    case .contradiction: .contradiction
    case .imageMissing: .imageMissing
    }
  }

  /// A stable word, as it appears in JSON.
  public var word: String { kind.rawValue }
}

// Evidence for the space of an image's labels: a stated size, and boxes that fit only one space (EXIF 2.32, 4.6.4,
// tag 274).

/// The evidence in one image's labels, and its amount.
struct SpaceEvidence {
  /// The resulting verdict for this image.
  let verdict: LabelSpaceVerdict
  /// Whether a stated size fits only one space.
  private(set) var isStated = false
  /// Number of boxes that fit only one space.
  private(set) var boxCount = 0

  init(_ image: LabelledImage<Labelled>, unit: LabelUnit, facts: ImageFacts?) {
    guard let facts else {
      verdict = .imageMissing
      return
    }
    let stored = Proportions(facts.size.width, facts.size.height)
    let displayed = Proportions(facts.displayedSize.width, facts.displayedSize.height)
    let stated = unit == .shares ? nil : image.size.map { Proportions($0.width, $0.height) }
    let fit = stated.map { Fit($0, stored, displayed, unit) }
    if let stated, fit == Fit.none {
      verdict = .contradiction(
        "the labels state \(stated), but the image is \(stored) as stored and \(displayed) as displayed")
      return
    }
    if facts.orientation.isIdentity {
      verdict = .either
      return
    }
    if stored == displayed || fit == .both {
      verdict = .undecidable(.sameShape)
      return
    }
    let votes = unit != .pixels ? Votes() : Votes(image.regions.lazy.map(\.box), stored, displayed)
    verdict = Self.decided(fit.map { $0 == .stored }, votes, isEmpty: image.regions.isEmpty)
    (isStated, boxCount) = (fit != nil, max(votes.forStored, votes.forDisplayed))
  }

  private static func decided(_ isStatedAsStored: Bool?, _ votes: Votes, isEmpty: Bool) -> LabelSpaceVerdict {
    let (boxesForStored, boxesForDisplayed) = (votes.forStored > 0, votes.forDisplayed > 0)
    let (storedFit, displayedFit) = (
      CountedNoun("box", votes.forStored).withVerb("fit"), CountedNoun("box", votes.forDisplayed).withVerb("fit")
    )
    if boxesForStored, boxesForDisplayed {
      return .contradiction("\(storedFit) only the stored image, \(votes.forDisplayed) only the displayed one")
    }
    if isStatedAsStored == true, boxesForDisplayed {
      return .contradiction("its stated size is that of the stored image, but \(displayedFit) only the displayed one")
    }
    if isStatedAsStored == false, boxesForStored {
      return .contradiction("its stated size is that of the displayed image, but \(storedFit) only the stored one")
    }
    if let isStatedAsStored { return isStatedAsStored ? .stored : .displayed }
    if boxesForStored || boxesForDisplayed { return boxesForStored ? .stored : .displayed }
    return .undecidable(isEmpty ? .nothingThere : .allFitsBoth)
  }
}

/// Which of two images a stated size fits.
private enum Fit {
  case none, stored, displayed, both

  init(_ stated: Proportions, _ stored: Proportions, _ displayed: Proportions, _ unit: LabelUnit) {
    let fits =
      unit == .pixels
      ? (stated == stored, stated == displayed)
      : (
        stated.isLike(stored) && !stated.fits(displayed, betterThan: stored),
        stated.isLike(displayed) && !stated.fits(stored, betterThan: displayed)
      )
    switch fits {
    case (true, true): self = .both
    case (true, false): self = .stored
    case (false, true): self = .displayed
    case (false, false): self = .none
    }
  }
}

/// Columns and rows in any space.
struct Proportions: Hashable, CustomStringConvertible {
  let width: Int
  let height: Int

  init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

  var description: String { "\(width)x\(height)" }

  /// The shape after a quarter turn.
  var transposed: Proportions { Proportions(height, width) }

  /// The relative difference of aspect ratios.
  private func difference(_ other: Proportions) -> Double {
    let (one, two) = (Double(width) * Double(other.height), Double(height) * Double(other.width))
    return max(one, two) > 0 ? abs(one - two) / max(one, two) : .infinity
  }

  /// Whether aspect ratios match to within 2 %, since images are scaled down after labeling.
  func isLike(_ other: Proportions) -> Bool { difference(other) <= 0.02 }

  /// Whether its aspect ratio is closer to one shape than to another by more than the rounding to pixels.
  func fits(_ one: Proportions, betterThan other: Proportions) -> Bool {
    guard one != other, self != other else { return false }
    let rounding = 1 / Double(max(1, min(width, height)))
    return self == one || difference(one) + rounding < difference(other)
  }

  /// Whether a box's center is inside; nil if that is not a number.
  func holds(_ box: Rect2D<Labelled>) -> Bool? {
    let (x, y) = (box.x + box.width / 2, box.y + box.height / 2)
    guard x.isFinite, y.isFinite else { return nil }
    return x >= 0 && y >= 0 && x <= Double(width) && y <= Double(height)
  }
}

extension LabelledImage<Labelled> {
  /// Whether a box fits only an image of `size`, and none only one of the size `other`.
  public func fitsOnly(_ size: PixelSize<Labelled>, not other: PixelSize<Labelled>) -> Bool {
    let (first, second) = (Proportions(size.width, size.height), Proportions(other.width, other.height))
    let votes = Votes(regions.lazy.map(\.box), first, second)
    return votes.forStored > 0 && votes.forDisplayed == 0
  }
}

/// Number of boxes that fit only one of the two.
private struct Votes {
  var forStored = 0
  var forDisplayed = 0

  init() {}

  init(_ boxes: some Sequence<Rect2D<Labelled>>, _ stored: Proportions, _ displayed: Proportions) {
    for box in boxes {
      switch (stored.holds(box), displayed.holds(box)) {
      case (true?, false?): forStored += 1
      case (false?, true?): forDisplayed += 1
      default: break
      }
    }
  }
}

extension LabelSpaceVerdict {
  /// Decides the space for one image.
  ///
  /// A stated size decides if it fits only one of the two. For pixels it must be equal; for relative coordinates it
  /// must have the same aspect ratio, since images are scaled down after labeling.
  ///
  /// Without a stated size, a box decides if its center is inside one of the two and outside the other. Boxes often
  /// extend beyond an edge in either. Relative coordinates fit both at any position.
  public init(_ image: LabelledImage<Labelled>, unit: LabelUnit, facts: ImageFacts?) {
    self = SpaceEvidence(image, unit: unit, facts: facts).verdict
  }
}

extension LabelUnit {
  /// Whether labels with the size `stated` may belong to an image of size `image`. Pixels require equal sizes,
  /// relative coordinates only equal aspect ratios.
  public func allows<S: Space, T: Space>(_ stated: PixelSize<S>, of image: PixelSize<T>) -> Bool {
    let (stated, shape) = (Proportions(stated.width, stated.height), Proportions(image.width, image.height))
    return self == .pixels ? stated == shape : stated.isLike(shape) && !stated.fits(shape.transposed, betterThan: shape)
  }
}
