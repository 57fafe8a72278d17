// Foundation's bytes as a source and a sink: they are read in ranges, without a copy of the whole.

public import Foundation
public import Upright

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
