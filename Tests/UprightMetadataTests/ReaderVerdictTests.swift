// Verdicts of whole files: which readers, when they disagree, and the line that reports it.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata

@Suite struct ReaderVerdictTests {
  private func probe(_ block: TinyTIFF, rules: OrientationRules = OrientationRules()) throws -> Probe {
    try Probe(TinyJPEG(.sixColors, exif: block).bytes, rules: rules)
  }

  @Test(arguments: 1...8)
  func allAgreeOnAnOrdinaryTag(tag: Int) throws {
    let probe = try probe(TinyTIFF(.big, orientation: tag))
    #expect(probe.verdicts.map(\.reader) == Reader.allCases)
    #expect(probe.verdicts.allSatisfy { Int($0.orientation.rawValue) == tag })
    #expect(!probe.readersDisagree)
  }

  @Test func aDisputeIsOneLine() throws {
    let probe = try probe(TinyTIFF(ifd0: [.orientation(6), .orientation(3)]))
    #expect(probe.readersDisagree)
    #expect(
      probe.verdicts.summary
        == "browsers 6, exiftool 6, pillow 6, libvips 6, opencv 6, imagemagick6 6, ffmpeg 3, exiftran 6, piexif 3, jhead 6"
    )
  }

  @Test func oneAgainstAllOthersIsADisputeToo() throws {
    let block = TinyTIFF(ifd0: [TinyEntry(274, .byte, [6])])
    #expect(try probe(block).readersDisagree)
    let packet = TinySegment.xmp(TinyXMP.packet(orientation: "6"))
    let rules = OrientationRules(readsXMP: true)
    let believed = try Probe(TinyJPEG(.sixColors, segments: [packet]).bytes, rules: rules)
    #expect(believed.orientation.exif == .rightTop)
    #expect(believed.readersDisagree)
    #expect(believed.verdicts == (try Probe(TinyJPEG(.sixColors, segments: [packet]).bytes)).verdicts)
  }

  @Test func nobodyIsSaidToDoWhatWasNeverSeen() throws {
    let verdicts = try probe(TinyTIFF(ifd0: [TinyEntry(274, .sshort, [6])])).verdicts
    #expect(verdicts == [ReaderVerdict(.browsers, .topLeft)])
  }

  @Test func noLineWithoutVerdicts() { #expect([ReaderVerdict]().summary.isEmpty) }
}
