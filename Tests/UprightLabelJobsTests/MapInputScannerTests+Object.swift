// Parsing of objects: fields in any order, unknown ones among them, every error with its position.

import Testing
import Upright

@testable import UprightBatch
@testable import UprightLabelJobs

extension MapInputScannerTests {
  @Suite struct Objects {
    private func read(_ line: String) throws(MapInputError) -> MapInput {
      var scanner = MapInputScanner(Array((line + "\n").utf8), readsIIIF: false)
      return try scanner.line()
    }

    @Test(arguments: [
      (#"{"label":"cat","x":1,"y":-2.5,"width":30,"height":4}"#, rect),
      (#"{"x":1,"y":-2.5,"id":7,"width":30,"score":0.5,"height":4,"crowd":false}"#, rect),
      (#"{"x":1,"a":{"x":9,"b":[1,{"y":[]}],"c":"}]"},"y":-2.5,"width":30,"height":4,"d":[]}"#, rect),
      (#"{ "\"x\"" : "a\\" , "x" : 1 , "y" : -2.5 , "z" : null }"#, point),
      (#"{"":"","x":1,"y":-2.5,"é":"\u00e9","t":true}"#, point),
    ])
    func otherMembersArePassedOver(line: String, place: MapInput) throws {
      #expect(try read(line) == place)
    }

    @Test(
      arguments: [
        ("{", .noName, 1), (#"{"x":1,}"#, .noName, 7), (#"{x:1}"#, .noName, 1), (#"{"x"}"#, .noColon, 4),
        (#"{"x",1}"#, .noColon, 4), (#"{"x":1,"x":2}"#, .twice, 10), ("{}", .incomplete, 0),
        (#" {"x":1}"#, .incomplete, 1), (#"{"X":1}"#, .incomplete, 0), (#"{"w":1}"#, .incomplete, 0),
        (#"{"width":1,"height":2}"#, .incomplete, 0), (#"{"x":1,"y":2,"width":3}"#, .incomplete, 0),
        (#"{"x":1,"y":2,"w":3,"h":4}"#, .otherExtent, 13), (#"{"id":7,"x":1,"y":2}"#, .otherExtent, 1),
        (#"{"x":1,"y":2,"a":}"#, .noValue, 17), (#"{"x":1,"y":2,"a":tru}"#, .noValue, 17),
        (#"{"x":1,"y":2,"a":nullx}"#, .noComma, 21), (#"{"x":1,"y":2,"a":-}"#, .noNumber, 18),
        (#"{"x":1,"y":2,"a":[}]}"#, .unclosed, 18), (#"{"x":1,"y":2,"a":[{"b":1]}}"#, .unclosed, 24),
        (#"{"x":1,"y":2,"a":["#, .unclosed, 18), (#"{"x":1,"y":2,"a":"b"#, .unclosed, 19),
        (#"{"x":1,"y":2,"a":"b\"#, .unclosed, 20), (#"{"x":1,"y":2,"a"#, .unclosed, 15),
      ] as [(String, MapInputError.Reason, Int)])
    func everyFaultHasItsPlace(line: String, reason: MapInputError.Reason, offset: Int) {
      #expect(throws: MapInputError(reason, at: offset), "\(line)") { try read(line) }
    }

    /// A line with deep nesting takes no more memory than it has bytes.
    @Test func depthIsNoMatter() throws {
      let deep = String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)
      #expect(try read(#"{"x":1,"a":\#(deep),"y":-2.5}"#) == point)
    }

    @Test func everyPrefixIsRefused() {
      let line = #"{"a":{"b":["c\"",1]},"x":1,"y":-2.5,"width":30,"height":4}"#
      for count in 1..<line.utf8.count {
        #expect(throws: MapInputError.self) { try read(String(line.prefix(count))) }
      }
    }
  }
}
