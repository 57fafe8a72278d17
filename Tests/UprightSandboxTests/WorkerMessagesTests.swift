// The messages between a parent and its worker, other than requests.

import Testing
import Upright
@testable import UprightSandbox

// The worker's handshake as bytes and back; one of another version, or with unknown abilities, is refused.

@Suite struct WorkerHandshakeTests {
  private static let abilities: [Capabilities] = [
    Capabilities(decodes: true, encodes: false, transforms: false),
    Capabilities(decodes: false, encodes: true, transforms: false),
    Capabilities(decodes: false, encodes: false, transforms: true),
    Capabilities(decodes: false, encodes: false, transforms: false, planes: true),
    Capabilities(decodes: true, encodes: true, transforms: true, planes: true, denominators: [1, 2, 4, 8]),
    Capabilities(decodes: true, encodes: true, transforms: false, denominators: [], reduction: .even),
    Capabilities(missingTrait: "WebP"), Capabilities(missingTrait: ""),
  ]

  private func bytes(_ handshake: WorkerHandshake) -> [UInt8] {
    var wire = WireWriter()
    wire.put(handshake)
    return wire.bytes
  }

  private func read(_ bytes: [UInt8]) throws(ProtocolViolation) -> WorkerHandshake {
    var wire = WireReader(bytes)
    let handshake = try wire.handshake()
    try wire.end()
    return handshake
  }

  private func handshake(
    _ capabilities: [ContainerFormat: Capabilities] = [:], version: Int = WorkerHandshake.currentVersion,
    _ confinement: WorkerHandshake.Confinement = .filtered
  ) -> WorkerHandshake {
    WorkerHandshake(version: version, confinement: confinement, capabilities: capabilities)
  }

  /// A handshake by hand, with one format.
  private func handMade(
    confinement: [UInt8] = [0], format: String = "jpeg", flags: [UInt8] = [1, 1, 1, 1], denominator: Int = 1,
    reduction: String = "blocks"
  ) -> [UInt8] {
    var wire = WireWriter()
    wire.put(WorkerHandshake.currentVersion)
    for byte in confinement { wire.put(byte: byte) }
    wire.put(1)
    wire.put(format)
    for flag in flags { wire.put(byte: flag) }
    wire.put([denominator]) { $0.put($1) }
    wire.put(reduction)
    wire.put(false)
    wire.put([String]()) { $0.put($1) }
    return wire.bytes
  }

  @Test func everyAbilityOfEveryFormatComesBack() throws {
    for format in ContainerFormat.allCases {
      for ability in Self.abilities {
        #expect(try read(bytes(handshake([format: ability]))) == handshake([format: ability]))
      }
    }
    let all = Dictionary(
      uniqueKeysWithValues: ContainerFormat.allCases.enumerated().map {
        ($1, Self.abilities[$0 % Self.abilities.count])
      })
    #expect(try read(bytes(handshake(all))) == handshake(all))
    #expect(bytes(handshake(all)).count < WorkerReply.longest)
  }

  @Test(arguments: [[], ["libpng 1.6.39"], ["libtiff 4.5.0", "", "Little CMS 2.14.0"]])
  func librariesComeBackInTheirOrder(_ libraries: [String]) throws {
    var handshake = handshake([.tiff: Self.abilities[0]])
    handshake.libraries = libraries
    #expect(try read(bytes(handshake)) == handshake)
    #expect(try read(bytes(handshake)).libraries == libraries)
  }

  @Test func everyConfinementComesBack() throws {
    for confinement in [WorkerHandshake.Confinement.filtered, .none, .limited(0), .limited(38), .limited(4095)] {
      #expect(try read(bytes(handshake(confinement))).confinement == confinement)
    }
    for number: Int32 in [-1, 4096, .max] {
      #expect(throws: ProtocolViolation("\(number) is not in 0...4095")) {
        try read(bytes(handshake(.limited(number))))
      }
    }
    for kind in UInt8(3)...255 {
      #expect(throws: ProtocolViolation("unknown confinement")) { try read(handMade(confinement: [kind])) }
    }
  }

  private func handshake(_ confinement: WorkerHandshake.Confinement) -> WorkerHandshake { handshake([:], confinement) }

  @Test func otherVersionsAreRefused() {
    let own = WorkerHandshake.currentVersion
    for version in [0, -1, own - 1, own + 1, Int.max, Int.min] {
      #expect(throws: ProtocolViolation("\(version) is not in \(own)...\(own)")) {
        try read(bytes(handshake(version: version)))
      }
    }
  }

  @Test func everyPrefixEndsEarly() {
    let all = Dictionary(
      uniqueKeysWithValues: ContainerFormat.allCases.enumerated().map {
        ($1, Self.abilities[$0 % Self.abilities.count])
      })
    let bytes = bytes(handshake(all, .limited(38)))
    for count in bytes.indices {
      #expect(throws: ProtocolViolation("the message ends early")) { try read(Array(bytes[..<count])) }
    }
    #expect(throws: ProtocolViolation("1 bytes too many")) { try read(bytes + [0]) }
  }

  @Test func whatNobodyCanDoIsRefused() throws {
    #expect(try read(handMade()).capabilities[.jpeg]?.planes == true)
    #expect(throws: ProtocolViolation("an unknown word")) { try read(handMade(format: "jpg")) }
    #expect(throws: ProtocolViolation("an unknown word")) { try read(handMade(reduction: "odd")) }
    for part in [0, -1, 9, Int.max] {
      #expect(throws: ProtocolViolation("\(part) is not in 1...8")) { try read(handMade(denominator: part)) }
    }
    for place in 0..<4 {
      var flags: [UInt8] = [1, 1, 1, 1]
      flags[place] = 2
      #expect(throws: ProtocolViolation("2 is not a Boolean")) { try read(handMade(flags: flags)) }
    }
  }

  @Test func aFormatThatIsLeftOutCanDoNothing() throws {
    let able = Capabilities(decodes: true, encodes: true, transforms: true, planes: true)
    var wire = WireWriter()
    wire.put(handshake([.webp: able]))
    var libraries = WireWriter()
    libraries.put([String]()) { $0.put($1) }
    // The last byte before the libraries states that no trait is missing; here one is.
    var bytes = Array(wire.bytes.dropLast(libraries.bytes.count + 1))
    wire = WireWriter()
    wire.put(true)
    wire.put("WebP")
    bytes += wire.bytes + libraries.bytes
    #expect(try read(bytes).capabilities == [.webp: Capabilities(missingTrait: "WebP")])
  }

  @Test func theOrderOfFormatsDoesNotMatter() {
    let entries = ContainerFormat.allCases.map { ($0, Self.abilities[0]) }
    let (there, back) = (
      Dictionary(uniqueKeysWithValues: entries), Dictionary(uniqueKeysWithValues: entries.reversed())
    )
    #expect(bytes(handshake(there)) == bytes(handshake(back)))
  }
}

// The worker's replies, as bytes and back, whole and damaged: the parent trusts none of them.

@Suite struct WorkerReplyTests {
  private static func bare(_ confinement: WorkerHandshake.Confinement) -> WorkerHandshake {
    WorkerHandshake(version: WorkerHandshake.currentVersion, confinement: confinement, capabilities: [:])
  }

  private static let handshake = WorkerHandshake(
    version: WorkerHandshake.currentVersion, confinement: .limited(38),
    capabilities: [
      .jpeg: Capabilities(decodes: true, encodes: false, transforms: true, planes: true, denominators: [1, 2, 8]),
      .avif: Capabilities(decodes: false, encodes: true, transforms: false),
    ])
  private static let errors: [UprightError] = [
    .malformed(MetadataError(.corruptData, at: 99)),
    .malformed(MetadataError(.unreadable, at: 0, systemError: 5, format: .tiff)), .unsupported("twelve bits"),
    .unanswerable(field: "region", reason: "it lies outside"), .limit(.pixels, asked: 9, allowed: 8),
    .codec(format: .heif, message: "no"), .io(path: "", systemError: 116), .cancelled,
    .outOfMemory, .outOfProcesses, .shortage(of: .folderWatches),
    .malformedText(offset: 41, reason: "a.json, line 3, byte 41: a comma is missing"),
  ]
  private static let all: [WorkerReply] =
    [
      .handshake(handshake), .handshake(Self.bare(.filtered)), .handshake(Self.bare(.none)),
      .needsBytes(at: 1 << 40, count: 4096),
      .filled(firstRow: 64, rows: 64), .needsRows(firstRow: 0, rows: 1), .written([]), .written([1, 2, 3]), .done(0),
      .done(Int.max),
    ] + errors.map(WorkerReply.failed)

  @Test func everyReportComesBackAsItWas() throws {
    for reply in Self.all { #expect(try WorkerReply(reply.bytes) == reply) }
  }

  @Test func damagedReportsAreRefusedOrOthers() {
    for (number, reply) in Self.all.enumerated() {
      for bytes in Damage.all(of: reply.bytes, seed: UInt64(number)) {
        guard let read = try? WorkerReply(bytes), !bytes.isEmpty else { continue }
        // A path, or a duplicate format, is not accepted; text that is not UTF-8 becomes UTF-8.
        if case .handshake = read { continue }
        if case .failed = read { continue }
        #expect(read.bytes == bytes, "what is understood says all of its bytes")
      }
    }
  }

  @Test func numbersBeyondWhatIsAskedForAreRefused() {
    let wrong: [WorkerReply] = [
      .needsBytes(at: -1, count: 1), .needsBytes(at: 0, count: 0), .needsBytes(at: 0, count: 1 << 30),
      .filled(firstRow: 0, rows: 0), .filled(firstRow: 0, rows: 65), .filled(firstRow: -1, rows: 1),
      .needsRows(firstRow: 0, rows: 65), .done(-1),
      .handshake(WorkerHandshake(version: 0, confinement: .filtered, capabilities: [:])),
    ]
    for reply in wrong { #expect(throws: ProtocolViolation.self) { try WorkerReply(reply.bytes) } }
  }

  @Test func longTextsAreCutOff() throws {
    let long = UprightError.unsupported(Phrase(String(repeating: "long ", count: 10_000)))
    let read = try WorkerReply(WorkerReply.failed(long).bytes)
    #expect(WorkerReply.failed(long).bytes.count < 1100)
    #expect(read == .failed(.unsupported(Phrase(String(repeating: "long ", count: 200)))))
  }

  @Test func everyReasonOfEveryFormatComesBack() throws {
    for code in MetadataError.Code.allCases {
      for number: Int32? in [nil, 0, 4095] {
        for format in [nil] + ContainerFormat.allCases.map(Optional.some) {
          let error = UprightError.malformed(
            MetadataError(code, at: 1 << 40, systemError: number, format: format))
          #expect(try WorkerReply(WorkerReply.failed(error).bytes) == .failed(error))
        }
      }
    }
    for format in ContainerFormat.allCases {
      let error = UprightError.codec(format: format, message: "kaputt – 壊れた")
      #expect(try WorkerReply(WorkerReply.failed(error).bytes) == .failed(error))
    }
    for (asked, allowed) in [(0, 0), (-1, 1), (Int.max, Int.min)] {
      let error = UprightError.limit(.memory, asked: asked, allowed: allowed)
      #expect(try WorkerReply(WorkerReply.failed(error).bytes) == .failed(error))
    }
  }

  @Test func aPathDoesNotTravel() throws {
    let error = UprightError.io(path: "secret/place", systemError: 28)
    #expect(try WorkerReply(WorkerReply.failed(error).bytes) == .failed(.io(path: "", systemError: 28)))
    for number: Int32 in [-1, 4096, .max] {
      let wrong = WorkerReply.failed(.io(path: "", systemError: number))
      #expect(throws: ProtocolViolation("\(number) is not in 0...4095")) { try WorkerReply(wrong.bytes) }
      let read = WorkerReply.failed(.malformed(MetadataError(.unreadable, at: 0, systemError: number)))
      #expect(throws: ProtocolViolation("\(number) is not in 0...4095")) { try WorkerReply(read.bytes) }
    }
  }

  @Test func everyTextIsCutOffAtAThousandBytes() throws {
    let (long, short) = (String(repeating: "x", count: 1001), String(repeating: "x", count: 1000))
    let all: [(UprightError, UprightError)] = [
      (.unsupported(Phrase(long)), .unsupported(Phrase(short))),
      (
        .unanswerable(field: Phrase(long), reason: Phrase(long)),
        .unanswerable(field: Phrase(short), reason: Phrase(short))
      ),
      (.codec(format: .png, message: long), .codec(format: .png, message: short)),
    ]
    for (said, repliesReceived) in all {
      #expect(try WorkerReply(WorkerReply.failed(said).bytes) == .failed(repliesReceived))
      #expect(try WorkerReply(WorkerReply.failed(repliesReceived).bytes) == .failed(repliesReceived))
    }
    let parted = UprightError.unsupported(Phrase("a" + String(repeating: "é", count: 600)))
    let expected = UprightError.unsupported(Phrase("a" + String(repeating: "é", count: 499) + "\u{FFFD}"))
    #expect(try WorkerReply(WorkerReply.failed(parted).bytes) == .failed(expected))
  }

  @Test func everyPrefixEndsEarlyAndNothingFollows() {
    for reply in Self.all {
      let bytes = reply.bytes
      for count in bytes.indices {
        #expect(throws: ProtocolViolation("the message ends early")) { try WorkerReply(Array(bytes[..<count])) }
      }
      #expect(throws: ProtocolViolation("1 bytes too many")) { try WorkerReply(bytes + [0]) }
    }
  }

  @Test func numbersOfNoReportAreNamed() {
    for number in [0] + Array(UInt8(8)...255) {
      #expect(throws: ProtocolViolation("unknown reply \(number)")) { try WorkerReply([number]) }
    }
    for number in [0] + Array(UInt8(10)...255) {
      #expect(throws: ProtocolViolation("unknown error \(number)")) { try WorkerReply([7, number]) }
    }
  }

  @Test func theMostThatIsSentAtOnceIsNotTooLong() throws {
    let most = WorkerReply.written([UInt8](repeating: 9, count: WorkerReply.maxBytes))
    #expect(most.bytes.count <= WorkerReply.longest)
    #expect(try WorkerReply(most.bytes) == most)
    let bytes = WorkerReply.needsBytes(at: 0, count: WorkerReply.maxBytes)
    #expect(try WorkerReply(bytes.bytes) == bytes)
    let more = WorkerReply.needsBytes(at: 0, count: WorkerReply.maxBytes + 1)
    #expect(throws: ProtocolViolation("262145 is not in 1...262144")) { try WorkerReply(more.bytes) }
  }
}

// The parent's commands, as bytes and back, whole and damaged.

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
    pass.isOfMeans = true
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
    #expect(members(DecodePass(region: Self.region, denominator: 1, layout: SampleLayout(.gray))) == 8)
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
