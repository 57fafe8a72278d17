// The most common command lines, recognized without the parser: building it takes longer than processing one file.

import ArgumentParser
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
    let places: [DeliveryRequest.ResultPlace?] = [
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

// The options that a command line gives, read from the properties that the parser fills: no list of options is kept.

/// A property that the parser fills from options.
private protocol ParsedProperty {
  /// The value of an option, or a group of options.
  var parsedValue: Any { get }
}

extension Flag: ParsedProperty {
  fileprivate var parsedValue: Any { wrappedValue }
}

extension Option: ParsedProperty {
  fileprivate var parsedValue: Any { wrappedValue }
}

extension OptionGroup: ParsedProperty {
  fileprivate var parsedValue: Any { wrappedValue }
}

/// Options that are not named after their properties.
private let namesOfProperties = ["list": "files0-from", "isOn": "families", "strips": "strip"]

extension ParsableArguments {
  /// The names, without hyphens, of the options whose values differ from the default, in the order of their
  /// declaration.
  var givenOptions: [String] {
    let defaults = (try? Self.parse([]))?.properties.map { String(reflecting: $0.value) }
    return properties.enumerated().flatMap { index, property in
      if let group = property.value as? any ParsableArguments { return group.givenOptions }
      let value = String(reflecting: property.value)
      // Without words, arguments that need some have no defaults.
      let isDefault = defaults.map { $0[index] == value } ?? ["false", "nil", "[]"].contains(value)
      return isDefault ? [] : [Self.optionName(ofProperty: property.name)]
    }
  }

  /// The properties that options fill; the compiler stores a wrapped property with `_` before its name.
  private var properties: [(name: String, value: Any)] {
    Mirror(reflecting: self).children.compactMap { name, value in
      guard let name, let property = value as? any ParsedProperty else { return nil }
      return (String(name.drop { $0 == "_" }), property.parsedValue)
    }
  }

  /// The name that the parser makes of a property's: `toSRGB` becomes `to-srgb`.
  private static func optionName(ofProperty name: String) -> String {
    if let other = namesOfProperties[name] { return other }
    var words = ""
    var isAfterSmall = false
    for letter in name {
      if letter.isUppercase, isAfterSmall { words += "-" }
      isAfterSmall = !letter.isUppercase
      words += letter.lowercased()
    }
    return words
  }
}
