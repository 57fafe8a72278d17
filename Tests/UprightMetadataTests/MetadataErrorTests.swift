// The errors of files that cannot be probed: which rule, at which byte, with which message.

import Testing
import UprightFixtures
import UprightMetadata

@Suite struct MetadataErrorTests {
  private func error(of bytes: [UInt8]) -> MetadataError? {
    do throws(MetadataError) {
      _ = try Probe(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      ([], MetadataError.Code.unrecognizedFormat, 0),
      ([0xFF], .unrecognizedFormat, 0),
      ([0xFF, 0xD8], .unrecognizedFormat, 0),
      (Array("GIF8xa".utf8), .unrecognizedFormat, 0),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .truncated, 8),
      ([0xFF, 0xD8, 0xFF], .truncated, 3),
      ([0xFF, 0xD8, 0xFF, 0xE0], .truncated, 4),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0], .truncated, 4),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 1], .segmentTooShort, 4),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0], .segmentTooShort, 4),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 3], .truncated, 6),
      ([0xFF, 0xD8, 0xFF, 0xD9], .frameMissing, 4),
      ([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 2, 3], .frameMissing, 9),
      ([0xFF, 0xD8, 0xFF, 0xC0, 0, 7, 8, 0, 1, 0, 1], .frameInvalid, 2),
      ([0xFF, 0xD8, 0xFF, 0xC0, 0, 8, 8, 0, 1, 0, 1, 0], .frameInvalid, 2),
      ([0xFF, 0xD8, 0xFF, 0xC0, 0, 8, 8, 0, 1, 0, 1, 1], .frameInvalid, 2),
      ([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 0, 1, 1, 0x11, 0], .frameInvalid, 2),
      ([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x01, 0], .frameInvalid, 2),
      ([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x15, 0], .frameInvalid, 2),
      ([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 4], .frameInvalid, 2),
    ] as [([UInt8], MetadataError.Code, Int)])
  func brokenRulesHaveACodeAndAPlace(bytes: [UInt8], code: MetadataError.Code, offset: Int) {
    let found = error(of: bytes)
    #expect(found?.code == code)
    #expect(found?.offset == offset)
  }

  @Test func markerFloodsEnd() {
    let flood = [0xFF, 0xD8] + Array(repeating: TinySegment.comment("").bytes, count: 20_000).joined()
    #expect(error(of: flood)?.code == .tooManyMarkers)
    let restart: [UInt8] = [0xFF, 0xD0]
    let markers = [0xFF, 0xD8] + Array(repeating: restart, count: 20_000).joined()
    #expect(error(of: markers)?.code == .tooManyMarkers)
  }

  @Test func strayFloodsEnd() {
    let stray = [0xFF, 0xD8, 0xFF] + Array(repeating: UInt8(0), count: 200_000)
    #expect(error(of: stray)?.code == .markerExpected)
    let fill = [0xFF, 0xD8] + Array(repeating: UInt8(0xFF), count: 200_000)
    #expect(error(of: fill)?.code == .markerExpected)
  }

  @Test func sentencesNameTheByte() {
    for code in MetadataError.Code.allCases {
      let text = MetadataError(code, at: 4711).description
      #expect(text.hasSuffix("(byte 4711)"))
      #expect(text.count > 20)
    }
    #expect(
      Set(MetadataError.Code.allCases.map { MetadataError($0, at: 0).description }).count
        == MetadataError.Code.allCases.count)
  }

  @Test func codesAreStable() {
    #expect(
      MetadataError.Code.allCases.map(\.rawValue) == [
        "unrecognized-format", "unsupported-format", "truncated", "marker-expected", "segment-too-short",
        "frame-missing", "frame-invalid", "too-many-markers", "box-invalid", "too-many-structures", "too-much-metadata",
        "number-too-large", "picture-missing", "not-expressible", "carrier-not-writable", "metadata-not-removable",
        "corrupt-data", "unreadable",
      ])
  }
}
