// The worker's first message: the protocol version, its confinement and its capabilities.

import Upright

/// The worker's first message.
struct WorkerHandshake: Hashable, Sendable {
  /// Incremented with every change of the protocol.
  static let currentVersion = 4

  /// How the worker is confined.
  enum Confinement: Hashable, Sendable {
    /// By limits and a system call filter.
    case filtered
    /// By limits alone, because the system has no filter; with its error number.
    case limited(Int32)
    /// Not at all, as requested.
    case none
  }

  /// A worker whose handshake has not arrived.
  static let notReceived = WorkerHandshake(version: 0, confinement: .none, capabilities: [:])

  let version: Int
  let confinement: Confinement
  let capabilities: [ContainerFormat: Capabilities]
  /// Its libraries, in words for people.
  var libraries: [String] = []
}

extension WireWriter {
  mutating func put(_ handshake: WorkerHandshake) {
    put(handshake.version)
    switch handshake.confinement {
    case .filtered: put(byte: 0)
    case .limited(let number):
      put(byte: 1)
      put(Int(number))
    case .none: put(byte: 2)
    }
    put(handshake.capabilities.sorted { $0.key.rawValue < $1.key.rawValue }) { wire, entry in
      wire.put(entry.key.rawValue)
      wire.put(entry.value)
    }
    put(handshake.libraries) { $0.put($1) }
  }

  private mutating func put(_ capabilities: Capabilities) {
    put(capabilities.decodes)
    put(capabilities.encodes)
    put(capabilities.transforms)
    put(capabilities.planes)
    put(capabilities.denominators) { $0.put($1) }
    put(capabilities.reduction.rawValue)
    put(capabilities.missingTrait) { $0.put($1) }
  }
}

extension WireReader {
  mutating func handshake() throws(ProtocolViolation) -> WorkerHandshake {
    let version = try number(in: WorkerHandshake.currentVersion...WorkerHandshake.currentVersion)
    let confinement: WorkerHandshake.Confinement =
      switch try byte() {
      case 0: .filtered
      case 1: .limited(Int32(try number(in: 0...4095)))
      case 2: .none
      default: throw ProtocolViolation("unknown confinement")
      }
    let entries = try list { wire throws(ProtocolViolation) in
      (try wire.word(ContainerFormat.self), try wire.capabilities())
    }
    return WorkerHandshake(
      version: version, confinement: confinement,
      capabilities: Dictionary(entries, uniquingKeysWith: { first, _ in first }),
      libraries: try list { wire throws(ProtocolViolation) in try wire.text() })
  }

  private mutating func capabilities() throws(ProtocolViolation) -> Capabilities {
    let capabilities = Capabilities(
      decodes: try flag(), encodes: try flag(), transforms: try flag(), planes: try flag(),
      denominators: try list { wire throws(ProtocolViolation) in try wire.number(in: 1...8) },
      reduction: try word(Capabilities.Reduction.self))
    let trait = try optional { wire throws(ProtocolViolation) in try wire.text() }
    return trait.map(Capabilities.init(missingTrait:)) ?? capabilities
  }
}
