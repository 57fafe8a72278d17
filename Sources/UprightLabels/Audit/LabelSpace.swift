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
