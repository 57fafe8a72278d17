// What only workers decode: told apart from what this process decodes, and no more than the worker says of itself.

import Testing
import Upright
import UprightCodecs

@testable import UprightSandbox

@Suite struct ConfinedFormatsTests {
  private let near = SystemCodecs.all

  private func codecs(_ mode: SandboxMode) -> [any Codec] {
    WorkerPool(mode: mode, program: "/nowhere").codecs(beside: near)
  }

  @Test func noFormatOfThisProcessIsConfined() {
    #expect(near.allSatisfy { ConfinedFormats.all[$0.format] == nil })
    #expect(ConfinedFormats.all.values.allSatisfy { $0.decodes && !$0.transforms && $0.missingTrait == nil })
    #expect(ConfinedFormats.all.keys.allSatisfy { [.tiff, .heif, .avif, .jpegXL].contains($0) })
  }

  @Test(arguments: SandboxMode.allCases)
  func everyFormatHasOneCodec(_ mode: SandboxMode) {
    let codecs = codecs(mode)
    #expect(codecs.prefix(near.count).map(\.format) == near.map(\.format))
    #expect(Set(codecs.map(\.format)).count == codecs.count)
    #expect(Set(codecs.map(\.format)) == Set(near.map(\.format)).union([.tiff, .heif, .avif, .jpegXL]))
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
