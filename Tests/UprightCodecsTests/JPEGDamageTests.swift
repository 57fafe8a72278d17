// Damaged coded data is never delivered as whole: whatever djpeg warns of is an error of every way to read pixels.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightCodecs

@Suite struct JPEGDamageTests {
  private static let size = (width: 160, height: 120)

  /// A way to code an image.
  enum Coding: CaseIterable, Sendable {
    case full, halved, gray, cmyk, progressive, restarts, standard
  }

  static func file(_ coding: Coding) throws -> [UInt8] {
    func image(_ channels: Int) -> Samples {
      .mixedColors(width: size.width, height: size.height, channels: channels)
    }
    switch coding {
    case .full: return try encode(image(3), .jpeg(90))
    case .halved: return try encode(image(3), .jpeg(90, 2, 2))
    case .gray: return try encode(image(1), .jpeg(90))
    case .cmyk: return try encode(image(4), .jpeg(90))
    case .progressive: return try encode(image(3), .jpeg(90, 2, 2, progressive: true))
    case .standard:
      let sampling = EncodeSettings.Sampling(horizontal: 2, vertical: 2)
      return try encode(
        image(3), EncodeSettings(format: .jpeg, fidelity: .level(70), sampling: sampling, codes: .standard))
    case .restarts:
      var file = TinyJPEG(.sixColors.enlarged(by: 24))
      (file.restartInterval, file.sampling) = (3, .half)
      return file.bytes
    }
  }

  /// Where coded data begins: after the last header of a scan.
  private static func dataStart(_ jpeg: [UInt8]) -> Int {
    let scan = jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xDA]) } ?? 0
    return scan + 14
  }

  /// A file with a few bytes of its coded data changed, the same for each seed.
  private static func damaged(_ jpeg: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = jpeg
    let data = dataStart(jpeg)..<jpeg.count - 2
    let start = Int.random(in: data, using: &random)
    for at in start..<min(data.upperBound, start + Int.random(in: 1...6, using: &random)) {
      bytes[at] = UInt8.random(in: 0...255, using: &random)
    }
    return bytes
  }

  /// Whether djpeg finds the coded data damaged.
  private static func djpegComplains(of jpeg: [UInt8], in folder: ScratchFolder) throws -> Bool {
    let path = try folder.write(jpeg, as: "a.jpg")
    let answer = try OutsideTool.djpeg.run(["-v", "-outfile", "/dev/null", path])
    return answer.complaints.contains("Corrupt JPEG data") || answer.complaints.contains("Premature end")
      || answer.status != 0
  }

  private static func isRefused(_ jpeg: [UInt8], _ read: (Limits) throws -> Void) -> Bool {
    var strict = Limits()
    strict.warnings = 0
    guard case .malformed = failure({ try read(strict) }) else { return false }
    return true
  }

  @Test(
    .enabled(if: OutsideTool.djpeg.isInstalled, "\(OutsideTool.djpeg.reason)"), arguments: Coding.allCases)
  func whatDjpegWarnsOfIsDamageWhereverPixelsAreRead(coding: Coding) throws {
    let folder = try ScratchFolder()
    let whole = try Self.file(coding)
    let probe = try Probe(whole)
    let channels = coding == .gray ? 1 : coding == .cmyk ? 4 : 3
    let bounds = probe.storedSize.bounds
    #expect(try !Self.djpegComplains(of: whole, in: folder))
    var random = SplitMix64(seed: 45)
    var complaints = 0
    for number in 0..<45 {
      let jpeg = number == 0 ? whole : Self.damaged(whole, &random)
      let isDamaged = try number > 0 && Self.djpegComplains(of: jpeg, in: folder)
      complaints += isDamaged ? 1 : 0
      guard isDamaged || number == 0 else { continue }
      for part in [1, 2, 4, 8] where part < 8 || coding != .progressive {
        for codec in [JPEGCodec(usesThreads: false), JPEGCodec()] {
          let pass = DecodePass(region: bounds, denominator: part, layout: layout(channels))
          let isRefused = Self.isRefused(jpeg) { try codec.decode(pass, from: jpeg, limits: $0) { _, _ in } }
          #expect(isRefused == isDamaged, "\(number) at 1/\(part)")
        }
      }
      let isRefused = Self.isRefused(jpeg) { limits in
        var form: [UInt8] = []
        try JPEGCodec().writeBlocks(of: bounds.size, as: .identity, from: jpeg, limits: limits, into: &form)
      }
      #expect(isRefused == isDamaged, "blocks of \(number)")
    }
    #expect(complaints >= 10)
  }

  /// Bits that are no code, of which libjpeg's fast decoder says nothing, in the middle of a file larger than its buffer.
  @Test(arguments: [1, 2, 4, 8], [false, true])
  func codesThatDoNotExistAreFound(denominator: Int, usesThreads: Bool) throws {
    let image = Samples.mixedColors(width: 400, height: 300, channels: 3)
    var jpeg = try encode(image, .jpeg(98))
    #expect(jpeg.count > 1 << 16)
    let middle = jpeg.count / 2
    for at in middle..<middle + 8 { jpeg[at] = at % 2 == 0 ? 0xFF : 0x00 }
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 400, height: 300), denominator: denominator, layout: layout(3))
    #expect(
      Self.isRefused(jpeg) { limits in
        try JPEGCodec(usesThreads: usesThreads).decode(pass, from: jpeg, limits: limits) { _, _ in }
      })
  }

  @Test(arguments: Coding.allCases)
  func aMissingEndIsDamage(coding: Coding) throws {
    let whole = try Self.file(coding)
    let channels = coding == .gray ? 1 : coding == .cmyk ? 4 : 3
    let pass = DecodePass(region: try Probe(whole).storedSize.bounds, denominator: 1, layout: layout(channels))
    let cut = Array(whole.dropLast(2))
    #expect(Self.isRefused(cut) { try JPEGCodec().decode(pass, from: cut, limits: $0) { _, _ in } })
  }

  /// A region that ends above the damage shows what the whole image shows there.
  @Test func aRegionAboveTheDamageIsWhole() throws {
    let whole = try Self.file(.full)
    var jpeg = whole
    for at in jpeg.count - 60..<jpeg.count - 40 { jpeg[at] = 0x55 }
    let region = PixelRect<Stored>(x: 0, y: 0, width: 160, height: 40)
    var strict = Limits()
    strict.warnings = 0
    let part = try decode(jpeg, width: 160, height: 120, region: region, limits: strict)
    #expect(part == (try decode(whole, width: 160, height: 120, region: region)))
  }

  /// What is misread in a region may show only where the coded data end.
  @Test(arguments: Coding.allCases.filter { $0 != .progressive }, [1, 2, 4, 8])
  func damageBelowARegionIsFoundIfTheRestIsRead(coding: Coding, denominator: Int) throws {
    let whole = try Self.file(coding)
    let size = try Probe(whole).storedSize
    let region = PixelRect<Stored>(x: 0, y: 0, width: size.width, height: size.height / 3)
    let channels = coding == .gray ? 1 : coding == .cmyk ? 4 : 3
    let short = Array(whole.dropLast(coding == .restarts ? 3 : 30))
    for (cutLimit, usesThreads) in [(nil, false), (nil, true), (whole.count, false), (whole.count, true)] {
      let codec = JPEGCodec(usesThreads: usesThreads)
      var pass = DecodePass(
        region: region, denominator: denominator, layout: layout(channels), cutLimit: cutLimit)
      func rows(_ bytes: [UInt8], _ limits: Limits) throws -> [UInt8] {
        var rows: [UInt8] = []
        try codec.decode(pass, from: bytes, limits: limits) { band, _ in rows += Samples(band).bytes }
        return rows
      }
      let expected = try rows(whole, Limits(warnings: 0))
      #expect(try rows(short, Limits(warnings: 0)) == expected, "without the rest")
      pass.checksRest = true
      #expect(try rows(whole, Limits(warnings: 0)) == expected)
      #expect(Self.isRefused(short) { _ = try rows(short, $0) }, "\(String(describing: cutLimit)), \(usesThreads)")
      #expect(try rows(short, Limits()) == expected, "where damage is allowed")
    }
  }

  @Test(arguments: [nil, 100_000])
  func damageBelowARegionOfPlanesIsFoundIfTheRestIsRead(cutLimit: Int?) throws {
    let whole = try Self.file(.halved)
    let short = Array(whole.dropLast(30))
    let half = Subsampling(horizontal: 2, vertical: 2)
    var pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 160, height: 64), denominator: 1, layout: layout(3), cutLimit: cutLimit)
    func planes(_ bytes: [UInt8], _ limits: Limits) throws -> [Planes] {
      var bands: [Planes] = []
      try JPEGCodec().decodePlanes(pass, chroma: half, from: bytes, limits: limits) { band, _ in
        bands.append(Planes(band))
      }
      return bands
    }
    let expected = try planes(whole, Limits(warnings: 0))
    #expect(try planes(short, Limits(warnings: 0)) == expected && !expected.isEmpty)
    pass.checksRest = true
    #expect(try planes(whole, Limits(warnings: 0)) == expected)
    #expect(Self.isRefused(short) { _ = try planes(short, $0) })
    #expect(try planes(short, Limits()) == expected)
  }

  /// Some cameras write bytes between segments.
  @Test(arguments: [1, 8])
  func bytesBetweenSegmentsAreNoDamage(denominator: Int) throws {
    let whole = try Self.file(.halved)
    let tables = try #require(whole.indices.first { whole[$0...].starts(with: [0xFF, 0xDB]) })
    let stray = Array(whole[..<tables]) + [1, 2, 3, 0, 0x7F] + Array(whole[tables...])
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 160, height: 120), denominator: denominator, layout: layout(3))
    var strict = Limits()
    strict.warnings = 0
    var (one, other): ([UInt8], [UInt8]) = ([], [])
    try JPEGCodec().decode(pass, from: whole, limits: strict) { band, _ in one += Samples(band).bytes }
    try JPEGCodec().decode(pass, from: stray, limits: strict) { band, _ in other += Samples(band).bytes }
    #expect(one == other && !one.isEmpty)
  }
}
