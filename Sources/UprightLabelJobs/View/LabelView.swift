// Labels as displayed on each image, once for each possible space (docs/labels.md).

package import Upright
package import UprightBatch
package import UprightLabels

/// One image's labels as displayed, read in both spaces.
package struct LabelView: Sendable {
  /// The image's name in the labels.
  package let name: String
  /// Its file.
  package let file: InputFile
  /// The facts from its header.
  package let facts: ImageFacts
  /// The space of its labels, as far as known.
  package let verdict: LabelSpaceVerdict
  /// How its labels contradict themselves, or those of the other images, in words; nil for no contradiction.
  package let contradiction: String?
  /// The displayed regions if the labels are of the stored image.
  package private(set) var stored: [Region<Displayed>] = []
  /// The displayed regions if the labels are of the displayed image.
  package private(set) var displayed: [Region<Displayed>] = []

  /// The displayed regions if the labels are in `space`.
  package func regions(_ space: LabelSpaceName) -> [Region<Displayed>] { space == .stored ? stored : displayed }

  /// The number of boxes that extend beyond the image by more than their rounding, if they are in `space`.
  package func extendsBeyond(_ space: LabelSpaceName) -> Int {
    regions(space).count { $0.extendsBeyond(facts.displayedSize) }
  }

  /// Whether to check it by eye: its space is undecided or contradictory.
  package var isAmbiguous: Bool { contradiction != nil || verdict.kind == .undecidable }

  /// Adds regions whose relative coordinates were scaled by the stored or the displayed size.
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

/// The labels of many images, each read in both spaces.
package struct LabelViews: Sendable {
  /// The class names.
  package let names: [String]
  /// The names of a class's keypoints, by its index.
  package let keypointNames: [Int: [String]]
  /// The label files, to which regions' locations refer.
  package let files: [String]
  /// The available images, in the order of the labels, each once.
  package let views: [LabelView]
  /// Their space, and their defects.
  package let audit: LabelAudit
  /// Missing rows and images, and other unusual facts.
  package let findings: [LabelFinding]

  /// Reads the labels and their images' headers.
  package init(_ files: LabelFiles, _ images: ImageIndex) {
    self.init(files.naming(images), calling: images.name, facts: { images.facts(of: $0) }) { name in
      images.path(of: name).map { InputFile(path: $0, relativePath: images.name(of: name)) }
    }
  }

  /// Reads the labels; the caller supplies each image's facts and file.
  package init(
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
    for (index, image) in set.images.enumerated() {
      guard let known = facts(image.name), let file = file(image.name) else {
        findings.append(
          LabelFinding(
            .imageUnknown, in: image.name, note: "the image is missing, cannot be read, or has no stated size"))
        continue
      }
      let place = places[file.path, default: views.count]
      if place == views.count {
        places[file.path] = place
        views.append(
          LabelView(
            name: image.name, file: file, facts: known,
            verdict: verdicts[image.name] ?? .undecidable(.allFitsBoth),
            contradiction: contradictions[image.name]))
      }
      let bounds = MaskBounds(known)
      findings += bounds.contradictions(of: image, in: set.files)
      views[place].add(
        asStored: image.regions.map(bounds.clipped), asDisplayed: other.images[index].regions.map(bounds.clipped))
    }
    (names, keypointNames, self.files, self.views) = (set.names, set.keypointNames, set.files, views)
    (self.audit, self.findings) = (audit, findings)
  }

  /// The space of all labels.
  ///
  /// - Throws: `.unanswerable` if nothing decides it.
  package func space(_ asked: LabelSpaceName?) throws(UprightError) -> LabelSpaceName {
    if let asked { return asked }
    return try audit.space(hint: "look at both with `upright labels overlay`, then")
  }

  /// A region's label; its number if the class has no name, nil if it has no class.
  package static func name(of label: Int?, in names: [String]) -> String? {
    label.map { names.indices.contains($0) ? names[$0] : String($0) }
  }
}

extension ImageFacts {
  /// Columns and rows in a space that labels may be in.
  package func labelledSize(_ space: LabelSpaceName) -> PixelSize<Labelled> {
    space == .stored
      ? PixelSize(width: size.width, height: size.height)
      : PixelSize(width: displayedSize.width, height: displayedSize.height)
  }
}
