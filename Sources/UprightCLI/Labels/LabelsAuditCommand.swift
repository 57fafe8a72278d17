// `upright labels audit`: the space of labels, as far as known, and their defects.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
import UprightLabels

/// The command `labels audit`.
struct LabelsAuditCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Find out which space labels are in, and list their problems.",
    discussion: """
      Detects which space the labels are in, from each image's header and the labels' stated sizes and boxes. The \
      answer is stored, displayed, either (both are the same), undecidable (both fit), or a contradiction. Both fit if \
      the rotation keeps the shape, or if the labels are fractions of the size. It never guesses, and gives the reason \
      if nothing decides. If no image with readable labels is found, the answer is none.

      It also lists boxes that are empty, inverted, out of bounds or duplicate; classes that are unlisted or unused; \
      images that are missing, listed twice or unlabeled; and masks in PNG that are not rotated as the labels are. In a data set's folder, images, labels and data.yaml are \
      found automatically, also below train and valid; --images names another folder of images. --html writes a page \
      with all this; it shows images that need review with their labels in both spaces.

      The exit code is 0 if everything is fine, 1 if something was found or the space is unknown, 2 if an image, \
      a label file or a folder could not be read.

      Examples:
        upright labels audit dataset
        upright labels audit --images photos coco.json
        upright labels audit --images photos --html report.html labels
      """)

  @OptionGroup var options: LabelOptions

  @Flag(help: "Print one JSON object per image and defect, and one at the end.")
  var json = false

  @Flag(name: .shortAndLong, help: "List all images and defects, not only the first few of each kind.")
  var verbose = false

  @OptionGroup var quietOption: QuietOption

  @OptionGroup var page: PageOptions

  @OptionGroup var parallel: JobsOption
  @OptionGroup var limits: LabelLimitOptions

  func run(in world: World) throws {
    if let html = page.html { try world.exitOnError(html) { () throws(UprightError) in try page.check(html) } }
    let place = try options.place(in: world)
    let (files, images) = try options.contents(of: place, limits.maxMemory, in: world)
    let (set, findings) = files.unplaced(images)
    let ownMasks = MaskFiles.amongImages(images)
    let labels = LabelAudit(
      set, unit: files.format.unit,
      further: files.unread.isEmpty
        ? images.unreferenced(by: set.images.lazy.map(\.name), besides: ownMasks) : [],
      knowsClasses: files.showsUnusedClasses
    ) { images.facts(of: $0) }
    let audit =
      files.format == .masks
      ? labels.leavingOut(.imageTwice)
      : labels.adding(
        MaskFiles.defects(
          MaskFiles.inFolders(of: place, besides: images) + ownMasks.map(\.path), of: images, labels.verdict))
    let unread = findings.filter { $0.code != .classMissing }
    var report = LabelReport(world, isJSON: json)
    report.take(unread)
    report.takeUnread(files.unread + images.unread)
    let isComplete = files.unread.isEmpty && images.unread.isEmpty
    let isRead = unread.isEmpty && isComplete
    if !quietOption.quiet || !audit.isClean || !isRead {
      let lines = LabelAuditReport(audit: audit, files: files, place: place, set: set, unread: unread, isRead: isRead)
      for line in json ? lines.json : lines.text(namingAll: verbose) {
        try world.output.write(line + "\n")
      }
    }
    let shown =
      try page.html.map { html throws(ExitStatus) in
        try write(audit, files, LabelViews(files, images), unread, to: html, world)
      } ?? .success
    if !isComplete { throw ExitStatus.partial }
    try shown.end()
    if !audit.isClean || !unread.isEmpty { throw ExitStatus.negative }
  }

  /// Writes the page.
  ///
  /// - Returns: The exit code by what could be read of its images.
  private func write(
    _ audit: LabelAudit, _ files: LabelFiles, _ views: LabelViews, _ unread: [LabelFinding], to path: String,
    _ world: World
  ) throws(ExitStatus) -> ExitStatus {
    try world.exitOnError(path) { () throws(UprightError) in
      let pipeline = Pipeline(codecs: ImageCodecs.all(in: world))
      let (drawings, code) = LabelAuditPage.drawings(
        world, of: views, rules: options.ruleOptions.rules, pipeline: pipeline, width: parallel.width)
      let text = LabelAuditPage(
        title: options.labels, files: files, views: views, unread: unread, audit: audit, drawings: drawings
      ).text
      let shown = drawings.values.joined().map(\.access)
      try page.write(text, to: path, noMoreOpenThan: files.access.union(shown))
      return code
    }
  }
}

// The images of an audit page, drawn in parallel.

extension LabelAuditPage {
  /// Draws the images to check by eye; those that cannot be decoded, or only in part, are listed on standard error, and
  /// have an exit code.
  static func drawings(
    _ world: World, of views: LabelViews, rules: OrientationRules, pipeline: Pipeline, width: Int
  ) -> (drawings: [String: [Drawing]], code: ExitStatus) {
    let ambiguous = ambiguous(views)
    var drawings: [String: [Drawing]] = [:]
    var runner = BatchRunner(world, width: width, json: false)
    runner.total = views.views.count
    let code = runner.run(ambiguous.map(\.file)) {
      [names = views.names] (index, _) throws(UprightError) in
      try Self.drawings(of: ambiguous[index], names: names, rules: rules, pipeline: pipeline)
    } report: { (file, drawn, console) throws(UprightError) in
      drawings[file.path] = drawn
      if let first = drawn.first { console.tell(first.damage, of: file.path) }
    } shortfall: {
      $0.first?.damage.exitCode
    }
    return (drawings, code)
  }
}
