// The codes of findings: stable, because they appear in JSON. The sentences for kinds of findings, which fit after a
// colon.

import Testing
import UprightFixtures
import UprightMetadata

@Suite struct FindingTests {
  @Test func codesAreStable() {
    #expect(
      Finding.Code.allCases.map(\.rawValue) == [
        "orientation-invalid-value", "orientation-unusual-type", "orientation-wrong-type", "orientation-wrong-count",
        "orientation-duplicate", "exif-duplicate", "orientation-conflict-ifd1", "orientation-conflict-xmp",
        "orientation-xmp-only", "exif-malformed", "height-deferred", "header-damaged", "stray-bytes",
        "orientation-conflict-exif", "exif-in-text", "exif-behind-picture", "exif-prefixed", "exif-unannounced",
        "checksum-wrong", "orientation-stale", "thumbnail-lies-differently", "orientation-conflict-maker-note",
        "further-pages", "further-pictures", "trailer", "transform-order", "transform-not-essential",
        "clean-aperture", "primary-is-part", "matrix-translation-missing", "matrix-unusual", "tracks-differ",
        "movie-matrix",
        "mirror-often-lost",
        "regions-in-other-space", "regions-contradict", "extension-wrong", "metadata-damaged",
        "orientation-conflict-jpeg", "orientation-conflict-sidecar", "orientation-conflict-family",
      ])
  }

  @Test(arguments: [0, 9, 300])
  func sentencesNameTheValue(value: Int) throws {
    let probe = try Probe(TinyJPEG(.sixGrays, exif: TinyTIFF(.big, orientation: value)).bytes)
    let finding = try #require(probe.findings.first)
    #expect(finding.code == .invalidValue)
    #expect(finding.message.contains("\(value)"))
  }

  @Test func sentencesNameTheOtherCarriersValue() throws {
    var block = TinyTIFF(orientation: 6)
    block.ifd1 = [.orientation(3)]
    let packet = TinySegment.xmp(TinyXMP.packet(orientation: "8"))
    let probe = try Probe(TinyJPEG(.sixGrays, segments: [.exif(block), packet]).bytes)
    #expect(probe.findings.map(\.code) == [.thumbnailConflict, .xmpConflict])
    #expect(probe.findings.first?.message.contains("3") == true)
    #expect(probe.findings.last?.message.contains("8") == true)
  }

  @Test func everyKindHasItsOwnSentence() {
    let sentences = Finding.Code.allCases.map(\.sentence)
    #expect(Set(sentences).count == Finding.Code.allCases.count)
    for sentence in sentences {
      #expect(sentence.split(separator: " ").count >= 5, "\(sentence)")
      #expect(!sentence.hasSuffix(".") && !sentence.contains("\n"), "\(sentence)")
      let isWord = sentence.first?.isLowercase == true || ["Exif", "XMP"].contains(where: sentence.hasPrefix)
      #expect(isWord, "\(sentence)")
    }
  }
}
