// The files of a run are checked before it, so that no long run is lost.

import Foundation
import Testing

@Suite struct OutputFileTests {
  private static let only = ["--only", "png/odd/1/load"]

  /// A folder with an adapter whose program leaves the file `called`, and also runs a script.
  private static func folder(also script: (ScratchFolder) -> String = { _ in "true" }) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let command = "touch '\(folder.path("called"))'; \(script(folder)); cp \\\"$1\\\" \\\"$2\\\""
    let text =
      #"{"name": "a", "formats": ["png"], "operations": {"load": ["sh", "-c", "\#(command)", "sh", "{in}", "{out}"]}}"#
    try folder.write(Array(text.utf8), as: "a.json")
    try folder.write(Array("[]".utf8), as: "list")
    let number = #"{"schema": 2, "suite": "1", "subjects": [{"name": "a", "results": {"png/odd/1/load": 7}}]}"#
    try folder.write(Array(number.utf8), as: "number")
    try folder.write(Array(#"{"schema": 99, "suite": "9", "subjects": []}"#.utf8), as: "newer")
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: true)
    return folder
  }

  @Test(arguments: [
    (["--json", "none/x"], 74, "none"), (["--html", "none/x"], 74, "none"), (["--badge", "none/x"], 74, "none"),
    (["--markdown", "none/x"], 74, "none"), (["--json", "list/x"], 74, "list"), (["--json", "folder"], 74, "folder"),
    (["--html", "h", "--badge", "h"], 64, "--html and --badge"),
    (["--html", "folder/h", "--json", "./folder/../folder/h"], 64, "--html and --json"),
    (["--json", "a.json"], 64, "--subject and --json"), (["--html", "folder/../a.json"], 64, "--subject and --html"),
    (["--compare", "number"], 65, "not the JSON of a run"), (["--compare", "none"], 74, "none"),
    (["--compare", "list"], 65, "not the JSON of a run"),
    (["--compare", "newer"], 65, "newer"),
  ])
  func mistakesAreFoundBeforeTheRun(_ words: [String], _ status: Int32, _ part: String) throws {
    let folder = try Self.folder()
    let answer = try ConformanceTool.run(["--subject", "a.json"] + Self.only + words, in: folder)
    #expect(answer.status == status && answer.complaints.contains(part), "\(answer.status) \(answer.complaints)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("called")))
  }

  @Test func filesMayBeReplacedAndComparedWithThemselves() throws {
    let folder = try Self.folder()
    let words = ["--subject", "a.json", "--json", "j", "--html", "h", "--badge", "b", "--markdown", "m"] + Self.only
    #expect(try ConformanceTool.run(words, in: folder).status == 0)
    #expect(try ConformanceTool.run(words + ["--compare", "j"], in: folder).status == 0)
  }

  /// A second run would find nothing worse than the first.
  @Test func whatIsComparedWithIsNotReplacedByWorseResults() throws {
    let folder = try Self.folder()
    let words = ["--subject", "a.json", "--json", "j", "--compare", "j"] + Self.only
    let results = #"{"schema": 2, "suite": "5.0", "subjects": [{"name": "a", "results": {"png/odd/1/load": "pass"}}]}"#
    try folder.write(Array(results.utf8), as: "j")
    let bad = #"{"name": "a", "formats": ["png"], "operations": {"load": ["false", "{in}"]}}"#
    try folder.write(Array(bad.utf8), as: "a.json")
    for _ in 0..<2 {
      let answer = try ConformanceTool.run(words, in: folder)
      #expect(answer.status == 1 && answer.complaints.contains("j is not replaced"), "\(answer.complaints)")
      #expect(try folder.read("j") == Array(results.utf8))
    }
  }

  /// Nothing that fails is new without a word: a case, an operation, or a program.
  @Test func casesThatTheOlderRunLacksCountAsNew() throws {
    let folder = try Self.folder()
    let results = """
      {"schema": 2, "suite": "5.0", "subjects": [{"name": "a", "results": {"png/odd/2/load": "pass"}},
        {"name": "gone", "results": {}}]}
      """
    try folder.write(Array(results.utf8), as: "j")
    let words = ["--subject", "a.json", "--compare", "j"] + Self.only
    let good = try ConformanceTool.run(words, in: folder)
    #expect(good.status == 0 && good.complaints.contains("j lacks 1 of the cases"), "\(good.complaints)")
    #expect(good.complaints.contains("only in j, so not compared: gone"))
    let bad = #"{"name": "a", "formats": ["png"], "operations": {"load": ["false", "{in}"]}}"#
    try folder.write(Array(bad.utf8), as: "a.json")
    #expect(try ConformanceTool.run(words, in: folder).status == 1)
  }

  @Test func theTableIsPrintedThoughAFileCannotBeWritten() throws {
    let folder = try Self.folder { "rmdir '\($0.path("folder"))'" }
    let answer = try ConformanceTool.run(
      ["--subject", "a.json", "--html", "folder/h", "--json", "j"] + Self.only, in: folder)
    #expect(answer.status == 74 && answer.complaints.contains("folder/h"), "\(answer.complaints)")
    #expect(answer.text.contains("program") && answer.text.contains("1/1"))
    #expect(try !folder.read("j").isEmpty)
  }
}
