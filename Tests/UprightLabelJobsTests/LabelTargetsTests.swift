// Where converted labels are written: each to its own path, and none if one cannot be.

import Foundation
import Testing
import Upright
import UprightFiles
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct LabelTargetsTests {
  private func files(_ names: [String]) -> [LabelFile] {
    names.map { LabelFile(name: $0, bytes: Array($0.utf8)) }
  }

  private func targets(_ names: [String], _ output: String, isFolder: Bool = true) throws -> [String] {
    try LabelTargets(files(names), output: output, isFolder: isFolder).files.map(\.path)
  }

  private func refusal(_ names: [String], _ output: String = "out", isFolder: Bool = true) -> String {
    let error = #expect(throws: UprightError.self) { try targets(names, output, isFolder: isFolder) }
    return error.map { "\($0)" } ?? ""
  }

  @Test func oneFileIsWhatIsNamedAndSeveralLieInAFolder() throws {
    let folder = try ScratchFolder()
    #expect(try targets(["a.json"], "out.json", isFolder: false) == ["out.json"])
    #expect(try targets(["a.json"], "out", isFolder: false) == ["out"])
    #expect(try targets(["a.txt"], "out.d") == ["out.d/a.txt"])
    #expect(try targets(["a.json", "x/b.json"], "out", isFolder: false) == ["out/a.json", "out/x/b.json"])
    #expect(try targets(["a.json", "b.json"], "out.d/", isFolder: false) == ["out.d/a.json", "out.d/b.json"])
    let there = folder.path("there.json")
    try FileManager.default.createDirectory(atPath: there, withIntermediateDirectories: true)
    #expect(try targets(["a.json"], there, isFolder: false) == [there + "/a.json"])
    #expect(try targets(["a.json", "b.json"], there, isFolder: false) == [there + "/a.json", there + "/b.json"])
    #expect(try targets([], "out.json", isFolder: false) == [])
  }

  @Test func severalFilesNeedAFolder() {
    let said = refusal(["a.json", "b.json"], "two.json", isFolder: false)
    #expect(said.hasPrefix("output: ") && said.contains("a.json and b.json are two files; give a folder"))
  }

  @Test func twoFilesDoNotShareAPlace() {
    #expect(refusal(["a.txt", "b.txt", "a.txt"]).contains("a.txt would be written twice"))
    #expect(refusal(["x/a.txt", "x/a.txt"]).contains("x/a.txt would be written twice"))
    #expect(refusal(["a.txt", "a.txt/b.txt"]).contains("a.txt/b.txt would be in a folder"))
    #expect(refusal(["a/b/c/d.txt", "a/b"]).contains("a/b/c/d.txt would be in a folder"))
  }

  @Test func namesAreNoLongerThanTheyMayBe() throws {
    let (right, wrong) = (String(repeating: "n", count: 251) + ".txt", String(repeating: "é", count: 126) + ".txt")
    #expect(try targets([right, "x/" + right], "out").count == 2)
    #expect(refusal([wrong]).contains("a name has 256 bytes, 255 allowed: éé"))
    #expect(refusal(["a.txt", wrong + "/a.txt"]).contains("bytes, 255 allowed"))
  }

  @Test func foldersAreMadeWhereNoNameIsTaken() throws {
    let folder = try ScratchFolder()
    let output = folder.path("out")
    let targets = try LabelTargets(files(["a.txt", "x/b.txt"]), output: output, isFolder: true)
    try targets.prepare(overwriting: false)
    #expect(FileManager.default.fileExists(atPath: output + "/x/."))
    try folder.write([1], as: "out/x/b.txt")
    let error = #expect(throws: UprightError.self) { try targets.prepare(overwriting: false) }
    #expect(error == .io(path: output + "/x/b.txt", systemError: EEXIST))
    try targets.prepare(overwriting: true)
    #expect(try folder.read("out/x/b.txt") == [1])
  }
}
