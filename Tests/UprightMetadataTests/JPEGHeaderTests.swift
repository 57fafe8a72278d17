// Headers as a whole: the position of each part, what is used, and where reading stops. Which field decides: every
// unusual case, its result and its findings.

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

  @Test(arguments: TestFile.all)
  func exhibitsResolveAsTheyShould(exhibit: TestFile) throws {
    let probe = try Probe(exhibit.bytes)
    #expect(probe.orientation.exif.rawValue == exhibit.orientation)
    #expect(Set(probe.findings.map(\.code)) == Set(exhibit.codes))
    #expect(probe.findings.count == exhibit.codes.count, "each is said once")
    #expect(probe.findings.allSatisfy { !$0.message.isEmpty })
  }

  @Test func namesAreUnique() {
    #expect(Set(TestFile.all.map(\.name)).count == TestFile.all.count)
  }

  @Test func everyCodeOfAnOrientationHasAnExhibit() {
    let shown = Set(TestFile.all.flatMap(\.codes))
    let codes = Finding.Code.allCases.prefix { $0 != .exifConflict }
    #expect(Set(codes).subtracting(shown) == [.heightDeferred, .headerDamaged, .junkBytes])
  }

  @Test(arguments: TestFile.tags)
  func sourceNamesTheDecidingByte(exhibit: TestFile) throws {
    let probe = try Probe(exhibit.bytes)
    guard case .exif(let offset) = probe.source else {
      Issue.record("the source is \(probe.source)")
      return
    }
    #expect(exhibit.bytes[offset] == exhibit.orientation)
    for value in UInt8(1)...8 {
      var changed = exhibit.bytes
      changed[offset] = value
      #expect(try Probe(changed).orientation.exif.rawValue == value)
    }
  }

  @Test(arguments: ["no Exif", "in APP2", "XMP only, attribute", "behind the end", "only in IFD1"])
  func withoutATagThereIsNoSource(name: String) throws {
    let exhibit = try #require(TestFile.all.first { $0.name == name })
    #expect(try Probe(exhibit.bytes).source == .none)
  }

  @Test func theSameNumberInEveryCarrierIsNoConflict() throws {
    for value in 1...8 {
      var block = TinyTIFF(.big, orientation: value)
      block.ifd1 = [.orientation(value)]
      let packet = TinySegment.xmp(TinyXMP.packet(orientation: "\(value)"))
      let probe = try Probe(TinyJPEG(.letterF, segments: [.exif(block), packet]).bytes)
      #expect(probe.orientation.exif.rawValue == UInt8(value))
      #expect(probe.findings.isEmpty)
    }
  }

  @Test(arguments: 1...8, 1...8)
  func everyOtherNumberInXMPIsAConflict(exif: Int, xmp: Int) throws {
    let packet = TinySegment.xmp(TinyXMP.packet(orientation: "\(xmp)", form: .element))
    let probe = try Probe(TinyJPEG(.letterF, segments: [packet, .exif(TinyTIFF(orientation: exif))]).bytes)
    #expect(probe.orientation.exif.rawValue == UInt8(exif))
    #expect(probe.findings.map(\.code) == (exif == xmp ? [] : [.xmpConflict]))
  }

  @Test(arguments: TinyXMP.Form.allCases, 1...8)
  func xmpDecidesWhereItIsAskedTo(form: TinyXMP.Form, value: Int) throws {
    let rules = OrientationRules(readsXMP: true)
    let packet = TinySegment.xmp(TinyXMP.packet(orientation: "\(value)", form: form))
    let tagless = TinySegment.exif(TinyTIFF(ifd0: [TinyEntry(271, text: "M")]))
    for segments in [[packet], [tagless, packet], [packet, tagless]] {
      let bytes = TinyJPEG(.letterF, segments: segments).bytes
      let probe = try Probe(bytes, rules: rules)
      #expect(probe.orientation.exif.rawValue == UInt8(value))
      #expect(probe.source.name == "xmp" && probe.findings.isEmpty)
      for tag in ExifOrientation.allCases {
        let patch = try probe.retag(to: Orientation(exif: tag))
        let result = try patch.applied(to: bytes)
        #expect(try Probe(result, rules: rules).orientation.exif == tag)
        #expect(try Probe(result).orientation.exif == tag || tag.rawValue == UInt8(value))
        #expect(try patch.inverse.applied(to: result) == bytes)
      }
    }
    let tagged = TinyJPEG(.letterF, segments: [packet, .exif(TinyTIFF(orientation: 3))]).bytes
    #expect(try Probe(tagged, rules: rules).orientation.exif == .bottomRight)
    #expect(try Probe(tagged, rules: rules).findings.map(\.code) == (value == 3 ? [] : [.xmpConflict]))
  }

  @Test(
    .enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"),
    arguments: TestFile.tags + TestFile.all.filter { $0.codes.isEmpty && $0.orientation != 1 })
  func exiftoolAgreesWhereNothingIsOdd(exhibit: TestFile) throws {
    let folder = try ScratchFolder()
    let file = try folder.write(exhibit.bytes, as: "exhibit.jpg")
    let answer = try OutsideTool.exiftool.run(["-n", "-s3", "-IFD0:Orientation", file])
    #expect(answer.text == "\(exhibit.orientation)")
  }
}
