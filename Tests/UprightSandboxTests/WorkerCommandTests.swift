// The parent's commands, as bytes and back, whole and damaged.

import Testing
import Upright

@testable import UprightSandbox

@Suite struct WorkerCommandTests {
  private static let region = PixelRect<Stored>(x: 3, y: 5, width: 70, height: 200)
  private static let size = PixelSize<Output>(width: 70, height: 200)
  private static let metadata = CarriedMetadata(
    segments: [.init(marker: 0xE1, payload: [1, 2]), .init(marker: 0xFE, payload: [])],
    chunks: [.init(name: Array("tEXt".utf8), payload: [9])], exif: [0x4D, 0x4D], xmp: nil, icc: [], iptc: [0x1C])
  private static let settings = [
    EncodeSettings(format: .jpeg, fidelity: .level(91), sampling: Subsampling(horizontal: 2, vertical: 1)),
    EncodeSettings(format: .avif, fidelity: .exact, sampling: .none, codes: .standard),
    EncodeSettings(
      format: .jpeg, fidelity: .tables([[1, 65535], []]), sampling: Subsampling(horizontal: 4, vertical: 4),
      progressive: true),
    palette,
  ]
  private static var palette: EncodeSettings {
    var settings = EncodeSettings(format: .png, fidelity: .exact, sampling: .none, codes: .standard)
    settings.coding = EncodeSettings.CodedSamples(isPalette: true, depth: 4)
    return settings
  }
  private static var indices: DecodePass {
    var pass = DecodePass(region: region, denominator: 1, layout: SampleLayout(.gray))
    pass.keepsCoding = true
    pass.checksRest = true
    return pass
  }
  private static let operations: [WorkerRequest.Operation] =
    [
      .decode(
        DecodePass(
          region: region, denominator: 2, layout: SampleLayout(.cmyk, .sixteen), imageIndex: 8, cutLimit: 9)),
      .decode(indices),
      .decodePlanes(region, Subsampling(horizontal: 2, vertical: 2), cutLimit: 77, checksRest: true),
      .encodePlanes(size, Subsampling(horizontal: 1, vertical: 2), settings[0], metadata),
      .transform(
        LosslessJob(region: region, orientation: Orientation(exif: .leftTop), readsOnlyRegion: true), metadata),
      .writeBlocks(region.size, Orientation(exif: .rightBottom)),
    ] + settings.map { .encode(size, SampleLayout(.rgba), $0, metadata) }

  private static func command(_ operation: WorkerRequest.Operation) -> WorkerCommand {
    .request(
      WorkerRequest(
        format: .heif, operation: operation, limits: Limits(pixels: 12, scans: 3, seconds: 0.25), byteCount: 77,
        passesFile: true, slots: operation.slots, newMemory: operation.slots.map(\.byteCount)))
  }

  private static let all = operations.map(command) + [.bytes([]), .bytes([1, 2, 3]), .slot]

  @Test func everyOrderComesBackAsItWas() throws {
    for command in Self.all { #expect(try WorkerCommand(command.bytes) == command) }
  }

  /// A new field of one of these must be transferred, too.
  @Test func nothingIsLeftOut() {
    func members(_ value: Any) -> Int { Mirror(reflecting: value).children.count }
    // An encoder that takes no more than a quality runs in no worker.
    #expect(members(Self.settings[0]) == 7 + 1)
    #expect(members(Self.metadata) == 7)
    #expect(members(Limits()) == 5)
    // A second part is for a codec that may start threads, which no worker's may.
    #expect(members(DecodePass(region: Self.region, denominator: 1, layout: SampleLayout(.gray))) == 7 + 1)
    #expect(members(LosslessJob(region: Self.region, orientation: .identity)) == 3)
    // An index stays in the process that made it, and the codec that rounds colors by alpha and takes no more than a
    // quality runs in no worker.
    #expect(members(Capabilities(decodes: true, encodes: true, transforms: true)) == 7 + 3)
  }

  @Test func damagedOrdersAreRefusedOrOthers() {
    for (number, command) in Self.all.enumerated() {
      for bytes in Damage.all(of: command.bytes, seed: UInt64(number)) {
        guard let read = try? WorkerCommand(bytes) else { continue }
        #expect(read.bytes == bytes, "what is understood says all of its bytes")
      }
    }
  }

  @Test func slotsAreThoseOfTheImage() throws {
    let operation = Self.operations[0]
    let other = WorkerRequest(
      format: .heif, operation: operation, limits: Limits(), byteCount: 77, passesFile: false,
      slots: SlotLayout(count: 1, bytes: 1), newMemory: nil)
    #expect(throws: ProtocolViolation("slots of another image")) {
      try WorkerCommand(WorkerCommand.request(other).bytes)
    }
  }
}
