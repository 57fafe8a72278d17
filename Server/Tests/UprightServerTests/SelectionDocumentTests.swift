// What a document of selections may contain.

import Testing
import UprightFiles

@testable import UprightServer

@Suite struct SelectionDocumentTests {
  private static func text(_ selections: String, image: String = #"{"width":40,"height":30}"#) -> String {
    #"{"version":1,"image":\#(image),"selections":[\#(selections)]}"#
  }

  private static func selection(
    _ x: String = "0.25", _ y: String = "0.5", _ width: String = "0.5", _ height: String = "0.25",
    label: String = "\"a\"", ratio: String = "null"
  ) -> String {
    #"{"label":\#(label),"x":\#(x),"y":\#(y),"width":\#(width),"height":\#(height),"ratio":\#(ratio)}"#
  }

  private static func problem(_ text: String) -> Problem? {
    do throws(Problem) {
      _ = try SelectionDocument(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func aDocumentIsKeptAsOneLineWithItsDigits() throws {
    let text = """
      { "selections": [
        {"x": 0.1000, "ratio": 1.5, "label": "ä\\u00e4", "width": 9e-1, "y": 0, "height": 1} ],
        "image": {"height": 30, "width": 40}, "version": 1 }
      """
    let document = try SelectionDocument(Array(text.utf8))
    #expect(document.width == 40 && document.height == 30)
    #expect(
      document.json
        == #"{"version":1,"image":{"width":40,"height":30},"selections":[{"label":"ää","x":0.1000,"y":0,"width":9e-1,"#
        + #""height":1,"ratio":1.5}]}"#)
    #expect(try SelectionDocument(Array(document.json.utf8)) == document)
    #expect(Self.problem(Self.text("")) == nil)
  }

  fileprivate static let faults: [(text: String, place: String)] = [
    ("1", "content"), ("[]", "content"), ("{}", "version"),
    (#"{"version":1,"image":{},"selections":[]}"#, "image.width"),
    (text("1"), "selections[0]"), (text("", image: "null"), "image"),
    (text("", image: #"{"width":0,"height":1}"#), "image"),
    (text("", image: #"{"width":1.5,"height":1}"#), "image"),
    (text("", image: #"{"width":1,"height":1,"depth":1}"#), "image.depth"),
    (#"{"version":2,"image":{"width":1,"height":1},"selections":[]}"#, "version"),
    (#"{"version":1,"image":{"width":1,"height":1},"selections":{}}"#, "selections"),
    (#"{"version":1,"version":1,"image":{"width":1,"height":1},"selections":[]}"#, "version"),
    (#"{"version":1,"image":{"width":1,"height":1},"selections":[],"stale":false}"#, "stale"),
    (text(selection("-0.1")), "selections[0].x"), (text(selection("1e999")), "selections[0].x"),
    (text(selection("true")), "selections[0].x"), (text(selection("null")), "selections[0].x"),
    (text(selection("\"0.1\"")), "selections[0].x"), (text(selection("0", "1.1")), "selections[0].y"),
    (text(selection("0", "0", "0")), "selections[0].width"),
    (text(selection("0", "0", "1e-999")), "selections[0].width"),
    (text(selection("0.6", "0", "0.5")), "selections[0].width"),
    (text(selection("0", "0.76")), "selections[0].height"),
    (text(selection(ratio: "0")), "selections[0].ratio"), (text(selection(ratio: "\"1\"")), "selections[0].ratio"),
    (text(selection(label: "1")), "selections[0].label"), (text(selection(label: "null")), "selections[0].label"),
    (text(selection() + "," + selection(label: "\"\(String(repeating: "ä", count: 501))\"")), "selections[1].label"),
  ]

  @Test(arguments: SelectionDocumentTests.faults)
  func theFirstFaultIsNamed(_ text: String, _ place: String) {
    let problem = Self.problem(text)
    #expect(problem?.status == 422)
    #expect(problem?.parameter == place)
  }

  @Test(arguments: ["", "{", "nul", "{\"version\":1,}", "\u{FEFF}{}", "{'version':1}", "NaN", "[1 2]"])
  func whatIsNoJSONIsSaidToBeNone(_ text: String) { #expect(Self.problem(text)?.status == 400) }

  @Test func roundedSumsAndTheLongestLabelAreFine() {
    #expect(Self.problem(Self.text(Self.selection("0.1", "0", "0.9000000000000001"))) == nil)
    #expect(Self.problem(Self.text(Self.selection(label: "\"\(String(repeating: "ä", count: 500))\""))) == nil)
  }

  @Test func valuesWithoutEndAreRefusedBeforeTheyAreBuilt() {
    let text = "[" + String(repeating: "0,", count: 120_000) + "0]"
    #expect(Self.problem(text)?.status == 400)
    #expect(Self.problem(String(repeating: "[", count: 100_000))?.status == 400)
  }
}
