// Bytes as hexadecimal digits: other programs' output is read, and ours is identical.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct RawProfileTests {
  @Test(arguments: [0, 1, 35, 36, 37, 72, 500])
  func textAndBytesAreOneAnother(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let text = RawProfile(name: Array("exif".utf8), bytes: bytes).text
    guard count > 0 else { return }
    let profile = try #require(RawProfile(text))
    #expect(profile.name == Array("exif".utf8))
    #expect(profile.bytes == bytes)
    #expect(profile.text == text)
    #expect(text.split(separator: 0x0A).dropFirst(2).allSatisfy { $0.count <= 72 })
  }

  @Test func theBuilderOfFixturesWritesTheSame() throws {
    let block = TinyTIFF(orientation: 6).bytes
    let chunk = TinyPNG.Chunk.rawProfile(block, type: "APP1", .plain)
    let text = RawProfile(name: Array("APP1".utf8), bytes: TinySegment.exifPrefix + block).text
    #expect(chunk.data == Array("Raw profile type APP1".utf8) + [0] + text)
  }

  @Test(
    arguments: [
      ("\nexif\n       4\n45786966\n", [0x45, 0x78, 0x69, 0x66]),
      ("exif\n4\n45786966", [0x45, 0x78, 0x69, 0x66]),
      ("\nexif\n 4\n45 78\r\n6 9\nFf", [0x45, 0x78, 0x69, 0xFF]),
      ("\nexif\n 3\n457869660000", [0x45, 0x78, 0x69]),
      ("\nexif\n 9\n4578x966", [0x45, 0x78]),
      ("\nexif\n 9\n457", [0x45]),
      ("\nexif\n 99999999999\n45", [0x45]),
    ] as [(String, [UInt8])])
  func whatIsThereIsRead(text: String, bytes: [UInt8]) {
    #expect(RawProfile(Array(text.utf8))?.bytes == bytes)
  }

  @Test(arguments: [
    "", "\n", "\nexif\n", "\nexif\n4", "\nexif\nfour\n45", "\nexif\n-4\n45", "\nexif\n99999999999999999999\n45",
  ])
  func whatIsNoneIsNone(text: String) {
    #expect(RawProfile(Array(text.utf8)) == nil)
  }
}
