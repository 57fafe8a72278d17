// Lines that arrive in pieces: for any pieces, each line has its result.

import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct MapStreamTests {
  private func stream(json: Bool = false, from: SpaceName = .displayed) throws -> MapStream {
    let image = SpaceMap.MappedImage(stored: PixelSize(width: 40, height: 30), orientation: .identity)
    return MapStream(try #require(SpaceMap(from: from, to: .displayed, of: image)), json: json)
  }

  private func answers(_ pieces: [[UInt8]], json: Bool = false) throws -> (lines: String, complaints: [String]) {
    var stream = try stream(json: json)
    var (lines, complaints): ([UInt8], [String]) = ([], [])
    for piece in pieces {
      stream.take(piece)
      lines += stream.answers.bytes
      complaints += stream.complaints
      stream.clear()
    }
    stream.finish()
    return (String(decoding: lines + stream.answers.bytes, as: UTF8.self), complaints + stream.complaints)
  }

  static let input = "\u{FEFF}1,2,3,4\r\n\n[5,6]\nbad\n{\"x\":7,\"y\":8}\nnull\n\n9,1"
  static let output = "1,2,3,4\n\n5,6\nnull\n7,8\nnull\n\n9,1\n"

  @Test func piecesOfAnySizeGiveTheSameLines() throws {
    let bytes = Array(Self.input.utf8)
    for size in 1...bytes.count {
      let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min(bytes.count, $0 + size)]) }
      let answer = try answers(pieces)
      #expect(answer.lines == Self.output, "pieces of \(size)")
      #expect(answer.complaints.count == 1)
      #expect(answer.complaints.first?.hasPrefix("line 4, column 1: ") == true)
    }
  }

  @Test func everyLineHasOneAnswer() throws {
    var random = SplitMix64(seed: 61)
    let lines = (0..<3_000).map { index in
      index % 7 == 3 ? "oops" : "\(index),\(Int.random(in: 0...999, using: &random))"
    }
    let answer = try answers([Array((lines.joined(separator: "\n") + "\n").utf8)])
    let expected = lines.map { $0 == "oops" ? "null" : $0 }
    #expect(answer.lines == expected.joined(separator: "\n") + "\n")
    #expect(answer.complaints.count == lines.count { $0 == "oops" })
  }

  @Test func nothingIsAnsweredByNothing() throws {
    #expect(try answers([]).lines == "")
    #expect(try answers([[]]).lines == "")
    #expect(try answers([[10]]).lines == "\n")
  }

  @Test func faultsInJSONAreObjects() throws {
    let answer = try answers([Array("1,2\n3,\n".utf8)], json: true)
    #expect(
      answer.lines == """
        {"x":1,"y":2}
        {"error":{"code":"unanswerable","message":"line 2, column 3: expected a number"}}

        """)
  }

  @Test func aMarkOfUTF8CountsOnlyAtTheBeginning() throws {
    let answer = try answers([Array("1,2\n\u{FEFF}3,4\n".utf8)])
    #expect(answer.lines == "1,2\nnull\n")
    #expect(try answers([Array("1,2\n".utf8), Array("\u{FEFF}3,4\n".utf8)]).lines == "1,2\nnull\n")
  }

  @Test(arguments: [1, 1_000, 65_536, 1_000_000])
  func aLineWithoutEndIsRefusedOnceAndForgotten(size: Int) throws {
    let long = Array(repeating: UInt8(ascii: " "), count: 200_000)
    let bytes = Array("1,2\n".utf8) + long + Array("3,4\n5,6\n".utf8) + long
    let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min(bytes.count, $0 + size)]) }
    let answer = try answers(pieces)
    #expect(answer.lines == "1,2\nnull\n5,6\nnull\n")
    #expect(
      answer.complaints == [2, 4].map { "line \($0), column 1: the line is longer than 65536 bytes" })
  }

  @Test func aLineOfTheLongestLengthIsReadInAnyPieces() throws {
    let long = Array(repeating: UInt8(ascii: " "), count: MapInputScanner.longestLine - 3)
    for (line, answer) in [(long + Array("1,2".utf8), "1,2\n"), (long + Array("1,23".utf8), "null\n")] {
      #expect(try answers([line + [10]]).lines == answer)
      #expect(try answers([line, [10]]).lines == answer)
      #expect(try answers([line]).lines == answer)
    }
  }

  @Test func theFirstFailureIsKept() throws {
    var stream = try stream()
    stream.take(Array("1,2\n".utf8))
    #expect(stream.firstFailure == nil)
    stream.take(Array("x\n1,\n".utf8))
    stream.clear()
    #expect(stream.firstFailure == MapInputError(.noPlace).error("line", 2))
  }
}
