// `upright --version --json`: what programs ask before they call this one (docs/stability.md).

import Testing
import UprightTestTools

@testable import Upright
@testable import UprightBatch
@testable import UprightCLI
@testable import UprightFiles
@testable import UprightSandbox

@Suite struct VersionJSONTests {
  private func printed(_ words: [String] = ["--version", "--json"]) throws -> JSONLine {
    let answer = try UprightTool.run(words)
    try #require(answer.status == 0 && answer.complaints == "", "\(answer.complaints)")
    return try #require(JSONReader.value(of: Array(answer.text.utf8)))
  }

  private func description(libraries: [String]) -> WorkerDescription {
    WorkerDescription(
      WorkerHandshake(
        version: WorkerHandshake.currentVersion, confinement: .filtered, capabilities: ConfinedFormats.all,
        libraries: libraries), path: "/usr/libexec/upright/upright-worker")
  }

  @Test func theVersionIsOneObjectForPrograms() throws {
    let json = try printed()
    #expect(json["schema"] == .number(1))
    #expect(json["version"] == .text(Program.version))
    #expect(json["commit"] == nil, "only a package states it")
    #expect(try printed(["--json", "--version"]) == json)
  }

  @Test func theVersionHasThreeNumbers() {
    let parts = Program.version.split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 3 && parts.allSatisfy { Int($0).map { $0 >= 0 } == true })
  }

  @Test func everyFormatHasARow() throws {
    let rows = try #require(try printed()["formats"]?.list)
    #expect(rows.compactMap { $0["format"]?.text } == ContainerFormat.allCases.map(\.rawValue))
    let decoded = rows.filter { $0["decodes"] == .flag(true) }.compactMap { $0["format"]?.text }
    #expect(Set(decoded) == Set(ContainerFormat.decoded.map(\.rawValue)))
    let confined = rows.filter { $0["confined"] == .flag(true) }.compactMap { $0["format"]?.text }
    #expect(Set(confined) == Set(ConfinedFormats.all.keys.map(\.rawValue)))
  }

  @Test func theJournalsNumberIsThatOfAJournal() throws {
    let opening = JournalRecord.opening(operation: ["fix"], started: 0, roots: JournalRoots(["/a"]))
    let line = try #require(JSONReader.value(of: Array(opening.line.dropLast())))
    #expect(try printed()["writes"]?["journal"] == line["schema"])
  }

  @Test func theDigestsNameIsThatOfADigest() throws {
    let digest = ImageDigest(form: .blocks, bytes: [UInt8](repeating: 0, count: 32))
    let names = try #require(try printed()["writes"]?["digests"]?.list)
    #expect(names.compactMap(\.text).contains { digest.description.hasPrefix($0 + ":") })
  }

  @Test func formatsOfAMissingLibraryAreNotOffered() throws {
    let text = VersionText(worker: .success(description(libraries: ["libtiff 4.5.0", "libjxl 0.7.0"])))
    let json = text.json
    #expect(json["worker"]?["missing"] == .list([.text("libheif")]))
    let rows = try #require(json["formats"]?.list)
    let decoded = rows.filter { $0["decodes"] == .flag(true) }.compactMap { $0["format"]?.text }
    #expect(decoded.contains("jxl") && decoded.contains("tiff"))
    #expect(!decoded.contains("heif") && !decoded.contains("avif"))
    #expect(text.lines.last == "missing: libheif, for heif, avif")
    #expect(text.lines[2].hasPrefix("in the worker: gif, jxl, tiff by "))
  }

  @Test func withoutAWorkerItsFormatsAreNotOffered() throws {
    let json = VersionText(worker: .failure(.unsupported("it is gone"))).json
    #expect(json["worker"] == nil && json["workerFault"] == .text("it is gone"))
    let rows = try #require(json["formats"]?.list)
    let decoded = rows.filter { $0["decodes"] == .flag(true) }.compactMap { $0["format"]?.text }
    #expect(decoded.contains("jpeg") && !decoded.contains("tiff"))
  }
}
