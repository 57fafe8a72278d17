// `upright conformance`: the program of the suite with the same arguments.

import Testing
import UprightTestTools

@Suite struct ConformanceCommandTests {
  @Test func optionsReachTheProgramWhichNamesAMissingFile() throws {
    let answer = try UprightTool.run([
      "conformance", "run", "--subject", "/nowhere.json", "--only", "/load", "--jobs", "1", "--markdown", "-",
    ])
    #expect(answer.status == 74)
    #expect(answer.complaints.contains("/nowhere.json"))
  }

  @Test(arguments: [
    [], ["--python", "nothing"], ["--python", "a:b", "--formats", "nonsense"], ["--iiif", "nowhere"],
    ["--iiif", "http://localhost", "--jobs", "0"], ["--nonsense"],
  ])
  func aWrongOptionIsRefused(_ words: [String]) throws {
    #expect(try UprightTool.run(["conformance", "run"] + words).status == 64)
  }
}
