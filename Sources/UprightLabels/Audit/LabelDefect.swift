// What is wrong with labels whichever space they are in: boxes that hold nothing, lie beside the picture or stand twice, classes and pictures that lack.

/// Something wrong with the labels themselves, and where.
public struct LabelDefect: Hashable, Sendable {
  /// Stable codes, as they appear in JSON.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A box of no width or no height.
    case empty
    /// A box whose right edge lies left of its left one, or whose bottom lies above its top.
    case inverted
    /// A box that reaches beyond the picture, in every space that its labels may be in.
    case outOfBounds = "out-of-bounds"
    /// The same box of the same class for a second time.
    case duplicate
    /// A box whose edges are not numbers.
    case notANumber = "not-a-number"
    /// A class that is listed and that no box is of.
    case classUnused = "class-unused"
    /// A class that a box is of and that is not listed.
    case classUnlisted = "class-unlisted"
    /// A picture that the labels name and that is not there, or whose header cannot be read.
    case imageMissing = "picture-missing"
    /// A picture that the labels list more than once.
    case imageTwice = "picture-twice"
    /// A picture that is there and that no label names.
    case imageUnlabelled = "picture-unlabelled"
    /// The space contradicts itself, within a picture or between pictures.
    case space

    /// Whether it is only worth knowing: nothing lands on the wrong place by it.
    public var isRemark: Bool {
      switch self {
      case .classUnused, .imageUnlabelled: true
      default: false
      }
    }
  }

  /// Which rule.
  public var code: Code
  /// The picture, as the labels name it; empty where it is about the whole set.
  public var image: String
  /// Where the row was read.
  public var location: LabelLocation
  /// How the file names the row, where that is known.
  public var row: LabelRow?
  /// What is wrong, in words.
  public var note: String
  /// How many rows it stands for: more than one where not all are named.
  public var count = 1

  /// A defect of `code`.
  public init(
    _ code: Code, of picture: String = "", at place: LabelLocation = .none, named row: LabelRow? = nil, _ note: String
  ) {
    (self.code, self.image, self.location, self.row, self.note) = (code, picture, place, row, note)
  }
}
