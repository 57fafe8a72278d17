// The parts of an operation: slots for its pixels, rows that are sent, and whether it decodes.

import Testing
import Upright

@testable import UprightSandbox

@Suite struct WorkerRequestTests {
  private static let region = PixelRect<Stored>(x: 3, y: 70, width: 70, height: 200)
  private static let size = PixelSize<Output>(width: 70, height: 200)
  private static let chroma = Subsampling(horizontal: 2, vertical: 2)
  private static let settings = EncodeSettings(format: .jpeg, fidelity: .level(90), sampling: .none)
  private static let none = CarriedMetadata()

  private func pass(_ part: Int, _ layout: SampleLayout) -> WorkerRequest.Operation {
    .decode(DecodePass(region: Self.region, denominator: part, layout: layout))
  }

  @Test(arguments: SampleLayout.Channels.allCases, SampleLayout.Depth.allCases)
  func slotsHoldBandsOfTheLayout(_ channels: SampleLayout.Channels, _ depth: SampleLayout.Depth) {
    let layout = SampleLayout(channels, depth)
    let bytes = 70 * 64 * channels.count * depth.byteCount
    let all: [WorkerRequest.Operation] = [
      pass(1, layout), .encode(Self.size, layout, Self.settings, Self.none), .convert(Self.size, layout, profile: []),
    ]
    for operation in all { #expect(operation.slots == SlotLayout(count: 3, bytes: bytes)) }
  }

  @Test func slotsOfFractionsAreThoseOfWhatIsDelivered() {
    let layout = SampleLayout(.rgb)
    #expect(pass(2, layout).slots == SlotLayout(count: 2, bytes: 35 * 64 * 3))
    #expect(pass(4, layout).slots == SlotLayout(count: 1, bytes: 18 * 50 * 3))
    #expect(pass(8, layout).slots == SlotLayout(count: 1, bytes: 9 * 25 * 3))
    #expect([1, 2, 4, 8].map { pass($0, layout).rows } == [200, 100, 50, 25])
  }

  @Test(arguments: [1, 2, 4], [1, 2, 4])
  func slotsHoldThePlanesOfAnyBand(_ across: Int, _ down: Int) throws {
    let chroma = Subsampling(horizontal: across, vertical: down)
    for width in [1, 2, 3, 5, 70] {
      for rows in [1, 2, 3, 5, 63, 64] {
        let size = PixelSize<Output>(width: width, height: rows)
        let operations: [WorkerRequest.Operation] = [
          .encodePlanes(size, chroma, Self.settings, Self.none),
          .decodePlanes(PixelRect(x: 0, y: 0, width: width, height: rows), chroma, cutLimit: nil),
        ]
        let needed = PlanarRaster<Output>.byteCount(size: size, chroma: chroma)
        for operation in operations { #expect(try needed <= #require(operation.slots).bytes) }
      }
    }
  }

  @Test func whereNoPixelsPassThereAreNoSlots() {
    let job = LosslessJob(region: Self.region, orientation: .identity)
    let operations: [WorkerRequest.Operation] = [.transform(job, Self.none), .writeBlocks(Self.region.size, .identity)]
    for operation in operations {
      #expect(operation.slots == nil)
      #expect(operation.rows == 0)
      #expect(!operation.decodes)
    }
    let empty = PixelSize<Output>(width: 0, height: 8)
    #expect(WorkerRequest.Operation.encode(empty, SampleLayout(.gray), Self.settings, Self.none).slots == nil)
  }

  @Test func rowsAreThoseOfTheImage() {
    let gray = SampleLayout(.gray)
    #expect(WorkerRequest.Operation.decodePlanes(Self.region, Self.chroma, cutLimit: nil).rows == 200)
    #expect(WorkerRequest.Operation.encode(Self.size, gray, Self.settings, Self.none).rows == 200)
    #expect(WorkerRequest.Operation.encodePlanes(Self.size, Self.chroma, Self.settings, Self.none).rows == 200)
    #expect(WorkerRequest.Operation.convert(Self.size, gray, profile: []).rows == 200)
  }

  @Test func onlyPixelsOutOfAFileAreDecoded() {
    let gray = SampleLayout(.gray)
    #expect(pass(1, gray).decodes)
    #expect(WorkerRequest.Operation.decodePlanes(Self.region, Self.chroma, cutLimit: nil).decodes)
    #expect(!WorkerRequest.Operation.encode(Self.size, gray, Self.settings, Self.none).decodes)
    #expect(!WorkerRequest.Operation.encodePlanes(Self.size, Self.chroma, Self.settings, Self.none).decodes)
    #expect(!WorkerRequest.Operation.convert(Self.size, gray, profile: [1]).decodes)
    #expect(WorkerRequest.Operation.profile.decodes, "a library reads the file for it")
    #expect(WorkerRequest.Operation.profile.slots == nil && WorkerRequest.Operation.profile.rows == 0)
  }
}
