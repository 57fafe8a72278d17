// Headers as a whole: the position of each part, what is used, and where reading stops.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct JPEGHeaderTests {
  private static let rich: TinyJPEG = {
    var jpeg = TinyJPEG(
      TinyImage.sixColors.enlarged(by: 4),
      segments: [.jfif, .exif(TinyTIFF(.big, orientation: 6)), .xmp(TinyXMP.packet(orientation: "6")), .comment("one")])
    jpeg.segmentsAfterFrame = [.adobe(transform: 1), .comment("two")]
    jpeg.restartInterval = 3
    jpeg.sampling = .halfWidth
    return jpeg
  }()

  @Test func everythingBeforeTheScanIsGathered() throws {
    let bytes = Self.rich.bytes
    let header = try JPEGHeader(bytes)
    #expect(header.storedSize == PixelSize(width: 12, height: 8))
    #expect(header.applications.map(\.kind) == [.jfif, .exif, .xmp, .other, .adobe, .other])
    #expect(header.applications.map(\.segment.marker) == [0xE0, 0xE1, 0xE1, 0xFE, 0xEE, 0xFE])
    #expect(header.frame.restartInterval == 3 && header.frame.blockSize == PixelSize(width: 16, height: 8))
    #expect(header.findings.isEmpty && !header.hasMultiPicture)
    for application in header.applications {
      let segment = application.segment
      #expect(bytes[segment.offset] == 0xFF && bytes[segment.offset + 1] == segment.marker)
      #expect(Int(bytes[segment.offset + 2]) << 8 | Int(bytes[segment.offset + 3]) == segment.payload.count + 2)
    }
    let last = try #require(header.applications.last)
    #expect(String(decoding: bytes[last.segment.payload], as: UTF8.self) == "two")
  }

  /// Data after the scan's header is neither read nor trusted.
  @Test func nothingBehindTheScanCounts() throws {
    var changed = Self.rich
    changed.trailer = TinySegment.exif(TinyTIFF(orientation: 3)).bytes + [0xFF, 0xC0, 0, 0]
    #expect(try JPEGHeader(changed.bytes) == JPEGHeader(Self.rich.bytes))
    let source = CountingSource(Self.rich.bytes + Array(repeating: 0xFF, count: 1 << 20))
    _ = try JPEGHeader(source)
    let end = (Self.rich.bytes.count + 4096, source.byteCount - 4096)
    #expect(source.ranges.allSatisfy { $0.upperBound <= end.0 || $0.lowerBound >= end.1 })
  }

  /// Prefixes: nothing before the whole frame header, and from there on always the same image.
  @Test func everyPrefixIsAnErrorOrTheSameImage() throws {
    let bytes = Self.rich.bytes
    let whole = try JPEGHeader(bytes)
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    let frameEnd = frame + 2 + 17
    for count in 0..<bytes.count {
      let found = Result { try JPEGHeader(Array(bytes[..<count])) }
      switch found {
      case .success(let header):
        #expect(count >= frameEnd)
        #expect(header.storedSize == whole.storedSize && header.frame.components == whole.frame.components)
        #expect(header.exif == whole.exif && header.xmp == whole.xmp)
        let isWhole = header.applications == whole.applications && header.frame == whole.frame
        #expect(isWhole || header.findings.map(\.code) == [.headerDamaged])
      case .failure(let error):
        #expect(count < frameEnd, "\(error) at \(count)")
        let code = (error as? MetadataError)?.code
        #expect(code == .truncated || (count < 2 && code == .unrecognizedFormat))
      }
    }
  }

  @Test func aListOfImagesIsNoticed() throws {
    var several = TinyJPEG(.sixColors)
    several.furtherImages = [TinyJPEG(.sixGrays).bytes]
    #expect(try JPEGHeader(several.bytes).hasMultiPicture)
    #expect(try !JPEGHeader(TinyJPEG(.sixColors).bytes).hasMultiPicture)
  }

  @Test func strayBytesAreNamedByTheirPlace() throws {
    var bytes = TinyJPEG(.sixColors).bytes
    bytes.insert(contentsOf: [1, 2, 3], at: 2)
    let header = try JPEGHeader(bytes)
    #expect(header.findings == [Finding(.junkBytes, "bytes at 2 belong to no segment")])
    #expect(header.storedSize == PixelSize(width: 3, height: 2))
  }

  @Test func theBlockLiesBehindItsIdentifier() throws {
    let bytes = Self.rich.bytes
    let header = try JPEGHeader(bytes)
    let exif = try #require(header.exif)
    #expect(bytes[exif.offset...].starts(with: exif.block.bytes))
    #expect(Array(bytes[exif.offset - 6..<exif.offset]) == TinySegment.exifPrefix)
  }
}
