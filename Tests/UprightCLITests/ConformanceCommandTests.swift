// `upright conformance`: becomes the program of the suite, which is a package of its own, with the same arguments.

import Foundation
import Testing
import UprightTestTools

@Suite struct ConformanceCommandTests {
  /// A folder with a copy of `upright`, beside a program of this name that prints its arguments and ends with 69.
  private static func folder(with name: String) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try FileManager.default.copyItem(atPath: try #require(UprightTool.path), toPath: folder.path("upright"))
    try folder.write(Array("#!/bin/sh\nfor word; do echo \"<$word>\"; done\nexit 69\n".utf8), as: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    return folder
  }

  @Test(arguments: [
    ["run", "--subject", "a b.json", "--only", "/load", "--jobs", "1", "--markdown", "-"], [], ["--nonsense"],
    ["run", "--help"], ["run", "-h"], ["--", "list"],
  ])
  func argumentsReachTheProgramAsTheyAre(_ words: [String]) throws {
    let folder = try Self.folder(with: "upright-conformance")
    let answer = try OutsideTool.run(folder.path("upright"), ["conformance"] + words, in: folder)
    #expect(answer.status == 69)
    #expect(answer.text == words.map { "<\($0)>" }.joined(separator: "\n"), "\(answer.complaints)")
  }

  @Test func aMissingProgramIsNamed() throws {
    let folder = try Self.folder(with: "another")
    let answer = try OutsideTool.run(folder.path("upright"), ["conformance", "list"], in: folder)
    #expect(answer.status != 0 && answer.text.isEmpty)
    #expect(answer.complaints.contains("upright-conformance"), "\(answer.complaints)")
  }
}
