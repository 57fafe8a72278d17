// Boxes of files that are truncated, have wrong lengths, or contain something else.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct BoxRunTests {
  private func run(_ bytes: [UInt8]) throws -> BoxRun {
    var reader = RangeReader(bytes)
    return try BoxRun(in: 0..<bytes.count, &reader)
  }

  @Test func wholeBoxesOfEveryLength() throws {
    for length in TinyBoxLength.allCases {
      let bytes = TinyBox.bytes("free", [1, 2]) + TinyBox.bytes("mdat", [3, 4, 5], length: length)
      let run = try run(bytes)
      #expect(run.damage == nil)
      #expect(run.boxes.map(\.kind) == ["free", "mdat"])
      #expect(run.boxes.map(\.payload.count) == [2, 3])
      #expect(run.first("mdat")?.end == bytes.count)
      #expect(run.first("moov") == nil)
    }
  }

  @Test func everyPrefixEndsWithACutBox() throws {
    let bytes = TinyBox.bytes("free", [1, 2]) + TinyBox.bytes("mdat", [3, 4, 5], length: .long)
    for count in 0..<bytes.count {
      let run = try run(Array(bytes.prefix(count)))
      #expect((run.damage == nil) == (count == 0 || count == 10))
      #expect(run.boxes.count == (count < 8 ? 0 : count < 26 ? 1 : 2), "\(count)")
      #expect(run.boxes.allSatisfy { $0.end <= count })
    }
  }

  @Test func aLengthThatIsTooSmallEndsTheRun() throws {
    let run = try run(TinyBox.bytes("free", []) + [0, 0, 0, 5] + Array("mdatxxxx".utf8))
    #expect(run.boxes.map(\.kind) == ["free"])
    #expect(run.damage == MetadataError(.boxInvalid, at: 8))
  }
}
