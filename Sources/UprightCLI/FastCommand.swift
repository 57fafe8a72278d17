// The most common command lines, recognized without the parser: building it takes longer than processing one file.

import Upright
import UprightBatch
import UprightFiles

/// A command line with only a verb, paths and the simplest options; any other is left to the parser.
struct FastCommand: Hashable {
  /// What is asked of each image; nil for `info`.
  let request: Request?
  let paths: [String]
  let recursive, json: Bool

  /// The command line in `words`; nil if it is any other, or if the parser must report why it is impossible.
  init?(_ words: [String]) {
    guard let verb = words.first, var words = ArgumentWords(words.dropFirst()) else { return nil }
    (recursive, json) = (words.takes("-r", "--recursive"), words.takes("--json"))
    let asked = verb == "info" ? nil : Self.request(verb, &words)
    guard verb == "info" || asked != nil, words.options.isEmpty, words.values.isEmpty, !words.others.isEmpty
    else { return nil }
    (request, paths) = (asked, words.others)
  }

  private static func request(_ verb: String, _ words: inout ArgumentWords) -> Request? {
    let operation: Request.Operation? =
      switch verb {
      case "fix": words.value("--to") == "tag" ? .fix : nil
      case "rotate": words.next().flatMap(RotationParameter.init(word:)).map { .rotate($0) }
      case "crop": words.next().flatMap(RegionParameter.init(reported:)).map { .crop($0) }
      case "thumb": words.next().flatMap { SizeParameter($0) }.map { .thumb($0) }
      default: nil
      }
    guard var request = operation.map({ Request($0) }) else { return nil }
    if verb == "fix" { request.target = .tag }
    let places: [DeliveryRequest.Place?] = [
      words.takes("-i", "--in-place") ? .inPlace : nil, words.value("-o").map { .path($0) },
      words.value("--output").map { .path($0) },
    ]
    request.delivery.place = places.compactMap(\.self).first
    request.delivery.existing = words.takes("--force") ? .overwrite : .refuse
    let isRead =
      words.read("--quality", into: &request.quality) { Int($0) }
      && words.read("--durability", into: &request.delivery.durability, Durability.init(rawValue:))
      && (verb != "crop" || words.read("--size", into: &request.size) { SizeParameter($0) })
    return isRead && places.compactMap(\.self).count == 1 ? try? request.validated() : nil
  }

  /// Runs the command.
  ///
  /// - Returns: As `BatchRunner.run`; nil if the parser must report why it is impossible.
  func run(in world: World) -> ExitStatus? {
    guard let request else {
      let inputs = InputFiles(paths, recursive: recursive, formats: Set(ContainerFormat.allCases))
      return InfoCommand.run(inputs, in: world, rules: OrientationRules(), jobs: nil, json: json)
    }
    let pipeline = Pipeline(codecs: ImageCodecs.all(in: world), colors: ImageCodecs.colors(in: world))
    return RequestRun(request, pipeline: pipeline).run(paths, recursive: recursive, json: json, in: world)
  }
}
