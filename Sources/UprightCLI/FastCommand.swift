// The most common command lines, recognized without the parser: building it takes longer than processing one file.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// A command line with only a verb, paths and the simplest options; any other is left to the parser.
struct FastCommand: Hashable {
  /// What is done to each file.
  enum Action: Hashable {
    /// `info`
    case info
    /// `rotate TURN -i`
    case rotate(RotateRequest.Operation, Durability)
    /// `fix --to tag -i`
    case finish(Durability)
    /// `thumb SIZE -o NAME`
    case thumb(SizeParameter, QualityArgument?, Target)
    /// `crop REGION -o NAME`
    case crop(RegionParameter, SizeParameter?, QualityArgument?, Target)
  }

  /// The destination of a new image.
  struct Target: Hashable {
    let output: String
    let overwrites: Bool
  }

  let action: Action
  let paths: [String]
  let recursive, json: Bool
}

extension FastCommand {
  /// The command line in `words`; nil if it is any other.
  init?(_ words: [String]) {
    guard let verb = words.first, var words = ArgumentWords(words.dropFirst()) else { return nil }
    recursive = words.takes("-r", "--recursive")
    json = words.takes("--json")
    guard let operation = Self.action(verb, &words), words.options.isEmpty, words.values.isEmpty, !words.others.isEmpty
    else { return nil }
    self.action = operation
    paths = words.others
  }

  private static func action(_ verb: String, _ words: inout ArgumentWords) -> Action? {
    switch verb {
    case "info": return .info
    case "rotate":
      guard words.takes("-i", "--in-place"), let turn = words.next().flatMap(RotateRequest.Operation.init(word:)),
        let durability = words.argument("--durability", Durability.self)
      else { return nil }
      return .rotate(turn, durability ?? .full)
    case "fix":
      guard words.takes("-i", "--in-place"), words.value("--to") == "tag",
        let durability = words.argument("--durability", Durability.self)
      else { return nil }
      return .finish(durability ?? .full)
    case "thumb":
      guard let size = words.next().flatMap(SizeParameter.init(argument:)), size.isReduction,
        let target = target(&words),
        let quality = words.argument("--quality", QualityArgument.self)
      else { return nil }
      return .thumb(size, quality, target)
    case "crop":
      guard let region = words.next().flatMap({ RegionParameter($0) }), !region.isSized, let target = target(&words),
        let size = words.argument("--size", SizeParameter.self), !target.output.contains("{n}"),
        let quality = words.argument("--quality", QualityArgument.self)
      else { return nil }
      return .crop(region, size, quality, target)
    default: return nil
    }
  }

  private static func target(_ words: inout ArgumentWords) -> Target? {
    let (short, long) = (words.value("-o"), words.value("--output"))
    guard let output = short ?? long, short == nil || long == nil else { return nil }
    return Target(output: output, overwrites: words.takes("--force"))
  }

  /// Runs the command.
  ///
  /// - Returns: As `BatchRunner.run`; nil if the parser must report why it is impossible.
  func run() -> ExitStatus? {
    switch action {
    case .info:
      return InfoCommand.run(
        inputs(Set(ContainerFormat.allCases)), rules: OrientationRules(), jobs: nil, json: json)
    case .rotate(let turn, let durability): return retag(durability) { _ in turn.retagged() }
    case .finish(let durability): return retag(durability, makesUpright: true) { _ in FixRequest.retagged() }
    case .thumb(let size, let quality, let target):
      let quality = quality?.level ?? ThumbRequest.defaultQuality
      return write(to: target, ThumbRequest(within: size, quality: quality).rendition)
    case .crop(let region, let size, let quality, let target):
      let request = CropRequest(region, size: size, quality: quality?.level)
      return write(to: target, request.rendition)
    }
  }

  private func inputs(_ formats: Set<ContainerFormat>, to output: String? = nil) -> InputFiles {
    InputFiles(paths, recursive: recursive, formats: formats, to: output)
  }

  private func retag(
    _ durability: Durability, makesUpright: Bool = false, _ rendition: @escaping @Sendable (Probe) -> Rendition
  ) -> ExitStatus {
    let inputs = inputs(Set(ContainerFormat.allCases))
    do throws(ExitStatus) { try inputs.printFolders(json: json) } catch { return error }
    let plan = DestinationPlan(inPlace: DistinctFiles(inputs.files), notes: inputs.notes)
    Console.note(plan.notes)
    var task = ImageTask(pipeline: Pipeline(codecs: ImageCodecs.all(), limits: Limits())) { probe, _ in
      rendition(probe)
    }
    (task.delivery.durability, task.goal.makesUpright) = (durability, makesUpright)
    var batch = ImageBatch(task: task, json: json, onlyRetags: true)
    batch.sidecars = SidecarsBeside(offersFamilies: true)
    return inputs.ending(batch.run(plan.files, to: plan.destinations))
  }

  private func write(to target: Target, _ rendition: @Sendable (ContainerFormat?) -> Rendition) -> ExitStatus? {
    ImageCodecs.prepare(for: paths)
    let pipeline = Pipeline(codecs: ImageCodecs.all())
    var unnamed = rendition(nil)
    unnamed.mayChangeFormat = true
    let chosen = ChosenFormat(pipeline: pipeline, rules: OrientationRules()) { [unnamed] _, _ in unnamed }
    let inputs = inputs(ContainerFormat.decoded, to: target.output)
    guard
      let plan = try? DestinationPlan(
        inputs, output: target.output, format: nil, chosen: chosen.format),
      plan.format?.isMovie != true
    else { return nil }
    do throws(ExitStatus) { try inputs.printFolders(json: json) } catch { return error }
    Console.note(plan.notes)
    var wanted = rendition(plan.format)
    wanted.mayChangeFormat = true
    var task = ImageTask(pipeline: pipeline, memory: MemoryBudget(Limits().memoryBytes)) { [wanted] _, _ in wanted }
    task.delivery.existing = target.overwrites ? .overwrite : .refuse
    task.delivery.makesFolders = plan.makesFolders
    return inputs.ending(ImageBatch(task: task, json: json).run(plan.files, to: plan.destinations))
  }
}

extension ArgumentWords {
  /// Removes an option's value: an inner nil if it is missing, nil if it is invalid.
  fileprivate mutating func argument<Value: ExpressibleByArgument>(_ name: String, _ type: Value.Type) -> Value?? {
    guard let text = value(name) else { return .some(nil) }
    return Value(argument: text).map { .some($0) }
  }
}
