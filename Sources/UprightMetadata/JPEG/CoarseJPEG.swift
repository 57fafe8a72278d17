// A progressive JPEG without what a decode at an eighth of its size never looks at (ITU T.81, G.1.1.1 and A.3.6).

/// The bytes of a progressive JPEG, save the scans that code nothing but detail of components at full sampling.
///
/// At an eighth, each block of such a component becomes one sample, its mean; all other coefficients are decoded for nothing. A component at half
/// sampling becomes as large as the result and needs more than means. Nothing is cut out of a scan: what is left out are whole ones.
public struct CoarseJPEG: ByteSource {
  private let source: any ByteSource
  private let kept: [Range<Int>]
  /// Where each kept range begins among the bytes handed out.
  private let starts: [Int]
  /// How many bytes are left.
  public let byteCount: Int

  /// Reads all of `source`; nil where nothing can be left out, or where anything in it is not as the standard wants it.
  ///
  /// - Throws: `MetadataError` `.unreadable` where the disk fails.
  public init?(_ source: some ByteSource) throws(MetadataError) {
    guard let scans = try Self.scans(of: source) else { return nil }
    let largest = (
      scans.components.map(\.horizontal).max() ?? 0, scans.components.map(\.vertical).max() ?? 0
    )
    let full = scans.components.filter { ($0.horizontal, $0.vertical) == largest }.map(\.identifier)
    let detail = scans.all.filter { $0.first > 0 && $0.components.allSatisfy(full.contains) }.map(\.range)
    guard !detail.isEmpty else { return nil }
    let edges = [0] + detail.flatMap { [$0.lowerBound, $0.upperBound] } + [source.byteCount]
    kept = stride(from: 0, to: edges.count, by: 2).map { edges[$0]..<edges[$0 + 1] }
    var starts: [Int] = []
    byteCount = kept.reduce(0) { sum, range in
      starts.append(sum)
      return sum + range.count
    }
    self.starts = starts
    self.source = source
  }

  /// A file that breaks off is decoded as it is.
  private static func scans(of source: some ByteSource) throws(MetadataError) -> JPEGScans? {
    do throws(MetadataError) { return try JPEGScans(source) } catch {
      if error.code == .unreadable { throw error }
      return nil
    }
  }

  /// The bytes of `range`, clipped to what is left.
  ///
  /// - Throws: `MetadataError` `.unreadable` where the disk fails.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
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
