// The messages between a parent and its worker, other than requests; the parent trusts none that it gets (Design.md).

import Upright

// The messages from the parent to its worker (Design.md).

/// A message to the worker.
enum WorkerCommand: Hashable {
  /// Run a request.
  case request(WorkerRequest)
  /// The requested bytes of the source; fewer only at its end.
  case bytes([UInt8])
  /// A slot was emptied, or filled as requested.
  case slot

  /// The encoded message.
  var bytes: [UInt8] {
    var wire = WireWriter()
    switch self {
    case .request(let request):
      wire.put(byte: 1)
      wire.put(request)
    case .bytes(let bytes):
      wire.put(byte: 2)
      wire.put(bytes)
    case .slot: wire.put(byte: 3)
    }
    return wire.bytes
  }

  /// Decodes a message.
  init(_ bytes: [UInt8]) throws(ProtocolViolation) {
    var wire = WireReader(bytes)
    switch try wire.byte() {
    case 1: self = .request(try wire.request())
    case 2: self = .bytes(try wire.block())
    case 3: self = .slot
    case let other: throw ProtocolViolation("unknown command \(other)")
    }
    try wire.end()
  }
}

/// The worker's first message: the protocol version, its confinement and its capabilities.
struct WorkerHandshake: Hashable, Sendable {
  /// Incremented with every change of the protocol.
  static let currentVersion = 5

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

// The messages from the worker to its parent, which trusts none of them (Design.md).

/// A message of the worker.
enum WorkerReply: Hashable {
  /// It is ready.
  case handshake(WorkerHandshake)
  /// It needs bytes of the source: the offset and the count.
  case needsBytes(at: Int, count: Int)
  /// The next slot contains rows: the index of the first, and the count.
  case filled(firstRow: Int, rows: Int)
  /// It needs rows in the next slot: the index of the first, and the count.
  case needsRows(firstRow: Int, rows: Int)
  /// The next bytes of the result.
  case written([UInt8])
  /// The request is done, with the number that it returns.
  case done(Int)
  /// The request failed.
  case failed(UprightError)

  /// The maximum bytes of a source or a result in one message.
  static let maxBytes = 1 << 18
  /// Smaller parts of a result are charged as this many bytes, so that only few can be short.
  static let minBytes = 1 << 12
  /// The maximum bytes of a message.
  static let longest = maxBytes + 64

  /// The encoded message.
  var bytes: [UInt8] {
    var wire = WireWriter()
    switch self {
    case .handshake(let handshake):
      wire.put(byte: 1)
      wire.put(handshake)
    case .needsBytes(let offset, let count):
      wire.put(byte: 2)
      wire.put(offset)
      wire.put(count)
    case .filled(let first, let rows):
      wire.put(byte: 3)
      wire.put(first)
      wire.put(rows)
    case .needsRows(let first, let rows):
      wire.put(byte: 4)
      wire.put(first)
      wire.put(rows)
    case .written(let bytes):
      wire.put(byte: 5)
      wire.put(bytes)
    case .done(let number):
      wire.put(byte: 6)
      wire.put(number)
    case .failed(let error):
      wire.put(byte: 7)
      wire.put(error)
    }
    return wire.bytes
  }

  /// Decodes a message.
  init(_ bytes: [UInt8]) throws(ProtocolViolation) {
    var wire = WireReader(bytes)
    switch try wire.byte() {
    case 1: self = .handshake(try wire.handshake())
    case 2: self = .needsBytes(at: try wire.natural(), count: try wire.number(in: 1...Self.maxBytes))
    case 3: self = .filled(firstRow: try wire.natural(), rows: try wire.number(in: 1...DecodePass.bandRows))
    case 4: self = .needsRows(firstRow: try wire.natural(), rows: try wire.number(in: 1...DecodePass.bandRows))
    case 5: self = .written(try wire.block())
    case 6: self = .done(try wire.natural())
    case 7: self = .failed(try wire.error())
    case let other: throw ProtocolViolation("unknown reply \(other)")
    }
    try wire.end()
  }
}

extension WireReader {
  fileprivate mutating func natural() throws(ProtocolViolation) -> Int { try number(in: 0...Int.max) }
}

extension WireWriter {
  /// The maximum length of a library's message.
  private static let longestText = 1000

  fileprivate mutating func put(_ error: UprightError) {
    func short(_ text: String) -> String { String(decoding: text.utf8.prefix(Self.longestText), as: UTF8.self) }
    switch error {
    case .malformed(let error):
      put(byte: 1)
      put(error.code.rawValue)
      put(error.offset)
      put(error.systemError) { $0.put(Int($1)) }
      put(error.format) { $0.put($1.rawValue) }
    case .unsupported(let what):
      put(byte: 2)
      put(short(what.description))
    case .unanswerable(let field, let reason):
      put(byte: 3)
      put(short(field.description))
      put(short(reason.description))
    case .limit(let limit, let asked, let allowed):
      put(byte: 4)
      put(limit.rawValue)
      put(asked)
      put(allowed)
    case .codec(let format, let message):
      put(byte: 5)
      put(format.rawValue)
      put(short(message))
    case .io(_, let number):
      put(byte: 6)
      put(Int(number))
    case .cancelled: put(byte: 7)
    case .shortage(let what):
      put(byte: 9)
      put(what.rawValue)
    case .malformedText(let offset, let reason):
      put(byte: 8)
      put(offset)
      put(short(reason.description))
    }
  }
}

extension WireReader {
  fileprivate mutating func error() throws(ProtocolViolation) -> UprightError {
    switch try byte() {
    case 1:
      .malformed(
        MetadataError(
          try word(MetadataError.Code.self), at: try number(),
          systemError: try optional { wire throws(ProtocolViolation) in Int32(try wire.number(in: 0...4095)) },
          format: try optional { wire throws(ProtocolViolation) in try wire.word(ContainerFormat.self) }))
    case 2: .unsupported(Phrase(try text()))
    case 3: .unanswerable(field: Phrase(try text()), reason: Phrase(try text()))
    case 4: .limit(try word(Limit.self), asked: try number(), allowed: try number())
    case 5: .codec(format: try word(ContainerFormat.self), message: try text())
    case 6: .io(path: "", systemError: Int32(try number(in: 0...4095)))
    case 7: .cancelled
    case 8: .malformedText(offset: try number(), reason: Phrase(try text()))
    case 9: .shortage(of: try word(UprightError.Resource.self))
    case let other: throw ProtocolViolation("unknown error \(other)")
    }
  }
}
