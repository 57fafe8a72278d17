// The program `upright-conformance`, as tests run it.

import Testing
import UprightTestTools

enum ConformanceTool {
  /// The answer of `upright-conformance run` with these words.
  static func run(_ words: [String], in folder: ScratchFolder) throws -> OutsideTool.Answer {
    let path = try #require(UprightTool.product("upright-conformance"))
    return try OutsideTool.run(path, ["run"] + words, in: folder)
  }
}
