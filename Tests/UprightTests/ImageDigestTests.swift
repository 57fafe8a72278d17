// Digests of the displayed image: what they are made from, how they are written, and what has none.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct ImageDigestTests {
  /// Writes its input instead of blocks.
  private struct EchoCodec: BlockCodec {
    let format = ContainerFormat.jpeg
    let capabilities = Capabilities(decodes: false, encodes: false, transforms: true)

    func writeBlocks(
      of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, from source: any ByteSource,
      limits: Limits, into sink: inout some ByteSink
    ) throws(UprightError) {
      try sink.write(Self.echo(size, orientation))
      try sink.write([])
    }

    static func echo(_ size: PixelSize<Stored>, _ orientation: Orientation<Stored, Displayed>) -> [UInt8] {
      Array("\(size) \(orientation)".utf8)
    }

    func transform(
      _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
      into sink: inout some ByteSink
    ) throws(UprightError) -> Int { throw .unsupported("turning") }
  }

  private let pipeline = Pipeline(codecs: [EchoCodec()])

  private func digest(
    of file: [UInt8], rules: OrientationRules = OrientationRules()
  ) throws -> ImageDigest {
    try pipeline.digest(of: Probe(file, rules: rules), from: file)
  }

  private func expected(_ tag: ExifOrientation, profile: [UInt8] = []) -> [UInt8] {
    let form = EchoCodec.echo(PixelSize(width: 3, height: 2), Orientation(exif: tag))
    return SHA256.digest(of: form + [UInt8(profile.count), 0, 0, 0] + profile)
  }

  @Test(arguments: ExifOrientation.allCases)
  func theWholeImageAsItsTagDisplaysIt(_ tag: ExifOrientation) throws {
    let photo = TinyJPEG(.sixColors, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes
    let digest = try digest(of: photo)
    #expect(digest == ImageDigest(form: .blocks, bytes: expected(tag)))
  }

  @Test func theRulesSayWhichTag() throws {
    let photo = TinyJPEG(.sixColors, segments: [.xmp(TinyXMP.packet(orientation: "6"))]).bytes
    #expect(try digest(of: photo).bytes == expected(.topLeft))
    #expect(try digest(of: photo, rules: OrientationRules(readsXMP: true)).bytes == expected(.rightTop))
  }

  @Test func theColourProfileIsAPartOfIt() throws {
    let profile = Array("a profile".utf8)
    let photo = TinyJPEG(.sixColors, segments: TinySegment.icc(profile, chunk: 4)).bytes
    #expect(try digest(of: photo).bytes == expected(.topLeft, profile: profile))
  }

  @Test func itsMemoryIsThatOfAllCoefficients() throws {
    let probe = try Probe(TinyJPEG(TinyImage(width: 80, height: 40, filledWith: [1, 2, 3])).bytes)
    let coefficients = 10 * 5 * 3 * 128
    #expect((coefficients + 1 << 20...coefficients + 2 << 20).contains(ImageDigest.peakBytes(of: probe)))
    #expect(ImageDigest.peakBytes(of: try Probe(TinyPNG(.sixColors).bytes)) == 0)
  }

  @Test func itIsWrittenWithItsKind() {
    let digest = ImageDigest(form: .blocks, bytes: [0x00, 0x0F, 0xF0, 0xAB])
    #expect(digest.description == "upright-dct1-sha256:000ff0ab")
  }

  @Test func whatHasNoBlocksHasNone() throws {
    for file in [TinyPNG(.sixColors).bytes, TinyGIF(.sixColors).bytes] {
      let error = #expect(throws: UprightError.self) { try digest(of: file) }
      #expect(error == .unsupported("digest supports only JPEG so far"))
    }
    #expect(throws: UprightError.unsupported("no codec for JPEG is available")) {
      let photo = TinyJPEG(.sixColors).bytes
      return try Pipeline(codecs: []).digest(of: Probe(photo), from: photo)
    }
    let photo = TinyJPEG(.sixColors).bytes
    let probe = try Probe(photo)
    #expect(throws: UprightError.unsupported("blocks of JPEG cannot be read")) {
      try Pipeline(codecs: [MemoryCodec(.jpeg)]).digest(of: probe, from: photo)
    }
  }
}
