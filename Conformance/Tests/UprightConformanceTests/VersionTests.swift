// The versions of programs under test: the same in two runs, whatever their commands do.

import Testing
import UprightProgram

@testable import UprightConformance

@Suite struct VersionTests {
  private static func version(_ command: String, in folder: ScratchFolder) throws -> String {
    let text = #"{"name": "a", "version": \#(command), "operations": {"load": ["false", "{in}"]}}"#
    try folder.write(Array(text.utf8), as: "a.json")
    var run = ConformanceRun(in: .process)
    run.cases = run.cases.filter { $0.id == "jpeg/whole/6/load" }
    let results = try run.results(of: [try SubjectFile.subject(at: folder.path("a.json"))])
    return try #require(results.subjects.first).version
  }

  @Test func aVersionCommandMayBeBesideItsAdapter() throws {
    let folder = try ScratchFolder()
    try folder.write(Array("echo \"tool 1.2\"\n".utf8), as: "version.sh")
    #expect(try Self.version(#"["sh", "{here}/version.sh"]"#, in: folder) == "tool 1.2")
  }

  @Test(arguments: [
    #"["sh", "-c", "echo tool 1.2; exit 3"]"#, #"["no-such-program-at-all"]"#, #"["/no/such/program"]"#,
    #"["sh", "-c", "echo $$; kill -SEGV $$"]"#, #"["sh", "{here}/none.sh"]"#,
  ])
  func aCommandThatFailsGivesNoVersion(_ command: String) throws {
    #expect(try Self.version(command, in: try ScratchFolder()) == "")
  }

  @Test func theFolderOfTheRunIsNotInTheVersion() throws {
    #expect(try Self.version(#"["sh", "-c", "echo tool in $PWD/bin"]"#, in: try ScratchFolder()) == "tool in bin")
  }
}
