// `upright plan`: what a command would do and why, without doing it.

import ArgumentParser
import Upright
import UprightBatch

/// The command `plan`, followed by the command to plan.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show how a command would be carried out, and why not more cheaply.",
    discussion: """
      Prints the route, why cheaper routes were declined, the peak memory, and the fate of each part, like SQL's \
      EXPLAIN. Reads headers only, and writes nothing. Unlisted data after the end of a JPEG, other than a video, is \
      therefore not reported here; the command itself reports it, because only decoding shows where the image ends.

      Examples:
        upright plan fix photo.jpg
        upright plan crop 10,10,200,200 photo.jpg
      """,
    subcommands: [
      PlanningCommand<FixArguments>.self, PlanningCommand<RotateArguments>.self,
      PlanningCommand<OrientArguments>.self, PlanningCommand<CropArguments>.self, PlanningCommand<ThumbArguments>.self,
    ])
}

/// The plan of one command.
struct PlanningCommand<Arguments: RenditionArguments>: ProgramCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Arguments.verb, abstract: "Show how `\(Arguments.verb)` would be carried out.",
      discussion: "Example:\n  \(Arguments.planExample)")
  }

  @OptionGroup var arguments: Arguments
  @OptionGroup var inputs: InputPaths
  @OptionGroup var formatting: FormatArguments
  @OptionGroup var colors: ColorOptions
  @OptionGroup var stripping: StripOption
  @OptionGroup var running: RunOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws(ValidationError) {
    if let fault = arguments.request.colorFault(settings) { throw ValidationError(fault.sentence) }
  }

  private var settings: ResultSettings {
    var settings = ResultSettings(formatting, colors, stripping)
    settings.page = arguments.page
    return settings
  }

  func run(in world: World) throws {
    let given = try inputs.expanded(arguments.request.sources(asked: formatting.format), in: world)
    let inputs =
      arguments.page == .all
      ? given.splitPages(rules: arguments.request.rules) : given.split(into: arguments.request.partCount)
    world.note(inputs.notes)
    try inputs.printFolders(in: world, json: running.json)
    let (request, settings) = (arguments.request, settings)
    var task = ImageTask(
      pipeline: limits.pipeline(in: world), rules: request.rules,
      indexes: try arguments.indexes(limits.limits, savesNew: false, in: world)
    ) {
      settings.rendition(of: $0, for: request, part: $1.part, named: settings.format, original: .stays)
    }
    task.goal.listsParts = true
    var batch = ImageBatch(
      world, task: task.rehearsed, jobs: running.parallel.jobs, json: running.json,
      outputFilter: running.quiet ? .changes : .everything, explains: true)
    (batch.summarizes, batch.endsWithShortfalls) = (false, false)
    let code = batch.run(inputs.files, to: inputs.files.map { _ in .nowhere })
    try inputs.ending(code, in: world, leavingVideos: request.makesUpright, planning: true).end()
  }
}
