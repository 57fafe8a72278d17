// Defects of labels in any space: boxes that are empty, outside the image or duplicated; missing classes and images.

/// A defect of the labels, and its position.
public struct LabelDefect: Hashable, Sendable {
  /// Stable codes, as they appear in JSON.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A box without width or height.
    case empty
    /// A box whose right edge is left of its left edge, or whose bottom edge is above its top edge.
    case inverted
    /// A box that extends beyond the image in every space that its labels may be in.
    case outOfBounds = "out-of-bounds"
    /// A box that repeats another of the same class.
    case duplicate
    /// A box whose edges are not numbers.
    case notANumber = "not-a-number"
    /// A class that is listed but not used by any box.
    case classUnused = "class-unused"
    /// A class that a box uses but that is not listed.
    case classUnlisted = "class-unlisted"
    /// An image that the labels refer to but that is missing, or whose header cannot be read.
    case imageMissing = "picture-missing"
    /// An image that the labels list more than once.
    case imageTwice = "picture-twice"
    /// An image that exists but has no labels.
    case imageUnlabelled = "picture-unlabelled"
    /// A mask that has another size than its image in the space of the labels.
    case maskSize = "mask-size"
    /// The space is contradictory within an image or between images.
    case space

    /// Whether it is only informational: it does not give any label a wrong position.
    public var isRemark: Bool {
      switch self {
      case .classUnused, .imageUnlabelled: true
      default: false
      }
    }
  }

  /// The kind of defect.
  public var code: Code
  /// The image's name in the labels; empty if the defect concerns the whole set.
  public var image: String
  /// Where the row was read.
  public var location: LabelLocation
  /// The position and ID of the row, if known.
  public var row: LabelRow?
  /// What is wrong, in words.
  public var note: String
  /// The number of rows it represents; more than one if not all are listed.
  public var count = 1

  /// A defect of `code`.
  public init(
    _ code: Code, of image: String = "", at place: LabelLocation = .none, named row: LabelRow? = nil, _ note: String
  ) {
    (self.code, self.image, self.location, self.row, self.note) = (code, image, place, row, note)
  }
}
