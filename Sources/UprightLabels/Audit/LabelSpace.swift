// Which space labels are in, as far as headers and numbers tell: no label format says it (EXIF 2.32, 4.6.4 tag 274, turns the one into the other).

public import UprightGeometry

/// The space of labels of which nobody says whether it is the picture's as stored or as displayed.
public enum Labelled: Space {}

/// What a picture's own header says of it.
public struct PictureFacts: Hashable, Sendable {
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
  /// Shares of a picture whose size is stated.
  case sharesOfStatedSize
}

/// Which space the labels of one picture are in.
public enum LabelSpaceVerdict: Hashable, Sendable {
  /// Why it cannot be told.
  public enum Doubt: String, Hashable, Sendable, CaseIterable {
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
  case undecidable(Doubt)
  /// What the labels say fits neither, or speaks for both; in words.
  case contradiction(String)
  /// The picture is not there, or its header cannot be read.
  case pictureMissing

  /// A stable word, as it appears in JSON.
  public var word: String {
    switch self {
    case .either: "either"
    case .stored: "stored"
    case .displayed: "displayed"
    case .undecidable: "undecidable"
    case .contradiction: "contradiction"
    case .pictureMissing: "picture-missing"
    }
  }
}

extension LabelSpaceVerdict {
  /// Decides for one picture.
  ///
  /// A stated size decides where it fits one of the two. Without one, a box decides whose middle lies in one of the two and outside the other: boxes that
  /// overhang an edge are common in either. Shares of the picture fit both wherever they lie.
  public init(_ picture: LabelledPicture<Labelled>, unit: LabelUnit, facts: PictureFacts?) {
    guard let facts else {
      self = .pictureMissing
      return
    }
    let (stored, displayed) = (
      Shape(facts.size.width, facts.size.height), Shape(facts.displayedSize.width, facts.displayedSize.height)
    )
    let stated = unit == .shares ? nil : picture.size.map { Shape($0.width, $0.height) }
    if let stated, stated != stored, stated != displayed {
      self = .contradiction("\(stated) is stated; it is stored as \(stored) and displayed as \(displayed)")
      return
    }
    let votes = unit != .pixels ? Votes() : Votes(picture.regions.lazy.map(\.box), stored, displayed)
    if facts.orientation.isIdentity {
      self = .either
    } else if stored == displayed {
      self = .undecidable(.sameShape)
    } else {
      self = Self.decided(stated.map { $0 == stored }, votes, isEmpty: picture.regions.isEmpty)
    }
  }

  private static func decided(_ isStatedAsStored: Bool?, _ votes: Votes, isEmpty: Bool) -> Self {
    let (boxesForStored, boxesForDisplayed) = (votes.forStored > 0, votes.forDisplayed > 0)
    if boxesForStored, boxesForDisplayed {
      return .contradiction(
        "\(votes.forStored) boxes fit only the stored picture, \(votes.forDisplayed) only the displayed one")
    }
    if isStatedAsStored == true, boxesForDisplayed {
      return .contradiction("its size is stated as stored, but \(votes.forDisplayed) boxes fit only the displayed one")
    }
    if isStatedAsStored == false, boxesForStored {
      return .contradiction("its size is stated as displayed, but \(votes.forStored) boxes fit only the stored one")
    }
    if let isStatedAsStored { return isStatedAsStored ? .stored : .displayed }
    if boxesForStored || boxesForDisplayed { return boxesForStored ? .stored : .displayed }
    return .undecidable(isEmpty ? .nothingThere : .allFitsBoth)
  }
}

/// Columns and rows, whatever they are those of.
private struct Shape: Hashable, CustomStringConvertible {
  let width: Int
  let height: Int

  init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

  var description: String { "\(width)x\(height)" }

  /// Whether a box's middle lies on it; nil where that is not a number.
  func holds(_ box: Rect2D<Labelled>) -> Bool? {
    let (x, y) = (box.x + box.width / 2, box.y + box.height / 2)
    guard x.isFinite, y.isFinite else { return nil }
    return x >= 0 && y >= 0 && x <= Double(width) && y <= Double(height)
  }
}

/// How many boxes fit only one of the two.
private struct Votes {
  var forStored = 0
  var forDisplayed = 0

  init() {}

  init(_ boxes: some Sequence<Rect2D<Labelled>>, _ stored: Shape, _ displayed: Shape) {
    for box in boxes {
      switch (stored.holds(box), displayed.holds(box)) {
      case (true?, false?): forStored += 1
      case (false?, true?): forDisplayed += 1
      default: break
      }
    }
  }
}
