// The worker's side alone, in this process: its replies to commands written in advance.

import Testing
import Upright
import UprightCodecs
@testable import UprightSandbox
import UprightSystem
import UprightTestTools

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

// Every operation in a real worker compared with the same codec in this process: every byte agrees, and so does every
// refusal.

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct WorkerTurnDeedTests {
  private static let samplings = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)].map {
    Subsampling(horizontal: $0.0, vertical: $0.1)
  }

  private func far(_ format: ContainerFormat) throws -> WorkerCodec { try #require(Workers.house[format]) }

  private func jpeg(_ width: Int, _ height: Int, _ sampling: Subsampling = .none) throws -> [UInt8] {
    let settings = EncodeSettings(format: .jpeg, fidelity: .level(90), sampling: sampling)
    return try Outcome.encode(.noise(width, height), settings, by: JPEGCodec()).get()
  }

  private func encodes(_ format: ContainerFormat, _ layout: SampleLayout, _ fidelity: EncodeSettings.Fidelity) -> Bool {
    switch format {
    case .jpeg: layout.depth == .eight && layout.channels != .rgba && fidelity != .exact
    case .png: layout.channels != .cmyk
    default: layout.depth == .eight && [.rgb, .rgba].contains(layout.channels)
    }
  }

  @Test(arguments: SampleLayout.Channels.allCases, SampleLayout.Depth.allCases)
  func whatIsEncodedIsTheSame(_ channels: SampleLayout.Channels, _ depth: SampleLayout.Depth) throws {
    let layout = SampleLayout(channels, depth)
    for near in SystemCodecs.all where near.capabilities.encodes {
      for fidelity in [EncodeSettings.Fidelity.level(85), .exact] {
        for height in [1, 64, 150] {
          let settings = EncodeSettings(format: near.format, fidelity: fidelity, sampling: .none)
          let image = try Raster.noise(23, height, layout)
          let here = Outcome.encode(image, settings, by: near)
          #expect(try Outcome.encode(image, settings, by: far(near.format)) == here)
          #expect((here.error == nil) == encodes(near.format, layout, fidelity), "\(near.format) of \(layout)")
        }
      }
    }
  }

  @Test(arguments: SampleLayout.Channels.allCases, SampleLayout.Depth.allCases)
  func whatIsDecodedIsTheSame(_ channels: SampleLayout.Channels, _ depth: SampleLayout.Depth) throws {
    let layout = SampleLayout(channels, depth)
    for near in SystemCodecs.all where encodes(near.format, layout, .level(90)) && near.capabilities.encodes {
      let settings = EncodeSettings(format: near.format, fidelity: .level(90), sampling: .none)
      let source = try Outcome.encode(.noise(40, 150, layout), settings, by: near).get()
      for part in near.capabilities.denominators {
        for region in [
          PixelRect<Stored>(x: 0, y: 0, width: 40, height: 150), PixelRect(x: 8, y: 16, width: 24, height: 80),
          PixelRect(x: 32, y: 144, width: 8, height: 6),
        ] {
          let pass = DecodePass(region: region, denominator: part, layout: layout)
          let here = try Outcome.decode(pass, by: near, of: source).get()
          #expect(try Outcome.decode(pass, by: far(near.format), of: source).get() == here)
          #expect(here.reduce(0) { $0 + $1.size.height } == pass.size.height)
        }
      }
    }
  }

  @Test func passesThatNoCodecHasAreRefusedAlike() throws {
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 40, height: 30)
    for near in SystemCodecs.all where near.capabilities.encodes {
      let settings = EncodeSettings(format: near.format, fidelity: .level(90), sampling: .none)
      let source = try Outcome.encode(.noise(40, 30), settings, by: near).get()
      for pass in [
        DecodePass(region: whole, denominator: 3, layout: SampleLayout(.rgb)),
        DecodePass(region: whole, denominator: 1, layout: SampleLayout(.rgb, .sixteen)),
        DecodePass(region: whole, denominator: 1, layout: SampleLayout(.cmyk)),
        DecodePass(
          region: PixelRect(x: 1, y: 0, width: 40, height: 30), denominator: 1, layout: SampleLayout(.rgb)),
      ] {
        let here = Outcome.decode(pass, by: near, of: source)
        #expect(here.error != nil, "\(near.format): \(pass)")
        #expect(try Outcome.decode(pass, by: far(near.format), of: source) == here)
      }
    }
  }

  @Test func metadataTravelWithTheImage() throws {
    let mark = Array("carried along".utf8)
    let metadata = CarriedMetadata(
      segments: [.init(marker: 0xFE, payload: mark), .init(marker: 0xE5, payload: [])],
      chunks: [.init(name: Array("prVt".utf8), payload: mark)], exif: [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0],
      xmp: Array("<x:xmpmeta/>".utf8))
    for near in SystemCodecs.all where near.capabilities.encodes {
      let settings = EncodeSettings(format: near.format, fidelity: .level(90), sampling: .none)
      let image = try Raster.noise(9, 7)
      let here = Outcome.encode(image, settings, by: near, metadata: metadata)
      #expect(try Outcome.encode(image, settings, by: far(near.format), metadata: metadata) == here)
      #expect(here != Outcome.encode(image, settings, by: near), "\(near.format) carries something")
    }
  }

  @Test(arguments: [EncodeSettings.Codes.fitted, .standard], [false, true])
  func settingsTravelWithTheImage(_ codes: EncodeSettings.Codes, _ isProgressive: Bool) throws {
    let tables = (0..<3).map { [UInt16](repeating: UInt16(3 + $0), count: 64) }
    let image = try Raster.noise(33, 70)
    var files: Set<[UInt8]> = []
    for fidelity in [EncodeSettings.Fidelity.level(40), .tables(tables)] {
      for sampling in Self.samplings {
        let settings = EncodeSettings(
          format: .jpeg, fidelity: fidelity, sampling: sampling, progressive: isProgressive, codes: codes)
        let here = try Outcome.encode(image, settings, by: JPEGCodec()).get()
        #expect(try Outcome.encode(image, settings, by: far(.jpeg)).get() == here)
        files.insert(here)
      }
    }
    #expect(files.count == 2 * Self.samplings.count)
  }

  @Test(arguments: ExifOrientation.allCases)
  func turnsOfCoefficientsAreTheSame(_ tag: ExifOrientation) throws {
    let metadata = CarriedMetadata(segments: [.init(marker: 0xFE, payload: [1, 2, 3])])
    for sampling in Self.samplings {
      let source = try jpeg(96, 64, sampling) + [7, 7, 7]
      for region in [
        PixelRect<Stored>(x: 0, y: 0, width: 96, height: 64), PixelRect(x: 32, y: 16, width: 32, height: 32),
        PixelRect(x: 5, y: 0, width: 20, height: 20),
      ] {
        let job = LosslessJob(region: region, orientation: Orientation(exif: tag))
        let here = Outcome.transform(job, by: JPEGCodec(), of: source, metadata: metadata)
        #expect(try Outcome.transform(job, by: far(.jpeg), of: source, metadata: metadata) == here)
        #expect((here.error == nil) == (region.x != 5), "5 columns part a block")
      }
    }
  }

  @Test func blocksAreTheSameAfterEveryTurn() throws {
    for (width, height) in [(64, 48), (37, 75)] {
      let source = try jpeg(width, height, Subsampling(horizontal: 2, vertical: 2))
      var forms: Set<[UInt8]> = []
      for tag in ExifOrientation.allCases {
        let size = PixelSize<Stored>(width: width, height: height)
        let here = try Outcome.blocks(of: size, tag, by: JPEGCodec(), of: source).get()
        #expect(try Outcome.blocks(of: size, tag, by: far(.jpeg), of: source).get() == here)
        forms.insert(here)
      }
      #expect(forms.count == 8)
    }
    let parted = PixelSize<Stored>(width: 7, height: 48)
    let here = Outcome.blocks(of: parted, .topLeft, by: JPEGCodec(), of: try jpeg(64, 48))
    #expect(here.error != nil)
    #expect(try Outcome.blocks(of: parted, .topLeft, by: far(.jpeg), of: jpeg(64, 48)) == here)
  }

  @Test func whatACodecCannotDoIsRefusedAlike() throws {
    let region = PixelRect<Stored>(x: 0, y: 0, width: 8, height: 8)
    let job = LosslessJob(region: region, orientation: Orientation(exif: .rightTop))
    for near in SystemCodecs.all where near.format != .jpeg && near.capabilities.encodes {
      let far = try far(near.format)
      for codec in [near, far] as [any Codec] {
        #expect(Outcome.transform(job, by: codec, of: [1, 2]).error?.codes.name == "unsupported")
        #expect(
          Outcome.blocks(of: region.size, .topLeft, by: codec, of: [1, 2])
            == .failure(.unsupported("blocks of \(near.format.name) cannot be read")))
        #expect(throws: UprightError.unsupported("planes of \(near.format.name) are not supported")) {
          let pass = DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb))
          try codec.requiredPlanes().decodePlanes(pass, chroma: .none, from: [1, 2], limits: Limits()) { _, _ in }
        }
      }
    }
  }
}

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct WorkerPlanesTests {
  private static let samplings = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)].map {
    Subsampling(horizontal: $0.0, vertical: $0.1)
  }

  private func settings(_ sampling: Subsampling) -> EncodeSettings {
    EncodeSettings(format: .jpeg, fidelity: .level(90), sampling: sampling)
  }

  private func planes(
    _ codec: any Codec, _ region: PixelRect<Stored>, _ chroma: Subsampling, _ source: [UInt8]
  ) throws(UprightError) -> (bands: [PlanarRaster<Decoded>], rows: [Int]) {
    var (bands, rows): ([PlanarRaster<Decoded>], [Int]) = ([], [])
    let pass = DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb))
    try codec.requiredPlanes().decodePlanes(pass, chroma: chroma, from: source, limits: Limits()) { band, first in
      bands.append(band)
      rows.append(first)
    }
    return (bands, rows)
  }

  @Test(arguments: [0, 2, 8]) func theyAreDecodedAtFullSizeOnly(denominator: Int) throws {
    let far = try #require(Workers.house[.jpeg])
    let source = try Outcome.encode(.noise(16, 16), settings(.none), by: JPEGCodec()).get()
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 16, height: 16), denominator: denominator, layout: SampleLayout(.rgb))
    for codec in [JPEGCodec(), far] as [any Codec] {
      #expect(throws: UprightError.unanswerable(field: "denominator", reason: "planes are decoded at full size")) {
        try codec.requiredPlanes().decodePlanes(pass, chroma: .none, from: source, limits: Limits()) { _, _ in }
      }
    }
  }

  @Test(arguments: samplings)
  func whatIsDecodedIsTheSame(_ chroma: Subsampling) throws {
    let far = try #require(Workers.house[.jpeg])
    let source = try Outcome.encode(.noise(37, 200), settings(chroma), by: JPEGCodec()).get()
    for region in [
      PixelRect<Stored>(x: 0, y: 0, width: 37, height: 200), PixelRect(x: 8, y: 62, width: 20, height: 70),
      PixelRect(x: 4, y: 63, width: 5, height: 65), PixelRect(x: 36, y: 198, width: 1, height: 2),
    ] {
      let here = try planes(JPEGCodec(), region, chroma, source)
      let there = try planes(far, region, chroma, source)
      #expect(here.bands == there.bands, "\(region)")
      #expect(here.rows == there.rows, "\(region)")
      #expect(here.bands.reduce(0) { $0 + $1.size.height } == region.height)
    }
  }

  @Test(arguments: samplings)
  func whatIsEncodedIsTheSame(_ chroma: Subsampling) throws {
    let far = try #require(Workers.house[.jpeg])
    for (width, height) in [(1, 1), (37, 63), (40, 64), (37, 131)] {
      let size = PixelSize<Output>(width: width, height: height)
      let sizes = [size, chroma.covering(size), chroma.covering(size)]
      let rasters = try sizes.map { try Raster.noise($0.width, $0.height, SampleLayout(.gray)) }
      let image = try #require(PlanarRaster(planes: rasters, chroma: chroma))
      let metadata = CarriedMetadata(segments: [.init(marker: 0xFE, payload: [4, 2])])
      var files: [[UInt8]] = [[], []]
      try JPEGCodec().encode(
        image, settings: settings(chroma), metadata: metadata, limits: Limits(), into: &files[0])
      try far.encode(image, settings: settings(chroma), metadata: metadata, limits: Limits(), into: &files[1])
      #expect(files[0] == files[1] && !files[0].isEmpty, "\(width)x\(height)")
    }
  }

  @Test func planesOfAnotherSamplingAreRefusedAlike() throws {
    let far = try #require(Workers.house[.jpeg])
    let size = PixelSize<Output>(width: 9, height: 9)
    let image = try #require(PlanarRaster<Output>(size: size, chroma: Self.samplings[3]))
    for codec in [JPEGCodec() as any Codec, far] {
      let reason: Phrase = "the planes have a different chroma subsampling"
      #expect(throws: UprightError.unanswerable(field: "sampling", reason: reason)) {
        var bytes: [UInt8] = []
        try codec.requiredPlanes().encode(
          image, settings: settings(.none), metadata: CarriedMetadata(), limits: Limits(), into: &bytes)
      }
    }
  }
}
