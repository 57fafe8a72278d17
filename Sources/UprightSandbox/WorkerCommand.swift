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
