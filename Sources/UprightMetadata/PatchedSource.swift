// A source as it would be after a patch, before anything is written.

/// The bytes of a source after a patch.
public struct PatchedSource<Source: ByteSource>: ByteSource {
  /// A range of the result and its contents: new bytes, or those of the source from an offset.
  private enum PatchSpan {
    case new([UInt8])
    case source(offset: Int)
    case zeros
  }

  private let source: Source
  private let spans: [(range: Range<Int>, piece: PatchSpan)]
  /// Number of bytes after the patch.
  public let byteCount: Int

  /// `source` after `patch`, which must be made for it.
  public init(_ source: Source, _ patch: BytePatch) {
    self.init(source, patch.edits.map { ($0.range, $0.new, zeroCount: 0) })
  }

  /// `source` after `rewrite`, which must be made for it.
  public init(_ source: Source, _ rewrite: ByteRewrite) {
    self.init(source, rewrite.edits.map { ($0.range, $0.new, $0.zeroCount) })
  }

  private init(_ source: Source, _ edits: [(range: Range<Int>, new: [UInt8], zeroCount: Int)]) {
    var (pieces, from, length): ([(Range<Int>, PatchSpan)], Int, Int) = ([], 0, 0)
    func add(_ piece: PatchSpan, _ count: Int) {
      guard count > 0 else { return }
      pieces.append((length..<length + count, piece))
      length += count
    }
    for edit in edits {
      add(.source(offset: from), edit.range.lowerBound - from)
      add(.new(edit.new), edit.new.count)
      add(.zeros, edit.zeroCount)
      from = edit.range.upperBound
    }
    add(.source(offset: from), source.byteCount - from)
    self.source = source
    self.spans = pieces.map { (range: $0.0, piece: $0.1) }
    byteCount = length
  }

  /// The bytes of `range`, clipped to the result.
  ///
  /// - Throws: as the source.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let wanted = range.clamped(to: 0..<byteCount)
    var bytes: [UInt8] = []
    for (place, piece) in spans[first(behind: wanted.lowerBound)...] {
      guard place.lowerBound < wanted.upperBound else { break }
      let part = wanted.clamped(to: place)
      guard !part.isEmpty else { continue }
      let (start, end) = (part.lowerBound - place.lowerBound, part.upperBound - place.lowerBound)
      let more: [UInt8] =
        switch piece {
        case .new(let new): Array(new[start..<end])
        case .zeros: [UInt8](repeating: 0, count: part.count)
        case .source(let offset): try source.read(offset + start..<offset + end)
        }
      bytes = bytes.isEmpty ? more : bytes + more
      guard more.count == part.count else { break }
    }
    return bytes
  }

  /// The first span that ends after an offset. Uses a binary search, because a file may have very many patches.
  private func first(behind offset: Int) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
