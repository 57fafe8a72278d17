// A codec in another process compared with the same codec in this one: every bit agrees.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

@testable import UprightSandbox

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct WorkerCodecTests {
  /// Bands as they arrive: the index of the first row, and the rows.
  private func bands(
    _ codec: any Codec, _ pass: DecodePass, of bytes: [UInt8]
  ) throws -> [(first: Int, rows: Raster<Decoded>)] {
    var bands: [(first: Int, rows: Raster<Decoded>)] = []
    try codec.requiredDecoder().decode(pass, from: bytes, limits: Limits()) { rows, first in bands.append((first, rows))
    }
    return bands
  }

  @Test func whatEachCodecCanDoIsWhatItsWorkerSays() throws {
    let worker = try Workers.pool.take()
    defer { Workers.pool.release(worker) }
    let said = worker.handshake.capabilities
    for codec in SystemCodecs.all + ConfinedCodecs.all { #expect(said[codec.format] == codec.capabilities) }
    let near = Set(SystemCodecs.all.map(\.format))
    #expect(said.filter { !near.contains($0.key) } == ConfinedFormats.all)
    #expect(worker.handshake.confinement == .filtered)
  }

  @Test(arguments: [(1, 1), (3, 2), (64, 64), (65, 65), (200, 129), (40, 640)])
  func rowsAreThoseOfThisProcess(_ width: Int, _ height: Int) throws {
    let image = Workers.image(width, height)
    for (codec, bytes) in [(JPEGCodec() as any Codec, TinyJPEG(image).bytes), (PNGCodec(), TinyPNG(image).bytes)] {
      let far = try #require(Workers.house[codec.format])
      let denominators = codec.capabilities.denominators
      for part in denominators {
        let pass = DecodePass(
          region: PixelRect(x: 0, y: 0, width: width, height: height), denominator: part, layout: SampleLayout(.rgb))
        let (here, there) = (try bands(codec, pass, of: bytes), try bands(far, pass, of: bytes))
        #expect(here.map(\.first) == there.map(\.first))
        #expect(here.map(\.rows) == there.map(\.rows), "\(codec.format) 1/\(part)")
      }
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func everyRouteWritesTheSameFile(_ tag: ExifOrientation) throws {
    let image = TinyImage.sixColors.enlarged(by: 16).stored(as: tag)
    var ragged = TinyJPEG(Workers.image(70, 45).stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue)))
    ragged.sampling = .half
    let sources = [
      TinyJPEG(image, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes, ragged.bytes,
      TinyPNG(image, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes,
      TinyWebP(image, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes,
    ]
    let wishes = [
      Rendition(upright: .pixels), Rendition(upright: .pixels, quality: .level(90), format: .png),
      Rendition(upright: .pixels, quality: .level(90), format: .jpeg),
      Rendition(upright: .pixels, quality: .level(90), format: .webp),
      Rendition(size: .within(PixelSize(width: 20, height: 20)), upright: .pixels),
      Rendition(rotation: .rotate90, upright: .pixels, loss: .recode),
      Rendition(region: .pixels(PixelRect(x: 5, y: 3, width: 21, height: 17)), upright: .pixels),
    ]
    let (near, far) = (Pipeline(codecs: SystemCodecs.all), Pipeline(codecs: Array(Workers.house.values)))
    for (source, wish) in sources.flatMap({ source in wishes.map { (source, $0) } }) {
      let probe = try Probe(source)
      let plan = try near.plan(wish, for: probe)
      #expect(try far.plan(wish, for: probe) == plan)
      let (here, there) = (try near.run(plan, on: source), try far.run(plan, on: source))
      #expect(here == there, "\(probe.format), \(plan.route.name)")
    }
  }

  @Test func digestsAgree() throws {
    let source = TinyJPEG(Workers.image(70, 45)).bytes
    let probe = try Probe(source)
    let (near, far) = (Pipeline(codecs: SystemCodecs.all), Pipeline(codecs: Array(Workers.house.values)))
    #expect(try near.digest(of: probe, from: source) == far.digest(of: probe, from: source))
  }

  @Test func errorsAreThoseOfThisProcess() throws {
    let whole = TinyJPEG(Workers.image(200, 129)).bytes
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 200, height: 129), denominator: 1, layout: SampleLayout(.rgb))
    let far = try #require(Workers.house[.jpeg])
    var limits = Limits()
    limits.warnings = 0
    for count in stride(from: 0, to: whole.count, by: 97) {
      let bytes = Array(whole.prefix(count))
      func outcome(_ codec: any Codec) -> Result<Int, UprightError> {
        var rows = 0
        do throws(UprightError) {
          try codec.requiredDecoder().decode(pass, from: bytes, limits: limits) { band, _ in rows += band.size.height }
          return .success(rows)
        } catch { return .failure(error) }
      }
      #expect(outcome(JPEGCodec()) == outcome(far), "\(count) bytes")
    }
  }

  @Test func anErrorOfTheCallerComesBackAsItIs() throws {
    let bytes = TinyJPEG(Workers.image(64, 640)).bytes
    let far = try #require(Workers.house[.jpeg])
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 64, height: 640), denominator: 1, layout: SampleLayout(.rgb))
    let stop = UprightError.io(path: "full", systemError: 28)
    #expect(throws: stop) {
      try far.decode(pass, from: bytes, limits: Limits()) { _, first throws(UprightError) in
        if first > 64 { throw stop }
      }
    }
    #expect(throws: UprightError.io(path: "", systemError: 5)) {
      try far.decode(pass, from: FailingSource(bytes: bytes), limits: Limits()) { _, _ in }
    }
  }
}

/// A source whose disk fails.
private struct FailingSource: ByteSource {
  let bytes: [UInt8]
  var byteCount: Int { bytes.count }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    throw MetadataError(.unreadable, at: range.lowerBound, systemError: 5)
  }
}
