// The worker's handshake as bytes and back; one of another version, or with unknown abilities, is refused.

import Testing
import Upright

@testable import UprightSandbox

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
