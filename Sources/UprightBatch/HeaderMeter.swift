// What reading the headers of one file takes of the memory that a batch shares: of nearly all files nothing that counts.

package import Upright

/// Counts what is read of a file's headers, and waits for a share of the memory where that is much.
package final class HeaderMeter {
  /// Bytes of metadata that are read without asking.
  package static let free = 1 << 20
  /// As often as metadata are in memory while they are read.
  private static let copies = 4
  /// No more metadata are read of a file.
  private static let limit = 16 << 20
  /// What is read in such pieces is looked through, and not kept.
  private static let chunkSize = 1 << 16

  private let memory: MemoryBudget?
  private var readBytes = 0
  private var excess: Int?
  private var share: MemoryBudget.Share?

  /// One that asks `memory`; nil for nobody.
  package init(_ memory: MemoryBudget?) { self.memory = memory }

  /// What the headers of `source` say.
  ///
  /// - Throws: as `Probe.init(checking:rules:)`; `.limit` where its metadata alone take more memory than there is.
  package func probe(_ source: some ByteSource, rules: OrientationRules) throws(UprightError) -> Probe {
    let probe = Result { () throws(UprightError) in
      try Probe(checking: MeteredSource(inner: source, meter: self), rules: rules)
    }
    if let excess, let memory { throw .limit(name: "bytes of memory", asked: excess, allowed: memory.total) }
    return try probe.get()
  }

  /// Does `work`, which takes `bytes` besides: out of the share that there is, if that will do, otherwise once they are free.
  package func with<Value>(_ bytes: Int, _ work: () throws(UprightError) -> Value) throws(UprightError) -> Value {
    guard let memory else { return try work() }
    if let share, share.bytes >= min(bytes, memory.total) { return try work() }
    giveBack()
    return try memory.with(bytes, work)
  }

  /// Lets others have the share.
  package func giveBack() { share = nil }

  /// Counts bytes that are about to be read; false where they would take more memory than there is.
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

/// A file whose reading is counted.
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
