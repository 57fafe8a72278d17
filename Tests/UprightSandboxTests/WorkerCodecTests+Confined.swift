// Codecs that only workers have: the same pixels and bytes as in a process that takes the risk.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFiles
import UprightFixtures
import UprightTestTools

@testable import UprightSandbox

extension WorkerCodecTests {
  static let layouts = SampleLayout.Channels.allCases.flatMap { channels in
    SampleLayout.Depth.allCases.map { SampleLayout(channels, $0) }
  }

  private func noise(_ size: PixelSize<Output>, _ layout: SampleLayout) throws -> Raster<Output> {
    var random = SplitMix64(seed: UInt64(size.width))
    let count = size.width * size.height * layout.bytesPerPixel
    let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return try #require(Raster(size: size, layout: layout, bytes: bytes))
  }

  private func encoded(
    _ codec: some Codec, _ image: Raster<Output>
  ) -> Result<[UInt8], UprightError> {
    var bytes: [UInt8] = []
    let metadata = CarriedMetadata(exif: nil, xmp: Array("<x/>".utf8))
    do throws(UprightError) {
      try codec.requiredEncoder().encode(
        image, settings: EncodeSettings(format: codec.format, fidelity: .exact, sampling: .none), metadata: metadata,
        limits: Limits(), into: &bytes)
      return .success(bytes)
    } catch { return .failure(error) }
  }

  private func decoded(
    _ codec: some Codec, _ source: any ByteSource, _ pass: DecodePass
  ) -> Result<[Raster<Decoded>], UprightError> {
    var bands: [Raster<Decoded>] = []
    do throws(UprightError) {
      try codec.requiredDecoder().decode(pass, from: source, limits: Limits()) { band, _ in bands.append(band) }
      return .success(bands)
    } catch { return .failure(error) }
  }

  #if JPEGXL
    @Test func aProfileOfAnotherProcessIsThatOfThisOne() throws {
      let far = WorkerCodec(.jpegXL, JPEGXLCodec().capabilities, workers: Workers.pool)
      for profile in [[], TinyProfile.rgb(gamma: 1.8, order: [1, 2, 0]).bytes] {
        var file: [UInt8] = []
        try JPEGXLCodec().encode(
          noise(PixelSize(width: 9, height: 7), SampleLayout(.rgb)),
          settings: EncodeSettings(format: .jpegXL, fidelity: .exact, sampling: .none),
          metadata: CarriedMetadata(icc: profile.isEmpty ? nil : profile), limits: Limits(), into: &file)
        let here = try JPEGXLCodec().profile(of: file, limits: Limits())
        #expect(try far.profile(of: file, limits: Limits()) == here)
        if !profile.isEmpty { #expect(here == profile) }
        let broken = Array(file.prefix(3))
        #expect(throws: UprightError.self) { try far.profile(of: broken, limits: Limits()) }
      }
      let other = WorkerCodec(.png, PNGCodec().capabilities, workers: Workers.pool)
      #expect(try other.profile(of: [1, 2, 3], limits: Limits()) == nil)
    }
  #endif

  @Test(arguments: layouts)
  func confinedCodecsAreThoseOfTheWorker(_ layout: SampleLayout) throws {
    let image = try noise(PixelSize(width: 37, height: 150), layout)
    for codec in ConfinedCodecs.all where codec.capabilities.encodes {
      let far = WorkerCodec(codec.format, codec.capabilities, workers: Workers.pool)
      let (here, there) = (encoded(codec, image), encoded(far, image))
      #expect(here == there, "\(codec.format) of \(layout)")
      guard let file = try? here.get(), codec.capabilities.decodes else { continue }
      let folder = try ScratchFolder()
      let open = try FileBytes(path: folder.write(file, as: "picture"))
      for region in [
        PixelRect<Stored>(x: 0, y: 0, width: 37, height: 150), PixelRect(x: 5, y: 70, width: 20, height: 66),
      ] {
        let pass = DecodePass(region: region, denominator: 1, layout: layout)
        let near = decoded(codec, file, pass)
        #expect(decoded(far, file, pass) == near, "bytes that are asked for")
        #expect(decoded(far, open, pass) == near, "a file that goes along")
      }
    }
  }

  @Test func poolsGiveTheCodecsOfTheirMode() {
    let near = SystemCodecs.all
    for mode in SandboxMode.allCases {
      let codecs = WorkerPool(mode: mode).codecs(beside: near)
      #expect(Set(codecs.map(\.format)).count == codecs.count)
      #expect(Set(codecs.map(\.format)).isSuperset(of: near.map(\.format)))
      let far = Set(codecs.filter { $0 is WorkerCodec }.map(\.format))
      #expect(far == Set(ConfinedFormats.all.keys).union(mode == .always ? near.map(\.format) : []))
      for codec in codecs {
        let expected = near.first { $0.format == codec.format }?.capabilities ?? ConfinedFormats.all[codec.format]
        if let expected { #expect(codec.capabilities == expected) }
      }
    }
  }
}
