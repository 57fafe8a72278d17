// A source of bytes that records its requests.

import Synchronization
package import UprightMetadata

/// Bytes that record which ranges were read.
package final class CountingSource: ByteSource, Sendable {
  private let bytes: [UInt8]
  private let log = Mutex<[Range<Int>]>([])

  /// A source of these bytes.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var byteCount: Int { bytes.count }

  package func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    log.withLock { $0.append(range.clamped(to: 0..<bytes.count)) }
    return try bytes.read(range)
  }

  /// The ranges that were read, in order.
  package var ranges: [Range<Int>] { log.withLock { $0 } }
  /// How many bytes were read, including repeated reads.
  package var readCount: Int { ranges.reduce(0) { $0 + $1.count } }
  /// One past the last byte that was read.
  package var furthest: Int { ranges.map(\.upperBound).max() ?? 0 }
}
