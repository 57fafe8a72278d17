// The worker's side alone, in this process: its replies to commands written in advance.

import Testing
import Upright
import UprightSystem

@testable import UprightSandbox

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct WorkerRequestHandlerTests {
  /// A codec that decodes rows of their numbers, and records its input.
  private struct EchoCodec: ImageDecoder, ImageEncoder, BlockCodec {
    var format: ContainerFormat { .png }
    var capabilities: Capabilities { Capabilities(decodes: true, encodes: true, transforms: true) }

    func decode(
      _ pass: DecodePass, from source: any ByteSource, limits: Limits,
      band: (Raster<Decoded>, Int) throws(UprightError) -> Void
    ) throws(UprightError) {
      let bytes: [UInt8]
      do { bytes = try source.read(2..<source.byteCount) } catch { throw UprightError(error) }
      for first in stride(from: 0, to: pass.size.height, by: 64) {
        let size = PixelSize<Decoded>(width: 1, height: min(64, pass.size.height - first))
        let rows = [UInt8](repeating: bytes[first / 64], count: size.height)
        guard let raster = Raster(size: size, layout: pass.layout, bytes: rows) else { return }
        try band(raster, first)
      }
    }

    func encode(
      _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
      into sink: inout some ByteSink
    ) throws(UprightError) {
      try sink.write(image.bytes)
      try sink.write(metadata.exif ?? [])
    }

    func transform(
      _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
      into sink: inout some ByteSink
    ) throws(UprightError) -> Int { throw .unsupported("echoes of turns") }

    func writeBlocks(
      of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, from source: any ByteSource,
      limits: Limits, into sink: inout some ByteSink
    ) throws(UprightError) { throw .unsupported("echoes of blocks") }
  }

  private let parent: Descriptor
  private let channel: WorkerChannel
  private let connection: WorkerConnection
  private var deadline = Deadline(seconds: 10)

  init() throws {
    let (own, other) = try WorkerCalls.makeChannel()
    parent = own
    channel = WorkerChannel(toWorker: own)
    connection = WorkerConnection(WorkerChannel(toParent: other))
  }

  private mutating func command(
    _ operation: WorkerRequest.Operation, bytes: Int = 0, memory: SharedBands?, then orders: [WorkerCommand] = []
  ) throws {
    let request = WorkerRequest(
      format: .png, operation: operation, limits: Limits(), byteCount: bytes, passesFile: false, slots: operation.slots,
      newMemory: memory?.byteCount)
    try channel.send(WorkerCommand.request(request).bytes, files: memory.map { [$0.file.number] } ?? [], &deadline)
    for command in orders { try channel.send(command.bytes, &deadline) }
  }

  private mutating func carryOut() throws -> Int {
    let request = try connection.nextRequest()
    return try WorkerRequestHandler(codec: EchoCodec(), colors: nil, request: request, connection: connection).run()
  }

  private mutating func reports(_ count: Int) throws -> [WorkerReply] {
    try (0..<count).map { _ in try WorkerReply(channel.receive(atMost: WorkerReply.longest, &deadline)) }
  }

  private func pass(_ height: Int) -> DecodePass {
    DecodePass(region: PixelRect(x: 0, y: 0, width: 1, height: height), denominator: 1, layout: SampleLayout(.gray))
  }

  @Test mutating func rowsAreSentAsSlotsAreFree() throws {
    let operation = WorkerRequest.Operation.decode(pass(250))
    let slots = try #require(operation.slots)
    let memory = try SharedBands(byteCount: slots.byteCount)
    try command(operation, bytes: 6, memory: memory, then: [.slot, .bytes([10, 11, 12, 13])])
    #expect(try carryOut() == 0)
    #expect(
      try reports(5) == [
        .needsBytes(at: 2, count: 1 << 16), .filled(firstRow: 0, rows: 64), .filled(firstRow: 64, rows: 64),
        .filled(firstRow: 128, rows: 64), .filled(firstRow: 192, rows: 58),
      ])
    for (slot, value) in [(0, UInt16(13)), (1, 11), (2, 12)] {
      var band = Raster<Decoded>(size: PixelSize(width: 1, height: 58), layout: SampleLayout(.gray))
      #expect(memory.fill(&band, from: slot, of: slots))
      #expect(band?.sample(x: 0, y: 57, channel: 0) == value, "slot \(slot) is used again after three")
    }
  }

  @Test mutating func rowsAreAskedForSlotBySlot() throws {
    let settings = EncodeSettings(format: .png, fidelity: .exact, sampling: .none)
    let size = PixelSize<Output>(width: 1, height: 130)
    let operation = WorkerRequest.Operation.encode(
      size, SampleLayout(.gray), settings, CarriedMetadata(exif: [77]))
    let slots = try #require(operation.slots)
    let memory = try SharedBands(byteCount: slots.byteCount)
    for slot in 0..<3 {
      let bytes = [UInt8](repeating: UInt8(slot + 1), count: 64)
      let band = try #require(
        Raster<Output>(size: PixelSize(width: 1, height: 64), layout: SampleLayout(.gray), bytes: bytes))
      #expect(memory.put(band, into: slot, of: slots))
    }
    try command(operation, memory: memory, then: [.slot, .slot, .slot])
    #expect(try carryOut() == 0)
    let expected = [UInt8](repeating: 1, count: 64) + [UInt8](repeating: 2, count: 64) + [3, 3, 77]
    #expect(
      try reports(4) == [
        .needsRows(firstRow: 0, rows: 64), .needsRows(firstRow: 64, rows: 64), .needsRows(firstRow: 128, rows: 2),
        .written(expected),
      ])
  }

  @Test mutating func whatTheCodecThrowsIsThrown() throws {
    let job = LosslessJob(region: PixelRect(x: 0, y: 0, width: 1, height: 1), orientation: .identity)
    try command(.transform(job, CarriedMetadata()), bytes: 1, memory: nil)
    let request = try connection.nextRequest()
    #expect(throws: UprightError.unsupported("echoes of turns")) {
      try WorkerRequestHandler(codec: EchoCodec(), colors: nil, request: request, connection: connection).run()
    }
    try command(
      .decodePlanes(PixelRect(x: 0, y: 0, width: 1, height: 1), Subsampling.none, cutLimit: nil), bytes: 1, memory: nil)
    let other = try connection.nextRequest()
    #expect(throws: UprightError.unsupported("planes of PNG are not supported")) {
      try WorkerRequestHandler(codec: EchoCodec(), colors: nil, request: other, connection: connection).run()
    }
  }

  @Test mutating func withoutMemoryNothingIsSent() throws {
    try command(.decode(pass(3)), bytes: 6, memory: nil, then: [.bytes([1, 2, 3, 4])])
    let request = try connection.nextRequest()
    #expect(throws: UprightError.self) {
      try WorkerRequestHandler(codec: EchoCodec(), colors: nil, request: request, connection: connection).run()
    }
  }

  @Test mutating func slotsThatComeTooLateAreForgotten() throws {
    for _ in 0..<5 { try channel.send(WorkerCommand.slot.bytes, &deadline) }
    try rowsAreSentAsSlotsAreFree()
  }

  @Test mutating func memoryThatDoesNotComeAlongIsNonsense() throws {
    let operation = WorkerRequest.Operation.decode(pass(3))
    let request = WorkerRequest(
      format: .png, operation: operation, limits: Limits(), byteCount: 1, passesFile: false, slots: operation.slots,
      newMemory: 3)
    try channel.send(WorkerCommand.request(request).bytes, &deadline)
    #expect(throws: WorkerFault.protocolViolation("no shared memory was sent")) { try connection.nextRequest() }
  }
}
