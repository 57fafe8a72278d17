// Formats that only workers decode: distinguished from those of this process, and no more than the worker reports.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs

@testable import UprightSandbox

@Suite struct ConfinedFormatsTests {
  private let near = SystemCodecs.all

  private func codecs(_ mode: SandboxMode) -> [any Codec] {
    WorkerPool(mode: mode, program: "/nowhere").codecs(beside: near)
  }

  @Test func noFormatOfThisProcessIsConfined() {
    #expect(near.allSatisfy { ConfinedFormats.all[$0.format] == nil })
    #expect(ConfinedFormats.all.values.allSatisfy { $0.decodes && !$0.transforms && $0.missingTrait == nil })
    #expect(ConfinedFormats.all.keys.allSatisfy { [.tiff, .heif, .avif, .jpegXL, .gif].contains($0) })
  }

  /// A codec offers exactly what it claims.
  @Test func everyCodecOffersWhatItsRowSays() {
    for codec in near + ConfinedCodecs.all + codecs(.always) {
      let can = codec.capabilities
      #expect(can == CodecFacts.of(codec.format)?.built, "\(codec.format)")
      #expect((codec.decoder != nil) == can.decodes && (codec.encoder != nil) == can.encodes, "\(codec.format)")
      #expect((codec.blocks != nil) == can.transforms && (codec.planes != nil) == can.planes, "\(codec.format)")
    }
    let all = (near + ConfinedCodecs.all).map(\.format)
    #expect(Set(all) == Set(CodecFacts.all.map(\.format)) && all.count == CodecFacts.all.count)
    #expect(Set(ConfinedCodecs.all.map(\.format)) == Set(CodecFacts.all.filter(\.isConfined).map(\.format)))
  }

  @Test(arguments: SandboxMode.allCases)
  func everyFormatHasOneCodec(_ mode: SandboxMode) {
    let codecs = codecs(mode)
    #expect(codecs.prefix(near.count).map(\.format) == near.map(\.format))
    #expect(Set(codecs.map(\.format)).count == codecs.count)
    #expect(Set(codecs.map(\.format)) == Set(near.map(\.format)).union([.tiff, .heif, .avif, .jpegXL, .gif]))
    for codec in codecs {
      let known = near.first { $0.format == codec.format }?.capabilities ?? ConfinedFormats.all[codec.format]
      #expect(codec.capabilities == known || codec.capabilities.missingTrait != nil, "\(codec.format)")
    }
  }

  @Test func onlyWhereAllIsConfinedWorkersStandInForThisProcess() {
    for mode in SandboxMode.allCases {
      let isFar = codecs(mode).prefix(near.count).map { $0 is WorkerCodec }
      #expect(isFar == near.map { _ in mode == .always })
      for codec in codecs(mode).dropFirst(near.count) {
        #expect(codec is WorkerCodec == (ConfinedFormats.all[codec.format] != nil))
      }
    }
  }

  @Test(.enabled(if: Workers.areHere, Workers.reason)) func theWorkerSaysTheSameOfThem() throws {
    let worker = try Workers.pool.take()
    defer { Workers.pool.release(worker) }
    for codec in codecs(.always) where codec.capabilities.missingTrait == nil {
      #expect(worker.handshake.capabilities[codec.format] == codec.capabilities)
    }
  }
}
