// The commands that make images: their arguments, the destination, the batch options.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
import UprightSandbox

/// A command that makes a rendition of each file.
struct WritingCommand<Arguments: RenditionArguments>: ProgramCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Arguments.verb, abstract: Arguments.abstract, discussion: Arguments.discussion)
  }

  @OptionGroup var arguments: Arguments
  @OptionGroup var inputs: InputPaths
  @OptionGroup var writing: WriteOptions
  @OptionGroup var journaling: JournalOptions
  @OptionGroup var companions: Arguments.Companions
  @OptionGroup var formatting: FormatArguments
  @OptionGroup var colors: ColorOptions
  @OptionGroup var stripping: StripOption
  @OptionGroup var losses: LossOptions
  @OptionGroup var running: RunOptions
  @OptionGroup var limits: LimitOptions

  @Flag(help: "Print each file's route, why cheaper ones were not possible, and what became of each part.")
  var explain = false

  func validate() throws(ValidationError) {
    if companions.checks { return try refuseBesidesCheck() }
    try writing.checkPlace(replacesImages: arguments.request.replacesImages)
    if let fault = arguments.request.fault(settings, writing.delivery) { throw ValidationError(fault.sentence) }
    if losses.allowLoss != nil, writing.output != nil, !losses.strictParts {
      throw ValidationError("--allow-loss needs -i or --strict-parts; with -o alone, losses are only named")
    }
    if arguments.cache != nil, limits.sandbox == .always {
      throw ValidationError("--cache works only without --sandbox always: upright-worker has no access to indexes")
    }
    try companions.labelled?.check(arguments.request, writing, journaling)
    if companions.labelled != nil, writing.output != nil {
      if arguments.page != nil {
        throw ValidationError("--labels and --page cannot be combined: labels are of a file's first page")
      }
      if companions.copied == .all {
        throw ValidationError("--labels and --all cannot be combined: --all copies the old labels beside the results")
      }
    }
    try companions.families?.check(
      writing, journaling,
      [
        ("--labels", companions.labelled != nil), ("--all", companions.copied == .all),
        ("--frame", arguments.request.frame != nil), ("--page", arguments.page != nil),
        ("--strip", settings.stripsAnything),
      ])
    try checkStandardOutput()
    try checkStandardInput()
    if companions.copied == .all, !isIntoFolder {
      throw ValidationError(
        "--all copies other files to the output folder: it needs -o FOLDER/, without --output-template")
    }
    if companions.copied == .all, settings.stripsAnything {
      throw ValidationError(
        "--all copies files whose metadata cannot be removed, and --strip removes metadata: use only one"
      )
    }
    guard journaling.journal != nil else { return }
    if companions.copied == .all, writing.existing.overwrites {
      throw ValidationError(
        """
        `upright undo` restores only images, videos and label files, and --all replaces other files too: leave out \
        --journal, or add --skip-existing
        """)
    }
    if writing.durability != .full { throw ValidationError("--journal requires --durability full") }
  }

  var settings: ResultSettings {
    var settings = ResultSettings(formatting, colors, stripping)
    settings.allowedLosses = losses.allowed
    settings.page = arguments.page
    return settings
  }

  /// Whether results are other files.
  private var isIntoFolder: Bool {
    writing.output != nil && !writing.toStandardOutput && writing.outputTemplate == nil
  }

  /// Rejects options that would be ignored with `--check`.
  private func refuseBesidesCheck() throws(ValidationError) {
    _ = try arguments.checkTarget()
    if let option = givenOptions.first(where: { !CheckBatch.usedOptions.contains($0) }) {
      throw ValidationError("--check and --\(option) cannot be combined")
    }
  }

  /// Rejects options that need the name or the time of a file.
  private func checkStandardInput() throws(ValidationError) {
    let given = [
      ("--journal", journaling.journal != nil), ("--update", writing.update), ("--cache", arguments.cache != nil),
      ("--preserve-mtime", writing.preserveMtime), ("--in-place", writing.inPlace),
    ]
    guard inputs.named.readStandardInput, let (option, _) = given.first(where: \.1) else { return }
    throw ValidationError("\(option) needs a file with a name, and - is standard input")
  }

  /// Rejects options that do not work for an image on standard output.
  private func checkStandardOutput() throws(ValidationError) {
    guard writing.toStandardOutput else { return }
    if journaling.journal != nil {
      throw ValidationError("--journal records changes to files; -o - writes to standard output")
    }
    if running.json {
      throw ValidationError("-o - and --json both need standard output; use only one")
    }
  }

  func run(in world: World) throws {
    if companions.checks {
      let files = try inputs.expanded(in: world)
      return try CheckBatch(target: arguments.checkTarget(), rules: arguments.request.rules)
        .run(files, running, in: world).end()
    }
    if !writing.dryRun, writing.toStandardOutput { try StandardOutputName.checkIsNoTerminal(world.output) }
    if !writing.dryRun, !writing.toStandardOutput { try world.checkOutput() }
    var inputs = try inputs.expanded(
      formats(in: world), copying: copied, to: writing.output, families: companions.families != nil,
      requiringResults: settings.stripsAnything, in: world)
    if companions.families != nil { inputs.addFamilies() }
    try inputs.printFolders(in: world, json: running.json)
    try inputs.ending(run(world, on: inputs), in: world, leavingVideos: arguments.request.makesUpright).end()
  }

  /// The request with all that its run needs.
  private func asked(in world: World) -> RequestRun {
    var run = RequestRun(arguments.request, settings, writing.delivery, pipeline: limits.pipeline(in: world))
    (run.isJournaled, run.listsParts) = (journaling.journal != nil, explain)
    return run
  }

  /// The formats of the files that are processed.
  func formats(in world: World) throws(DestinationConflict) -> Set<ContainerFormat> { try asked(in: world).sources }

  /// The other files of folders that are copied.
  var copied: CopiedFiles { isIntoFolder ? companions.copied : .none }

  /// Processes `inputs`.
  ///
  /// - Parameters:
  ///   - isWatched: Whether they are some of the files of watched folders, whose journal is `known`, if any.
  ///   - done: Gets each file that was processed, or why it was not.
  func run(
    _ world: World, on inputs: InputFiles, isWatched: Bool = false, in known: Journal? = nil,
    done: (InputFile, UprightError?) -> Void = { _, _ in }
  ) throws -> ExitStatus {
    let asked = asked(in: world)
    let indexes = try arguments.indexes(asked.pipeline.limits, savesNew: !writing.dryRun, in: world)
    let plan = try asked.plan(inputs)
    let labelled = companions.labelled
    var placing = try labelled.flatMap { try LabelPlacing(world, $0, writing, of: plan, to: asked) }
    var labels = try (placing == nil ? labelled : nil).map {
      try LabelStep(
        world, $0, of: plan.files, rules: arguments.request.rules, writing: writing, resumes: journaling.resume)
    }
    let folders = writing.inPlace ? inputs.folders : plan.makesFolders ? [try asked.folder].compactMap(\.self) : []
    let (journal, left) =
      try isWatched
      ? (known, Resumption(plan.files, to: plan.destinations))
      : journaling.begin(
        world, plan.files, to: plan.destinations, as: identity, in: folders, and: labels?.reorientPlan.paths ?? [],
        rehearses: writing.dryRun)
    if let journal { try labels?.begin(in: journal) }
    let families = companions.families.map { (options: $0, files: FamilyFiles(plan.files, left: left.files)) }
    world.note(plan.notes + left.notes(of: families?.files))
    var task = asked.task(for: plan, in: journal, indexes: indexes)
    if isWatched, isIntoFolder, writing.existing == .refuse { task.delivery.existing = .renew }
    if labels != nil { task.labels = nil }
    var turned: Set<String> = []
    var batch = asked.batch(world, task, on: plan.files, json: running.json)
    (batch.jobs, batch.outputFilter) = (running.parallel.jobs, running.quiet ? .changes : .everything)
    batch.summarizes = writing.summary ? true : isWatched ? false : nil
    if labels != nil { (batch.sidecars, batch.labels) = (nil, nil) }
    var code: ExitStatus
    if let families {
      code = batch.run(families.files, by: familyTask(task, families.options))
    } else {
      code = batch.run(left.files, to: left.destinations) {
        switch $1 {
        case .success(let report):
          done($0, nil)
          placing?.add($0, report.image)
          if report.image?.reorientsPixels == true { turned.insert($0.path) }
        case .failure(let error): done($0, error)
        }
      }
    }
    if let labels {
      code =
        journal.map { labels.finish(in: $0, after: code, running) }
        ?? labels.previewChanges(turned: turned, after: code, running)
    }
    if let placing { code = placing.finish(after: code, running) }
    return isWatched ? code : journaling.end(journal, after: code, in: world)
  }

  /// Does what `task` does with whole families.
  private func familyTask(_ task: ImageTask, _ options: FamilyOptions) -> FamilyTask {
    FamilyTask(
      task, isPartial: options.partialFamilies,
      normalizes: arguments.request.makesUpright && !arguments.request.changesPixels)
  }
}

// The parsed arguments of a batch as the identity that its journal states.

extension WritingCommand {
  /// What a journal states of this request.
  var identity: BatchIdentity {
    var identity = arguments.request.identity
    writing.state(in: &identity)
    companions.state(in: &identity)
    settings.state(in: &identity)
    return identity
  }
}

extension WriteOptions {
  func state(in identity: inout BatchIdentity) {
    identity.state("output", output)
    identity.state("output-template", outputTemplate)
    identity.state("in-place", inPlace)
    identity.state("force", force)
    identity.state("skip-existing", skipExisting)
    identity.state("update", update)
    identity.state("break-hard-links", breakHardLinks)
    identity.state("preserve-mtime", preserveMtime)
    identity.state("verify", verify)
  }
}

extension NoCompanions {
  func state(in identity: inout BatchIdentity) {}
}

extension FixCompanions {
  func state(in identity: inout BatchIdentity) {
    identity.state("all", all)
    family.state(in: &identity)
    identity.state("labels", labelling.labels)
    identity.state("label-format", labelling.labelFormat?.rawValue)
    identity.state("label-space", labelling.labelSpace?.rawValue)
  }
}

// The common part of the commands that make images: arguments that define a request.

/// The arguments of a command that makes images, without the destination.
protocol RenditionArguments: ParsableArguments, Sendable {
  /// What may change together with images.
  associatedtype Companions: CompanionArguments = NoCompanions
  /// What they request.
  associatedtype Asked: ImageRequest = Request

  /// The command's name.
  static var verb: String { get }
  /// One line of help.
  static var abstract: String { get }
  /// Paragraphs of help, with two examples.
  static var discussion: String { get }
  /// The discussion for `plan`, with its example.
  static var planExample: String { get }

  /// The request.
  var request: Asked { get }

  /// The page of a TIFF of which an image is made, or all; nil for the file as a whole.
  var page: PageChoice? { get }

  /// What `--check` checks.
  ///
  /// - Throws: `ValidationError` for options that have no effect then.
  func checkTarget() throws(ValidationError) -> UprightState.Target

  /// The folder of indexes for regions of JPEGs; nil for none.
  var cache: String? { get }
}

extension RenditionArguments {
  /// The pixels.
  func checkTarget() throws(ValidationError) -> UprightState.Target { .pixels }

  /// The whole file.
  var page: PageChoice? { nil }

  /// No region is decoded.
  var cache: String? { nil }

  /// The indexes of that folder, or those that several results of a file share; nil for none.
  ///
  /// - Parameters:
  ///   - savesNew: Whether new indexes are made.
  ///   - world: Where the error is printed.
  /// - Throws: The exit code if the folder cannot be used, after printing the error.
  func indexes(_ limits: Limits, savesNew: Bool, in world: World) throws(ExitStatus) -> IndexCache? {
    guard let cache else { return savesNew ? IndexCache(sharedBy: request.partCount, limits: limits) : nil }
    return try world.exitOnError(cache) { () throws(UprightError) in
      try IndexCache(cache, limits: limits, savesNew: savesNew)
    }
  }
}

extension Request {
  /// Checks the fields of the operation.
  ///
  /// - Throws: `ValidationError` with the sentence of the first fault.
  func check() throws(ValidationError) {
    if let fault { throw ValidationError(fault.sentence) }
  }
}
