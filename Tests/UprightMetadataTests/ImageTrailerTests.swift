// Bytes that no list names: found after the end of the image, with a video in them or not.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata

@Suite struct ImageTrailerTests {
  private let video: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0] + Array(repeating: 7, count: 100)

  private func trailer(_ bytes: [UInt8], further: [[UInt8]] = []) throws -> (ImageTrailer?, [UInt8]) {
    var file = TinyJPEG(.letterF, exif: TinyTIFF(orientation: 6))
    file.furtherImages = further
    file.trailer = bytes
    return (try Probe(file.bytes).trailer(in: file.bytes), file.bytes)
  }

  /// A trailer is never overlooked, whatever its last bytes; an image alone is not read twice.
  @Test func aTrailerIsNotPassedOver() throws {
    let other = TinyJPEG(.sixGrays).bytes
    for bytes in [[0xFF, 0xD9], other, Array(repeating: 7, count: 70_000) + [0xFF, 0xD9], [1]] {
      let (found, file) = try trailer(bytes)
      #expect(found?.range.count == bytes.count)
      #expect(try Probe(file).mayHaveTrailer(in: file))
    }
    for further in [[], [other]] {
      let (found, file) = try trailer([], further: further)
      #expect(try found == nil && !Probe(file).mayHaveTrailer(in: file))
    }
  }

  @Test func nothingIsNone() throws {
    #expect(try trailer([]).0 == nil)
    #expect(try trailer([], further: [TinyJPEG(.sixGrays).bytes]).0 == nil)
  }

  @Test(arguments: [[UInt8(0)], [1, 2, 3], Array("ftyp".utf8), Array("xxxxftypftyp".utf8)])
  func otherBytesAreTheirPlace(bytes: [UInt8]) throws {
    for further in [[], [TinyJPEG(.sixGrays).bytes]] {
      let (found, file) = try trailer(bytes, further: further)
      let trailer = try #require(found)
      #expect(Array(file[trailer.range]) == bytes)
      #expect(trailer.video == nil)
      #expect(trailer.finding.code == .trailer)
      #expect(trailer.finding.message.contains("\(bytes.count) bytes"))
    }
  }

  @Test(arguments: [0, 1, 4, 200, 60_000])
  func aFilmIsFoundBehindMakersBytes(count: Int) throws {
    let (found, file) = try trailer(Array(repeating: 9, count: count) + video)
    let trailer = try #require(found)
    #expect(trailer.video?.kind == .video)
    #expect(trailer.video?.offset == file.count - video.count)
    #expect(trailer.finding.message.contains("video"))
  }

  @Test func aFilmFarBehindIsJustBytes() throws {
    #expect(try trailer(Array(repeating: 9, count: 70_000) + video).0?.video == nil)
  }

  @Test func aFilmThatXMPNamesIsNoTrailer() throws {
    let packet = TinyXMP.directory([("Primary", 0), ("MotionPhoto", video.count)])
    var file = TinyJPEG(.sixGrays, segments: [.xmp(packet)])
    file.trailer = video
    #expect(try Probe(file.bytes).trailer(in: file.bytes) == nil)
    #expect(try Probe(file.bytes).findings.map(\.code) == [.trailer])
  }
}
