// The names in annotations.

import Testing

@testable import UprightLabels

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
