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
