// The program `upright-conformance`, as tests run it.

import Foundation
import Testing

enum ConformanceTool {
  /// Its path; nil if it was not built with the tests.
  static let path: String? = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    for _ in 0..<4 {
      let candidate = folder.appendingPathComponent("upright-conformance").path
      let kind = (try? FileManager.default.attributesOfItem(atPath: candidate))?[.type] as? FileAttributeType
      if kind == .typeRegular { return candidate }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  /// The answer of the program with these words.
  static func answer(
    _ words: [String], in folder: ScratchFolder? = nil, environment: [String: String] = [:]
  ) throws -> OutsideTool.Answer {
    try OutsideTool.run(try #require(path), words, in: folder, environment: environment)
  }

  /// The answer of `upright-conformance run` with these words.
  static func run(_ words: [String], in folder: ScratchFolder) throws -> OutsideTool.Answer {
    try answer(["run"] + words, in: folder)
  }
}
