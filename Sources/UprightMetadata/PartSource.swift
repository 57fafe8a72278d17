// A range of a source as a source of its own: a file inside a file.

/// Some bytes of another source, counted from where they start.
struct PartSource<Whole: ByteSource>: ByteSource {
  /// What they are a part of.
  let whole: Whole
  /// Where they lie in it.
  let range: Range<Int>

  /// A range of `whole`, clipped to what exists.
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
