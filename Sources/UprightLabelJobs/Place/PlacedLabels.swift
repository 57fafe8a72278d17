// `--labels` of commands whose results are other files: the labels of what each result shows (docs/labels.md).

package import Upright
package import UprightBatch
package import UprightFiles
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

    /// Memberwise initializer.
    package init(
      labels: String, format: LabelFormatName? = nil, space: LabelSpaceName? = nil,
      clipping: LabelClipping = LabelClipping()
    ) {
      (self.labels, self.format, self.space, self.clipping) = (labels, format, space, clipping)
    }
  }

  private let settings: Settings
  private let files: LabelFiles
  private let views: LabelViews
  private let space: LabelSpaceName
  /// The views by the paths of their images.
  private let places: [String: Int]
  private var results: [LabelledImage<Output>] = []
  private var shown: Set<Int> = []
  /// Regions that no result of their image shows, or too little of them.
  private var hiddenCount = 0

  /// Reads the labels, and finds which of `images` they refer to.
  ///
  /// - Throws: As `LabelFiles.init`; `.unanswerable` if the labels' space is unknown, or if they name none of the images.
  package init(
    _ settings: Settings, of images: [InputFile], rules: OrientationRules, memory: Int? = nil
  ) throws(UprightError) {
    self.settings = settings
    files = try LabelFiles(named: settings.labels, format: settings.format, names: nil, memory: memory)
    if let first = files.unread.first { throw first }
    var paths: Set<String> = []
    // An image with several results is listed for each.
    views = LabelViews(files, ImageIndex(images.filter { paths.insert($0.path).inserted }, rules: rules))
    guard !views.views.isEmpty else {
      throw .labelsUndecidable(
        """
        no label names an image of this batch: give these images' labels, in their format (\(option: .labelFormat))
        """)
    }
    space = try views.space(settings.space)
    places = Dictionary(views.views.enumerated().map { ($1.file.path, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// Findings of the rows that were read, but for images that are not in the batch.
  package var findings: [LabelFinding] { views.findings.filter { $0.code != .imageUnknown } }

  /// How many images of the labels are not in the batch.
  package var otherImageCount: Int { Set(views.findings.filter { $0.code == .imageUnknown }.map(\.file)).count }

  /// The name of the only label file; nil if the format has one for each image.
  package var fileName: String? { files.format.isFilePerImage ? nil : FileName.last(of: settings.labels) }

  /// The label files that were read, and the file of class names, which may be beside their folder.
  package var sources: [InputFile] {
    let isFolder = (try? FileIdentity(path: settings.labels))?.kind == .folder
    let own = (files.files + files.companions).map { file in
      let path = isFolder ? FileName.joined(settings.labels, file.name) : settings.labels
      return InputFile(path: path, relativePath: file.name)
    }
    return own + [files.namesPath].compactMap(\.self).map { InputFile(path: $0, relativePath: FileName.last(of: $0)) }
  }

  /// Adds the labels of a result that was made from `source` by `plan`. Images that the labels do not list have none.
  ///
  /// - Parameter name: The result's path, relative to the folder of all results.
  package mutating func add(_ source: String, _ plan: Plan, as name: String) {
    guard let index = places[source] else { return }
    let view = views.views[index]
    guard let placement = Self.placement(of: view.facts, plan) else { return }
    let image = LabelledImage(name: name, size: view.facts.displayedSize, regions: view.regions(space))
    let placed = image.placed(placement, as: name, settings.clipping)
    shown.insert(index)
    hiddenCount += placed.hiddenCount
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

  /// The label files of all results so far.
  package struct Written: Sendable {
    /// The files, named relative to the results' folder.
    package var files: [LabelFile]
    /// What could not be expressed.
    package var findings: [LabelFinding]
    /// The number of labelled results, and of their regions.
    package var imageCount, regionCount: Int
    /// The number of regions that no result shows, or too little of them.
    package var hiddenCount: Int
    /// Whether the format has one file per image.
    package var isFilePerImage: Bool
    /// The permissions of the source files.
    package var access: Set<FileAccess>
  }

  /// Writes them in memory, in the labels' format; the images are in the order of their names.
  package func output() -> Written {
    var set = LabelSet<Output>(names: views.names)
    set.keypointNames = views.keypointNames
    set.images = results.sorted { $0.name < $1.name }
    let written = files.format.coding(keypoints: files.names?.keypoints).written(set)
    var output = Written(
      files: written.files, findings: written.findings, imageCount: set.images.count, regionCount: set.regionCount,
      hiddenCount: hiddenCount, isFilePerImage: files.format.isFilePerImage, access: files.access)
    if output.files.count == 1, let fileName {
      output.files[0] = LabelFile(name: fileName, bytes: output.files[0].bytes)
    }
    return output
  }
}
