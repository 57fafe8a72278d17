// The workers that the tests start, and images for them.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@testable import UprightSandbox

enum Workers {
  /// Whether there is a worker on this system.
  static let areHere = UprightTool.product(WorkerProgram.name) != nil && Workers.isLinux
  static let reason: Comment = "needs upright-worker and Linux"

  private static var isLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// The codecs of this process, in a worker.
  static let house = Dictionary(
    uniqueKeysWithValues: SystemCodecs.all.map { ($0.format, WorkerCodec($0.format, $0.capabilities, workers: pool)) })
  static let pool = WorkerPool(mode: .always, program: UprightTool.product(WorkerProgram.name))

  /// The codec that does what its source specifies, in separate workers.
  static func faulty(_ mode: SandboxMode = .always) -> WorkerCodec {
    WorkerCodec(
      .heif, Capabilities(decodes: true, encodes: true, transforms: true),
      workers: WorkerPool(mode: mode, program: UprightTool.product("WorkerFaults")))
  }

  /// An image without any symmetry.
  static func image(_ width: Int, _ height: Int) -> TinyImage {
    var image = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
    var random = SplitMix64(seed: UInt64(width * 1000 + height))
    for y in 0..<height {
      for x in 0..<width {
        let noise = random.next()
        image[x, y] = [UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8(noise % 64 + UInt64(x * y % 128))]
      }
    }
    return image
  }
}
