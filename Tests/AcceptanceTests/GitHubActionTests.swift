// The steps of action.yml, run as GitHub's runner runs them: inputs are environment variables.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@Suite struct GitHubActionTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A folder with a sideways photo and an upright one, and what the runner gives a step.
  private struct Job {
    let folder: ScratchFolder
    private let runner: ScratchFolder
    private var path = "/usr/bin:/bin"

    init() throws {
      (folder, runner) = (try ScratchFolder(), try ScratchFolder())
      for (tag, name) in [(6, "6.jpg"), (1, "1.jpg"), (6, "::add-mask::x.jpg")] {
        try folder.write(TinyJPEG(.sixColors, exif: TinyTIFF(orientation: tag)).bytes, as: name)
      }
      try FileManager.default.createDirectory(atPath: runner.path("pack/bin"), withIntermediateDirectories: true)
      let program = try #require(UprightTool.path)
      try runner.write(Array("#!/bin/sh\nexec '\(program)' \"$@\"\n".utf8), as: "pack/bin/upright")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: runner.path("pack/bin/upright"))
      let packed = try OutsideTool.run("/bin/tar", ["-czf", "upright.tar.gz", "pack"], in: runner)
      #expect(packed.status == 0)
    }

    /// The answer of a step, and what it gave to the file that the runner names in `variable`.
    func run(_ step: String, _ inputs: [String: String]) throws -> (OutsideTool.Answer, file: String) {
      let variable = step == "install" ? "GITHUB_PATH" : "GITHUB_OUTPUT"
      try runner.write([], as: variable)
      let environment = [variable: runner.path(variable), "RUNNER_TEMP": runner.url.path, "PATH": path]
      let script = GitHubActionTests.root.appendingPathComponent("Scripts/action").path
      let answer = try OutsideTool.run(
        "/bin/bash", [script, step], in: folder, environment: environment.merging(inputs) { one, _ in one })
      return (answer, String(decoding: try runner.read(variable), as: UTF8.self))
    }

    /// Installs the archive.
    mutating func install() throws {
      let (answer, added) = try run("install", ["UPRIGHT_ARCHIVE": runner.path("upright.tar.gz")])
      #expect(answer.status == 0, "\(answer.text) \(answer.complaints)")
      path = added.trimmingCharacters(in: .newlines) + ":" + path
    }

    /// Whether an archive with another digest is refused.
    func refusesAnotherDigest() throws -> Bool {
      let digest = String(repeating: "0", count: 64)
      let (answer, added) = try run(
        "install", ["UPRIGHT_ARCHIVE": runner.path("upright.tar.gz"), "UPRIGHT_SHA256": digest])
      return answer.status == 1 && added.isEmpty && answer.text.hasPrefix("::error ")
    }
  }

  @Test func anArchiveIsInstalledAndTheAuditFails() throws {
    var job = try Job()
    #expect(try job.refusesAnotherDigest())
    try job.install()
    let (answer, outputs) = try job.run("audit", ["UPRIGHT_FAIL_ON": "not-upright contradictory"])
    #expect(answer.status == 1 && outputs == "report=\n")
    let commands = answer.text.split(separator: "\n").filter { $0.hasPrefix("::error file=") }
    #expect(commands.map { $0.dropFirst(13).prefix { $0 != "," } } == ["6.jpg", "%3A%3Aadd-mask%3A%3Ax.jpg"])
    #expect(try job.run("audit", ["UPRIGHT_FAIL_ON": "trailer\ncontradictory"]).0.status == 0)
    #expect(try job.run("audit", ["UPRIGHT_FAIL_ON": "not-upright", "UPRIGHT_PATHS": "1.jpg\n"]).0.status == 0)
  }

  @Test(arguments: [("sarif", "upright.sarif"), ("junit", "upright.xml"), ("json", "upright.json")])
  func reportsGoToAFile(format: String, name: String) throws {
    var job = try Job()
    try job.install()
    let (answer, outputs) = try job.run("audit", ["UPRIGHT_FORMAT": format, "UPRIGHT_FAIL_ON": "not-upright"])
    #expect(answer.status == 1 && answer.text.isEmpty && outputs == "report=\(name)\n")
    #expect(try String(decoding: job.folder.read(name), as: UTF8.self).contains("6.jpg"))
  }

  @Test func textIsNoCommand() throws {
    var job = try Job()
    try job.install()
    let inputs = ["UPRIGHT_FORMAT": "text", "UPRIGHT_PATHS": "::add-mask::x.jpg", "UPRIGHT_FAIL_ON": "not-upright"]
    let lines = try job.run("audit", inputs).0.text.split(separator: "\n")
    let token = try #require(lines.first?.split(separator: ":").last)
    #expect(lines.first == "::stop-commands::\(token)" && lines.last == "::\(token)::" && token.count > 30)
    #expect(lines.contains { $0.contains("::add-mask::x.jpg: tag 6") })
    #expect(try job.run("audit", ["UPRIGHT_FORMAT": "xml"]).0.status == 64)
  }
}
