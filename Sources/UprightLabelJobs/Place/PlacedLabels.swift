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
    views = LabelViews(files, ImageIndex(images, rules: rules))
    guard !views.views.isEmpty else {
      throw .labelsUndecidable(
        """
        no label names an image of this batch: give these images' labels, in their format (\(option: .labelFormat))
        """)
    }
    space = try views.space(settings.space)
    places = Dictionary(views.views.enumerated().map { ($1.file.path, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// Findings of the rows that were read.
  package var findings: [LabelFinding] { views.findings }

  /// Adds the labels of a result that was made from `source` by `plan`.
  ///
  /// - Parameter name: The result's path, relative to the folder of all results.
  package mutating func add(_ source: String, _ plan: Plan, as name: String) {
    guard let index = places[source] else {
      if let size = plan.route.carry?.size { results.append(LabelledImage(name: name, size: size)) }
      return
    }
    let view = views.views[index]
    guard let placement = Self.placement(of: view.facts, plan) else { return }
    let image = LabelledImage(name: name, size: view.facts.displayedSize, regions: view.regions(space))
    let placed = image.placed(placement, as: name, settings.clipping)
    shown.insert(index)
    hiddenCount += placed.hiddenCount
    results.append(placed.image)
  }

  /// Where displayed pixels are in the result. A result without pixels of its own is displayed as its source is.
  private static func placement(of facts: ImageFacts, _ plan: Plan) -> LabelPlacement<Displayed>? {
    guard let carry = plan.route.carry else {
      let size = facts.displayedSize
      return LabelPlacement(
        Transform2D(scaleX: 1, scaleY: 1), size: PixelSize(width: size.width, height: size.height))
    }
    let stored = Transform2D(facts.orientation.inverse, in: facts.displayedSize)
    return LabelPlacement(stored.then(carry.map), size: carry.size)
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
    if output.files.count == 1, !output.isFilePerImage {
      output.files[0] = LabelFile(name: FileName.last(of: settings.labels), bytes: output.files[0].bytes)
    }
    return output
  }
}
