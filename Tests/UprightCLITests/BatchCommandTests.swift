// `upright batch` and `upright worker`: the same jobs, from a file and from another program.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightFiles

@Suite struct BatchCommandTests {
  /// A manifest of one job per photo, from the lines of `jobs`.
  private static func write(_ lines: [String], in album: Album) throws {
    try album.folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), as: "jobs.jsonl")
  }

  private static func fix(_ id: String, _ name: String) -> String {
    #"{"id":"\#(id)","op":{"kind":"fix"},"in":{"path":"\#(name)"},"out":{"path":"out/\#(name)"}}"#
  }

  private static func lines(_ bytes: [UInt8]) throws -> [JSONLine] {
    try bytes.split(separator: 10).map { try #require(JSONReader.document(of: Array($0), atMost: 500)) }
  }

  @Test func aManifestIsCarriedOutOnce() throws {
    let album = try Album("1.jpg", "6.jpg", "8.jpg")
    try Self.write(["1", "6", "8"].map { Self.fix($0, $0 + ".jpg") }, in: album)
    let words = ["batch", "--manifest", "jobs.jsonl", "-o", "results.jsonl", "--jobs", "2"]
    let first = try UprightTool.run(words, in: album.folder)
    #expect(first.status == 0)
    #expect(
      first.text == """
        1.jpg -> out/1.jpg: ok, copy, 48x32
        6.jpg -> out/6.jpg: ok, transform, 48x32
        8.jpg -> out/8.jpg: ok, transform, 48x32
        """)
    #expect(first.complaints == "upright: 3 jobs: 3 ok\n")
    let made = try album.folder.read("out/6.jpg")
    #expect(try Self.lines(album.folder.read("results.jsonl")).map { $0["id"]?.text } == ["1", "6", "8"])
    let second = try UprightTool.run(words, in: album.folder)
    #expect(second.status == 0 && second.complaints == "upright: 3 jobs: 3 skipped\n")
    #expect(try Self.lines(album.folder.read("results.jsonl")).allSatisfy { $0["status"]?.text == "skipped" })
    #expect(try album.folder.read("out/6.jpg") == made)
  }

  @Test func failuresAreResults() throws {
    let album = try Album("6.jpg")
    let joke = #"{"id":"c","op":{"kind":"joke"}}"#
    try Self.write([Self.fix("a", "6.jpg"), Self.fix("b", "missing.jpg"), joke], in: album)
    let answer = try album.run("batch", "--manifest", "jobs.jsonl", "--json", "--output", "results.jsonl")
    #expect(answer.status == 2)
    let results = try Self.lines(answer.output)
    #expect(results.map { $0["status"]?.text } == ["ok", "failed", "failed"])
    #expect(results.map { $0["error"]?["code"]?.text } == [nil, "io", "unanswerable"])
    #expect(try Self.lines(album.folder.read("results.jsonl")) == results)
    try Self.write([Self.fix("b", "missing.jpg")], in: album)
    #expect(try album.run("batch", "--manifest", "jobs.jsonl", "--output", "results.jsonl").status == 74)
    #expect(try Self.lines(album.folder.read("results.jsonl")).map { $0["id"]?.text } == ["b"])
  }

  @Test func plansWriteNoImage() throws {
    let album = try Album("6.jpg")
    try Self.write([Self.fix("a", "6.jpg")], in: album)
    let answer = try album.run("batch", "--manifest", "jobs.jsonl", "--dry-run", "--json", "--lease", "0")
    let result = try #require(try Self.lines(answer.output).first)
    #expect(result["status"]?.text == "planned" && result["cost"]?["peak_bytes"]?.number ?? 0 > 0)
    #expect(try album.run("batch", "-n", "--quiet", "--manifest", "jobs.jsonl").text == "")
    #expect(try Set(album.contents().keys) == ["6.jpg", "jobs.jsonl"])
  }

  @Test(arguments: [
    (["nonsense"], "line 2", 65), ([#"{"type":"drain"}"#], "drain is not a job", 65),
    ([fix("a", "8.jpg")], "two jobs are called a", 64), ([fix("b", "6.jpg")], "two jobs change out/6.jpg", 64),
    ([#"{"id":"b","in":{"body":5}}"#], "line 2", 65),
  ])
  func aManifestIsCheckedBeforeItBegins(_ lines: [String], _ reason: String, _ status: Int) throws {
    let album = try Album("6.jpg")
    try Self.write([Self.fix("a", "6.jpg")] + lines, in: album)
    let answer = try album.run("batch", "--manifest", "jobs.jsonl", "-o", "results.jsonl")
    #expect(answer.status == Int32(status) && answer.complaints.contains(reason), "\(answer.complaints)")
    #expect(try Set(album.contents().keys) == ["6.jpg", "jobs.jsonl"])
  }

  @Test func onlyResultsOfAnEarlierRunAreReplaced() throws {
    let album = try Album("6.jpg")
    try Self.write([Self.fix("a", "6.jpg")], in: album)
    let photo = try album.folder.read("6.jpg")
    let answer = try album.run("batch", "--manifest", "jobs.jsonl", "-o", "6.jpg")
    #expect(answer.status == 74)
    #expect(try album.folder.read("6.jpg") == photo)
    #expect(try album.contents()["out/6.jpg"] == nil)
    #expect(try album.run("batch", "--manifest", "jobs.jsonl", "-o", "results.jsonl").status == 0)
    let results = try album.folder.read("results.jsonl")
    // A plan's results are none.
    #expect(try album.run("batch", "-n", "--manifest", "jobs.jsonl", "-o", "results.jsonl").status == 74)
    #expect(try album.folder.read("results.jsonl") == results)
    #expect(try album.run("batch", "--manifest", "jobs.jsonl", "-o", "results.jsonl").status == 0)
    #expect(try album.folder.read("results.jsonl") != results)
  }

  // MARK: worker

  /// What `upright worker` answers to `input`.
  private static func answer(_ input: String, _ options: String..., in album: Album) throws -> OutsideTool.Answer {
    try album.folder.write(Array(input.utf8), as: "input")
    let words = ["-c", #""$0" worker "$@" <input"#, try #require(UprightTool.path)] + options
    return try OutsideTool.run("/bin/sh", words, in: album.folder)
  }

  @Test func aWorkerAnswersEachJob() throws {
    let album = try Album("6.jpg", "8.jpg")
    let jobs = ["6", "8"].map { #"{"type":"job","# + Self.fix($0, $0 + ".jpg").dropFirst() + "\n" }
    let answer = try Self.answer(
      jobs.joined(), "--parallel", "2", "--credits", "4", "--heartbeat", "1", "--max-body", "1M", "--lease", "60",
      "--max-pixels", "1000000", "--max-seconds", "30", in: album)
    #expect(answer.status == 0 && answer.complaints == "")
    let lines = try Self.lines(answer.output)
    #expect(lines.map { $0["type"]?.text } == ["hello", "result", "result", "bye"])
    #expect(lines[0]["credits"]?.number == 4 && lines[0]["jobs"]?.number == 2)
    #expect(lines[0]["max_body"]?.number == 1 << 20)
    #expect(try Set(album.contents().keys) == ["6.jpg", "8.jpg", "input", "out/6.jpg", "out/8.jpg"])
  }

  @Test func halfALineIsNoJob() throws {
    let album = try Album("6.jpg")
    let line = #"{"type":"job","# + Self.fix("6", "6.jpg").dropFirst()
    let answer = try Self.answer(String(line.dropLast(2)), in: album)
    #expect(answer.status == 65 && answer.complaints.contains("line 1"))
    #expect(try Self.lines(answer.output).map { $0["type"]?.text } == ["hello", "bye"])
    #expect(try album.contents()["out/6.jpg"] == nil)
  }

  @Test(arguments: [
    ["--parallel", "0"], ["--credits", "0"], ["--heartbeat", "0"], ["--recycle-jobs", "0"], ["--recycle-memory", "x"],
    ["--lease", "-1"], ["--max-body", "much"],
  ])
  func optionsOfAWorkerAreChecked(_ words: [String]) throws {
    #expect(try UprightTool.run(["worker"] + words).status == 64)
  }
}
