// A request carried out on files: where results go, what is promised, and the batch that makes them.

package import Upright
package import UprightFiles

/// A request with all that a run of it needs except the files.
package struct RequestRun: Sendable {
  /// What is made.
  package let request: any ImageRequest
  /// Format, colors, pages, metadata.
  package let settings: ResultSettings
  /// Where results go, and how.
  package let delivery: DeliveryRequest
  /// What makes them.
  package let pipeline: Pipeline
  /// Whether a journal keeps what is replaced.
  package var isJournaled = false
  /// Whether reports list every part of the source.
  package var listsParts = false

  /// Memberwise initializer.
  package init(
    _ request: any ImageRequest, _ settings: ResultSettings, _ delivery: DeliveryRequest, pipeline: Pipeline
  ) {
    (self.request, self.settings, self.delivery, self.pipeline) = (request, settings, delivery, pipeline)
  }

  /// Whether each page is a result of its own.
  private var splitsPages: Bool { settings.page == .all }

  /// How results are named.
  private var names: ResultNames {
    get throws(DestinationConflict) {
      try ResultNames(
        delivery.output, template: delivery.template,
        parts: splitsPages ? 2 : request.numbersResults ? request.partCount : nil, inPlace: delivery.isInPlace,
        of: splitsPages ? "page" : "region")
    }
  }

  /// The format that was asked for, also by a template; nil for the one of the result's name, or the source's.
  private var format: ContainerFormat? {
    get throws(DestinationConflict) { try names.template?.format(asked: settings.format) ?? settings.format }
  }

  /// The formats of the files that are processed. When metadata is removed, no file is copied that still has it; a file
  /// that cannot be rewritten is an error.
  package var sources: Set<ContainerFormat> {
    get throws(DestinationConflict) {
      settings.stripsAnything && !request.replacesImages
        ? Set(ContainerFormat.allCases) : request.sources(asked: try format)
    }
  }

  /// The folder that results are written to; nil for none.
  package var folder: String? { get throws(DestinationConflict) { try names.output } }

  /// Where the results of files go.
  ///
  /// - Throws: `DestinationConflict` if names conflict or a result would destroy a source.
  package func plan(_ inputs: InputFiles) throws(DestinationConflict) -> DestinationPlan {
    let (names, format) = (try names, try format)
    let inputs = splitsPages ? inputs.splitPages(rules: request.rules) : inputs.split(into: request.partCount)
    let chosen = ChosenFormat(pipeline: pipeline, rules: request.rules, rendition: rendition(format))
    if delivery.isInPlace, format != nil {
      throw DestinationConflict("\(option: .inPlace) keeps the format; use \(option: .output) to change it")
    }
    if delivery.place == .reply { return try DestinationPlan(toStandardOutput: inputs, format: format) }
    if let output = names.output, let template = names.template {
      return try DestinationPlan(inputs, in: output, named: template, format: format, facts: chosen.facts)
    }
    if let output = names.output {
      return try DestinationPlan(inputs, output: output, format: format, chosen: chosen.format)
    }
    if delivery.isInPlace {
      return try DestinationPlan(inPlace: inputs, partingHardLinks: delivery.breaksHardLinks)
    }
    try DistinctFiles(inputs.files).checkNames(partingHardLinks: delivery.breaksHardLinks)
    return DestinationPlan(nowhere: inputs, format: format)
  }

  /// The task for the files of a plan.
  package func task(for plan: DestinationPlan, in journal: Journal? = nil, indexes: IndexCache? = nil) -> ImageTask {
    var delivery = Delivery(delivery, of: request)
    (delivery.makesFolders, delivery.journal) = (plan.makesFolders, journal)
    var task = ImageTask(
      pipeline: pipeline, rules: request.rules, goal: goal, delivery: delivery, indexes: indexes,
      rendition: rendition(plan.format))
    if self.delivery.isInPlace, !delivery.isDryRun { task.labels = LabelsBeside() }
    return task
  }

  /// The batch for a task. It takes little time for each file if only tags change.
  package func batch(_ world: World, _ task: ImageTask, on files: [InputFile], json: Bool) -> ImageBatch {
    var batch = ImageBatch(
      world, task: task, json: json, explains: listsParts,
      onlyRetags: !request.changesPixels && !settings.stripsAnything, total: files.count,
      logsToStandardError: delivery.place == .reply)
    batch.sidecars = SidecarsBeside(offersFamilies: !request.replacesImages)
    batch.labels = delivery.isInPlace && !delivery.isDryRun ? LabelsLeft(files) : nil
    return batch
  }

  /// What is promised about each image.
  private var goal: ImageGoal {
    var goal = ImageGoal()
    goal.makesUpright = request.makesUpright
    goal.leavesTags = request.edgeMode == .keepTag
    goal.countsEncodable = request.edgeMode == .auto && delivery.isInPlace
    (goal.verifies, goal.listsParts) = (delivery.verifies, listsParts)
    return goal
  }

  /// The rendition of each image, in a given format or the source's.
  private func rendition(_ format: ContainerFormat?) -> @Sendable (Probe, InputFile) -> Rendition {
    let (request, settings) = (request, settings)
    let original: EdgeMode.Original = !delivery.isInPlace ? .stays : isJournaled ? .isKept : .isReplaced
    return { probe, file in
      settings.rendition(of: probe, for: request, part: file.part, named: format, original: original)
    }
  }
}

extension RequestRun {
  /// A run of a whole request.
  package init(_ request: Request, pipeline: Pipeline) {
    self.init(request, request.settings, request.delivery, pipeline: pipeline)
  }
}

extension RequestRun {
  /// Carries out a plain request: without a journal, labels or families.
  ///
  /// - Returns: As `BatchRunner.run`; nil, before anything is done or printed, if results have no place.
  package func run(_ paths: [String], recursive: Bool, json: Bool, in world: World) -> ExitStatus? {
    if request.changesPixels { ImageCodecs.prepare(for: paths) }
    guard let sources = try? sources else { return nil }
    let inputs = InputFiles(paths, recursive: recursive, formats: sources, to: delivery.output)
    guard let plan = try? plan(inputs) else { return nil }
    do throws(ExitStatus) { try inputs.printFolders(in: world, json: json) } catch { return error }
    world.note(plan.notes)
    let batch = batch(world, task(for: plan), on: plan.files, json: json)
    return inputs.ending(
      batch.run(plan.files, to: plan.destinations), in: world, leavingVideos: request.makesUpright)
  }
}
