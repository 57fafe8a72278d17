// The labels of results that are other files, written after the last result.

import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
import UprightLabels

/// Labels for the results of a batch.
struct LabelPlacing {
  private let world: World
  private let name: String
  private let writing: WriteOptions
  /// The folder of all results, and where their labels go.
  private let folder, output: String
  private let images: [InputFile]
  private var labels: PlacedLabels

  /// Reads the labels; nil if they change in place.
  ///
  /// - Throws: The exit code if they cannot be read, or name none of the images, after printing the error.
  init?(
    _ world: World, _ arguments: LabelledArguments, _ writing: WriteOptions, of images: [InputFile], to run: RequestRun
  ) throws {
    guard let settings = arguments.placed(writing) else { return nil }
    (self.world, self.writing, self.images, name) = (world, writing, images, settings.labels)
    let output = try run.folder ?? "."
    let isFolder =
      output.hasSuffix("/") || images.count > 1 || run.delivery.template != nil
      || (try? FileIdentity(path: output))?.kind == .folder
    folder = isFolder ? output : FileName.folder(of: output)
    self.output = arguments.labelOutput ?? (folder.hasSuffix("/") ? folder : folder + "/")
    labels = try world.exitOnError(settings.labels) { () throws(UprightError) in
      try PlacedLabels(settings, of: images, rules: run.request.rules)
    }
    try checkName()
  }

  /// Checks before any image is made that the one label file can be written.
  private func checkName() throws(ExitStatus) {
    guard let name = labels.fileName else { return }
    let place = FileLocation(path: output.hasSuffix("/") ? FileName.joined(output, name) : output)
    try world.exitOnError(place.path) { () throws(UprightError) in
      guard try place.checkNew(overwriting: writing.force) != nil else { return }
      try LabelTargets([LabelFile(name: name, bytes: [])], output: place.path, isFolder: false)
        .prepare(overwriting: true, sparing: images + labels.sources)
    }
  }

  /// Adds the labels of a result.
  mutating func add(_ source: InputFile, _ report: ImageReport?) {
    guard let report, let path = report.output, !report.isWithheld, !report.isMissing else { return }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    let relative = path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    labels.add(source.path, report.plan, as: relative)
  }

  /// Writes the labels of all results, after a batch that ended with `code`.
  ///
  /// - Returns: The exit code of the command.
  func finish(after code: ExitStatus, _ running: RunOptions) -> ExitStatus {
    guard Interruption.signal == nil else { return code }
    let made = labels.output()
    var report = LabelReport(world, isJSON: running.json)
    report.take(labels.findings + made.findings)
    if labels.otherImageCount > 0, !running.quiet {
      world.note([
        "\(CountedNoun("image", labels.otherImageCount)) of the labels \(labels.otherImageCount == 1 ? "is" : "are") not in this batch"
      ])
    }
    do throws(ExitStatus) {
      try world.exitOnError(output) { () throws(UprightError) in
        let targets = try LabelTargets(
          made.files, output: output, isFolder: made.isFilePerImage || output.hasSuffix("/"),
          sources: { _ in made.access })
        guard !writing.dryRun else { return }
        try targets.prepare(overwriting: writing.force, sparing: images + labels.sources)
        try SafeReplace.create(targets.files, overwriting: writing.force)
      }
      if !running.quiet || running.json { try world.answer(line(made, running.json)) }
    } catch { return code.isSuccess ? error : code }
    return code.isSuccess ? report.code : code
  }

  private func line(_ made: PlacedLabels.Written, _ isJSON: Bool) -> String {
    guard !isJSON else {
      let members: [JSONLine.Member] = [
        .init("files", .number(made.files.count)), .init("pictures", .number(made.imageCount)),
        .init("regions", .number(made.regionCount)), .init("hidden", .number(made.hiddenCount)),
      ]
      return JSONLine.about(name, [.init("output", .text(output)), .init("labels", .object(members))]).line + "\n"
    }
    let hidden = made.hiddenCount == 0 ? "" : "; \(CountedNoun("region", made.hiddenCount)) not shown there"
    return """
      \(TerminalText.plain(name)) -> \(TerminalText.plain(output)): labels, \(CountedNoun("region", made.regionCount)) \
      of \(CountedNoun("result", made.imageCount))\(hidden)\(writing.dryRun ? " (dry run)" : "")

      """
  }
}
