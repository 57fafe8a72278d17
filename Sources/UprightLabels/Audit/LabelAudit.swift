// Which space the labels of many pictures are in, and what is wrong with them; decides nothing that cannot be told.

internal import UprightGeometry

/// What an audit of labels found.
public struct LabelAudit: Hashable, Sendable {
  /// Which space a whole set is in.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// All pictures that can be decided are labelled as stored.
    case stored
    /// All pictures that can be decided are labelled as displayed.
    case displayed
    /// Some are labelled as stored and some as displayed, or a picture contradicts itself.
    case contradiction
    /// No picture can be decided, and some would have to be.
    case undecidable
    /// No picture is displayed in another way than it is stored.
    case either
  }

  /// A picture and the space of its labels.
  public struct Picture: Hashable, Sendable {
    /// Its name, as the labels have it.
    public var name: String
    /// Which space its labels are in.
    public var verdict: LabelSpaceVerdict
    /// How many regions it has.
    public var regionCount: Int
  }

  /// The whole set's space.
  public let verdict: Verdict
  /// Each picture's.
  public let pictures: [Picture]
  /// What is wrong.
  public let defects: [LabelDefect]

  /// Audits a set whose space nobody says.
  ///
  /// - Parameters:
  ///   - set: The labels, read without any picture's size but what they state themselves; in shares of pictures, with any size.
  ///   - unit: In what the format counts.
  ///   - further: Pictures that are there and that may lack labels.
  ///   - facts: What a picture's header says, by the name that the labels have for it; nil where it is not there.
  public init(
    _ set: LabelSet<Labelled>, unit: LabelUnit, further: [String] = [], facts: (_ picture: String) -> PictureFacts?
  ) {
    var (pictures, defects): ([Picture], [LabelDefect]) = ([], [])
    var seen: Set<String> = []
    for picture in set.pictures {
      let header = facts(picture.name)
      let verdict = LabelSpaceVerdict(picture, unit: unit, facts: header)
      pictures.append(Picture(name: picture.name, verdict: verdict, regionCount: picture.regions.count))
      if case .contradiction(let note) = verdict { defects.append(.init(.space, of: picture.name, note)) }
      if verdict == .pictureMissing {
        defects.append(.init(.pictureMissing, of: picture.name, "the picture is not there, or cannot be read"))
      }
      if !seen.insert(picture.name).inserted {
        defects.append(.init(.pictureTwice, of: picture.name, "the labels list this picture again"))
      }
      defects += picture.defects(Bounds(verdict, picture, header, unit: unit))
    }
    defects += Self.ofClasses(set)
    defects += further.filter { !seen.contains($0) }.map { .init(.pictureUnlabelled, of: $0, "no label names it") }
    verdict = Self.verdict(pictures, &defects)
    (self.pictures, self.defects) = (pictures, defects)
  }

  /// Whether anything is wrong, or cannot be told: what makes an audit fail.
  public var isClean: Bool {
    verdict != .contradiction && verdict != .undecidable && defects.allSatisfy(\.code.isRemark)
  }

  /// How many pictures have a verdict of this word.
  public func count(_ word: String) -> Int { pictures.count { $0.verdict.word == word } }

  private static func verdict(_ pictures: [Picture], _ defects: inout [LabelDefect]) -> Verdict {
    var counts: [String: Int] = [:]
    for picture in pictures { counts[picture.verdict.word, default: 0] += 1 }
    let (stored, displayed) = (counts["stored"] ?? 0, counts["displayed"] ?? 0)
    if stored > 0, displayed > 0 {
      let (fewer, word) = stored < displayed ? (stored, "stored") : (displayed, "displayed")
      for picture in pictures where picture.verdict.word == word {
        defects.append(
          .init(.space, of: picture.name, "labelled as \(word), like \(fewer) of \(stored + displayed) pictures"))
      }
    }
    if (stored > 0 && displayed > 0) || counts["contradiction"] != nil { return .contradiction }
    if stored > 0 { return .stored }
    if displayed > 0 { return .displayed }
    return counts["undecidable"] == nil ? .either : .undecidable
  }

  private static func ofClasses(_ set: LabelSet<Labelled>) -> [LabelDefect] {
    var used: Set<Int> = []
    var unlisted: [Int: (picture: String, place: LabelPlace)] = [:]
    for picture in set.pictures {
      for region in picture.regions {
        guard let label = region.label else { continue }
        used.insert(label)
        if !set.names.indices.contains(label), unlisted[label] == nil {
          unlisted[label] = (picture.name, region.place)
        }
      }
    }
    let missing = unlisted.sorted { $0.key < $1.key }.map { label, first in
      LabelDefect(.classUnlisted, of: first.picture, at: first.place, "class \(label) is not listed")
    }
    return missing
      + set.names.indices.filter { !used.contains($0) }.map {
        LabelDefect(.classUnused, "no box is of class \($0), “\(set.names[$0])”")
      }
  }
}

/// Within which columns and rows boxes have to lie.
struct Bounds {
  /// What is allowed, one entry for each space that the labels may be in.
  private(set) var sizes: [(width: Double, height: Double)] = []

  init(
    _ verdict: LabelSpaceVerdict, _ picture: LabelledPicture<Labelled>, _ facts: PictureFacts?, unit: LabelUnit
  ) {
    if let size = picture.size { sizes = [(Double(size.width), Double(size.height))] }
    guard let facts, unit == .pixels else { return }
    let stored = (Double(facts.size.width), Double(facts.size.height))
    let displayed = (Double(facts.displayedSize.width), Double(facts.displayedSize.height))
    switch verdict {
    case .stored, .either: sizes = [stored]
    case .displayed: sizes = [displayed]
    default: sizes = [stored, displayed]
    }
  }

  /// Whether a box reaches no farther than `slack` beyond one of them.
  func hold(_ box: Rect2D<Labelled>, slack: (across: Double, down: Double)) -> Bool {
    sizes.isEmpty
      || sizes.contains {
        box.x >= -slack.across && box.y >= -slack.down && box.maxX <= $0.width + slack.across
          && box.maxY <= $0.height + slack.down
      }
  }
}

extension LabelledPicture<Labelled> {
  fileprivate func defects(_ bounds: Bounds) -> [LabelDefect] {
    var defects: [LabelDefect] = []
    var seen: Set<Standing> = []
    for region in regions {
      let box = region.box
      func add(_ code: LabelDefect.Code, _ note: String) {
        defects.append(.init(code, of: name, at: region.place, note))
      }
      guard box.x.isFinite, box.y.isFinite, box.maxX.isFinite, box.maxY.isFinite else {
        add(.notANumber, "an edge of this box is not a number")
        continue
      }
      if box.width < 0 || box.height < 0 {
        add(.inverted, "this box is \(box.width) wide and \(box.height) high")
      } else if box.width == 0 || box.height == 0, region.outline == nil, region.keypoints.isEmpty {
        add(.empty, "this box is \(box.width) wide and \(box.height) high")
      }
      let slack = (across: Double(region.precision.across) + 1e-3, down: Double(region.precision.down) + 1e-3)
      if !bounds.hold(box.standardized, slack: slack) {
        add(.outOfBounds, "this box reaches to \(box.maxX), \(box.maxY), beyond the picture")
      }
      if !seen.insert(Standing(box: box, label: region.label, outline: region.outline)).inserted {
        add(.duplicate, "the same box of the same class stands here again")
      }
    }
    return defects
  }
}

/// What two regions share where one of them is too much.
private struct Standing: Hashable {
  var box: Rect2D<Labelled>
  var label: Int?
  var outline: Outline<Labelled>?
}
