// The share of a batch's memory that reading one file's headers takes: negligible for nearly all files.

package import Upright

/// Counts the bytes read from a file's headers, and waits for a share of memory if there are many.
package final class HeaderMeter {
  /// Bytes of metadata that may be read without a share.
  package static let free = 1 << 20
  /// How many copies of the metadata are in memory while it is read.
  private static let copies = 4
  /// The maximum bytes of metadata read from a file.
  private static let limit = 16 << 20
  /// Reads of this size are scanned, not kept.
  private static let chunkSize = 1 << 16

  private let memory: Admission?
  /// The bytes read so far in reads that are large.
  private(set) var readBytes = 0
  private var excess: Int?
  private var share: Admission.Ticket?

  /// A meter that takes memory from an admission; nil for no limit.
  package init(_ memory: Admission?) { self.memory = memory }

  /// Probes `source`.
  ///
  /// - Throws: As `Probe.init(checking:rules:)`; `.limit` if its metadata alone needs more memory than there is.
  package func probe(_ source: some ByteSource, rules: OrientationRules) throws(UprightError) -> Probe {
    let probe = Result { () throws(UprightError) in
      try Probe(checking: MeteredSource(inner: source, meter: self), rules: rules)
    }
    if let excess, let memory { throw .limit(.memory, asked: excess, allowed: memory.total) }
    return try probe.get()
  }

  /// Runs `work`, which needs `bytes` more: from the existing share if it suffices, otherwise once they are free.
  package func with<Value>(_ bytes: Int, _ work: () throws(UprightError) -> Value) throws(UprightError) -> Value {
    guard let memory else { return try work() }
    if let share, share.bytes >= min(bytes, memory.total) { return try work() }
    giveBack()
    return try memory.with(bytes, work)
  }

  /// Returns the share.
  package func giveBack() { share = nil }

  /// Counts bytes that are about to be read; returns false if they would need more memory than there is.
  fileprivate func allows(_ count: Int, of byteCount: Int) -> Bool {
    guard let memory, count > Self.chunkSize else { return true }
    readBytes += count
    guard readBytes > Self.free else { return true }
    let needed = Self.copies * readBytes
    guard needed <= memory.total else {
      excess = needed
      return false
    }
    if share == nil { share = memory.take(Self.copies * min(byteCount, Self.limit)) }
    return true
  }
}

/// A file whose reads are counted.
private struct MeteredSource<Inner: ByteSource>: ByteSource {
  let inner: Inner
  let meter: HeaderMeter

  var byteCount: Int { inner.byteCount }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    guard meter.allows(range.clamped(to: 0..<max(0, byteCount)).count, of: byteCount) else {
      throw MetadataError(.tooMuchMetadata, at: range.lowerBound)
    }
    return try inner.read(range)
  }
}
