// Where a page is written: its name, and what exists there; the same for both commands that write one.

import ArgumentParser
import Testing
import Upright
import UprightFiles
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct PageOptionsTests {
  @Test(arguments: ["a.html", "a.HTM", "b/a.htm"])
  func pagesAreNamedSo(name: String) throws {
    let options = try PageOptions.parse(["--html", name, "--force"])
    #expect(options.html == name && options.force)
  }

  @Test(arguments: [
    (["--html", "a.jpg"], "--html writes a page: its name must end in .html"),
    (["--html", ""], "--html writes a page: its name must end in .html"),
    (["--html", "html"], "--html writes a page: its name must end in .html"),
    (["--force"], "--force needs --html"),
  ])
  func otherNamesAreRefusedInTheSameWords(words: [String], message: String) throws {
    let error = #expect(throws: (any Error).self) { try PageOptions.parse(words) }
    #expect(PageOptions.message(for: try #require(error)) == message)
    for command in [["audit", "1.jpg"], ["labels", "audit", "--images", ".", "labels"]] {
      let answer = try UprightTool.run(command + words, in: try Album("1.jpg").folder)
      #expect(answer.status == 64 && answer.complaints.contains("Error: \(message)"), "\(command)")
    }
  }

  @Test func aPageTakesTheFreePlaceAndAnotherOnlyByForce() throws {
    let folder = try Album().folder
    let path = folder.path("r.html")
    let options = try PageOptions.parse(["--html", path])
    try options.check(path)
    try options.write("one", to: path, noMoreOpenThan: [])
    #expect(try folder.read("r.html") == Array("one".utf8))
    #expect(throws: UprightError.exists(path)) { try options.check(path) }
    #expect(throws: UprightError.self) { try options.write("two", to: path, noMoreOpenThan: []) }
    #expect(try folder.read("r.html") == Array("one".utf8))
    let forced = try PageOptions.parse(["--html", path, "--force"])
    try forced.check(path)
    try forced.write("two", to: path, noMoreOpenThan: [])
    #expect(try folder.read("r.html") == Array("two".utf8))
  }
}
