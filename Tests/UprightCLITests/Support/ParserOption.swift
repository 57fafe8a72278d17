// The options of a command as its parser describes them.

import ArgumentParser
import Foundation
import Testing

@testable import UprightCLI

/// An option of a command.
struct ParserOption {
  /// Its long name, without hyphens.
  let name: String
  /// Whether a value follows.
  let takesValue: Bool
  /// The values it accepts; empty if there is no list.
  let values: [String]

  /// All options of a command.
  static func all(of command: String) throws -> [ParserOption] {
    let text =
      switch command {
      case "fix": WritingCommand<FixArguments>._dumpHelp()
      case "rotate": WritingCommand<RotateArguments>._dumpHelp()
      case "orient": WritingCommand<OrientArguments>._dumpHelp()
      case "crop": WritingCommand<CropArguments>._dumpHelp()
      case "thumb": WritingCommand<ThumbArguments>._dumpHelp()
      default: WritingCommand<CameraStampArguments>._dumpHelp()
      }
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let parsed = try #require(root["command"] as? [String: Any])
    return try #require(parsed["arguments"] as? [[String: Any]]).compactMap { argument in
      guard argument["kind"] as? String != "positional", let names = argument["names"] as? [[String: Any]],
        let long = names.first(where: { $0["kind"] as? String == "long" })?["name"] as? String
      else { return nil }
      return ParserOption(
        name: long, takesValue: argument["kind"] as? String == "option",
        values: argument["allValues"] as? [String] ?? [])
    }
  }
}
