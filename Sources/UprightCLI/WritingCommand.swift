// The commands that make pictures: their own arguments, where the result goes, how the batch runs.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
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
  @OptionGroup var running: RunOptions
  @OptionGroup var limits: LimitOptions

  @Flag(help: "Say by which route each file is made, and why not by a cheaper one.")
  var explain = false

  func validate() throws(ValidationError) {
    if companions.checks { return try refuseBesidesCheck() }
    try writing.checkPlace()
    if writing.inPlace, Arguments.replacesImages, !writing.force, !writing.dryRun {
      throw ValidationError(
        "-i would leave nothing but the new picture of each; --force allows that, -o writes elsewhere")
    }
    if writing.inPlace, arguments.frame != nil, !writing.force, !writing.dryRun {
      throw ValidationError(
        "-i would leave nothing of an animation but one frame; --force allows that, -o writes elsewhere")
    }
    if writing.verify, arguments.frame != nil {
      throw ValidationError("--verify is for whole pictures; one frame has no original to be held against")
    }
    if writing.verify, Arguments.replacesImages {
      throw ValidationError("--verify is for whole pictures; a part or a small one has no original to be held against")
    }
    try colors.check(changesPixels: arguments.changesPixels)
    try companions.labelled?.check(arguments, writing, journaling)
    try checkStandardOutput()
    if companions.copied == .all, !isIntoFolder {
      throw ValidationError("--all copies files along into the folder of the results: it needs -o FOLDER/")
    }
    if companions.copied == .all, stripping.stripsAnything {
      throw ValidationError(
        "--all copies files whose metadata nobody reads here, and --strip is to leave metadata out: leave one of them out"
      )
    }
    guard journaling.journal != nil else { return }
    if companions.copied == .all, writing.existing.overwrites {
      throw ValidationError(
        "`upright undo` brings back only images, movies and label files, and --all replaces others too: "
          + "leave --journal out, or say --skip-existing")
    }
    if writing.durability != .full { throw ValidationError("with --journal every change waits for the disk") }
  }

  /// Whether results are other files.
  private var isIntoFolder: Bool { writing.output != nil && !writing.toStandardOutput }

  /// Refuses what would be ignored with `--check`.
  private func refuseBesidesCheck() throws(ValidationError) {
    let given = [
      ("--in-place", writing.inPlace), ("--output", writing.output != nil), ("--dry-run", writing.dryRun),
      ("--force", writing.force), ("--skip-existing", writing.skipExisting), ("--update", writing.update),
      ("--break-hard-links", writing.breakHardLinks), ("--preserve-mtime", writing.preserveMtime),
      ("--verify", writing.verify), ("--durability", writing.durability != .full),
      ("--journal", journaling.journal != nil), ("--labels", companions.labelled != nil),
      ("--all", companions.copied == .all), ("--format", formatting.format != nil), ("--to-srgb", colors.toSRGB),
      ("--linear", colors.linear), ("--frame", arguments.frame != nil), ("--tone-map", colors.toneMap != nil),
      ("--strip", stripping.strip != nil), ("--explain", explain),
      ("--summary", writing.summary), ("--max-pixels", limits.maxPixels != Limits().pixels),
      ("--max-memory", limits.maxMemory != nil), ("--max-seconds", limits.maxSeconds != nil),
      ("--sandbox", limits.sandbox != .auto),
    ]
    if let (option, _) = given.first(where: \.1) {
      throw ValidationError("--check writes nothing, so that \(option) means nothing: leave one of them out")
    }
    _ = try arguments.checkTarget()
  }

  /// Refuses what does not go together with a picture on standard output.
  private func checkStandardOutput() throws(ValidationError) {
    guard writing.toStandardOutput else { return }
    if journaling.journal != nil {
      throw ValidationError("--journal takes changes of files back, and -o - writes to standard output, not a file")
    }
    if running.json {
      throw ValidationError("with -o - standard output has the picture, and no room for the lines of --json")
    }
    if !writing.dryRun { try StandardOutputName.checkIsNoTerminal() }
  }

  func run() throws {
    if companions.checks {
      let files = try inputs.expanded(arguments.sources(asked: nil))
      return try CheckBatch(target: arguments.checkTarget(), rules: arguments.rules).run(files, running).end()
    }
    // Whoever leaves metadata out wants nothing copied that still has them: what cannot be rewritten is refused by name.
    let rewritesAll = stripping.stripsAnything && !Arguments.replacesImages
    let inputs = try inputs.expanded(
      rewritesAll ? Set(ContainerFormat.allCases) : arguments.sources(asked: formatting.format),
      copying: isIntoFolder ? companions.copied : .none, to: writing.output)
    let pipeline = limits.pipeline
    let chosen = ChosenFormat(pipeline: pipeline, rules: arguments.rules, rendition: rendition(formatting.format))
    let plan = try DestinationPlan(inputs, options: writing, format: formatting.format, chosen: chosen.format)
    var labels = try companions.labelled.map {
      try LabelStep($0, of: plan.files, rules: arguments.rules, writing: writing, resumes: journaling.resume)
    }
    let folders = writing.inPlace ? inputs.folders : plan.makesFolders ? [writing.output].compactMap(\.self) : []
    let (journal, left) = try journaling.begin(
      plan.files, to: plan.destinations, named: self.inputs.named.paths, in: folders,
      and: labels?.reorientPlan.paths ?? [],
      rehearses: writing.dryRun)
    if let journal { try labels?.begin(in: journal) }
    Console.note(plan.notes + left.notes)
    let task = ImageTask(
      pipeline: pipeline, rendition: rendition(plan.format), rules: arguments.rules,
      isDryRun: writing.dryRun, existing: writing.existing, breaksHardLinks: writing.breakHardLinks,
      makesFolders: plan.makesFolders, memory: MemoryBudget(limits.bytes), durability: writing.durability,
      keepsTime: writing.preserveMtime, keepsTimeOfCopies: Arguments.keepsTimeOfCopies, verifies: writing.verify,
      journal: journal,
      countsLeft: arguments.edgeMode == .auto && writing.inPlace)
    var turned: Set<String> = []
    var code = ImageBatch(
      task: task, jobs: running.parallel.jobs, json: running.json, outputFilter: running.quiet ? .changes : .everything,
      explains: explain,
      onlyRetags: !arguments.changesPixels && !stripping.stripsAnything, summarizes: writing.summary ? true : nil,
      total: plan.files.count, logsToStandardError: writing.toStandardOutput
    )
    .run(left.files, to: left.destinations) { if $1.reorientsPixels { turned.insert($0.path) } }
    if let labels {
      code =
        journal.map { labels.finish(in: $0, after: code, running) }
        ?? labels.previewChanges(turned: turned, after: code, running)
    }
    try journaling.end(journal, after: code).end()
  }
  /// What is wanted of each picture, in a format or the source's.
  private func rendition(_ format: ContainerFormat?) -> @Sendable (Probe) -> Rendition {
    let (wanted, colors, stripping) = (arguments, colors, stripping)
    let original: EdgeMode.Original = !writing.inPlace ? .stays : journaling.journal == nil ? .isReplaced : .isKept
    return { stripping.applied(to: colors.applied(to: wanted.rendition(of: $0, named: format, original: original))) }
  }
}
