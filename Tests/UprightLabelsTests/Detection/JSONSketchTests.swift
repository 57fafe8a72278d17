// The keys of a document's first object.

import Testing

@testable import UprightLabels

@Suite("A sketch of a JSON document")
struct JSONSketchTests {
  private func sketch(_ text: String) -> JSONSketch { JSONSketch(Labels.file("f", text)) }

  @Test("Keys of the document, which of them hold objects, and those of the first object in a list")
  func document() {
    let found = sketch(
      "{\"a\":1,\"b\":{\"x\":1},\"c\":[7,{\"y\":1},{\"z\":1}],\"d\":[{\"y\":2},{\"z\":3}],\"\\u0065\":null}")
    #expect(!found.isList && found.objects == ["b"])
    for key in ["a", "b", "c", "d", "e"] { #expect(found.has(key), "\(key)") }
    #expect(!found.has("x", "y") && found.has("x", "a"))
    #expect(found.inside("d", has: "y") && !found.inside("d", has: "z") && found.inside("c", has: "y"))
    #expect(!found.inside("b", has: "x") && !found.inside("q", has: "x") && !found.inside("c", has: "z"))
  }

  @Test("Of a list, those of the first element")
  func list() {
    let found = sketch(" [{\"a\":{}},{\"b\":1}]")
    #expect(found.isList && found.objects == ["a"] && found.has("a") && !found.has("b"))
    #expect(sketch("[]").isList && sketch("[1,{\"a\":1}]").isList && !sketch("[1,{\"a\":1}]").has("a"))
  }

  @Test("What is cut off or broken shows what stands before")
  func broken() {
    let text = "{\"first\":1,\"second\":[{\"inner\":[1,2,{\"deep\":"
    #expect(sketch(text).has("first") && sketch(text).inside("second", has: "inner"))
    #expect(!sketch("{\"fir").has("fir") && !sketch("{\"first\"").has("first"))
    #expect(sketch("{\"a\":1,,\"b\":2}").has("a") && !sketch("{\"a\":1,,\"b\":2}").has("b"))
    let sixteen = JSONSketch(LabelFile(name: "f", bytes: [0xFF, 0xFE, 0x7B, 0]))
    #expect(!sixteen.isList && !sixteen.has("a") && !sketch("").isList)
  }
}
