// Adapter files: what they may state, and how mistakes are named.

import Foundation
import Testing
import UprightTestTools

@testable import UprightConformance

@Suite struct SubjectFileTests {
  private static func fault(_ text: String) -> String? {
    do throws(SubjectFault) {
      _ = try SubjectFile.subject(Array(text.utf8), folder: ".")
      return nil
    } catch { return error.sentence }
  }

  @Test(arguments: [
    ("[]", "JSON object"), ("{", "JSON object"), ("{}", "\"name\""), (#"{"name": "a"}"#, "\"operations\""),
    (#"{"name": "a", "operations": {"lod": []}}"#, "lod"), (#"{"name": "a", "nmae": "b"}"#, "nmae"),
    (#"{"name": "a", "operations": {"load": "cp"}}"#, "list of strings"),
    (#"{"name": "a", "formats": ["gif"], "operations": {"load": ["cp"]}}"#, "gif"),
    (#"{"name": "a", "timeout": 0, "operations": {"load": ["cp"]}}"#, "timeout"),
    (#"{"name": "a", "python": "module"}"#, "MODULE:FUNCTION"),
  ])
  func mistakesAreNamed(_ text: String, _ part: String) {
    #expect(Self.fault(text)?.contains(part) == true)
  }

  @Test func aCommandHasFormatsAndMayWorkInPlace() throws {
    let text = """
      {"name": "a", "formats": ["jpeg", "png"], "timeout": 3, "operations": {
        "load": ["tool", "{in}", "{out}"],
        "bake": {"command": ["tool", "{out}"], "inPlace": true, "formats": ["jpeg"]}}}
      """
    let subject = try SubjectFile.subject(Array(text.utf8), folder: ".")
    #expect(subject.calls[.load]?.formats == [.jpeg, .png])
    #expect(subject.calls[.bake]?.formats == [.jpeg] && subject.calls[.bake]?.copiesFirst == true)
    #expect(subject.seconds == 3)
  }

  @Test func everyAdapterOfTheProjectIsValid() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Conformance/subjects")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    #expect(names.count > 20)
    var seen: Set<String> = []
    for name in names {
      let subject = try SubjectFile.subject(at: folder.appendingPathComponent(name).path)
      #expect(!subject.calls.isEmpty && !subject.version.isEmpty && !subject.notes.isEmpty, "\(name)")
      #expect(seen.insert(subject.name).inserted, "\(name)")
    }
  }

  @Test func aCommandMayNameAFileBesideItsAdapter() throws {
    let folder = try ScratchFolder()
    let text = #"{"name": "a", "operations": {"load": ["{here}/run.sh", "{in}"]}}"#
    try folder.write(Array(text.utf8), as: "a.json")
    let command = try #require(try SubjectFile.subject(at: folder.path("a.json")).calls[.load]?.command)
    #expect(command[0].hasPrefix("/") && command[0].hasSuffix("\(folder.url.lastPathComponent)/run.sh"))
    #expect(command[1] == "{in}")
  }
}
