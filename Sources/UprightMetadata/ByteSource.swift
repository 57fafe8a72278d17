// Sources of bytes, in memory or in a file, that are read in ranges only. Concatenated ranges of a source, as a source:
// a file without some of its parts.

/// Provides ranges of bytes. An array is one; an open file is another.
public protocol ByteSource {
  /// Total number of bytes.
  var byteCount: Int { get }
  /// The bytes of `range`, clipped to the source.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8]
}

extension Array: ByteSource where Element == UInt8 {
  /// Total number of bytes.
  public var byteCount: Int { count }

  /// The bytes of `range`, clipped to the source.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    Array(self[range.clamped(to: 0..<count)])
  }
}

// A range of a source as a source: a file inside a file.

/// A range of another source, with offsets relative to its start.
struct PartSource<Whole: ByteSource>: ByteSource {
  /// The enclosing source.
  let whole: Whole
  /// The range in the enclosing source.
  let range: Range<Int>

  /// A range of `whole`, clipped to it.
  init(_ whole: Whole, _ range: Range<Int>) {
    self.whole = whole
    self.range = range.clamped(to: 0..<max(0, whole.byteCount))
  }

  var byteCount: Int { range.count }

  func read(_ part: Range<Int>) throws(MetadataError) -> [UInt8] {
    let part = part.clamped(to: 0..<range.count)
    return try whole.read(range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
  }
}

// A source that several threads may read at the same time.

/// A source that a decoder's second thread may read while the first one does.
package protocol SharedSource: ByteSource, Sendable {}

extension Array: SharedSource where Element == UInt8 {}

// A source that another process can read directly: an open descriptor can be passed on, a path cannot (unix(7),
// SCM_RIGHTS).

/// A source whose bytes are those of an open regular file, starting at offset 0.
package protocol DescriptorSource: ByteSource {
  /// Lends a read-only file descriptor; nil if no such descriptor exists.
  func withDescriptor<Result, Failure: Error>(
    _ body: (Int32?) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

/// What remains of a source when some ranges are omitted.
struct JoinedRanges: ByteSource {
  private let source: any ByteSource
  private let kept: [Range<Int>]
  /// Where each kept range begins in the concatenation.
  private let starts: [Int]
  /// Number of remaining bytes.
  let byteCount: Int

  /// `source` without these ranges, which are in order and do not overlap.
  init(_ source: some ByteSource, without omitted: [Range<Int>]) {
    let edges = [0] + omitted.flatMap { [$0.lowerBound, $0.upperBound] } + [source.byteCount]
    let kept = stride(from: 0, to: edges.count, by: 2).map { edges[$0]..<max(edges[$0], edges[$0 + 1]) }
    self.init(source, keeping: kept)
  }

  /// These ranges of `source`, concatenated.
  init(_ source: some ByteSource, keeping kept: [Range<Int>]) {
    var starts: [Int] = []
    byteCount = kept.reduce(0) { sum, range in
      starts.append(sum)
      return sum + range.count
    }
    self.starts = starts
    self.kept = kept
    self.source = source
  }

  /// The bytes of `range`, clipped to the remaining bytes.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let range = range.clamped(to: 0..<byteCount)
    var bytes: [UInt8] = []
    for (start, whole) in zip(starts, kept) {
      let part = range.clamped(to: start..<start + whole.count)
      guard !part.isEmpty else { continue }
      let shift = whole.lowerBound - start
      let more = try source.read(part.lowerBound + shift..<part.upperBound + shift)
      bytes = bytes.isEmpty ? more : bytes + more
      guard more.count == part.count else { break }
    }
    return bytes
  }
}
