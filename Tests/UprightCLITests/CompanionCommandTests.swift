// `upright serve` and `upright conformance`: become programs of packages of their own, with the same arguments.

import Foundation
import Testing
import UprightTestTools

@Suite struct CompanionCommandTests {
  /// A folder with a copy of `upright`, beside a program of this name that prints its arguments and ends with 69.
  private static func folder(with name: String) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try FileManager.default.copyItem(atPath: try #require(UprightTool.path), toPath: folder.path("upright"))
    try folder.write(Array("#!/bin/sh\nfor word; do echo \"<$word>\"; done\nexit 69\n".utf8), as: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    return folder
  }

  private static let companions = [("serve", "upright-server"), ("conformance", "upright-conformance")]

  @Test(
    arguments: companions,
    [
      ["run", "--subject", "a b.json", "--only", "/load", "--jobs", "1", "--markdown", "-"], [], ["--nonsense"],
      ["run", "--help"], ["-h"], ["--", "list"], ["a folder", "--port", "0"],
    ])
  func argumentsReachTheProgramAsTheyAre(_ companion: (verb: String, program: String), _ words: [String]) throws {
    let folder = try Self.folder(with: companion.program)
    let answer = try OutsideTool.run(folder.path("upright"), [companion.verb] + words, in: folder)
    #expect(answer.status == 69)
    #expect(answer.text == words.map { "<\($0)>" }.joined(separator: "\n"), "\(answer.complaints)")
  }

  @Test(arguments: companions)
  func aMissingProgramIsNamed(_ companion: (verb: String, program: String)) throws {
    let folder = try Self.folder(with: "another")
    let answer = try OutsideTool.run(folder.path("upright"), [companion.verb, "list"], in: folder)
    #expect(answer.status != 0 && answer.text.isEmpty)
    #expect(answer.complaints.contains(companion.program), "\(answer.complaints)")
  }
}
