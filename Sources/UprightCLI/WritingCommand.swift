// The commands that make images: their arguments, the destination, the batch options.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
import UprightSandbox

/// A command that makes a rendition of each file.
struct WritingCommand<Arguments: RenditionArguments>: ParsableCommand {
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
    try writing.checkPlace(replacesImages: Arguments.Request.replacesImages)
    if writing.inPlace, Arguments.Request.replacesImages, !writing.force {
      throw ValidationError(
        "This replaces your originals with the new images. Use -o, or --force if you mean it.")
    }
    if writing.inPlace, arguments.request.frame != nil, !writing.force {
      throw ValidationError(
        "This replaces your animations with one frame. Use -o, or --force if you mean it.")
    }
    if writing.inPlace, arguments.page != nil, !writing.force {
      throw ValidationError("This replaces your files with one of their pages. Use -o, or --force if you mean it.")
    }
    if writing.inPlace, arguments.page == .all {
      throw ValidationError("several pages cannot replace one file; use -o FOLDER/")
    }
    if arguments.page == .all, arguments.request.partCount > 1 {
      throw ValidationError("--page all and several regions cannot be combined: results have one number")
    }
    if writing.verify, arguments.page != nil {
      throw ValidationError("--verify compares whole files; it cannot check a single page")
    }
    if writing.verify, arguments.request.frame != nil {
      throw ValidationError("--verify compares whole images; it cannot check a single frame")
    }
    if writing.verify, Arguments.Request.replacesImages {
      throw ValidationError("--verify compares whole images; it cannot check a crop or a thumbnail")
    }
    try colors.check(changesPixels: arguments.request.changesPixels)
    if writing.verify, colors.background != nil {
      throw ValidationError("--verify compares with the transparent image; it cannot check one with --background")
    }
    if losses.allowLoss != nil, writing.output != nil, !losses.strictParts {
      throw ValidationError("--allow-loss needs -i or --strict-parts; with -o alone, losses are only named")
    }
    if arguments.cache != nil, limits.sandbox == .always {
      throw ValidationError("--cache works only without --sandbox always: upright-worker has no access to indexes")
    }
    try companions.labelled?.check(arguments.request, writing, journaling)
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

  /// Rejects options that would be ignored with `--check`. `CheckOptionsTests` compares them with all that the parser
  /// accepts.
  private func refuseBesidesCheck() throws(ValidationError) {
    let given = [
      ("--in-place", writing.inPlace), ("--output", writing.output != nil), ("--dry-run", writing.dryRun),
      ("--force", writing.force), ("--skip-existing", writing.skipExisting), ("--update", writing.update),
      ("--break-hard-links", writing.breakHardLinks), ("--preserve-mtime", writing.preserveMtime),
      ("--verify", writing.verify), ("--durability", writing.durability != .full),
      ("--journal", journaling.journal != nil), ("--labels", companions.labelled != nil),
      ("--families", companions.families != nil), ("--all", companions.copied == .all),
      ("--format", formatting.format != nil), ("--to-srgb", colors.toSRGB),
      ("--linear", colors.linear), ("--frame", arguments.request.frame != nil), ("--page", arguments.page != nil),
      ("--tone-map", colors.toneMap != nil),
      ("--background", colors.background != nil),
      ("--strip", stripping.strip != nil), ("--explain", explain), ("--allow-loss", losses.allowLoss != nil),
      ("--strict-parts", losses.strictParts),
      ("--summary", writing.summary), ("--max-pixels", limits.maxPixels != Limits().pixels),
      ("--max-memory", limits.maxMemory != nil), ("--max-seconds", limits.maxSeconds != nil),
      ("--sandbox", limits.sandbox != .auto),
    ]
    if let (option, _) = given.first(where: \.1) {
      throw ValidationError("--check and \(option) cannot be combined")
    }
    _ = try arguments.checkTarget()
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
    if !writing.dryRun { try StandardOutputName.checkIsNoTerminal() }
  }

  func run() throws {
    if companions.checks {
      let files = try inputs.expanded()
      return try CheckBatch(target: arguments.checkTarget(), rules: arguments.request.rules).run(files, running).end()
    }
    if !writing.dryRun, !writing.toStandardOutput { try Console.checkOutput() }
    var inputs = try inputs.expanded(
      formats, copying: copied, to: writing.output, families: companions.families != nil,
      requiringResults: settings.stripsAnything)
    if companions.families != nil { inputs.addFamilies() }
    try inputs.printFolders(json: running.json)
    try inputs.ending(run(on: inputs), leavingVideos: Arguments.Request.makesUpright).end()
  }

  private var names: ResultNames {
    get throws(DestinationConflict) {
      try ResultNames(
        writing.output, template: writing.outputTemplate,
        parts: arguments.page == .all
          ? 2 : Arguments.Request.numbersResults ? arguments.request.partCount : nil, inPlace: writing.inPlace,
        of: arguments.page == .all ? "page" : "region")
    }
  }

  private var format: ContainerFormat? {
    get throws(DestinationConflict) { try names.template?.format(asked: formatting.format) ?? formatting.format }
  }

  /// The formats of the files that are processed. When metadata is removed, no file is copied that still has it; a file
  /// that cannot be rewritten is an error.
  var formats: Set<ContainerFormat> {
    get throws(DestinationConflict) {
      settings.stripsAnything && !Arguments.Request.replacesImages
        ? Set(ContainerFormat.allCases) : arguments.request.sources(asked: try format)
    }
  }

  /// The other files of folders that are copied.
  var copied: CopiedFiles { isIntoFolder ? companions.copied : .none }

  /// Processes `inputs`.
  ///
  /// - Parameters:
  ///   - isWatched: Whether they are some of the files of watched folders, whose journal is `known`, if any.
  ///   - done: Gets each file that was processed, or why it was not.
  func run(
    on inputs: InputFiles, isWatched: Bool = false, in known: Journal? = nil,
    done: (InputFile, UprightError?) -> Void = { _, _ in }
  ) throws -> ExitStatus {
    let (names, format) = (try names, try format)
    let inputs =
      arguments.page == .all
      ? inputs.splitPages(rules: arguments.request.rules) : inputs.split(into: arguments.request.partCount)
    let pipeline = limits.pipeline
    let indexes = try arguments.indexes(pipeline.limits, savesNew: !writing.dryRun)
    let chosen = ChosenFormat(pipeline: pipeline, rules: arguments.request.rules, rendition: rendition(format))
    let plan = try DestinationPlan(inputs, options: writing, names: names, format: format, chosen: chosen)
    var labels = try companions.labelled.map {
      try LabelStep($0, of: plan.files, rules: arguments.request.rules, writing: writing, resumes: journaling.resume)
    }
    let folders = writing.inPlace ? inputs.folders : plan.makesFolders ? [names.output].compactMap(\.self) : []
    let (journal, left) =
      try isWatched
      ? (known, Resumption(plan.files, to: plan.destinations))
      : journaling.begin(
        plan.files, to: plan.destinations, as: identity, in: folders, and: labels?.reorientPlan.paths ?? [],
        rehearses: writing.dryRun)
    if let journal { try labels?.begin(in: journal) }
    Console.note(plan.notes + left.notes)
    var task = ImageTask(
      pipeline: pipeline, rules: arguments.request.rules, goal: goal,
      delivery: delivery(makesFolders: plan.makesFolders, isWatched: isWatched, in: journal),
      memory: MemoryBudget(limits.bytes), indexes: indexes, rendition: rendition(plan.format))
    task.labels = labels == nil ? LabelsBeside() : nil
    var turned: Set<String> = []
    var batch = ImageBatch(
      task: task, jobs: running.parallel.jobs, json: running.json, outputFilter: running.quiet ? .changes : .everything,
      explains: explain,
      onlyRetags: !arguments.request.changesPixels && !settings.stripsAnything,
      summarizes: writing.summary ? true : isWatched ? false : nil,
      total: plan.files.count, logsToStandardError: writing.toStandardOutput
    )
    batch.sidecars = labels == nil ? SidecarsBeside(offersFamilies: !Arguments.Request.replacesImages) : nil
    batch.labels = labels == nil && writing.inPlace && !writing.dryRun ? LabelsLeft(plan.files) : nil
    var code: ExitStatus
    if let families = companions.families {
      let unit = FamilyTask(
        task, isPartial: families.partialFamilies,
        normalizes: Arguments.Request.makesUpright && !arguments.request.changesPixels)
      code = batch.run(FamilyFiles(plan.files, left: left.files), by: unit)
    } else {
      code = batch.run(left.files, to: left.destinations) {
        switch $1 {
        case .success(let report):
          done($0, nil)
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
    return isWatched ? code : journaling.end(journal, after: code)
  }

  /// What the command promises about each image.
  private var goal: ImageGoal {
    var goal = ImageGoal()
    goal.makesUpright = Arguments.Request.makesUpright
    goal.leavesTags = arguments.request.edgeMode == .keepTag
    goal.countsEncodable = arguments.request.edgeMode == .auto && writing.inPlace
    (goal.verifies, goal.listsParts) = (writing.verify, explain)
    return goal
  }

  /// How results reach their places.
  private func delivery(makesFolders: Bool, isWatched: Bool, in journal: Journal?) -> Delivery {
    var delivery = Delivery()
    (delivery.isDryRun, delivery.makesFolders, delivery.journal) = (writing.dryRun, makesFolders, journal)
    delivery.existing = isWatched && isIntoFolder && writing.existing == .refuse ? .renew : writing.existing
    (delivery.breaksHardLinks, delivery.durability) = (writing.breakHardLinks, writing.durability)
    delivery.times = writing.preserveMtime ? .all : Arguments.Request.keepsTimeOfCopies ? .ofCopies : .none
    return delivery
  }

  /// The rendition of each image, in a given format or the source's.
  private func rendition(_ format: ContainerFormat?) -> @Sendable (Probe, InputFile) -> Rendition {
    let (request, settings) = (arguments.request, settings)
    let original: EdgeMode.Original = !writing.inPlace ? .stays : journaling.journal == nil ? .isReplaced : .isKept
    return { probe, file in
      settings.rendition(of: probe, for: request, part: file.part, named: format, original: original)
    }
  }
}
