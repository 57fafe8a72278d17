// JPEG XL files, bare and in boxes: what decides, what is compared, and no traps.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct JPEGXLHeaderTests {
  static let containers: [TinyJXL.Container] = [.bare, .box(.short), .box(.long), .box(.open), .parts(first: 20)]

  @Test(arguments: containers, ExifOrientation.allCases)
  func theCodestreamDecides(container: TinyJXL.Container, tag: ExifOrientation) throws {
    var file = TinyJXL(as: tag)
    (file.container, file.exif, file.exifPadding) = (container, TinyTIFF(orientation: 3), 6)
    file.packet = TinyXMP.packet(orientation: "3")
    let probe = try Probe(file.bytes)
    #expect(probe.format == .jpegXL)
    #expect(probe.orientation.exif == tag)
    #expect(probe.displayedSize == PixelSize(width: 3, height: 2))
    #expect(probe.source.name == "codestream")
    guard container != .bare else {
      #expect(probe.statements.count == 1)
      return
    }
    #expect(probe.statements.map(\.source.name) == ["codestream", "exif", "xmp"])
    #expect(probe.findings.map(\.code) == (tag == .bottomRight ? [] : [.exifConflict, .xmpConflict]))
    let other = try Probe(file.bytes, rules: OrientationRules(prefersExif: true))
    #expect(other.orientation.exif == .bottomRight)
    #expect(other.statements.map(\.source.name) == ["exif", "codestream", "xmp"])
  }

  @Test func sayingNothingIsSayingOne() throws {
    for header in [TinyJXL.Header.allUsual, .noFurtherFields] {
      let probe = try Probe(TinyJXL(header).bytes)
      #expect(probe.orientation.isIdentity)
      #expect(probe.statements.map(\.value) == [.topLeft])
    }
    var file = TinyJXL(.allUsual)
    (file.container, file.exif) = (.box(.short), TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")]))
    let probe = try Probe(file.bytes, rules: OrientationRules(prefersExif: true))
    #expect(probe.statements.count == 1, "Exif without the tag decides nothing")
  }

  @Test func boxesMayComeInAnyOrder() throws {
    var file = TinyJXL(as: .leftBottom)
    file.container = .box(.short)
    file.boxesBefore = TinyBox.bytes("brob", Array("Exif".utf8) + [1, 2, 3]) + TinyBox.bytes("jbrd", [1, 2])
    file.boxesAfter =
      TinyBox.bytes("Exif", [0, 0, 0, 0] + TinyTIFF(orientation: 8).bytes) + TinyBox.bytes("brob", [])
      + TinyBox.bytes("Exif", [0, 0, 0, 0] + TinyTIFF(orientation: 2).bytes)
    let probe = try Probe(file.bytes)
    #expect(probe.orientation.exif == .leftBottom)
    #expect(probe.statements.map(\.value) == [.leftBottom, .leftBottom])
    #expect(probe.findings.isEmpty)
  }

  @Test func exifBoxesThatLieAreNone() throws {
    for payload: [UInt8] in [
      [], [0, 0, 0], [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 1], [0, 0, 0, 1] + TinyTIFF(orientation: 6).bytes,
    ] {
      var file = TinyJXL(as: .rightTop)
      (file.container, file.boxesBefore) = (.box(.short), TinyBox.bytes("Exif", payload))
      #expect(try Probe(file.bytes).statements.count == 1)
    }
  }

  @Test func aFileThatBreaksOffIsReadAsFarAsItGoes() throws {
    var file = TinyJXL(as: .rightTop)
    (file.container, file.packet) = (.box(.short), TinyXMP.packet(orientation: "6"))
    let bytes = file.bytes
    let cut = try Probe(Array(bytes.dropLast(10)))
    #expect(cut.orientation.exif == .rightTop)
    #expect(cut.findings.map(\.code) == [.metadataDamaged])
    file.boxesAfter = [0, 0, 0, 3, 1, 2, 3, 4, 5, 6, 7, 8]
    #expect(try Probe(file.bytes).findings.map(\.code) == [.metadataDamaged])
    var none = TinyJXL(as: .rightTop)
    none.container = .box(.short)
    let start = try #require(Probe(none.bytes).source.offset) - 8
    let head = Array(none.bytes[..<start])
    #expect(throws: MetadataError(.imageMissing, at: start)) { try Probe(head) }
    #expect(throws: MetadataError(.boxInvalid, at: start + 8)) { try Probe(head + TinyBox.bytes("jxlc", [1, 2, 3])) }
    #expect { try Probe(head + TinyBox.bytes("jxlp", [0, 0])) } throws: { $0 is MetadataError }
  }

  @Test(arguments: [TinyJXL.Container.box(.short), .box(.long), .box(.open), .parts(first: 20), .bare])
  func aFileThatEndsInsideABoxIsTruncated(container: TinyJXL.Container) throws {
    var file = TinyJXL(as: .rightTop)
    file.container = container
    #expect(try !Probe(file.bytes).isTruncated)
    let cut = try Probe(Array(file.bytes.dropLast()))
    #expect(cut.isTruncated == ![.box(.open), .bare].contains(container) && cut.orientation.exif == .rightTop)
    guard container == .box(.short) else { return }
    #expect(try !Probe(file.bytes + TinyBox.number(999, 4) + Array("data of a camera".utf8)).isTruncated)
  }

  @Test func notMoreThanItsBoxesIsRead() throws {
    var file = TinyJXL(as: .rightTop)
    file.container = .box(.short)
    file.boxesAfter = TinyBox.bytes("mdat", [UInt8](repeating: 0, count: 3_000_000))
    let source = CountingSource(file.bytes)
    _ = try Probe(source)
    #expect(source.readCount < 20_000)
  }

  @Test(arguments: ExifOrientation.allCases)
  func everyPrefixAndEveryByteIsAnErrorOrAProbe(tag: ExifOrientation) {
    var file = TinyJXL(as: tag)
    file.container = Self.containers[Int(tag.rawValue) % 5]
    if tag == .topLeft { file.header = .noFurtherFields }
    if tag == .leftTop { (file.header, file.storedAs) = (.allUsual, .topLeft) }
    if tag.rawValue % 2 == 0 {
      (file.exif, file.packet) = (TinyTIFF(orientation: Int(tag.rawValue)), Array(#"<x tiff:Orientation="6">"#.utf8))
    }
    #expect(Totality.complaintOfPrefixes(file.bytes) == nil)
    let places = tag == .rightTop ? file.bytes.indices : 0..<80
    #expect(Totality.complaintOfMutations(file.bytes, in: places) == nil)
  }
}
