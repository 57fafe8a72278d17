// A bitmap's headers: its size, the direction of its rows, and how its pixels are coded.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct BMPHeaderTests {
  private static let six = TinyImage.sixColors
  private static let masks = [0xF00, 0xF0, 0xF, 0xF000]
  static let codings: [TinyBMP.Coding] =
    [.bytes] + [1, 2, 4, 8].map { .places(bits: $0) } + [.runs(bits: 4), .runs(bits: 8)]
    + [16, 32].flatMap { [.fields(bits: $0, masks: []), .fields(bits: $0, masks: masks)] }

  /// Black and white are in every palette.
  private static func file(_ header: TinyBMP.Header, _ coding: TinyBMP.Coding) -> TinyBMP {
    let two = TinyImage(width: 7, height: 2, filledWith: [0, 0, 0])
    return TinyBMP(two, header, coding)
  }

  @Test(arguments: TinyBMP.Header.allCases, codings)
  func everyHeaderHasItsCoding(_ header: TinyBMP.Header, _ coding: TinyBMP.Coding) throws {
    if header == .core, case .runs = coding { return }
    if header == .core, case .fields = coding { return }
    let bytes = Self.file(header, coding).bytes
    let found = try BMPHeader(bytes)
    #expect(found.storedSize == PixelSize(width: 7, height: 2) && found.isTopDown == (header == .topDown))
    #expect(!found.isTruncated && found.entryBytes == (header == .core ? 3 : 4))
    switch coding {
    case .bytes: #expect(found.coding == .bytes && found.depth == 8)
    case .places(let bits): #expect(found.coding == .places && found.depth == bits && found.samples?.isPalette == true)
    case .runs where header == .topDown: #expect(found.coding == nil && found.unsupportedReason == .bmp(.runsFromTop))
    case .runs: #expect(found.coding == .runs)
    case .fields(_, []): #expect(found.samples?.hasTransparency == false && found.coding != nil)
    case .fields:
      let hasAlpha = header != .topDown
      #expect(found.samples?.hasTransparency == hasAlpha && found.depth == 4)
    case .other: break
    }
    #expect(Totality.complaintOfPrefixes(bytes) == nil)
    #expect(Totality.complaintOfMutations(bytes, in: 0..<64) == nil)
    for count in 0..<bytes.count where count >= 26 {
      let cut = try BMPHeader(Array(bytes.prefix(count)))
      if coding == .bytes { #expect(cut.isTruncated, "\(count) of \(bytes.count)") }
    }
  }

  @Test func whatIsNotDecodedIsNamed() throws {
    for (compression, reason) in [
      (4, .embeddedJPEG), (5, .embeddedPNG), (9, .coding(bits: 0, compression: 9)),
    ] as [(Int, UnsupportedSamples.BMP)] {
      let file = TinyBMP(Self.six, .info, .other(compression: compression, [1, 2, 3]))
      #expect(try Probe(file.bytes).samples?.unsupportedReason == .bmp(reason))
    }
    let gaps = TinyBMP(Self.six, .v4, .fields(bits: 32, masks: [0x50, 0xF00, 0xF000]))
    #expect(try Probe(gaps.bytes).samples?.unsupportedReason == .bmp(.masksWithGaps))
    var old = TinyBMP(Self.six).bytes
    (old[14], old[30]) = (64, 3)
    #expect(try Probe(old).samples?.unsupportedReason == .bmp(.compressionOfOS2))
  }

  @Test func theProfileIsRead() throws {
    var file = TinyBMP(Self.six, .v5)
    #expect(try !BMPHeader(file.bytes).mayHaveProfile)
    file.profile = [1, 2, 3, 4, 5]
    let header = try BMPHeader(file.bytes)
    #expect(header.mayHaveProfile)
    #expect(try header.packets(in: file.bytes).icc == [1, 2, 3, 4, 5])
    #expect(try !BMPHeader(Array(file.bytes.dropLast())).mayHaveProfile, "it does not lie in the file")
  }

  @Test func sidesThatNoFileHasAreTruncated() throws {
    var wide = TinyBMP(Self.six).bytes
    wide.replaceSubrange(18..<26, with: [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F])
    #expect(try BMPHeader(wide).isTruncated)
  }
}
