// The parts of an operation: slots for its pixels, rows that are sent, and whether it decodes.

import Testing
import Upright
@testable import UprightSandbox
import UprightTestTools

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

// Requests as bytes and back, for any rendition; a refused one names its error.

@Suite struct WorkerRequestCodingTests {
  private static func bytes(_ request: WorkerRequest) -> [UInt8] {
    var wire = WireWriter()
    wire.put(request)
    return wire.bytes
  }

  private static func read(_ bytes: [UInt8]) throws(ProtocolViolation) -> WorkerRequest {
    var wire = WireReader(bytes)
    let request = try wire.request()
    try wire.end()
    return request
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func everyRequestComesBackAsItWas(_ seed: UInt64) throws {
    var requests = RandomRequests(seed: seed)
    for request in requests.next(10 * RandomRequests.kinds) {
      #expect(try Self.read(Self.bytes(request)) == request)
    }
  }

  @Test func differentRequestsAreDifferentBytes() {
    var requests = RandomRequests(seed: 99)
    let all = Set(requests.next(40 * RandomRequests.kinds))
    #expect(Set(all.map(Self.bytes)).count == all.count)
    #expect(all.count > 20 * RandomRequests.kinds, "hardly any came twice")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func everyPrefixEndsEarly(_ seed: UInt64) {
    var requests = RandomRequests(seed: 100 + seed)
    for request in requests.next(RandomRequests.kinds) {
      let bytes = Self.bytes(request)
      for count in bytes.indices {
        let prefix = Array(bytes[..<count])
        #expect(throws: ProtocolViolation("the message ends early")) { try Self.read(prefix) }
      }
      #expect(throws: ProtocolViolation("1 bytes too many")) { try Self.read(bytes + [0]) }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func aChangedByteIsRefusedOrSaysSomethingElse(_ seed: UInt64) {
    var requests = RandomRequests(seed: 200 + seed)
    var random = SplitMix64(seed: seed)
    for request in requests.next(RandomRequests.kinds) {
      let bytes = Self.bytes(request)
      for place in bytes.indices {
        for change in [1, 128, UInt8.random(in: 1...255, using: &random)] {
          var changed = bytes
          changed[place] ^= change
          guard let other = try? Self.read(changed) else { continue }
          #expect(Self.bytes(other) == changed, "byte \(place) of \(request)")
        }
      }
    }
  }

  @Test func secondsTravelBitByBit() throws {
    for seconds in [Double.nan, -0.0, 1e300, .greatestFiniteMagnitude] {
      let request = WorkerRequest(
        format: .jpeg, operation: .writeBlocks(PixelSize(width: 1, height: 1), .identity),
        limits: Limits(seconds: seconds),
        byteCount: 0, passesFile: false, slots: nil, newMemory: nil)
      #expect(try Self.read(Self.bytes(request)).limits.seconds?.bitPattern == seconds.bitPattern)
    }
  }
}

/// A request built by hand, for an image of 8 × 8 pixels.
private struct HandMade {
  var format = "jpeg"
  var operation: [UInt8]
  var limits: [Int] = [1, 2, 3, 4]
  var byteCount = 5
  var passesFile: UInt8 = 0
  var slots: [Int] = []
  var newMemory: [Int] = []

  init(_ operation: UInt8, slots: [Int] = [], _ body: (inout WireWriter) -> Void) {
    var wire = WireWriter()
    wire.put(byte: operation)
    body(&wire)
    self.operation = wire.bytes
    self.slots = slots
  }

  /// The error for it; nil if it is accepted.
  var refusal: String? {
    var wire = WireWriter()
    wire.put(format)
    for byte in operation { wire.put(byte: byte) }
    for limit in limits { wire.put(limit) }
    wire.put(false)
    wire.put(byteCount)
    wire.put(byte: passesFile)
    for numbers in [slots, newMemory] {
      wire.put(!numbers.isEmpty)
      for number in numbers { wire.put(number) }
    }
    var reader = WireReader(wire.bytes)
    do throws(ProtocolViolation) {
      _ = try reader.request()
      try reader.end()
      return nil
    } catch { return error.what }
  }
}

@Suite struct WorkerRequestRefusalTests {
  private func blocks(width: Int = 8, height: Int = 8, tag: UInt8 = 1) -> HandMade {
    HandMade(6) { wire in
      wire.put(width)
      wire.put(height)
      wire.put(byte: tag)
    }
  }

  private func pass(
    _ region: [Int] = [0, 0, 8, 8], denominator: Int = 1, channels: UInt8 = 1, depth: UInt8 = 8,
    slots: [Int] = [1, 64], image: Int? = nil
  ) -> HandMade {
    HandMade(1, slots: slots) { wire in
      for number in region { wire.put(number) }
      wire.put(denominator)
      wire.put(byte: channels)
      wire.put(byte: depth)
      wire.put(image) { $0.put($1) }
      // Neither a limit of what is cut out, nor samples as coded, nor what is below, nor means.
      wire.put(false)
      wire.put(false)
      wire.put(false)
      wire.put(false)
    }
  }

  private func planes(_ across: UInt8, _ down: UInt8) -> HandMade {
    HandMade(2, slots: [1, 192]) { wire in
      for number in [0, 0, 8, 8] { wire.put(number) }
      wire.put(byte: across)
      wire.put(byte: down)
      wire.put(false)
      wire.put(false)
    }
  }

  private func encode(
    format: String = "png", across: UInt8 = 1, codes: UInt8 = 0, fidelity: (inout WireWriter) -> Void
  ) -> HandMade {
    HandMade(3, slots: [1, 64]) { wire in
      wire.put(8)
      wire.put(8)
      wire.put(byte: 1)
      wire.put(byte: 8)
      wire.put(format)
      fidelity(&wire)
      wire.put(byte: across)
      wire.put(byte: 1)
      wire.put(false)
      wire.put(byte: codes)
      // No compression of TIFF, no samples as coded, no segments or chunks, and none of the five blocks.
      wire.put(false)
      wire.put(false)
      wire.put(0)
      wire.put(0)
      for _ in 0..<5 { wire.put(false) }
    }
  }

  @Test func deedsThatThereAreNotAreRefused() {
    for number in [0] + Array(UInt8(9)...255) {
      #expect(HandMade(number) { _ in }.refusal == "unknown request \(number)")
    }
    #expect(blocks().refusal == nil)
    #expect(pass().refusal == nil)
  }

  @Test func formatsAreWordsThatAreKnown() {
    for format in ContainerFormat.allCases {
      var request = blocks()
      request.format = format.rawValue
      #expect(request.refusal == nil)
      #expect(encode(format: format.rawValue) { $0.put(byte: 2) }.refusal == nil)
    }
    for word in ["", "JPEG", "jpg", "jpeg ", "jpegXL", "\u{FFFD}"] {
      var request = blocks()
      request.format = word
      #expect(request.refusal == "an unknown word")
      #expect(encode(format: word) { $0.put(byte: 2) }.refusal == "an unknown word")
    }
  }

  @Test func orientationsAreTheEight() {
    for tag in UInt8.min...255 { #expect(blocks(tag: tag).refusal == (1...8 ~= tag ? nil : "invalid orientation")) }
  }

  @Test func chromaIsSampledByOneTwoOrFour() {
    for step in UInt8.min...255 {
      let expected = [1, 2, 4].contains(step) ? nil : "unknown chroma subsampling"
      #expect(planes(step, 1).refusal == expected)
      #expect(planes(1, step).refusal == expected)
      #expect(encode(across: step) { $0.put(byte: 2) }.refusal == expected)
    }
  }

  @Test func layoutsAreThoseThatThereAre() {
    for channels in UInt8.min...255 {
      let count = SampleLayout.Channels(rawValue: Int(channels))?.count
      let refusal = pass(channels: channels, slots: [1, 64 * (count ?? 1)]).refusal
      #expect(refusal == (count == nil ? "unknown sample layout" : nil))
    }
    for depth in UInt8.min...255 {
      let refusal = pass(depth: depth, slots: [1, depth == 16 ? 128 : 64]).refusal
      #expect(refusal == ([8, 16].contains(depth) ? nil : "unknown sample layout"))
    }
  }

  @Test func fidelitiesAreThree() {
    #expect(encode { $0.put(byte: 2) }.refusal == nil)
    for level in [1, 100, 0, -1, Int.max] {
      let request = encode { wire in
        wire.put(byte: 0)
        wire.put(level)
      }
      #expect(request.refusal == nil, "which levels there are is the codec's to say")
    }
    for kind in UInt8(3)...255 { #expect(encode { $0.put(byte: kind) }.refusal == "unknown fidelity") }
  }

  @Test func tablesHaveNumbersOfSixteenBits() {
    for (value, refusal) in [
      (0, nil), (65535, nil), (65536, "65536 is not in 0...65535"), (-1, "-1 is not in 0...65535"),
    ] {
      let request = encode { wire in
        wire.put(byte: 1)
        wire.put([[1, value]]) { wire, table in wire.put(table) { $0.put($1) } }
      }
      #expect(request.refusal == refusal)
    }
  }

  @Test func codesAreYesOrNo() {
    for (codes, refusal) in [(UInt8(0), nil), (1, nil), (2, "2 is not a Boolean")] {
      #expect(encode(codes: codes) { $0.put(byte: 2) }.refusal == refusal)
    }
    var request = blocks()
    request.passesFile = 7
    #expect(request.refusal == "7 is not a Boolean")
  }

  @Test func fractionsAreFromOneToAnEighth() {
    for (part, slots) in [(1, 64), (2, 16), (3, 9), (4, 4), (8, 1)] {
      #expect(pass(denominator: part, slots: [1, slots]).refusal == nil)
    }
    for part in [0, -1, 9, Int.max, Int.min] {
      #expect(pass(denominator: part).refusal == "\(part) is not in 1...8")
    }
  }

  @Test func numbersOfImagesAreNoneBelowZero() {
    for number in [0, 1, Int.max] { #expect(pass(image: number).refusal == nil) }
    #expect(pass(image: -1).refusal == "-1 is not in 0...\(Int.max)")
    var request = blocks()
    request.byteCount = -1
    #expect(request.refusal == "-1 is not in 0...\(Int.max)")
  }

  @Test func sidesAreWithinWhatFormatsHave() {
    #expect(blocks(width: 1 << 32, height: 0).refusal == nil)
    for length in [-1, 1 << 32 + 1, Int.max, Int.min] {
      let refusal = "\(length) is not in 0...4294967296"
      #expect(blocks(width: length).refusal == refusal)
      #expect(blocks(height: length).refusal == refusal)
      for place in 0..<4 {
        var region = [0, 0, 8, 8]
        region[place] = length
        #expect(pass(region).refusal == refusal)
      }
    }
  }

  @Test func slotsAreThoseOfTheImage() {
    for slots in [[], [1, 63], [1, 65], [2, 64], [3, 64]] {
      #expect(pass(slots: slots).refusal == "slots of another image", "\(slots)")
    }
    for slots in [[0, 64], [4, 64], [-1, 64], [1, 0], [1, -64], [1, 1 << 41], [Int.max, Int.max]] {
      #expect(pass(slots: slots).refusal == "slots outside the shared memory", "\(slots)")
    }
    var request = blocks()
    request.slots = [1, 64]
    #expect(request.refusal == "slots of another image", "no pixels pass")
  }

  @Test func newMemoryIsSomeAndNotTooMuch() {
    for size in [1, 64, 1 << 44] {
      var request = pass()
      request.newMemory = [size]
      #expect(request.refusal == nil)
    }
    for size in [0, -1, 1 << 44 + 1, Int.max] {
      var request = pass()
      request.newMemory = [size]
      #expect(request.refusal == "\(size) is not in 1...17592186044416")
    }
  }
}
