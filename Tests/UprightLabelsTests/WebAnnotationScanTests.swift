// Annotations at every position in a file.

import Testing

@testable import UprightLabels

@Suite("Finding Web annotations")
struct WebAnnotationScanTests {
  private func targets(_ text: String) throws -> [String?] {
    try WebAnnotationScan.all(in: Labels.file("a", text), LabelLimits()).flatMap { $0.targets.map(\.source) }
  }

  @Test(
    "Alone, in arrays, in pages, in collections, in graphs",
    arguments: [
      (#"{"target":"a"}"#, ["a"]), (#"[{"target":"a"},{"target":["b","c"]}]"#, ["a", "b", "c"]),
      (#"{"type":"AnnotationPage","items":[{"target":"a"}]}"#, ["a"]), (#"{"items":[]}"#, []), ("[]", []),
      (#"{"type":"AnnotationCollection","first":{"items":[{"target":"a"}]},"total":1}"#, ["a"]),
      (#"{"@graph":[{"target":"a"},3,"x",null]}"#, ["a"]), (#"{"first":"http://x","items":[[{"target":"a"}]]}"#, ["a"]),
      (
        #"[{"target":{"source":"a"}},{"target":{"@id":"b#x"}},{"target":{"source":{"@id":"c"}}},{"target":7}]"#,
        ["a", "b", "c"]
      ),
    ])
  func lists(text: String, sources: [String]) throws { #expect(try targets(text) == sources) }

  @Test("Lines are those where targets begin")
  func lines() throws {
    let found = try WebAnnotationScan.all(
      in: Labels.file("a", "[\n{\"target\":\n\"a\"},\n\n{\"target\":{\n}}]"), LabelLimits())
    #expect(found.map(\.line) == [2, 5] && found.map { $0.targets[0].line } == [3, 5])
  }
}
