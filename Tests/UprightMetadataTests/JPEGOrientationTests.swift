// Which field decides: every unusual case, its result and its findings.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct JPEGOrientationTests {
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
