// A progressive JPEG without the scans that a decode at 1/8 size ignores (ITU T.81, G.1.1.1 and A.3.6).

/// The bytes of a progressive JPEG, without the scans that code only AC coefficients of fully sampled components.
///
/// At 1/8, each block of such a component becomes one sample, its mean; decoding its other coefficients is wasted
/// work. A component at half sampling yields several samples per block and needs more than means. Only whole scans
/// are omitted.
public struct CoarseJPEG: ByteSource {
  private let rest: JoinedRanges

  /// Number of remaining bytes.
  public var byteCount: Int { rest.byteCount }

  /// Reads all of `source`; nil if nothing can be omitted, or anything violates the standard.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  public init?(_ source: some ByteSource) throws(MetadataError) {
    guard let scans = try Self.scans(of: source) else { return nil }
    let largest = (
      scans.components.map(\.horizontal).max() ?? 0, scans.components.map(\.vertical).max() ?? 0
    )
    let full = scans.components.filter { ($0.horizontal, $0.vertical) == largest }.map(\.identifier)
    let detail = scans.all.filter { $0.first > 0 && $0.components.allSatisfy(full.contains) }.map(\.range)
    guard !detail.isEmpty else { return nil }
    rest = JoinedRanges(source, without: detail)
  }

  /// A truncated file is decoded as it is.
  private static func scans(of source: some ByteSource) throws(MetadataError) -> JPEGScans? {
    do throws(MetadataError) { return try JPEGScans(source) } catch {
      if error.code == .unreadable { throw error }
      return nil
    }
  }

  /// The bytes of `range`, clipped to the remaining bytes.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    try rest.read(range)
  }
}
