// A progressive JPEG without what a decode at an eighth of its size never looks at (ITU T.81, G.1.1.1 and A.3.6).

/// The bytes of a progressive JPEG, save the scans that code nothing but detail of components at full sampling.
///
/// At an eighth, each block of such a component becomes one sample, its mean; all other coefficients are decoded for nothing. A component at half
/// sampling becomes as large as the result and needs more than means. Nothing is cut out of a scan: what is left out are whole ones.
public struct CoarseJPEG: ByteSource {
  private let rest: JoinedRanges

  /// How many bytes are left.
  public var byteCount: Int { rest.byteCount }

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
    rest = JoinedRanges(source, without: detail)
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
    try rest.read(range)
  }
}
