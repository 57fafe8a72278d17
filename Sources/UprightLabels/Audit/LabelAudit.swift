// Determines the space of many images' labels, and their defects; never guesses.

public import UprightGeometry

/// The result of auditing labels.
public struct LabelAudit: Hashable, Sendable {
  /// The space of a whole set.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// All decidable images are labeled as stored.
    case stored
    /// All decidable images are labeled as displayed.
    case displayed
    /// Some images are labeled as stored and some as displayed, or an image contradicts itself.
    case contradiction
    /// No image is decidable although some are ambiguous, or the few that are may be outliers
    /// (``LabelAudit/weakEvidence``).
    case undecidable
    /// No image is displayed differently from how it is stored.
    case either
    /// There was nothing to decide: no image with readable labels was found.
    case nothing = "none"
  }

  /// An image and the space of its labels.
  public struct AuditedImage: Hashable, Sendable {
    /// Its name in the labels.
    public var name: String
    /// The space of its labels.
    public var verdict: LabelSpaceVerdict
    /// Its number of regions.
    public var regionCount: Int
    /// Whether the size stated in the labels decides.
    public var isStated: Bool
    /// Number of boxes that fit only the space of the verdict.
    public var decidingBoxCount: Int
  }

  /// The space of the whole set.
  public let verdict: Verdict
  /// The audited images.
  public let images: [AuditedImage]
  /// The defects.
  public private(set) var defects: [LabelDefect]
  /// Evidence that is too weak to decide the whole set, in words; nil if there is none.
  public let weakEvidence: String?

  /// Audits a set whose space is not stated.
  ///
  /// - Parameters:
  ///   - set: The labels, read only with the image sizes that they state; relative coordinates, with any size.
  ///   - unit: The unit of the format's coordinates.
  ///   - further: Existing images that may lack labels.
  ///   - knowsClasses: Whether the class names come from a file and are not just numbers, so that unused ones are
  ///     reported.
  ///   - facts: The header of an image, by its name in the labels; nil if the image is missing.
  public init(
    _ set: LabelSet<Labelled>, unit: LabelUnit, further: [String] = [], knowsClasses: Bool = true,
    facts: (_ image: String) -> ImageFacts?
  ) {
    var (images, defects): ([AuditedImage], [LabelDefect]) = ([], [])
    var seen: Set<String> = []
    var rows = LabelDefectList()
    for image in set.images {
      let header = facts(image.name)
      let evidence = SpaceEvidence(image, unit: unit, facts: header)
      let verdict = evidence.verdict
      images.append(
        AuditedImage(
          name: image.name, verdict: verdict, regionCount: image.regions.count, isStated: evidence.isStated,
          decidingBoxCount: evidence.boxCount))
      if case .contradiction(let note) = verdict { defects.append(.init(.space, of: image.name, note)) }
      if verdict == .imageMissing {
        defects.append(.init(.imageMissing, of: image.name, "the image is missing, or cannot be read"))
      }
      if !seen.insert(image.name).inserted {
        defects.append(.init(.imageTwice, of: image.name, "the labels list this image more than once"))
      }
      image.addDefects(Bounds(verdict, image, header, unit: unit), to: &rows)
    }
    defects += rows.all + Self.ofClasses(set, areKnown: knowsClasses)
    defects += further.filter { !seen.contains($0) }.map { .init(.imageUnlabelled, of: $0, "the image has no labels") }
    let verdict = Self.verdict(images, &defects)
    weakEvidence = Self.weakEvidence(for: verdict, in: images)
    self.verdict = weakEvidence == nil ? verdict : .undecidable
    (self.images, self.defects) = (images, defects)
  }

  /// The same audit with further defects.
  package func adding(_ more: [LabelDefect]) -> Self {
    var result = self
    result.defects += more
    return result
  }

  /// The same audit without the defects of a kind.
  package func leavingOut(_ code: LabelDefect.Code) -> Self {
    var result = self
    result.defects.removeAll { $0.code == code }
    return result
  }

  /// Whether the space is decided and there are no defects; otherwise an audit fails.
  public var isClean: Bool {
    [.stored, .displayed, .either].contains(verdict) && defects.allSatisfy(\.code.isRemark)
  }

  /// Number of images with a verdict of this kind.
  public func count(_ kind: LabelSpaceVerdict.Kind) -> Int { images.count { $0.verdict.kind == kind } }

  private static func verdict(_ images: [AuditedImage], _ defects: inout [LabelDefect]) -> Verdict {
    var counts: [LabelSpaceVerdict.Kind: Int] = [:]
    for image in images { counts[image.verdict.kind, default: 0] += 1 }
    let (stored, displayed) = (counts[.stored] ?? 0, counts[.displayed] ?? 0)
    if stored > 0, displayed > 0 {
      let (fewer, kind) = stored < displayed ? (stored, LabelSpaceVerdict.Kind.stored) : (displayed, .displayed)
      for image in images where image.verdict.kind == kind {
        defects.append(
          .init(
            .space, of: image.name, "labeled as \(kind.rawValue), like \(fewer) of \(stored + displayed) images"))
      }
    }
    if (stored > 0 && displayed > 0) || counts[.contradiction] != nil { return .contradiction }
    if stored > 0 { return .stored }
    if displayed > 0 { return .displayed }
    if counts[.undecidable] != nil { return .undecidable }
    return counts[.either] == nil ? .nothing : .either
  }

  /// Maximum ratio of undecided images to images decided by boxes. Boxes at arbitrary positions would decide far more
  /// of their images.
  private static let maxUndecided = 20

  /// Evidence for a space without a stated size that may be an outlier: one box, boxes of one image among others, or
  /// very few images.
  private static func weakEvidence(for verdict: Verdict, in images: [AuditedImage]) -> String? {
    guard verdict == .stored || verdict == .displayed else { return nil }
    let decided = images.filter { $0.verdict.kind.rawValue == verdict.rawValue }
    guard !decided.contains(where: \.isStated) else { return nil }
    let undecided = images.count { $0.verdict.kind == .undecidable && $0.regionCount > 0 }
    let comparable = images.count { $0.verdict == .undecidable(.allFitsBoth) && $0.regionCount > 0 }
    let boxes = decided.reduce(0) { $0 + $1.decidingBoxCount }
    let isEnough = boxes > 1 && (undecided == 0 || decided.count > 1) && comparable <= maxUndecided * decided.count
    guard !isEnough else { return nil }
    let fits = boxes == 1 ? "1 box fits" : "\(boxes) boxes of \(CountedNoun("image", decided.count)) fit"
    let rest = undecided == 0 ? "" : "; \(CountedNoun("image", undecided)) cannot be decided"
    return "\(fits) only the \(verdict.rawValue) image\(rest)"
  }

  private static func ofClasses(_ set: LabelSet<Labelled>, areKnown: Bool) -> [LabelDefect] {
    var used: Set<Int> = []
    var unlisted: [Int: (image: String, place: LabelLocation)] = [:]
    for image in set.images {
      for region in image.regions {
        guard let label = region.label else { continue }
        used.insert(label)
        if !set.names.indices.contains(label), unlisted[label] == nil {
          unlisted[label] = (image.name, region.location)
        }
      }
    }
    let missing = unlisted.sorted { $0.key < $1.key }.map { label, first in
      LabelDefect(.classUnlisted, of: first.image, at: first.place, "class \(label) is not listed")
    }
    return missing + unread(set) + (areKnown ? unused(set.names, besides: used) : [])
  }

  /// Rows whose class is not listed; a reader leaves them without a class and reports it.
  private static func unread(_ set: LabelSet<Labelled>) -> [LabelDefect] {
    let files = Dictionary(set.files.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
    return set.findings.filter { $0.code == .classMissing }.map { finding in
      let place = files[finding.file].map { LabelLocation(file: $0, line: finding.line ?? 0, row: -1) } ?? .none
      let row = finding.field.isEmpty ? nil : LabelRow(field: finding.field, id: finding.id)
      return LabelDefect(
        .classUnlisted, at: place, named: row, finding.note.isEmpty ? finding.code.sentence : finding.note)
    }
  }

  /// Maximum number of unused classes that are named individually.
  private static let namedClasses = 100

  private static func unused(_ names: [String], besides used: Set<Int>) -> [LabelDefect] {
    let unused = names.indices.filter { !used.contains($0) }
    let named = unused.prefix(namedClasses).map {
      LabelDefect(.classUnused, "no box has class \($0), “\(names[$0])”")
    }
    guard unused.count > namedClasses else { return named }
    return named + [LabelDefect(.classUnused, "and \(unused.count - namedClasses) more unused classes")]
  }
}

/// The columns and rows that must contain boxes.
struct Bounds {
  /// The allowed sizes, one for each space that the labels may be in.
  private(set) var sizes: [PixelSize<Labelled>] = []

  init(
    _ verdict: LabelSpaceVerdict, _ image: LabelledImage<Labelled>, _ facts: ImageFacts?, unit: LabelUnit
  ) {
    sizes = image.size.map { [$0] } ?? []
    guard let facts, unit == .pixels else { return }
    let stored = PixelSize<Labelled>(width: facts.size.width, height: facts.size.height)
    let displayed = PixelSize<Labelled>(width: facts.displayedSize.width, height: facts.displayedSize.height)
    switch verdict {
    case .stored, .either: sizes = [stored]
    case .displayed: sizes = [displayed]
    default: sizes = [stored, displayed]
    }
  }

  /// Whether a region is within one of them.
  func hold(_ region: Region<Labelled>) -> Bool { sizes.isEmpty || sizes.contains { !region.extendsBeyond($0) } }
}

extension Region {
  /// Why this region is invalid in any image: an empty box without an outline or with a nonempty one; edges that are
  /// swapped or not numbers. nil if it is valid.
  public var boxDefect: (code: LabelDefect.Code, note: String)? {
    let box = box
    guard box.x.isFinite, box.y.isFinite, box.maxX.isFinite, box.maxY.isFinite else {
      return (.notANumber, "an edge of this box is not a number")
    }
    if box.width > 0, box.height > 0 { return nil }
    let note = "this box is \(box.width) wide and \(box.height) high"
    if box.width < 0 || box.height < 0 { return (.inverted, note) }
    let isAlone = outline == nil && keypoints.isEmpty
    return isAlone || outlineBox != nil ? (.empty, note) : nil
  }

  /// The outline's bounding box if it is not empty; replaces an empty box.
  public var outlineBox: Rect2D<S>? {
    guard let box = outline?.box, box.width > 0, box.height > 0, box.width.isFinite, box.height.isFinite else {
      return nil
    }
    return box
  }

  /// Whether the box extends beyond an image of `size`, in pixels, by more than the precision of its file allows.
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
          "this box extends to \(box.maxX), \(box.maxY), outside the image")
      }
      if isRepeated[index] {
        defects.add(.duplicate, of: name, at: region.location, "duplicate box")
      }
    }
  }

  /// Which regions repeat an earlier one. Sorting finds them with a quarter of the memory of a set.
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

/// Equal for two regions of which one is redundant.
private struct OverlapKey: Hashable {
  let box: Rect2D<Labelled>
  let label: Int?
  let outline: Outline<Labelled>?

  init(_ region: Region<Labelled>) { (box, label, outline) = (region.box, region.label, region.outline) }
}

/// Defects of rows, with a limited number of each kind; the rest are counted.
public struct LabelDefectList: Sendable {
  /// Maximum number of named defects of each kind.
  public static let limit = 10_000

  private var named: [LabelDefect] = []
  private var counts: [LabelDefect.Code: Int] = [:]

  /// An empty list.
  public init() {}

  /// Adds one.
  public mutating func add(
    _ code: LabelDefect.Code, of image: String, at place: LabelLocation, _ note: @autoclosure () -> String
  ) {
    counts[code, default: 0] += 1
    if counts[code, default: 0] <= Self.limit { named.append(LabelDefect(code, of: image, at: place, note())) }
  }

  /// The named defects, and for each kind with more of them one that states their number.
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
