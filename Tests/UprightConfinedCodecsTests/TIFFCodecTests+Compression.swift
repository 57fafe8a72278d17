// TIFF out in every compression that is written: read back by us and by libtiff's tools, to the last bit.

import Testing
import Upright
import UprightConfinedCodecs
import UprightFixtures
import UprightMetadata
import UprightTestTools

extension TIFFCodecTests {
  private static func tiff(
    _ image: Raster<Output>, _ compression: TIFFCompression, _ order: TinyTIFF.ByteOrder
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var settings = EncodeSettings(format: .tiff, fidelity: .exact, sampling: .none)
    settings.tiff = compression
    try TIFFCodec().encode(
      image, settings: settings, metadata: CarriedMetadata(exif: TinyTIFF(order, orientation: 1).bytes),
      limits: Limits(), into: &bytes)
    return bytes
  }

  private static func field(_ tag: String, of file: [UInt8]) throws -> String {
    let folder = try ScratchFolder()
    try folder.write(file, as: "a.tif")
    let answer = try OutsideTool.exiftool.run(["-s3", "-n", "-" + tag, folder.path("a.tif")])
    return answer.text
  }

  @Test(arguments: TIFFCompression.Scheme.allCases.filter { !$0.isFax }, [false, true])
  func everyCompressionIsReadBack(_ scheme: TIFFCompression.Scheme, _ predicts: Bool) throws {
    guard !predicts || [.lzw, .deflate].contains(scheme) else { return }
    for layout in Self.layouts {
      for order in [TinyTIFF.ByteOrder.little, .big] {
        let image = try Self.image(layout)
        let file = try Self.tiff(image, TIFFCompression(scheme, predicts: predicts), order)
        let whole = PixelRect<Stored>(x: 0, y: 0, width: 61, height: 47)
        let mine = try Self.decoded(file, whole, layout).pixels
        #expect(mine == (0..<47).flatMap { y in (0..<61).map { image.pixel(x: $0, y: y) } }, "\(layout)")
        guard OutsideTool.tiffcp.isInstalled else { continue }
        let copied = try TIFFTools.copied(file, ["-c", "none"])
        #expect(try Self.decoded(copied, whole, layout).pixels == mine)
      }
    }
  }

  /// Random bits, which take the most room, and a drawing; widths on and off whole bytes; both photometric
  /// interpretations.
  @Test(arguments: TIFFCompression.Scheme.allCases, [0, 1, 4, 5])
  func blackAndWhiteIsOneBit(_ scheme: TIFFCompression.Scheme, _ options: Int) throws {
    guard options == 0 || scheme == .group3 else { return }
    var random = SplitMix64(seed: 7)
    for (width, isRandom) in [(61, true), (64, true), (61, false), (2_001, false)] {
      for isWhiteZero in [false, true] {
        let height = 47
        let bytes: [UInt8] = (0..<width * height).map {
          isRandom ? (Bool.random(using: &random) ? 255 : 0) : $0 % width < $0 / width ? 0 : 255
        }
        let image = try #require(
          Raster<Output>(size: PixelSize(width: width, height: height), layout: SampleLayout(.gray), bytes: bytes))
        let file = try Self.tiff(
          image,
          TIFFCompression(scheme, predicts: false, isBilevel: true, isWhiteZero: isWhiteZero, faxOptions: options),
          isWhiteZero ? .big : .little)
        let whole = PixelRect<Stored>(x: 0, y: 0, width: width, height: height)
        let mine = try Self.decoded(file, whole, SampleLayout(.gray)).pixels
        #expect(mine == bytes.map { [UInt16($0)] }, "\(width) columns, white is \(isWhiteZero ? 0 : 1)")
        let probe = try Probe(file)
        #expect(probe.isBilevelTIFF && probe.samples?.depth == 1)
        let kept = probe.tiffCompression(bilevel: true)
        #expect(kept?.isKept == true && kept?.compression.scheme == scheme && kept?.compression.faxOptions == options)
        if OutsideTool.tiffcp.isInstalled {
          let copied = try TIFFTools.copied(file, ["-c", "none"])
          #expect(try Self.decoded(copied, whole, SampleLayout(.gray)).pixels == mine)
        }
        guard OutsideTool.exiftool.isInstalled, !isRandom else { continue }
        #expect(try Self.field("Compression", of: file) == "\(scheme.rawValue)")
        #expect(try Self.field("BitsPerSample", of: file) == "1")
        #expect(try Self.field("PhotometricInterpretation", of: file) == (isWhiteZero ? "0" : "1"))
      }
    }
  }

  @Test func onlyGrayIsWrittenAsOneBit() throws {
    let image = try Self.image(SampleLayout(.rgb))
    #expect(throws: UprightError.self) {
      try Self.tiff(image, TIFFCompression(.group4, predicts: false, isBilevel: true), .little)
    }
  }

  /// Through the planner: the compression stays where the pixels allow it, and the plan says otherwise.
  @Test(arguments: TIFFCompression.Scheme.allCases)
  func aRotatedImageKeepsItsCompression(_ scheme: TIFFCompression.Scheme) throws {
    let bytes: [UInt8] = (0..<24 * 16).map { $0 % 24 < $0 / 24 + 4 ? 0 : 255 }
    let image = try #require(
      Raster<Output>(size: PixelSize(width: 24, height: 16), layout: SampleLayout(.gray), bytes: bytes))
    let compression = TIFFCompression(
      scheme, predicts: !scheme.isFax && [.lzw, .deflate].contains(scheme), isBilevel: scheme.isFax,
      isWhiteZero: scheme == .group4)
    let source = try Self.tiff(image, compression, .little)
    let house = Pipeline(codecs: ConfinedCodecs.all)
    let wanted = Rendition(rotation: .rotate90, upright: .pixels)
    let plan = try house.plan(wanted, for: Probe(source))
    #expect(plan.explanation.contains { $0.contains("tiff (in strips of \(scheme.name)") })
    let made = try house.run(plan, on: source)
    let after = try Probe(made).tiffCompression(bilevel: scheme.isFax)
    #expect(after?.isKept == true && after?.compression == compression)
    let region = PixelRect<Stored>(x: 0, y: 0, width: 16, height: 24)
    let pixels = try Self.decoded(made, region, SampleLayout(.gray)).pixels
    // Clockwise: row y, column x of the result is row 15 - x, column y of the source.
    #expect(pixels == (0..<24).flatMap { y in (0..<16).map { x in [UInt16(bytes[(15 - x) * 24 + y])] } })
    let small = Rendition(size: .exactly(12, 8), upright: .pixels)
    let scaled = try house.run(small, on: source)
    let shown = try #require(try house.plan(small, for: Probe(source)).explanation.first { $0.contains("encode tiff") })
    #expect(shown.contains(scheme.isFax ? "Deflate" : scheme.name))
    #expect(try !Probe(scaled).isBilevelTIFF)
    guard scheme.isFax else { return }
    #expect(
      try house.plan(small, for: Probe(source)).explanation.contains { $0.contains("the compression becomes Deflate") })
  }
}
