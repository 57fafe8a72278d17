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

// The names in annotations.

@Suite("What Web annotations say")
struct WebAnnotationTests {
  private func annotation(_ body: String) throws -> WebAnnotation {
    let file = Labels.file("a", #"{"body":\#(body),"target":"a"}"#)
    return try #require(try WebAnnotationScan.all(in: file, LabelLimits()).first)
  }

  @Test(
    "The class is what tags, classifies or identifies, or else text without a purpose",
    arguments: [
      (#"{"value":"cat"}"#, "cat"), (#"[{"value":"x"},{"purpose":"tagging","value":"cat"}]"#, "cat"),
      (#"{"purpose":["commenting","classifying"],"value":"cat"}"#, "cat"),
      (#"{"purpose":"commenting","value":"x"}"#, nil),
      (#""http://example.com/cat""#, nil), ("[]", nil), (#"{"purpose":"tagging","value":3}"#, nil),
      (#"{"purpose":"identifying","value":"caf\u00e9"}"#, "café"),
    ])
  func labels(body: String, label: String?) throws { #expect(try annotation(body).label == label) }

  @Test("Comments and descriptions become attributes, classes do not")
  func attributes() throws {
    let found = try annotation(
      #"[{"purpose":"commenting","value":"nice"},{"purpose":"tagging","value":"cat"},{"value":"x"},{"purpose":"describing"}]"#
    )
    #expect(found.attributes == [LabelAttribute("commenting", "nice")])
  }
}
