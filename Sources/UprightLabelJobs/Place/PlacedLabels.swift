// `--labels` of commands whose results are other files: the labels of what each result shows (docs/labels.md).

package import Upright
package import UprightBatch
import UprightFiles
package import UprightLabels

/// The labels of a batch's images, and those of its results.
package struct PlacedLabels {
  /// How labels of results are written.
  package struct Settings: Sendable {
    /// The label file, or the folder of them.
    package var labels: String
    /// Their format; nil if the files show it.
    package var format: LabelFormatName?
    /// The space of the labels; nil to use the audit.
    package var space: LabelSpaceName?
    /// What becomes of regions at the edges.
    package var clipping: LabelClipping
    /// Where label files are written; nil for the folder of the results.
    package var output: String?

    /// Memberwise initializer.
    package init(
      labels: String, format: LabelFormatName? = nil, space: LabelSpaceName? = nil,
      clipping: LabelClipping = LabelClipping(), output: String? = nil
    ) {
      (self.labels, self.format, self.space) = (labels, format, space)
      (self.clipping, self.output) = (clipping, output)
    }
  }

  private let settings: Settings
  private let files: LabelFiles
  private let views: LabelViews
  private let space: LabelSpaceName
  /// The images of the batch, and the paths of their results.
  private let images: [InputFile]
  private let resultPaths: [String]
  /// The folder of all results.
  private let folder: String
  /// Where the label files go: a folder if it ends with a slash.
  package let output: String
  /// The views by the paths of their images, as bytes.
  private let places: [[UInt8]: Int]
  private var results: [LabelledImage<Output>] = []
  /// The regions of each image that none of its results shows, or too little of them.
  private var hidden: [Int: Set<Int>] = [:]

  /// Reads the labels, and finds which images of a batch they refer to.
  ///
  /// - Parameter destination: What `-o` states.
  /// - Throws: As `LabelFiles.init`; `.unanswerable` if the labels' space or the image of a name is unknown, if sizes or
  ///   rows contradict the space, or if the results' labels cannot be written; `.io` if their names are taken.
  package init(
    _ settings: Settings, of plan: DestinationPlan, to destination: String, rules: OrientationRules,
    overwriting: Bool
  ) throws(UprightError) {
    self.settings = settings
    images = plan.files.filter { !$0.isCopied }
    resultPaths = plan.destinations.compactMap { if case .file(let location) = $0 { location.path } else { nil } }
    folder = plan.makesFolders ? destination : FileName.folder(of: destination)
    let isFolder = settings.output.map { (try? FileIdentity(path: $0))?.kind == .folder } ?? true
    let asked = settings.output ?? folder
    output = isFolder && !asked.hasSuffix("/") ? asked + "/" : asked
    files = try LabelFiles(named: settings.labels, format: settings.format, names: nil)
    if let first = files.unread.first { throw first }
    guard files.embeddedCount < files.files.count else { throw .regionsReorientThemselves }
    guard files.format != .masks else {
      throw .labelsUndecidable(
        "masks in PNG do not follow into other files; `upright fix \(option: .inPlace)` rotates them")
    }
    var paths: Set<[UInt8]> = []
    // An image with several results is listed for each.
    let index = ImageIndex(images.filter { paths.insert(Array($0.path.utf8)).inserted }, rules: rules)
    views = LabelViews(files, index)
    for finding in views.findings where finding.code == .imageUnknown {
      guard let several = index.ambiguity(of: finding.file) else { continue }
      throw .labelsUndecidable("\(finding.file) may be \(several[0].path) or \(several[1].path)")
    }
    guard !views.views.isEmpty else {
      throw .labelsUndecidable(
        """
        no label names an image of this batch: give these images' labels, in their format (\(option: .labelFormat))
        """)
    }
    space = try views.space(settings.space)
    places = Dictionary(
      views.views.enumerated().map { (Array($1.file.path.utf8), $0) }, uniquingKeysWith: { one, _ in one })
    try checkSpace()
    try checkShapes()
    try check(overwriting: overwriting)
  }

  /// Checks that no image's labels are known to be in the other space.
  private func checkSpace() throws(UprightError) {
    for view in views.views {
      let contradicts =
        switch view.verdict.kind {
        case .contradiction: true
        case .stored: space != .stored
        case .displayed: space != .displayed
        case .either, .undecidable, .imageMissing: false
        }
      guard contradicts else { continue }
      throw .labelsUndecidable(
        """
        \(view.name): its labels do not fit the image as \(space.rawValue)\(view.contradiction.map { ": \($0)" } ?? ""); \
        see `upright labels audit`
        """)
    }
  }

  /// Checks that rows of a format that was found by the files' names can be written in it.
  private func checkShapes() throws(UprightError) {
    guard settings.format == nil, files.format == .yolo else { return }
    let hasPolygons = views.views.contains { view in view.regions(space).contains { $0.outline != nil } }
    guard hasPolygons else { return }
    throw .labelsUndecidable(
      """
      these rows are polygons: give \(option: .labelFormat, "yolo-segment"), or \
      \(option: .labelFormat, "yolo-obb") for four corners
      """)
  }

  /// Checks before any image is made that the label files can be written.
  private func check(overwriting: Bool) throws(UprightError) {
    var set = LabelSet<Output>(names: views.names)
    for (image, path) in zip(images, resultPaths) where places[Array(image.path.utf8)] != nil {
      set.images.append(LabelledImage(name: relative(path), size: PixelSize(width: 1, height: 1)))
    }
    let targets = try targets(of: written(set).files)
    try targets.check(overwriting: overwriting, sparing: images + sources)
    let taken = Set(resultPaths.map { Array($0.utf8) })
    if let file = targets.files.first(where: { taken.contains(Array($0.path.utf8)) }) {
      throw .output("\(file.path) would be an image and a label file; name another folder for the labels")
    }
  }

  private func targets(of files: [LabelFile]) throws(UprightError) -> LabelTargets {
    try LabelTargets(
      files, output: output, isFolder: self.files.format.isFilePerImage || output.hasSuffix("/"),
      sources: { [access = self.files.access] _ in access })
  }

  private func relative(_ path: String) -> String {
    let prefix = Array((folder.hasSuffix("/") ? folder : folder + "/").utf8)
    let bytes = Array(path.utf8)
    return bytes.starts(with: prefix) ? String(decoding: bytes.dropFirst(prefix.count), as: UTF8.self) : path
  }

  /// Findings of the rows that were read, but for images that are not in the batch.
  package var findings: [LabelFinding] { views.findings.filter { $0.code != .imageUnknown } }

  /// How many images of the labels are not in the batch.
  package var otherImageCount: Int { Set(views.findings.filter { $0.code == .imageUnknown }.map(\.file)).count }

  /// How many results have labels.
  package var resultCount: Int { results.count }

  /// The label files that were read, and the file of class names, which may be beside their folder.
  private var sources: [InputFile] {
    let isFolder = (try? FileIdentity(path: settings.labels))?.kind == .folder
    let own = (files.files + files.companions).map { file in
      let path = isFolder ? FileName.joined(settings.labels, file.name) : settings.labels
      return InputFile(path: path, relativePath: file.name)
    }
    return own + [files.namesPath].compactMap(\.self).map { InputFile(path: $0, relativePath: FileName.last(of: $0)) }
  }

  /// Adds the labels of the result at `path` that was made from `source` by `plan`. Images that the labels do not list
  /// have none.
  package mutating func add(_ source: String, _ plan: Plan, at path: String) {
    guard let index = places[Array(source.utf8)] else { return }
    let view = views.views[index]
    guard let placement = Self.placement(of: view.facts, plan) else { return }
    let name = relative(path)
    let image = LabelledImage(name: name, size: view.facts.displayedSize, regions: view.regions(space))
    var clipping = settings.clipping
    clipping.areCornersBoxes = files.format == .yoloOBB
    let placed = image.placed(placement, as: name, clipping)
    hidden[index] = hidden[index]?.intersection(placed.hidden) ?? placed.hidden
    results.append(placed.image)
  }

  /// Where displayed pixels are in the result as it is displayed, by its own tag if one remains.
  private static func placement(of facts: ImageFacts, _ plan: Plan) -> LabelPlacement<Displayed>? {
    let (size, map) =
      plan.route.carry.map { ($0.size, $0.map) }
      ?? (PixelSize(width: facts.size.width, height: facts.size.height), Transform2D(scaleX: 1, scaleY: 1))
    let remaining = Orientation<Output, Output>(
      mirrored: plan.remaining.isMirrored, clockwise: plan.remaining.clockwiseQuarters)
    return LabelPlacement(
      Transform2D(facts.orientation.inverse, in: facts.displayedSize).then(map).then(
        Transform2D(remaining, in: size)),
      size: remaining.applied(to: size))
  }

  /// The labels of all results so far.
  package struct Written: Sendable {
    /// What could not be expressed.
    package var findings: [LabelFinding]
    /// The number of label files.
    package var fileCount: Int
    /// The number of labeled results, and of their regions.
    package var imageCount, regionCount: Int
    /// The number of regions that no result of their image shows, or too little of them.
    package var hiddenCount: Int
  }

  /// Writes the label files, in the labels' format; the images are in the order of their names.
  ///
  /// - Throws: As `LabelTargets.prepare` and `SafeReplace.create`.
  package func write(overwriting: Bool, dryRun: Bool) throws(UprightError) -> Written {
    var set = LabelSet<Output>(names: views.names)
    set.keypointNames = views.keypointNames
    set.images = results.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let made = written(set)
    if !dryRun {
      let targets = try targets(of: made.files)
      let others = resultPaths.map { InputFile(path: $0, relativePath: $0) }
      try targets.prepare(overwriting: overwriting, sparing: images + sources + others)
      try SafeReplace.create(targets.files, overwriting: overwriting)
    }
    return Written(
      findings: made.findings, fileCount: made.files.count, imageCount: set.images.count,
      regionCount: set.regionCount - set.omittedCount(by: made.findings),
      hiddenCount: hidden.values.reduce(0) { $0 + $1.count })
  }

  private func written(_ set: LabelSet<Output>) -> LabelOutput {
    var made = files.format.coding(keypoints: files.names?.keypoints).written(set)
    if made.files.count == 1, !files.format.isFilePerImage, files.files.count == 1, settings.labels != "-" {
      made.files[0] = LabelFile(name: FileName.last(of: files.files[0].name), bytes: made.files[0].bytes)
    }
    return made
  }
}
