// The program `upright-conformance`: its commands, exit codes, and what it leaves behind.

import Foundation
import Testing

@testable import UprightConformance

@Suite struct ProgramTests {
  private static func run(_ words: [String], in folder: ScratchFolder? = nil) throws -> OutsideTool.Answer {
    try ConformanceTool.answer(words, in: folder)
  }

  /// A case that a copy passes.
  private static let one = "png/odd/1/load"

  @Test func theListHasEveryCase() throws {
    let answer = try Self.run(["list"])
    #expect(answer.status == 0)
    #expect(answer.text.split(separator: "\n").count == ConformanceSuite.cases.count + 1)
  }

  @Test func theExitCodeIsOneForAFailedMustAndForARegression() throws {
    let folder = try ScratchFolder()
    try folder.write(
      Array(#"{"name": "copy", "formats": ["png"], "operations": {"load": ["cp", "{in}", "{out}"]}}"#.utf8),
      as: "copy.json")
    try folder.write(
      Array(#"{"name": "copy", "formats": ["png"], "operations": {"load": ["false", "{in}"]}}"#.utf8), as: "bad.json")
    #expect(
      try Self.run(
        ["run", "--subject", "copy.json", "--only", Self.one, "--json", "a", "--html", "h", "--badge", "b"], in: folder
      ).status
        == 0)
    #expect(
      try Self.run(["run", "--subject", "copy.json", "--only", Self.one, "--compare", "a"], in: folder).status == 0)
    #expect(try Self.run(["run", "--subject", "bad.json", "--only", Self.one], in: folder).status == 1)
    let worse = try Self.run(["run", "--subject", "bad.json", "--only", Self.one, "--compare", "a"], in: folder)
    #expect(worse.status == 1 && worse.text.contains("regression: copy: png/odd/1/load: pass -> error: exit-1"))
    try folder.write(
      Array(#"{"name": "other", "formats": ["png"], "operations": {"load": ["false", "{in}"]}}"#.utf8), as: "other.json"
    )
    let other = try Self.run(["run", "--subject", "other.json", "--only", Self.one, "--compare", "a"], in: folder)
    #expect(other.status == 1)
    #expect(try Self.run(["run"]).status == 64)
    #expect(try Self.run(["run", "--subject", "none.json"], in: folder).status == 74)
    #expect(try Self.run(["run", "--subject", "copy.json", "--only", "nothing"], in: folder).status == 64)
  }

  @Test func aResultForWhichThereIsNoDecoderIsNotJudged() throws {
    let folder = try ScratchFolder()
    let program = try #require(ConformanceTool.path)
    try FileManager.default.copyItem(atPath: program, toPath: folder.path("alone"))
    let adapter = #"{"name": "copy", "formats": ["tiff"], "operations": {"bake": ["cp", "{in}", "{out}"]}}"#
    try folder.write(Array(adapter.utf8), as: "copy.json")
    let words = ["run", "--subject", "copy.json", "--only", "tiff/odd/1/bake", "--json", "results"]
    let answer = try OutsideTool.run(folder.path("alone"), words, in: folder)
    #expect(answer.status == 69 && answer.complaints.contains("upright-worker"), "\(answer.complaints)")
    #expect(String(decoding: try folder.read("results"), as: UTF8.self).contains("not judged: unsupported"))
    #expect(try Self.run(words, in: folder).status == 0)
  }

  /// SIGQUIT, which Ctrl-\\ sends, leaves no files of calls.
  @Test func quittingLeavesNoFiles() throws {
    let folder = try ScratchFolder()
    let program = try #require(ConformanceTool.path)
    let adapter = #"{"name": "a", "operations": {"load": ["sh", "-c", "sleep 60", "sh", "{in}"]}}"#
    try folder.write(Array(adapter.utf8), as: "a.json")
    try FileManager.default.createDirectory(atPath: folder.path("scratch"), withIntermediateDirectories: true)
    let script = "timeout --preserve-status -k 30 -s QUIT 2 '\(program)' run --subject a.json"
    let answer = try OutsideTool.run(
      "/bin/sh", ["-c", script], in: folder, environment: ["TMPDIR": folder.path("scratch")])
    #expect(answer.status == 143, "\(answer.complaints)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("scratch")).isEmpty)
  }

  @Test func formatsMayBeSeparatedBySpacesToo() throws {
    let folder = try ScratchFolder()
    let module = "import shutil\ndef run(operation, source, target, **numbers): shutil.copy(source, target)\n"
    try folder.write(Array(module.utf8), as: "mine.py")
    let words = ["run", "--python", "mine:run", "--formats", "jpeg, png", "--only", Self.one]
    let answer = try Self.run(words, in: folder)
    #expect(answer.status == 0 && answer.text.contains("1/1"), "\(answer.complaints)")
  }

  @Test func writingGivesFilesExpectedImagesAndTheList() throws {
    let folder = try ScratchFolder()
    #expect(try Self.run(["write", "suite"], in: folder).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("suite"))
    #expect(names.contains("jpeg-odd-6.jpg") && names.contains("cases.json"))
    #expect(try folder.read("suite/expected/jpeg-odd-6-load.png").starts(with: [0x89, 0x50]))
  }
}
