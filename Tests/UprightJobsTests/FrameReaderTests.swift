// Streams cut anywhere give the same frames, and nothing that is no message is taken for one.

import Testing
import UprightFiles
import UprightTestTools

@testable import UprightJobs

@Suite struct FrameReaderTests {
  private static let line = #"{"type":"job","id":"a","in":{"path":"a.jpg"},"out":{"in_place":true}}"#
  /// Bytes that look like a job: they must never be taken for one.
  private static let body = Array((line + "\n").utf8)
  private static let stream =
    Array((line + "\n").utf8) + Array("{\"type\":\"plan\",\"id\":\"b\",\"in\":{\"body\":\(body.count)}}\n".utf8) + body
    + Array("\r\n{\"type\":\"job\",\"id\":\"c\",\"in\":{\"body\":0}}\r\n{\"type\":\"drain\"}\n".utf8)

  /// All frames of a stream in pieces.
  private static func frames(
    _ pieces: [ArraySlice<UInt8>], _ bounds: FrameReader.Bounds = FrameReader.Bounds()
  ) throws -> [JobFrame] {
    var reader = FrameReader(bounds)
    var frames: [JobFrame] = []
    for piece in pieces {
      reader.append(Array(piece))
      while let frame = try reader.next() { frames.append(frame) }
    }
    if let frame = try reader.finish() { frames.append(frame) }
    return frames
  }

  @Test func framesAreReadInOrderWithTheirBodies() throws {
    let frames = try Self.frames([Self.stream[...]])
    #expect(frames.map(\.kind) == [.job, .plan, .job, .drain])
    #expect(frames.map(\.id) == ["a", "b", "c", ""])
    #expect(frames.map(\.body) == [nil, Self.body, [], nil])
    #expect(frames[0].message["in"]?["path"] == .text("a.jpg"))
  }

  @Test func everyCutGivesTheSameFrames() throws {
    let whole = try Self.frames([Self.stream[...]])
    for cut in 0...Self.stream.count {
      #expect(try Self.frames([Self.stream[..<cut], Self.stream[cut...]]) == whole, "\(cut)")
    }
    let single = Self.stream.indices.map { Self.stream[$0...$0] }
    #expect(try Self.frames(single) == whole)
  }

  @Test func everyPrefixGivesWholeFramesOrAnError() throws {
    let whole = try Self.frames([Self.stream[...]])
    var violations = 0
    for end in 0..<Self.stream.count {
      do {
        let frames = try Self.frames([Self.stream[..<end]])
        #expect(Array(whole.prefix(frames.count)) == frames, "\(end)")
      } catch is InvalidFrame {
        violations += 1
      }
    }
    #expect(violations > Self.stream.count / 2)
  }

  @Test(arguments: [
    "nonsense", "[]", "1", "{", "{}", #"{"type":"joke"}"#, #"{"type":"result","id":"a"}"#, #"{"type":1,"id":"a"}"#,
    #"{"type":"job"}"#, #"{"type":"job","id":""}"#, #"{"type":"job","id":7}"#, #"{"type":"job","id":"\n"}"#,
    #"{"type":"job","id":"a","id":"b"}"#, #"{"type":"job","id":"a","in":{"body":-1}}"#,
    #"{"type":"job","id":"a","in":{"body":"9"}}"#, #"{"type":"job","id":"a","in":{"body":1.5}}"#,
    #"{"type":"job","id":"a","in":{"body":99999999999}}"#, #"{"type":"job","id":"a","in":{"body":1e3}}"#,
    "{\"type\":\"job\",\"id\":\"a\u{0}\"}",
  ])
  func whatIsNoMessageEndsTheStream(_ line: String) {
    let violation = #expect(throws: InvalidFrame.self) {
      try Self.frames([(Array((Self.line + "\n" + line + "\n").utf8))[...]])
    }
    #expect(violation?.line == 2)
  }

  @Test func bytesThatAreNotTextAreNoMessage() {
    for byte in UInt8(0x80)...0xFF {
      #expect(throws: InvalidFrame.self) {
        try Self.frames([(Array(#"{"type":"job","id":""#.utf8) + [byte] + Array("\"}\n".utf8))[...]])
      }
    }
  }

  @Test func linesBodiesAndIDsAreBounded() throws {
    let bounds = FrameReader.Bounds(line: 60, body: 10)
    func line(id count: Int) -> [UInt8] {
      Array(#"{"type":"job","id":"\#(String(repeating: "i", count: count))"}"#.utf8)
    }
    let most = 60 - line(id: 0).count
    #expect(try Self.frames([(line(id: most) + [10])[...]], bounds).count == 1)
    #expect(throws: InvalidFrame.self) { try Self.frames([(line(id: most + 1) + [10])[...]], bounds) }
    // Also without a line break: an endless line is not kept.
    var reader = FrameReader(bounds)
    reader.append(Array(repeating: 0x20, count: 61))
    #expect(throws: InvalidFrame.self) { try reader.next() }
    #expect(try Self.frames([(line(id: JobFrame.longestID) + [10])[...]]).count == 1)
    #expect(throws: InvalidFrame.self) { try Self.frames([(line(id: JobFrame.longestID + 1) + [10])[...]]) }
    func announcing(_ count: Int) -> [UInt8] { Array(#"{"type":"job","id":"a","in":{"body":\#(count)}}"#.utf8) + [10] }
    #expect(try Self.frames([(announcing(10) + Array(repeating: 7, count: 10))[...]], bounds)[0].body?.count == 10)
    #expect(throws: InvalidFrame.self) { try Self.frames([announcing(11)[...]], bounds) }
    let values = #"{"type":"job","id":"a","x":[\#(Array(repeating: "1", count: 300).joined(separator: ","))]}"# + "\n"
    #expect(throws: InvalidFrame.self) { try Self.frames([Array(values.utf8)[...]]) }
  }

  @Test func arbitraryBytesNeverTrap() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<3_000 {
      var bytes = Self.stream
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
      let cut = Int.random(in: bytes.indices, using: &random)
      for frame in (try? Self.frames([bytes[..<cut], bytes[cut...]])) ?? [] where frame.kind != .drain {
        _ = try? Job(frame)
      }
    }
  }
}
