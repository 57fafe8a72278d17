// Which space the labels of many pictures are in, and what is wrong with them; decides nothing that cannot be told.

public import UprightGeometry

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
    /// No picture can be decided, and some would have to be; or what decides a few may be strays (``LabelAudit/weakEvidence``).
    case undecidable
    /// No picture is displayed in another way than it is stored.
    case either
    /// There was nothing to decide: no picture is there whose labels could be read.
    case nothing = "none"
  }

  /// A picture and the space of its labels.
  public struct AuditedImage: Hashable, Sendable {
    /// Its name, as the labels have it.
    public var name: String
    /// Which space its labels are in.
    public var verdict: LabelSpaceVerdict
    /// How many regions it has.
    public var regionCount: Int
    /// Whether the size that the labels state decides.
    public var isStated: Bool
    /// How many boxes fit no other space than that of the verdict.
    public var decidingBoxCount: Int
  }

  /// The whole set's space.
  public let verdict: Verdict
  /// Each picture's.
  public let images: [AuditedImage]
  /// What is wrong.
  public let defects: [LabelDefect]
  /// What speaks for a space and is too little to decide the whole set, in words; nil where there is no such thing.
  public let weakEvidence: String?

  /// Audits a set whose space nobody says.
  ///
  /// - Parameters:
  ///   - set: The labels, read without any picture's size but what they state themselves; in shares of pictures, with any size.
  ///   - unit: In what the format counts.
  ///   - further: Pictures that are there and that may lack labels.
  ///   - facts: What a picture's header says, by the name that the labels have for it; nil where it is not there.
  public init(
    _ set: LabelSet<Labelled>, unit: LabelUnit, further: [String] = [], facts: (_ picture: String) -> ImageFacts?
  ) {
    var (pictures, defects): ([AuditedImage], [LabelDefect]) = ([], [])
    var seen: Set<String> = []
    var rows = LabelDefectList()
    for picture in set.images {
      let header = facts(picture.name)
      let evidence = SpaceEvidence(picture, unit: unit, facts: header)
      let verdict = evidence.verdict
      pictures.append(
        AuditedImage(
          name: picture.name, verdict: verdict, regionCount: picture.regions.count, isStated: evidence.isStated,
          decidingBoxCount: evidence.boxCount))
      if case .contradiction(let note) = verdict { defects.append(.init(.space, of: picture.name, note)) }
      if verdict == .imageMissing {
        defects.append(.init(.imageMissing, of: picture.name, "the picture is not there, or cannot be read"))
      }
      if !seen.insert(picture.name).inserted {
        defects.append(.init(.imageTwice, of: picture.name, "the labels list this picture again"))
      }
      picture.addDefects(Bounds(verdict, picture, header, unit: unit), to: &rows)
    }
    defects += rows.all + Self.ofClasses(set)
    defects += further.filter { !seen.contains($0) }.map { .init(.imageUnlabelled, of: $0, "no label names it") }
    let verdict = Self.verdict(pictures, &defects)
    weakEvidence = Self.weakEvidence(for: verdict, in: pictures)
    self.verdict = weakEvidence == nil ? verdict : .undecidable
    (self.images, self.defects) = (pictures, defects)
  }

  /// Whether something was decided, and nothing is wrong: anything else makes an audit fail.
  public var isClean: Bool {
    [.stored, .displayed, .either].contains(verdict) && defects.allSatisfy(\.code.isRemark)
  }

  /// How many pictures have a verdict of this kind.
  public func count(_ kind: LabelSpaceVerdict.Kind) -> Int { images.count { $0.verdict.kind == kind } }

  private static func verdict(_ pictures: [AuditedImage], _ defects: inout [LabelDefect]) -> Verdict {
    var counts: [LabelSpaceVerdict.Kind: Int] = [:]
    for picture in pictures { counts[picture.verdict.kind, default: 0] += 1 }
    let (stored, displayed) = (counts[.stored] ?? 0, counts[.displayed] ?? 0)
    if stored > 0, displayed > 0 {
      let (fewer, kind) = stored < displayed ? (stored, LabelSpaceVerdict.Kind.stored) : (displayed, .displayed)
      for picture in pictures where picture.verdict.kind == kind {
        defects.append(
          .init(
            .space, of: picture.name, "labelled as \(kind.rawValue), like \(fewer) of \(stored + displayed) pictures"))
      }
    }
    if (stored > 0 && displayed > 0) || counts[.contradiction] != nil { return .contradiction }
    if stored > 0 { return .stored }
    if displayed > 0 { return .displayed }
    if counts[.undecidable] != nil { return .undecidable }
    return counts[.either] == nil ? .nothing : .either
  }

  /// So many times as many pictures may be undecided as are decided by boxes: of boxes that lie anywhere, far more decide their picture.
  private static let maxUndecided = 20

  /// What speaks for a space where no size does, and may be a stray: one box, boxes of one picture among others, or very few pictures.
  private static func weakEvidence(for verdict: Verdict, in pictures: [AuditedImage]) -> String? {
    guard verdict == .stored || verdict == .displayed else { return nil }
    let decided = pictures.filter { $0.verdict.kind.rawValue == verdict.rawValue }
    guard !decided.contains(where: \.isStated) else { return nil }
    let undecided = pictures.count { $0.verdict.kind == .undecidable && $0.regionCount > 0 }
    let comparable = pictures.count { $0.verdict == .undecidable(.allFitsBoth) && $0.regionCount > 0 }
    let boxes = decided.reduce(0) { $0 + $1.decidingBoxCount }
    let isEnough = boxes > 1 && (undecided == 0 || decided.count > 1) && comparable <= maxUndecided * decided.count
    guard !isEnough else { return nil }
    let fits = boxes == 1 ? "1 box fits" : "\(boxes) boxes of \(CountedNoun("picture", decided.count)) fit"
    let rest = undecided == 0 ? "" : ", and \(CountedNoun("picture", undecided)) cannot be told"
    return "\(fits) only the picture as \(verdict.rawValue)\(rest)"
  }

  private static func ofClasses(_ set: LabelSet<Labelled>) -> [LabelDefect] {
    var used: Set<Int> = []
    var unlisted: [Int: (picture: String, place: LabelLocation)] = [:]
    for picture in set.images {
      for region in picture.regions {
        guard let label = region.label else { continue }
        used.insert(label)
        if !set.names.indices.contains(label), unlisted[label] == nil {
          unlisted[label] = (picture.name, region.location)
        }
      }
    }
    let missing = unlisted.sorted { $0.key < $1.key }.map { label, first in
      LabelDefect(.classUnlisted, of: first.picture, at: first.place, "class \(label) is not listed")
    }
    return missing + unread(set) + unused(set.names, besides: used)
  }

  /// Rows whose class no list names: a reader leaves them without one and says so.
  private static func unread(_ set: LabelSet<Labelled>) -> [LabelDefect] {
    let files = Dictionary(set.files.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
    return set.findings.filter { $0.code == .classMissing }.map { finding in
      let place = files[finding.file].map { LabelLocation(file: $0, line: finding.line ?? 0, row: -1) } ?? .none
      let row = finding.field.isEmpty ? nil : LabelRow(field: finding.field, id: finding.id)
      return LabelDefect(
        .classUnlisted, at: place, named: row, finding.note.isEmpty ? finding.code.sentence : finding.note)
    }
  }

  /// So many classes that no box is of are named one by one.
  private static let namedClasses = 100

  private static func unused(_ names: [String], besides used: Set<Int>) -> [LabelDefect] {
    let unused = names.indices.filter { !used.contains($0) }
    let named = unused.prefix(namedClasses).map {
      LabelDefect(.classUnused, "no box is of class \($0), “\(names[$0])”")
    }
    guard unused.count > namedClasses else { return named }
    return named + [LabelDefect(.classUnused, "and \(unused.count - namedClasses) classes more that no box is of")]
  }
}

/// Within which columns and rows boxes have to lie.
struct Bounds {
  /// What is allowed, one entry for each space that the labels may be in.
  private(set) var sizes: [PixelSize<Labelled>] = []

  init(
    _ verdict: LabelSpaceVerdict, _ picture: LabelledImage<Labelled>, _ facts: ImageFacts?, unit: LabelUnit
  ) {
    sizes = picture.size.map { [$0] } ?? []
    guard let facts, unit == .pixels else { return }
    let stored = PixelSize<Labelled>(width: facts.size.width, height: facts.size.height)
    let displayed = PixelSize<Labelled>(width: facts.displayedSize.width, height: facts.displayedSize.height)
    switch verdict {
    case .stored, .either: sizes = [stored]
    case .displayed: sizes = [displayed]
    default: sizes = [stored, displayed]
    }
  }

  /// Whether a region lies on one of them.
  func hold(_ region: Region<Labelled>) -> Bool { sizes.isEmpty || sizes.contains { !region.extendsBeyond($0) } }
}

extension Region {
  /// Why no picture can have this region, wherever its box lies: a box that holds nothing, or whose edges are exchanged or no numbers; nil where it can.
  public var boxDefect: (code: LabelDefect.Code, note: String)? {
    let box = box
    guard box.x.isFinite, box.y.isFinite, box.maxX.isFinite, box.maxY.isFinite else {
      return (.notANumber, "an edge of this box is not a number")
    }
    if box.width > 0, box.height > 0 { return nil }
    let note = "this box is \(box.width) wide and \(box.height) high"
    if box.width < 0 || box.height < 0 { return (.inverted, note) }
    return outline == nil && keypoints.isEmpty ? (.empty, note) : nil
  }

  /// Whether the box reaches beyond a picture of `size`, in pixels, by more than the digits of its file leave open.
  public func extendsBeyond(_ size: PixelSize<S>) -> Bool {
    let (box, across, down) = (box.standardized, Double(precision.across) + 1e-3, Double(precision.down) + 1e-3)
    return
      !(box.x >= -across && box.y >= -down && box.maxX <= Double(size.width) + across
      && box.maxY <= Double(size.height) + down)
  }
}

extension LabelledImage<Labelled> {
  fileprivate func addDefects(_ bounds: Bounds, to defects: inout LabelDefectList) {
    let isRepeated = repetitions
    for (index, region) in regions.enumerated() {
      let box = region.box
      if let (code, note) = region.boxDefect {
        defects.add(code, of: name, at: region.location, note)
        if code == .notANumber { continue }
      }
      if !bounds.hold(region) {
        defects.add(
          .outOfBounds, of: name, at: region.location,
          "this box reaches to \(box.maxX), \(box.maxY), beyond the picture")
      }
      if isRepeated[index] {
        defects.add(.duplicate, of: name, at: region.location, "the same box of the same class stands here again")
      }
    }
  }

  /// Which regions are the same as one before: found by sorting, which takes a quarter of the memory of a set of them.
  private var repetitions: [Bool] {
    var isRepeated = [Bool](repeating: false, count: regions.count)
    var order: [(hash: Int, index: Int)] = []
    order.reserveCapacity(regions.count)
    for (index, region) in regions.enumerated() where region.boxDefect?.code != .notANumber {
      order.append((OverlapKey(region).hashValue, index))
    }
    order.sort { $0 < $1 }
    var start = 0
    while start < order.count {
      let end = order[start...].firstIndex { $0.hash != order[start].hash } ?? order.count
      var distinct: [OverlapKey] = []
      for place in start..<end {
        let overlapKey = OverlapKey(regions[order[place].index])
        if distinct.contains(overlapKey) { isRepeated[order[place].index] = true } else { distinct.append(overlapKey) }
      }
      start = end
    }
    return isRepeated
  }
}

/// What two regions share where one of them is too much.
private struct OverlapKey: Hashable {
  let box: Rect2D<Labelled>
  let label: Int?
  let outline: Outline<Labelled>?

  init(_ region: Region<Labelled>) { (box, label, outline) = (region.box, region.label, region.outline) }
}

/// Defects of rows, of each kind as many as are worth naming; the rest is counted.
public struct LabelDefectList: Sendable {
  /// So many of each kind are named.
  public static let limit = 10_000

  private var named: [LabelDefect] = []
  private var counts: [LabelDefect.Code: Int] = [:]

  /// None yet.
  public init() {}

  /// Adds one.
  public mutating func add(
    _ code: LabelDefect.Code, of picture: String, at place: LabelLocation, _ note: @autoclosure () -> String
  ) {
    counts[code, default: 0] += 1
    if counts[code, default: 0] <= Self.limit { named.append(LabelDefect(code, of: picture, at: place, note())) }
  }

  /// Those that are named, and for each kind of which there are more one that says how many.
  public var all: [LabelDefect] {
    let rest = LabelDefect.Code.allCases.compactMap { code -> LabelDefect? in
      guard let count = counts[code], count > Self.limit else { return nil }
      var defect = LabelDefect(code, "\(count - Self.limit) more of this kind")
      defect.count = count - Self.limit
      return defect
    }
    return named + rest
  }
}
