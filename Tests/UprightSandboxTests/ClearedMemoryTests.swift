// A worker's memory shows nothing of the image before: the same bytes give the same pixels.

import Testing
import Upright
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

@testable import UprightSandbox

#if HEIF
  @Suite(.enabled(if: Workers.areHere, Workers.reason)) struct ClearedMemoryTests {
    private static let whole = DecodePass(
      region: PixelRect<Stored>(x: 0, y: 0, width: 192, height: 192), denominator: 1, layout: SampleLayout(.rgb))

    /// An HEVC image of nine blocks; coded data from `start` on are lost, so that some blocks are never written.
    private static func image(lostFrom start: Int?) -> [UInt8] {
      var file = TinyHEIF()
      file.brands = ["heic", "mif1"]
      file.properties = [.size(width: 192, height: 192), .depths, .box(TinyHEVC.blockConfiguration)]
      var coded = TinyHEVC.codedBlocks
      if let start { coded.replaceSubrange(start..., with: [UInt8](repeating: 0, count: coded.count - start)) }
      file.items = [TinyItem(1, "hvc1", coded, propertyLinks: [.init(1), .init(2), .init(3, essential: true)])]
      return file.bytes
    }

    private static func codec() -> WorkerCodec {
      WorkerCodec(
        .heif, HEIFCodec(.heif).capabilities,
        workers: WorkerPool(mode: .always, program: UprightTool.product(WorkerProgram.name)))
    }

    @Test func aDamagedImageIsAlwaysTheSame() throws {
      let intact = Self.image(lostFrom: nil)
      for start in [12, 20, 40, 60] {
        let damaged = Self.image(lostFrom: start)
        let fresh = Outcome.decode(Self.whole, by: Self.codec(), of: damaged)
        #expect((try? fresh.get()) != nil)
        let shared = Self.codec()
        for round in 0..<30 {
          let before = Outcome.decode(Self.whole, by: shared, of: intact)
          #expect((try? before.get()) != nil)
          #expect(Outcome.decode(Self.whole, by: shared, of: damaged) == fresh, "from \(start), round \(round)")
        }
      }
    }
  }
#endif
