// Foundation's bytes and files (RFC 8089) as sources and sinks: what `Upright` does for arrays, and `UprightFiles` for
// paths.

public import Foundation
public import Upright
import UprightFiles

// Foundation's bytes as a source and a sink: they are read in ranges, without a copy of the whole.
extension Data: ByteSource {
  /// Total number of bytes.
  public var byteCount: Int { count }

  /// The bytes of `range`, clipped to the source; counted from the first byte, also in a slice.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let inside = range.clamped(to: 0..<count)
    return [UInt8](self[(startIndex + inside.lowerBound)..<(startIndex + inside.upperBound)])
  }
}

extension Data: ByteSink {
  /// Appends bytes.
  public mutating func write(_ bytes: [UInt8]) throws(UprightError) { append(contentsOf: bytes) }
}

extension Probe {
  /// Probes bytes by their headers alone.
  ///
  /// - Throws: `UprightError` `.malformed`, `.unsupported`.
  public init(data: Data, rules: OrientationRules = OrientationRules()) throws(UprightError) {
    try self.init(checking: data, rules: rules)
  }
}

extension Pipeline {
  /// Probes, plans and runs.
  ///
  /// - Throws: As `plan(_:for:)` and `run(_:on:into:)`.
  public func run(_ rendition: Rendition, on data: Data) throws(UprightError) -> Data {
    let probe = try Probe(data: data)
    var result = Data()
    try run(plan(rendition, for: probe), of: probe, on: data, into: &result)
    return result
  }

  /// The same outside the caller's actor, with the priority of the task that calls it, and canceled with that task.
  ///
  /// - Throws: As the other form; `.cancelled`.
  @concurrent
  public func run(_ rendition: Rendition, on data: Data) async throws(UprightError) -> Data {
    try Self.checkCancellation()
    return try blocking { () throws(UprightError) in try run(rendition, on: data) }
  }

  /// Calls the form that blocks: inside an asynchronous function the other one would be chosen.
  func blocking<Value>(_ body: () throws(UprightError) -> Value) throws(UprightError) -> Value { try body() }

  /// - Throws: `.cancelled` in a task that was canceled.
  static func checkCancellation() throws(UprightError) {
    if Task.isCancelled { throw .cancelled }
  }
}

// Files by their URLs (RFC 8089): what `UprightFiles` does for paths.
extension Probe {
  /// Probes the file at `url` by its headers alone; follows symbolic links.
  ///
  /// - Throws: `UprightError` `.unsupported` for a URL that names no file, `.io` if it cannot be read, `.malformed`.
  public init(contentsOf url: URL, rules: OrientationRules = OrientationRules()) throws(UprightError) {
    try self.init(contentsOf: url.fileSystemPath(), rules: rules)
  }

  /// The same outside the caller's actor, with the priority of the task that calls it.
  ///
  /// - Throws: As the other form; `.cancelled` in a task that was canceled.
  @concurrent
  public init(contentsOf url: URL, rules: OrientationRules = OrientationRules()) async throws(UprightError) {
    if Task.isCancelled { throw .cancelled }
    try self.init(contentsOf: url.fileSystemPath(), rules: rules)
  }
}

extension Pipeline {
  /// Writes a rendition of the file at `source` to a new file, which appears at `destination` only when complete.
  ///
  /// - Parameter overwriting: Whether an existing file at `destination` is replaced; never the source itself.
  /// - Returns: The plan that was carried out.
  /// - Throws: `UprightError` `.unsupported` for a URL that names no file; otherwise as the form for paths.
  @discardableResult
  public func run(
    _ rendition: Rendition, from source: URL, to destination: URL, overwriting: Bool = false
  ) throws(UprightError) -> Plan {
    try run(
      rendition, from: source.fileSystemPath(), to: destination.fileSystemPath(), overwriting: overwriting)
  }

  /// The same outside the caller's actor, with the priority of the task that calls it, and canceled with that task: no
  /// file appears then.
  ///
  /// - Throws: As the other form; `.cancelled`.
  @concurrent @discardableResult
  public func run(
    _ rendition: Rendition, from source: URL, to destination: URL, overwriting: Bool = false
  ) async throws(UprightError) -> Plan {
    try Self.checkCancellation()
    return try blocking { () throws(UprightError) in
      try run(rendition, from: source, to: destination, overwriting: overwriting)
    }
  }

  /// Replaces the file at `url` with a rendition: the file is the old one or the new one, never a mixture.
  ///
  /// - Returns: The plan that was carried out.
  /// - Throws: `UprightError` `.unsupported` for a URL that names no file; otherwise as the form for paths.
  @discardableResult
  public func rewrite(_ rendition: Rendition, at url: URL) throws(UprightError) -> Plan {
    try rewrite(rendition, at: url.fileSystemPath())
  }

  /// The same outside the caller's actor, with the priority of the task that calls it, and canceled with that task: the
  /// old file stays then.
  ///
  /// - Throws: As the other form; `.cancelled`.
  @concurrent @discardableResult
  public func rewrite(_ rendition: Rendition, at url: URL) async throws(UprightError) -> Plan {
    try Self.checkCancellation()
    return try blocking { () throws(UprightError) in try rewrite(rendition, at: url) }
  }
}

extension URL {
  /// The path of the file that it names; bytes that are not UTF-8 are kept as `PathName` encodes them.
  ///
  /// - Throws: `UprightError` `.unsupported` unless it is a `file:` URL of this machine.
  func fileSystemPath() throws(UprightError) -> String {
    let coded = path(percentEncoded: true)
    let bytes = Self.bytes(percentDecoding: coded)
    // A coded slash would be a part of a name, which no file system has.
    let isLocal =
      isFileURL && [nil, "", "localhost"].contains(host()?.lowercased()) && !coded.lowercased().contains("%2f")
    guard isLocal, !bytes.isEmpty, !bytes.contains(0) else {
      throw .unsupported("\(absoluteString) names no file of this machine; fetch it, and use its data")
    }
    return PathName.text(bytes)
  }

  /// The bytes of a path in which `%` and two hexadecimal digits are one byte (RFC 3986, 2.1).
  private static func bytes(percentDecoding text: String) -> [UInt8] {
    let coded = Array(text.utf8)
    var (bytes, at) = ([UInt8](), 0)
    while at < coded.count {
      let digits = coded[at] == UInt8(ascii: "%") ? coded[(at + 1)...].prefix(2) : []
      if digits.count == 2, let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
        bytes.append(byte)
        at += 3
      } else {
        bytes.append(coded[at])
        at += 1
      }
    }
    return bytes
  }
}
