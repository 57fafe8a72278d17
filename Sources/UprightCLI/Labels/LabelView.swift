// Labels as a person sees them on each picture, once for each space that they may be in (docs/labels.md).

import ArgumentParser
import Upright
import UprightBatch
import UprightLabels

extension LabelSpaceName: ExpressibleByArgument {}

/// One picture's labels in displayed terms, read in both ways.
struct LabelView: Sendable {
  /// The picture, as the labels name it.
  let name: String
  /// Where it lies.
  let file: InputFile
  /// What its header says.
  let facts: ImageFacts
  /// Which space its labels are in, as far as that can be told.
  let verdict: LabelSpaceVerdict
  /// How its labels contradict themselves, or those of the other pictures, in words; nil where they do not.
  let contradiction: String?
  /// Where the labels lie if they are of the stored picture.
  private(set) var stored: [Region<Displayed>] = []
  /// Where they lie if they are of the displayed one.
  private(set) var displayed: [Region<Displayed>] = []

  /// Where the labels lie if they are in `space`.
  func regions(_ space: LabelSpaceName) -> [Region<Displayed>] { space == .stored ? stored : displayed }

  /// How many boxes reach beyond the picture by more than they say exactly, if they are in `space`.
  func extendsBeyond(_ space: LabelSpaceName) -> Int {
    regions(space).count { $0.extendsBeyond(facts.displayedSize) }
  }

  /// Whether somebody has to look at it: its space cannot be told, or contradicts something.
  var isAmbiguous: Bool { contradiction != nil || verdict.kind == .undecidable }

  /// Regions whose numbers count in the picture as stored, or as displayed.
  fileprivate mutating func add(asStored: [Region<Labelled>], asDisplayed: [Region<Labelled>]) {
    let (size, orientation) = (facts.size, facts.orientation)
    stored += asStored.map { region in
      let placed: Region<Stored> = region.applying(
        Orientation<Labelled, Stored>(clockwise: 0), in: facts.labelledSize(.stored))
      return placed.applying(orientation, in: size)
    }
    let whole = facts.labelledSize(.displayed)
    displayed += asDisplayed.map { $0.applying(Orientation<Labelled, Displayed>(clockwise: 0), in: whole) }
  }
}

/// The labels of many pictures, each in both ways.
struct LabelViews: Sendable {
  /// What things are called.
  let names: [String]
  /// The files that they were read from, by which regions say their places.
  let files: [String]
  /// The pictures that are there, in the order of the labels; one that is listed again once.
  let views: [LabelView]
  /// Which space they are in, and what is wrong with them.
  let audit: LabelAudit
  /// Rows and pictures that are missing, and what else is odd.
  let findings: [LabelFinding]

  /// Reads the labels and the headers of their pictures.
  init(_ files: LabelFiles, _ pictures: ImageIndex) {
    self.init(files, calling: pictures.name, facts: { pictures.facts(of: $0) }) { name in
      pictures.path(of: name).map { InputFile(path: $0, relativePath: pictures.name(of: name)) }
    }
  }

  /// Reads the labels; what a picture is, and where it lies, is asked of the caller.
  init(
    _ files: LabelFiles, calling: @escaping (String, String) -> String = { name, _ in name },
    facts: @escaping (String) -> ImageFacts?, file: (String) -> InputFile?
  ) {
    let unit = files.format.unit
    let (set, unread) = files.unplaced(calling: calling, rescaled: true) { facts($0)?.labelledSize(.stored) }
    let other =
      unit == .pixels
      ? set : files.unplaced(calling: calling, rescaled: true) { facts($0)?.labelledSize(.displayed) }.0
    let stated =
      unit == .sharesOfStatedSize ? files.unplaced(calling: calling) { facts($0)?.labelledSize(.stored) }.0 : set
    let audit = LabelAudit(stated, unit: unit, facts: facts)
    let verdicts = Dictionary(audit.images.map { ($0.name, $0.verdict) }, uniquingKeysWith: { one, _ in one })
    let contradictions = audit.contradictions
    var (views, places): ([LabelView], [String: Int]) = ([], [:])
    var findings = unread.filter { unit != .sharesOfStatedSize || $0.code != .sizeContradicts }
    for (index, picture) in set.images.enumerated() {
      guard let known = facts(picture.name), let file = file(picture.name) else {
        findings.append(
          LabelFinding(
            .imageUnknown, in: picture.name, note: "the picture is not there, cannot be read, or states no size"))
        continue
      }
      let place = places[file.path, default: views.count]
      if place == views.count {
        places[file.path] = place
        views.append(
          LabelView(
            name: picture.name, file: file, facts: known,
            verdict: verdicts[picture.name] ?? .undecidable(.allFitsBoth),
            contradiction: contradictions[picture.name]))
      }
      let bounds = MaskBounds(known)
      findings += bounds.contradictions(of: picture, in: set.files)
      views[place].add(
        asStored: picture.regions.map(bounds.clipped), asDisplayed: other.images[index].regions.map(bounds.clipped))
    }
    (names, self.files, self.views) = (set.names, set.files, views)
    (self.audit, self.findings) = (audit, findings)
  }

  /// The space that all labels are in.
  ///
  /// - Throws: `.unanswerable` where nothing says it.
  func space(_ asked: LabelSpaceName?) throws(UprightError) -> LabelSpaceName {
    if let asked { return asked }
    return try audit.space(hint: "`upright labels overlay` draws both, and")
  }

  /// What a region is called; its number where nobody named it, nil where it has none.
  static func name(of label: Int?, in names: [String]) -> String? {
    label.map { names.indices.contains($0) ? names[$0] : String($0) }
  }
}

extension ImageFacts {
  /// Columns and rows in a space that labels may be in.
  func labelledSize(_ space: LabelSpaceName) -> PixelSize<Labelled> {
    space == .stored
      ? PixelSize(width: size.width, height: size.height)
      : PixelSize(width: displayedSize.width, height: displayedSize.height)
  }
}
