// Parsing of JSON lines, compared with Foundation's reader.

import Foundation
import Testing
import UprightTestTools

@testable import UprightFiles

@Suite struct JSONReaderTests {
  private func read(_ text: String) -> JSONLine? { JSONReader.value(of: Array(text.utf8)) }

  private static let sample = JSONLine.object([
    .init("text", .text("a\"\\/\n\r\t\u{8}\u{C}é😀\u{2028}\u{0}")),
    .init("numbers", .list([.number(0), .number(.min)])),
    .init("large", .decimal("18446744073709551615")), .init("flags", .list([.flag(true), .flag(false)])),
    .init("empty", .list([.object([]), .list([]), .text("")])),
  ])

  @Test func whatIsWrittenIsReadAgain() {
    #expect(read(Self.sample.line) == Self.sample)
    #expect(read(" { \"a\" : [ 1 , -2.5e+3 ] }\r") == .object([.init("a", .list([.number(1), .decimal("-2.5e+3")]))]))
    #expect(read(#""A\ud83d\ude00\/""#) == .text("A😀/"))
  }

  @Test(arguments: [
    0, -1, 9, 10, 999_999_999_999_999_999, -999_999_999_999_999_999, 1_000_000_000_000_000_000, .max, .min, .max - 1,
  ])
  func wholeNumbersAreReadUpToTheLargest(_ number: Int) {
    #expect(read("\(number)") == .number(number))
    #expect(read("[\(number),\(number)]") == .list([.number(number), .number(number)]))
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "1.0", "1e2", "1E-2", "0.5", "100000000000000000000",
  ])
  func otherNumbersKeepTheirDigits(_ digits: String) { #expect(read(digits) == .decimal(digits)) }

  @Test func minusZeroIsZero() { #expect(read("-0") == .number(0)) }

  @Test(arguments: ["", "a", "é", "日本", "a\"b", "\\", "\\\"é", "é\n", "aaaaaaaaaaaaaaaaaaaaaaaa\té"])
  func textsAreReadWithAndWithoutEscapes(_ text: String) {
    #expect(read(JSONLine.text(text).line) == .text(text))
    #expect(read(JSONLine.object([.init(text, .flag(true))]).line) == .object([.init(text, .flag(true))]))
  }

  @Test(arguments: [
    "", " ", "{", "}", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "01", "-", "1.", ".5", "1e",
    "+1",
    "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "tru", "null",
    "1 2",
    "[1]]", "\u{FEFF}1",
  ])
  func whatIsNoJSONIsNothing(_ text: String) { #expect(read(text) == nil) }

  @Test func documentsMayHaveLinesAndNull() {
    let text = Array("{\n \"a\": [null,\n1]\r\n}\n".utf8)
    #expect(JSONReader.document(of: text, atMost: 10) == .object([.init("a", .list([.null, .number(1)]))]))
    #expect(JSONReader.document(of: text, atMost: 3) == nil)
    #expect(JSONReader.value(of: text) == nil)
    for text in ["nul", "\"a\nb\"", "[null", "1\n2", ""] {
      #expect(JSONReader.document(of: Array(text.utf8), atMost: 10) == nil, "\(text)")
    }
  }

  @Test func bytesThatAreNoUTF8AreNothing() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
      #expect(JSONReader.value(of: [0x22] + bytes + [0x22]) == nil)
      #expect(JSONReader.value(of: Array("\"a\\n".utf8) + bytes + [0x22]) == nil)
    }
  }

  @Test func depthHasAnEnd() {
    func nested(_ count: Int) -> String { String(repeating: "[", count: count) + String(repeating: "]", count: count) }
    #expect(read(nested(16)) != nil)
    #expect(read(nested(17)) == nil)
    #expect(read(nested(100_000)) == nil)
  }

  @Test func noPrefixAndNoDamageStopsIt() {
    let line = Array(Self.sample.line.utf8)
    for count in line.indices { #expect(JSONReader.value(of: Array(line.prefix(count))) == nil) }
    var random = SplitMix64(seed: 7)
    for _ in 0..<20_000 {
      var damaged = line
      damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      // A number may be too large for Foundation.
      if damaged.filter({ $0 | 0x20 == UInt8(ascii: "e") }).count
        != line.filter({ $0 | 0x20 == UInt8(ascii: "e") }).count
      {
        continue
      }
      let theirs = try? JSONSerialization.jsonObject(with: Data(damaged), options: .fragmentsAllowed)
      if JSONReader.value(of: damaged) != nil { #expect(theirs != nil, "\(String(decoding: damaged, as: UTF8.self))") }
    }
  }

  @Test func membersAreFoundByTheirKeys() {
    #expect(Self.sample["numbers"]?.list?.first?.number == 0)
    #expect(Self.sample["text"]?.text?.hasPrefix("a\"") == true)
    #expect(Self.sample["nothing"] == nil && JSONLine.number(1)["a"] == nil && JSONLine.number(1).text == nil)
    #expect(JSONLine.text("").number == nil && JSONLine.text("").list == nil)
  }
}
