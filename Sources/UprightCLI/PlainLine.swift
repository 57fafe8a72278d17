// The command lines that are typed most, understood without the parser: to build it takes longer than the work on one file.

import ArgumentParser
import Upright
import UprightCodecs

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A command line of nothing but a verb, paths and the plainest options; every other one is left to the parser.
struct PlainLine: Hashable {
  /// What is done to each file.
  enum Deed: Hashable {
    /// `info`
    case info
    /// `rotate TURN -i`
    case rotate(RotateArguments.Operation)
    /// `fix --to tag -i`
    case settle
  }

  let deed: Deed
  let paths: [String]
  let recursive, json: Bool

  init(deed: Deed, paths: [String], recursive: Bool, json: Bool) {
    self.deed = deed
    self.paths = paths
    self.recursive = recursive
    self.json = json
  }

  /// The line that `words` are, nil where they are another one or none.
  init?(_ words: [String]) {
    guard let verb = words.first, !words.contains("") else { return nil }
    var rest = words.dropFirst()
    var options: [String] = []
    var others: [String] = []
    while let word = rest.popFirst() {
      if word.utf8.first != UInt8(ascii: "-") {
        others.append(word)
      } else {
        options.append(word == "--to" ? "--to=\(rest.popFirst() ?? "")" : word)
      }
    }
    func takes(_ names: String...) -> Bool {
      guard let place = options.firstIndex(where: names.contains) else { return false }
      options.remove(at: place)
      return true
    }
    recursive = takes("-r", "--recursive")
    json = takes("--json")
    switch verb {
    case "info": deed = .info
    case "rotate":
      guard takes("-i", "--in-place"), let word = others.first, let turn = RotateArguments.Operation(rawValue: word)
      else { return nil }
      deed = .rotate(turn)
      others.removeFirst()
    case "fix":
      guard takes("-i", "--in-place"), takes("--to=tag") else { return nil }
      deed = .settle
    default: return nil
    }
    guard options.isEmpty, !others.isEmpty else { return nil }
    paths = others
  }

  /// Does what the command would.
  ///
  /// - Returns: as `BatchRunner.run`.
  func run() -> ExitCode {
    let inputs = InputPaths.Expansion(paths, recursive: recursive, formats: Set(ContainerFormat.allCases))
    switch deed {
    case .info: return InfoCommand.run(inputs, rules: OrientationRules(), jobs: nil, json: json)
    case .rotate(let turn): return retag(inputs) { _ in turn.retagged() }
    case .settle: return retag(inputs) { _ in FixArguments.retagged() }
    }
  }

  private func retag(
    _ inputs: InputPaths.Expansion, rendition: @escaping @Sendable (Probe) -> Rendition
  ) -> ExitCode {
    let plan = DestinationPlan(inPlace: DistinctFiles(inputs.files), notes: inputs.notes)
    Console.note(plan.notes)
    let task = PictureTask(pipeline: Pipeline(codecs: SystemCodecs.all, limits: Limits()), rendition: rendition)
    return PictureBatch(task: task, json: json, onlyRetags: true).run(plan.files, to: plan.destinations)
  }
}

extension ExitCode {
  /// Ends the process.
  func leave() -> Never { exit(rawValue) }
}
