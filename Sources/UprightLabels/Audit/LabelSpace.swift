// Which space labels are in, as far as headers and numbers tell: no label format says it (EXIF 2.32, 4.6.4 tag 274, turns the one into the other).

public import UprightGeometry

/// The space of labels of which nobody says whether it is the picture's as stored or as displayed.
public enum Labelled: Space {}

/// What a picture's own header says of it.
public struct ImageFacts: Hashable, Sendable {
  /// Columns and rows as stored.
  public var size: PixelSize<Stored>
  /// How it is turned to be displayed.
  public var orientation: Orientation<Stored, Displayed>

  /// A picture of `size` under `orientation`.
  public init(size: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>) {
    (self.size, self.orientation) = (size, orientation)
  }

  /// Columns and rows as displayed.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: size) }
}

/// In what a label format counts, and whether it says of how much.
public enum LabelUnit: Hashable, Sendable, CaseIterable {
  /// Pixels; the size may be stated beside them.
  case pixels
  /// Shares of the picture, whose size is not stated: they fit both spaces.
  case shares
  /// Shares of a picture whose size is stated: that of the picture itself, or of one of its shape.
  case sharesOfStatedSize

  /// Whether labels that state one size are of a picture of another: pixels only where both are the same, shares also where both have the same shape.
  public func allows<S: Space, T: Space>(_ stated: PixelSize<S>, of picture: PixelSize<T>) -> Bool {
    let (stated, shape) = (Shape(stated.width, stated.height), Shape(picture.width, picture.height))
    return self == .pixels ? stated == shape : stated.isLike(shape) && !stated.fits(shape.transposed, betterThan: shape)
  }
}

/// Which space the labels of one picture are in.
public enum LabelSpaceVerdict: Hashable, Sendable {
  /// Why it cannot be told.
  public enum Ambiguity: String, Hashable, Sendable, CaseIterable {
    /// The turn leaves width and height as they are: every size and every box fits both.
    case sameShape = "same-shape"
    /// The labels state no size, and every box fits both.
    case allFitsBoth = "all-fits-both"
    /// There is no label, and no size is stated.
    case nothingThere = "nothing-there"
  }

  /// The picture is displayed as it is stored: there is nothing to be decided.
  case either
  /// As the file holds the picture.
  case stored
  /// As a person sees it.
  case displayed
  /// It cannot be told from sizes and numbers; a person has to look.
  case undecidable(Ambiguity)
  /// What the labels say fits neither, or speaks for both; in words.
  case contradiction(String)
  /// The picture is not there, or its header cannot be read.
  case imageMissing

  /// A verdict without its reasons.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The labels are of the picture as the file holds it.
    case stored
    /// The labels are of the picture as a person sees it.
    case displayed
    /// The picture is displayed as it is stored.
    case either
    /// It cannot be told.
    case undecidable
    /// The labels fit neither, or speak for both.
    case contradiction
    /// There is no picture.
    case imageMissing = "picture-missing"
  }

  /// Which verdict it is.
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

extension LabelSpaceVerdict {
  /// Decides for one picture.
  ///
  /// A stated size decides where it fits one of the two: of pixels it has to be the same, of shares it has to have the same shape, since pictures are made
  /// smaller after they were labelled. Without one, a box decides whose middle lies in one of the two and outside the other: boxes that
  /// overhang an edge are common in either. Shares of the picture fit both wherever they lie.
  public init(_ picture: LabelledImage<Labelled>, unit: LabelUnit, facts: ImageFacts?) {
    self = SpaceEvidence(picture, unit: unit, facts: facts).verdict
  }
}
