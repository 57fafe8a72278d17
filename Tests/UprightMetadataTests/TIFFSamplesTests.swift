// The samples' description in a TIFF's directory, and what prevents decoding.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata

@Suite struct TIFFSamplesTests {
  private static func samples(_ kind: SampleTIFF.Kind, _ entries: [TinyEntry] = []) throws -> SampleCoding? {
    var file = SampleTIFF.mixedColors(width: 9, height: 7, kind)
    file.entries = entries
    return try Probe(file.bytes).samples
  }

  @Test func aPaletteIsNoDepthOfColour() throws {
    let samples = try #require(try Self.samples(SampleTIFF.Kind(3, 4)))
    #expect(samples.color == .rgb && samples.isPalette && samples.depth == 4 && samples.isLossless)
  }

  @Test(arguments: [(7, false), (50_001, false), (5, true), (8, true), (50_000, true)])
  func whetherTheCodingLostSomething(compression: Int, isLossless: Bool) throws {
    let samples = try Self.samples(SampleTIFF.Kind(2, 8), [TinyEntry(259, .short, [compression])])
    #expect(samples?.isLossless == isLossless)
  }

  @Test func aFourthSampleBesideColoursIsOpacityUnlessSaidOtherwise() throws {
    let four = TinyEntry(277, .short, [4])
    #expect(try Self.samples(SampleTIFF.Kind(2, 8), [four])?.hasTransparency == true)
    #expect(try Self.samples(SampleTIFF.Kind(2, 8, extra: 0))?.hasTransparency == false)
    #expect(try Self.samples(SampleTIFF.Kind(1, 8), [TinyEntry(277, .short, [2])])?.hasTransparency == false)
  }

  /// Samples that nobody could show are not discarded silently: besides plain gray and RGB they are named, otherwise
  /// refused.
  @Test func samplesOfNoKnownMeaningAreNamedOrRefused() throws {
    let lost = UnsupportedSamples.tiffCoding(.otherSamples)
    func count(_ number: Int) -> TinyEntry { TinyEntry(277, .short, [number]) }
    for (kind, entries) in [
      (SampleTIFF.Kind(2, 8, extra: 0), []), (SampleTIFF.Kind(1, 8, extra: 0), []),
      (SampleTIFF.Kind(5, 16, extra: 0), []),
      (SampleTIFF.Kind(2, 8), [count(5)]), (SampleTIFF.Kind(1, 8), [count(2)]), (SampleTIFF.Kind(3, 8), [count(2)]),
      (SampleTIFF.Kind(2, 8, extra: 2), [count(5)]), (SampleTIFF.Kind(1, 8, extra: 1), [count(3)]),
    ] as [(SampleTIFF.Kind, [TinyEntry])] {
      let samples = try #require(try Self.samples(kind, entries))
      let isPlain = kind.photometric == 1 || kind.photometric == 2
      #expect(samples.unsupportedReason == (isPlain ? nil : lost), "\(kind), \(entries.count)")
      #expect(samples.conversion == (isPlain ? .others : nil), "\(kind), \(entries.count)")
    }
    for (kind, entries) in [
      (SampleTIFF.Kind(2, 8), []), (SampleTIFF.Kind(2, 8), [count(4)]), (SampleTIFF.Kind(2, 8, extra: 2), []),
      (SampleTIFF.Kind(2, 16, extra: 1), []), (SampleTIFF.Kind(1, 8, extra: 2), []), (SampleTIFF.Kind(5, 8), []),
      (SampleTIFF.Kind(3, 8), []),
    ] as [(SampleTIFF.Kind, [TinyEntry])] {
      #expect(try Self.samples(kind, entries)?.unsupportedReason == nil, "\(kind), \(entries.count)")
    }
  }

  @Test func unitsAreTilesOrStripsOfPlanes() throws {
    #expect(try Self.samples(SampleTIFF.Kind(2, 8))?.unit == PixelSize(width: 1, height: 1))
    #expect(try Self.samples(SampleTIFF.Kind(2, 8, isPlanar: true))?.unit == PixelSize(width: 9, height: 5))
    let odd = TinyEntry(278, .long, [4_294_967_295])
    #expect(try Self.samples(SampleTIFF.Kind(2, 8, isPlanar: true), [odd])?.unit == PixelSize(width: 9, height: 7))
    #expect(try Self.samples(SampleTIFF.Kind(2, 8, tile: (32, 16)))?.unit == PixelSize(width: 32, height: 16))
  }

  @Test func aCanonRawFileHoldsPreviewsOnly() throws {
    var file = TinyTIFFFile(pages: [.init(TinyImage(width: 3, height: 2, filledWith: [1, 2, 3]))])
    file.mark = Array("CR".utf8) + [2, 0]
    #expect(try Probe(file.bytes).samples?.unsupportedReason == .tiff(.raw))
  }

  @Test func inksOfOtherColoursAreNamed() throws {
    let samples = try Self.samples(SampleTIFF.Kind(5, 8), [TinyEntry(332, .short, [2])])
    #expect(samples?.unsupportedReason == .tiff(.inkSet))
    #expect(try Self.samples(SampleTIFF.Kind(5, 8, extra: 2))?.unsupportedReason == .tiff(.cmykWithAlpha))
  }

  /// A sample that is not decoded gives its kind, and what would help.
  @Test(
    arguments: [
      (TinyEntry(259, .short, [6]), .oldStyleJPEG), (TinyEntry(259, .short, [34_676]), .logarithmic),
      (TinyEntry(262, .short, [10]), .faxLab), (TinyEntry(262, .short, [32_845]), .logLuv),
      (TinyEntry(339, .short, [3]), .float(bits: 8)),
      (TinyEntry(339, .short, [5]), .complex), (TinyEntry(339, .short, [6]), .complex),
      (TinyEntry(258, .short, [20]), .unsigned(bits: 20)), (TinyEntry(258, .short, [64]), .unsigned(bits: 64)),
    ] as [(TinyEntry, UnsupportedSamples.TIFFCoding)])
  func whatIsNotDecodedSaysWhatWouldHelp(entry: TinyEntry, reason: UnsupportedSamples.TIFFCoding) throws {
    let unsupportedReason = try Self.samples(SampleTIFF.Kind(2, 8), [entry])?.unsupportedReason
    #expect(unsupportedReason == .tiffCoding(reason))
  }

  /// A sample that is converted in decoding gives its original kind, in strips that are held whole if luma and chroma
  /// are interleaved.
  @Test(
    arguments: [
      ([TinyEntry(339, .short, [3]), TinyEntry(258, .short, [32])], .fractions),
      ([TinyEntry(339, .short, [2])], .signedNumbers),
      ([TinyEntry(258, .short, [32])], .longNumbers), ([TinyEntry(262, .short, [8])], .lab),
      ([TinyEntry(262, .short, [9])], .lab), ([TinyEntry(262, .short, [6])], .luma), ([], nil),
    ] as [([TinyEntry], SampleCoding.Conversion?)])
  func whatIsConvertedIsSaid(entries: [TinyEntry], kind: SampleCoding.Conversion?) throws {
    let samples = try #require(try Self.samples(SampleTIFF.Kind(2, 8), entries))
    #expect(samples.unsupportedReason == nil && samples.conversion == kind && samples.color == .rgb)
    #expect(samples.unit == (kind == .luma ? PixelSize(width: 9, height: 5) : PixelSize(width: 1, height: 1)))
  }

  @Test func unknownColoursStayUnknown() throws {
    #expect(try Self.samples(SampleTIFF.Kind(2, 8), [TinyEntry(262, .short, [7])]) == nil)
  }
}
