// A change of bytes as data: which bytes at which offsets are replaced. The caller applies it. A source as it would be
// after a patch, before anything is written.

/// Non-overlapping replacements of byte ranges of one source, in order.
public struct BytePatch: Hashable, Sendable {
  /// One replacement.
  public struct Edit: Hashable, Sendable {
    /// Offset in the source.
    public let offset: Int
    /// The bytes that are there now.
    public let old: [UInt8]
    /// The bytes that replace them.
    public let new: [UInt8]

    /// Replaces `old` at `offset` with `new`.
    public init(offset: Int, old: [UInt8], new: [UInt8]) {
      self.offset = offset
      self.old = old
      self.new = new
    }
  }

  /// The replacements, in ascending order of offset.
  public let edits: [Edit]

  /// Takes replacements in any order; an insertion sorts before a replacement at the same offset.
  public init(_ edits: [Edit]) {
    self.edits = edits.sorted { ($0.offset, $0.old.count) < ($1.offset, $1.old.count) }
  }

  /// Whether nothing changes.
  public var isEmpty: Bool { edits.allSatisfy { $0.old == $0.new } }

  /// Whether no byte moves, so that every edit can be written in place.
  public var isInPlace: Bool { edits.allSatisfy { $0.old.count == $0.new.count } }

  /// By how many bytes the result is longer than the source.
  public var growth: Int { edits.reduce(0) { $0 + $1.new.count - $1.old.count } }

  /// How many bytes differ; meaningful only if `isInPlace`.
  public var changedByteCount: Int {
    edits.reduce(0) { sum, edit in
      sum + zip(edit.old, edit.new).count { $0 != $1 } + max(0, edit.new.count - edit.old.count)
    }
  }

  /// The patch that restores the source from the result, bit for bit.
  public var inverse: BytePatch {
    var shift = 0
    return BytePatch(
      edits.map { edit in
        defer { shift += edit.new.count - edit.old.count }
        return Edit(offset: edit.offset + shift, old: edit.new, new: edit.old)
      })
  }

  /// The source with the replacements applied.
  ///
  /// - Throws: `MetadataError` `.fieldNotWritable` if the source does not contain the bytes that the patch expects.
  public func applied(to source: [UInt8]) throws(MetadataError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(source.count + max(0, growth))
    var from = 0
    for edit in edits {
      guard edit.offset >= from, edit.offset + edit.old.count <= source.count,
        source[edit.offset..<edit.offset + edit.old.count].elementsEqual(edit.old)
      else { throw MetadataError(.fieldNotWritable, at: edit.offset) }
      result += source[from..<edit.offset]
      result += edit.new
      from = edit.offset + edit.old.count
    }
    return result + source[from...]
  }
}

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
